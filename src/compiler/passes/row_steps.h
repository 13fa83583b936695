// How a value changes from row to row of a jam.
//
// Used by the vectoriser for stores that are consecutive along y, and by choose_jam to see what a jam along y would
// gain. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/passes/schedule.h"
#include "compiler/passes/shapes.h"

namespace vgpu::compiler {

class RowSteps {
 public:
  RowSteps(const ShapeAnalysis& shapes, const Schedule& schedule, const llvm::Function& region);
  // What is added to the value (bytes, for an address) by going one row further, if that is the same constant for all
  // rows of the tile and every lane.
  std::optional<std::int64_t> step(const llvm::Value& value) const;
  // The u of a sum y * u + x from which rows above or below are reached by adding u or taking it off; else null.
  llvm::Value* pitch(const llvm::Instruction& sum) const;
  // Narrow values inside of it that must not wrap between the tile's rows for this to be true, if a test at run time can
  // tell; step() takes for granted what the analysis has been told to assume (kRowsExtend).
  std::optional<llvm::SmallVector<const llvm::Instruction*, 2>> conditions(
      const llvm::Value& value) const;

 private:
  struct Step {
    std::int64_t step = 0;
    unsigned zeros = 0;  // trailing zero bits of the tile's first row
  };
  using Found = std::optional<Step>;
  Found find(const llvm::Value& value, bool exact, unsigned depth) const;
  Found narrowed(const llvm::Instruction& node, bool exact, unsigned depth) const;
  Found sum(const llvm::Instruction& node, bool exact, unsigned depth) const;
  Found scaled(const llvm::Instruction& node, bool exact, unsigned depth) const;
  Found address(const llvm::Instruction& node, unsigned depth) const;
  bool carries(const Step& step) const;

  const ShapeAnalysis& shapes_;
  const Schedule& schedule_;
  const llvm::Argument* y_;
  mutable llvm::SmallVector<const llvm::Instruction*, 2>* conditions_ = nullptr;  // while asked
};

}  // namespace vgpu::compiler
