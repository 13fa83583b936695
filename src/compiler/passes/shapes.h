// What every value of a region looks like across the items of a tile, and which blocks diverge.
//
// A value that is the same for all items stays one scalar, one that grows by a constant from item
// to item stays a scalar base; only the rest costs vectors. The analysis is an optimistic fixpoint
// over values and control flow together, because each feeds the other. Used by the vectoriser and
// by choose_jam; it changes nothing. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "compiler/passes/private_memory.h"
#include "compiler/passes/schedule.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

struct Shape {
  enum class Kind : std::uint8_t { unknown, uniform, linear, varying };
  Kind kind = Kind::unknown;
  bool y = false;           // differs between the rows of a jam
  bool sext_linear = true;  // lane i, sign-extended, is lane 0, sign-extended, + i * stride
  bool zext_linear = true;  // the same, zero-extended
  std::uint8_t zeros = 64;  // trailing zero bits of lane 0 that are certain
  std::int64_t stride = 0;  // of a linear value, from lane to lane

  bool unknown() const { return kind == Kind::unknown; }
  bool uniform() const { return kind == Kind::uniform; }
  bool linear() const { return kind == Kind::linear; }
  bool varying() const { return kind == Kind::varying; }
  bool operator==(const Shape&) const = default;
};

// The blocks between a divergent branch and its join: some lanes run them, others do not.
struct DivergentRegion {
  llvm::SmallPtrSet<llvm::BasicBlock*, 8> blocks;
  llvm::BasicBlock* join = nullptr;  // null: no block follows on every path
};

// Lanes that differ in this many low bits hardly ever carry into the next one.
inline constexpr unsigned kBitsOfIndices = 24;

// The low bits that an "and" with a constant keeps or a shift by one drops; 0 of all else.
unsigned low_bits(const llvm::Instruction& instruction);

class ShapeAnalysis {
 public:
  // What is taken for granted about a value, for all lanes of the tile; tested at run time.
  enum : unsigned {
    kZeroExtends,  // lane i, zero-extended, is lane 0, zero-extended, + i * stride
    kSignExtends,  // the same, sign-extended
    kOneQuotient,  // of a division or remainder: the quotient is the same, all operands positive
    kRowsExtend,   // row i of the tile, sign-extended, is row 0, sign-extended, + i * its step
    kAligned,      // lane 0 is a multiple of the width
    kPasses,       // of a minimum, maximum or choice: the index passes in all lanes (clamps.h)
    kLowBits,      // of an "and" with a mask: the bits in which lanes differ pass
    kNoCarry,  // of an "and" or a shift that keeps or drops low bits: lanes differ in those only
  };
  using Assumption = std::pair<const llvm::Instruction*, unsigned>;

  // The region must be in prepare_region's form. masked_entry: some lanes of the tile may lie
  // outside of the group, so flags that hold for active items prove nothing about lane 0.
  ShapeAnalysis(llvm::Function& region, const Schedule& schedule, bool masked_entry);
  void run();
  // The caller tests the assumption at run time. False if it was made before. restart() forgets
  // results but not assumptions.
  bool assume(const llvm::Instruction* value, unsigned kind) {
    return assumptions_.insert({value, kind});
  }
  bool assumed(const llvm::Instruction* value, unsigned kind) const {
    return assumptions_.contains({value, kind});
  }
  void restart();
  llvm::ArrayRef<Assumption> assumptions() const { return assumptions_.getArrayRef(); }

  Shape shape(const llvm::Value* value) const;
  bool divergent(const llvm::BasicBlock* block) const { return divergent_.contains(block); }
  bool divergent_branch(const llvm::BasicBlock* block) const {
    return regions_.contains(const_cast<llvm::BasicBlock*>(block));
  }
  // Whether lanes may leave the loop in different iterations, or enter it partly.
  bool divergent(const llvm::Loop* loop) const { return divergent_loops_.contains(loop); }
  bool masks_depend_on_y() const { return masks_y_; }
  const llvm::MapVector<llvm::BasicBlock*, DivergentRegion>& regions() const { return regions_; }
  const llvm::LoopInfo& loops() const { return loops_; }
  const PrivateMemory& private_memory() const { return private_memory_; }
  const llvm::DataLayout& layout() const { return layout_; }

 private:
  Shape transfer(llvm::Instruction& instruction) const;
  Shape transfer_phi(const llvm::PHINode& phi) const;
  Shape transfer_call(const llvm::CallBase& call, const Shape& operands) const;
  Shape transfer_linear(llvm::Instruction& instruction, bool y) const;
  Shape linear_sum(llvm::Instruction& instruction, bool y) const;
  Shape transfer_bits(llvm::Instruction& instruction, bool y) const;
  Shape transfer_quotient(llvm::Instruction& instruction, bool y) const;
  Shape transfer_clamp(const llvm::Instruction& instruction, bool y) const;
  Shape transfer_cast(llvm::Instruction& instruction, bool y) const;
  Shape transfer_address(const llvm::GetElementPtrInst& address, bool y) const;
  bool compare_is_uniform(const llvm::ICmpInst& compare) const;
  bool fits(const Shape& shape, unsigned bits) const;
  bool flags_hold(const llvm::Instruction& instruction) const;
  Shape finish(const llvm::Instruction& instruction, Shape shape) const;
  unsigned trailing_zeros(const llvm::Instruction& instruction) const;
  bool leaves_divergent_loop(const llvm::PHINode& phi) const;
  bool update_shapes();
  bool update_divergence();
  bool diverge(llvm::BasicBlock& block, llvm::Instruction& branch);

  llvm::Function& region_;
  const Schedule& schedule_;
  bool masked_entry_;
  std::int64_t lanes_;  // of the whole tile along x
  const llvm::DataLayout& layout_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  llvm::LoopInfo loops_;
  PrivateMemory private_memory_;
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
  llvm::MapVector<llvm::BasicBlock*, DivergentRegion> regions_;
  llvm::DenseSet<const llvm::BasicBlock*> divergent_, joins_;
  llvm::DenseSet<const llvm::Loop*> divergent_loops_;
  llvm::SetVector<Assumption> assumptions_;
  bool masks_y_ = false;
};

}  // namespace vgpu::compiler
