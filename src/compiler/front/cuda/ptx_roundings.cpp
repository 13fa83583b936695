// Arithmetic of inline PTX that is rounded to zero, down or up; see ptx_operands.h.
//
// Of f32 it is done in double with what that lacks, so that the step from the nearest float is known exactly: a quotient
// or a root in double is a float only if it is the exact one. Other types are rounded to nearest only.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_operands.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler::ptx {
namespace {

using llvm::Value;
using S = const PtxStatement&;

// Whether the instruction is rounded to nearest; sets an error for a rounding that there is not.
bool is_nearest(S s, PtxState& state) {
  if (rounding_of(s) == Rounding::nearest) return true;
  if (s.type() == "f32") return false;
  state.error = "of " + s.type() + " it is rounded to nearest only";
  return true;
}

Value* wide(PtxState& state, Value* x) {
  return state.builder.CreateFPExt(x, state.builder.getDoubleTy());
}

Value* narrow_quotient(S s, PtxState& state, Value* exact) {
  return narrow(state, exact, nullptr, state.builder.getFloatTy(), rounding_of(s));
}

// x + y of doubles, rounded to float. A sum that is exactly zero is -0 when rounded down, unless both are +0.
Value* narrow_sum(S s, PtxState& state, Value* x, Value* y) {
  auto& b = state.builder;
  Value* high = b.CreateFAdd(x, y);
  Value* back = b.CreateFSub(high, x);
  Value* low = b.CreateFAdd(b.CreateFSub(x, b.CreateFSub(high, back)), b.CreateFSub(y, back));
  Value* sum = narrow(state, high, low, b.getFloatTy(), rounding_of(s));
  if (rounding_of(s) != Rounding::down) return sum;
  Value* bits = b.CreateOr(state.fit(x, 64), state.fit(y, 64));
  Value* zero = b.CreateFCmpOEQ(high, llvm::ConstantFP::get(high->getType(), 0.0));
  Value* minus = b.CreateAnd(zero, b.CreateICmpNE(bits, b.getInt64(0)));
  return b.CreateSelect(minus, llvm::ConstantFP::get(sum->getType(), -0.0), sum);
}

}  // namespace

Rounding rounding_of(S s) {
  return s.has("rz")   ? Rounding::zero
         : s.has("rm") ? Rounding::down
         : s.has("rp") ? Rounding::up
                       : Rounding::nearest;
}

Value* narrow(PtxState& state, Value* high, Value* low, llvm::Type* to, Rounding rounding) {
  auto& b = state.builder;
  Value* nearest = b.CreateFPTrunc(high, to);
  if (rounding == Rounding::nearest) return nearest;
  llvm::Type* word = b.getIntNTy(to->getPrimitiveSizeInBits());
  Value* none = llvm::ConstantFP::get(high->getType(), 0.0);
  Value* lost = b.CreateFSub(high, b.CreateFPExt(nearest, high->getType()));
  if (low) lost = b.CreateSelect(b.CreateFCmpOEQ(lost, none), low, lost);
  Value *above = b.CreateFCmpOGT(lost, none), *below = b.CreateFCmpOLT(lost, none);
  Value* bits = b.CreateBitCast(nearest, word);
  Value* one = llvm::ConstantInt::get(word, 1);
  Value* negative = b.CreateICmpSLT(bits, llvm::ConstantInt::get(word, 0));
  Value* zero = b.CreateFCmpOEQ(nearest, llvm::ConstantFP::get(to, 0.0));
  Value *larger = b.CreateAdd(bits, one), *smaller = b.CreateSub(bits, one);
  Value* step = nullptr;
  Value* taken = nullptr;
  if (rounding == Rounding::zero) {
    step = smaller;
    taken = b.CreateAnd(b.CreateSelect(negative, above, below), b.CreateNot(zero));
  } else if (rounding == Rounding::up) {
    step = b.CreateSelect(zero, one, b.CreateSelect(negative, smaller, larger));
    taken = above;
  } else {
    Value* least =
        llvm::ConstantInt::get(word, llvm::APInt::getSignMask(word->getIntegerBitWidth()) + 1);
    step = b.CreateSelect(zero, least, b.CreateSelect(negative, larger, smaller));
    taken = below;
  }
  return b.CreateBitCast(b.CreateSelect(taken, step, bits), to);
}

Value* add(S s, PtxState& state, Value* x, Value* y) {
  if (is_nearest(s, state)) return state.builder.CreateFAdd(x, y);
  return narrow_sum(s, state, wide(state, x), wide(state, y));
}

Value* multiply(S s, PtxState& state, Value* x, Value* y) {
  auto& b = state.builder;
  if (is_nearest(s, state)) return b.CreateFMul(x, y);
  return narrow_quotient(s, state, b.CreateFMul(wide(state, x), wide(state, y)));
}

Value* divide(S s, PtxState& state, Value* x, Value* y) {
  auto& b = state.builder;
  if (is_nearest(s, state)) return b.CreateFDiv(x, y);
  return narrow_quotient(s, state, b.CreateFDiv(wide(state, x), wide(state, y)));
}

Value* square_root(S s, PtxState& state, Value* x) {
  auto& b = state.builder;
  if (is_nearest(s, state)) return b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
  return narrow_quotient(s, state, b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, wide(state, x)));
}

Value* multiply_add(S s, PtxState& state, Value* x, Value* y, Value* z) {
  auto& b = state.builder;
  if (is_nearest(s, state))
    return b.CreateIntrinsic(llvm::Intrinsic::fma, {x->getType()}, {x, y, z});
  return narrow_sum(s, state, b.CreateFMul(wide(state, x), wide(state, y)), wide(state, z));
}

}  // namespace vgpu::compiler::ptx
