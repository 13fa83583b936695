// PTX instructions by which the lanes of a warp look at each other's values: redux, match and elect; see
// ptx_statement.h.
//
// Each asks all 32 lanes in order and counts those that are there and in the mask, so that divergent warps agree.
// SPDX-License-Identifier: MIT
#include <cstdint>

#include "compiler/front/cuda/ptx_families.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using S = const PtxStatement&;

constexpr unsigned kLanes = 32;

// The lanes of a mask that execute the instruction.
Value* members(PtxState& state, const std::string& mask) {
  auto& b = state.builder;
  return b.CreateAnd(state.call("__vg_active_mask", b.getInt32Ty(), {}), state.integer(mask, 32));
}

Value* value_of(PtxState& state, Value* value, unsigned lane) {
  const bool wide = value->getType()->isIntegerTy(64);
  return state.call(wide ? "__vg_shuffle64" : "__vg_shuffle32", value->getType(),
                    {value, state.builder.getInt32(lane)});
}

struct Reduction {
  const char* name;
  unsigned operation;        // of a binary operator, or
  llvm::Intrinsic::ID call;  // of an intrinsic
  std::uint32_t neutral;
};
constexpr std::uint32_t kLeast = std::uint32_t{1} << 31, kMost = kLeast - 1;
constexpr Reduction kReductions[] = {
    {"add", llvm::Instruction::Add, llvm::Intrinsic::not_intrinsic, 0},
    {"and", llvm::Instruction::And, llvm::Intrinsic::not_intrinsic, ~std::uint32_t{0}},
    {"or", llvm::Instruction::Or, llvm::Intrinsic::not_intrinsic, 0},
    {"xor", llvm::Instruction::Xor, llvm::Intrinsic::not_intrinsic, 0},
    {"min.u", 0, llvm::Intrinsic::umin, ~std::uint32_t{0}},
    {"max.u", 0, llvm::Intrinsic::umax, 0},
    {"min.s", 0, llvm::Intrinsic::smin, kMost},
    {"max.s", 0, llvm::Intrinsic::smax, kLeast},
};

// nullptr: there is no such reduction.
const Reduction* reduction_of(S s) {
  if (s.is_float() || s.bits() != 32) return nullptr;
  for (const Reduction& one : kReductions) {
    const std::string name = one.name, operation = name.substr(0, name.find('.'));
    if (!s.has(operation.c_str())) continue;
    if (operation == name || (name.back() == 's') == s.is_signed()) return &one;
  }
  return nullptr;
}

}  // namespace

// redux.sync.{add,min,max,and,or,xor}.type d, a, mask.
void emit_reduction(S s, PtxState& state) {
  auto& b = state.builder;
  const Reduction* reduction = reduction_of(s);
  if (reduction == nullptr) {
    state.error = "there is no such reduction";
    return;
  }
  Value* value = state.integer(s.operands[1], 32);
  Value* lanes = members(state, s.operands[2]);
  Value* neutral = b.getInt32(reduction->neutral);
  Value* result = neutral;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    Value* member = b.CreateTrunc(b.CreateLShr(lanes, lane), b.getInt1Ty());
    Value* theirs = b.CreateSelect(member, value_of(state, value, lane), neutral);
    result = reduction->operation != 0
                 ? b.CreateBinOp(llvm::Instruction::BinaryOps(reduction->operation), result, theirs)
                 : b.CreateBinaryIntrinsic(reduction->call, result, theirs);
  }
  state.set(s.operands[0], result);
}

// match.any.sync.type d, a, mask: the members that have the same value. match.all.sync.type d[|p], a, mask: all
// members if they have one value, else none; p says which.
void emit_match(S s, PtxState& state) {
  auto& b = state.builder;
  Value* value = state.integer(s.operands[1], s.bits());
  Value* lanes = members(state, s.operands[2]);
  Value* same = b.getInt32(0);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    Value* equal = b.CreateICmpEQ(value_of(state, value, lane), value);
    same = b.CreateOr(same, b.CreateShl(b.CreateZExt(equal, b.getInt32Ty()), lane));
  }
  same = b.CreateAnd(same, lanes);
  const std::string& target = s.operands[0];
  if (!s.has("all")) return state.set(target, same);
  const auto bar = target.find('|');
  Value* all = b.CreateICmpEQ(same, lanes);
  state.set(target.substr(0, bar), b.CreateSelect(all, lanes, b.getInt32(0)));
  if (bar != std::string::npos) state.set(target.substr(bar + 1), all);
}

// elect.sync d|p, mask: the first member, and whether this lane is it; `_` for what is not wanted.
void emit_election(S s, PtxState& state) {
  auto& b = state.builder;
  const std::string& target = s.operands[0];
  const auto bar = target.find('|');
  Value* lanes = members(state, s.operands[1]);
  Value* first = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, lanes, b.getFalse());
  if (target.substr(0, bar) != "_") state.set(target.substr(0, bar), first);
  if (bar != std::string::npos)
    state.set(target.substr(bar + 1), b.CreateICmpEQ(state.integer("%laneid", 32), first));
}

}  // namespace vgpu::compiler
