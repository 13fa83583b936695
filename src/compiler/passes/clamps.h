// Choices that nearly always let an index pass: min(x + 1, width - 1), x == 0 ? i : i - 1.
//
// At the borders of an image they bend the index, so its lanes are not consecutive; everywhere else they do nothing.
// Found here, assumed and tested once a tile by vectorizer_assumptions.cpp. SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "compiler/passes/shapes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace vgpu::compiler {

struct Clamp {
  llvm::Value* passed;  // the result of every lane, a linear value or a constant, if in every lane
  llvm::CmpInst::Predicate predicate;
  llvm::Value *index, *bound;  // `index predicate bound` holds; the bound is the same for all lanes
};

std::optional<Clamp> find_clamp(const llvm::Instruction& node, const ShapeAnalysis& shapes);

// Whether an address is computed from the value.
bool leads_to_address(const llvm::Value& value);

// Whether the comparison holds for index, index + reach and all between, none of which wraps (the caller tests that).
llvm::Value* holds_between(llvm::IRBuilder<>& builder, llvm::CmpInst::Predicate predicate,
                           llvm::Value* index, std::int64_t reach, llvm::Value* bound);

}  // namespace vgpu::compiler
