// PTX instructions on the bits of words: logic, shifts, fields, counts, permutations; see ptx_statement.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/cuda/ptx_operands.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using ptx::in;
using ptx::int_in;
using ptx::out;
using ptx::widen;
using S = const PtxStatement&;

Value* logic_in(S s, PtxState& state, unsigned index) {
  return s.type() == "pred" ? state.predicate(s.operands[index]) : in(s, state, index);
}

void emit_logic(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = logic_in(s, state, 1);
  if (s.name() == "not") return out(s, state, b.CreateNot(x));
  if (s.name() == "cnot") {
    Value* zero = b.CreateICmpEQ(x, llvm::Constant::getNullValue(x->getType()));
    return out(s, state, b.CreateZExt(zero, x->getType()));
  }
  Value* y = logic_in(s, state, 2);
  out(s, state,
      s.name() == "and"  ? b.CreateAnd(x, y)
      : s.name() == "or" ? b.CreateOr(x, y)
                         : b.CreateXor(x, y));
}

// A shift by the width or more gives zero, or the sign.
void emit_shift(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = s.bits();
  Value *x = in(s, state, 1), *by = int_in(s, state, 2, 32);
  Value* most = b.getInt32(bits - 1);
  Value* beyond = b.CreateICmpUGT(by, most);
  Value* amount = state.fit(b.CreateSelect(beyond, most, by), bits);
  if (s.name() == "shr" && s.is_signed()) return out(s, state, b.CreateAShr(x, amount));
  Value* shifted = s.name() == "shl" ? b.CreateShl(x, amount) : b.CreateLShr(x, amount);
  out(s, state, b.CreateSelect(beyond, llvm::Constant::getNullValue(x->getType()), shifted));
}

// Funnel shift of the 64 bits high:low.
void emit_funnel(S s, PtxState& state) {
  auto& b = state.builder;
  Value *low = int_in(s, state, 1, 32), *high = int_in(s, state, 2, 32);
  Value* amount = int_in(s, state, 3, 32);
  amount = s.has("wrap") ? b.CreateAnd(amount, 31)
                         : b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, amount, b.getInt32(32));
  Value* both = b.CreateOr(b.CreateShl(b.CreateZExt(high, b.getInt64Ty()), 32),
                           b.CreateZExt(low, b.getInt64Ty()));
  Value* by = b.CreateZExt(amount, b.getInt64Ty());
  Value* result = s.has("l") ? b.CreateLShr(b.CreateShl(both, by), 32) : b.CreateLShr(both, by);
  out(s, state, b.CreateTrunc(result, b.getInt32Ty()));
}

void emit_bit_count(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = in(s, state, 1);
  Value* result = nullptr;
  if (s.name() == "popc") result = b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, x);
  if (s.name() == "brev")
    return out(s, state, b.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, x));
  if (s.name() == "clz" || s.name() == "bfind") {
    // The highest bit that differs from the sign.
    if (s.is_signed()) x = b.CreateXor(x, b.CreateAShr(x, s.bits() - 1));
    result = b.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, b.getFalse());
  }
  if (s.name() == "bfind") {
    Value* index =
        s.has("shiftamt") ? result : b.CreateSub(b.getIntN(s.bits(), s.bits() - 1), result);
    Value* none = b.CreateICmpEQ(x, b.getIntN(s.bits(), 0));
    result = b.CreateSelect(none, llvm::Constant::getAllOnesValue(x->getType()), index);
  }
  out(s, state, b.CreateIntCast(result, b.getInt32Ty(), s.name() == "bfind"));
}

// bfe d, a, position, length.
void emit_extract(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = s.bits();
  llvm::Type* wide = b.getIntNTy(128);
  Value* at = b.CreateZExt(b.CreateAnd(int_in(s, state, 2, 32), 255), wide);
  Value* length = b.CreateZExt(b.CreateAnd(int_in(s, state, 3, 32), 255), wide);
  Value* limit = llvm::ConstantInt::get(wide, bits);
  at = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, at, limit);
  length = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, length, limit);
  Value* shifted = b.CreateLShr(widen(s, state, in(s, state, 1), 128), at);
  Value* up = b.CreateSub(llvm::ConstantInt::get(wide, 127), length);
  up = b.CreateAdd(up, llvm::ConstantInt::get(wide, 1));
  up = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, up, llvm::ConstantInt::get(wide, 127));
  Value* top = b.CreateShl(shifted, up);
  Value* field = s.is_signed() ? b.CreateAShr(top, up) : b.CreateLShr(top, up);
  Value* none = b.CreateICmpEQ(length, llvm::ConstantInt::get(wide, 0));
  field = b.CreateSelect(none, llvm::ConstantInt::get(wide, 0), field);
  out(s, state, b.CreateTrunc(field, b.getIntNTy(bits)));
}

// bfi d, field, into, position, length.
void emit_insert(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = s.bits();
  llvm::Type* wide = b.getIntNTy(128);
  const auto place = [&](unsigned index) {
    Value* value = b.CreateAnd(int_in(s, state, index, 32), 255);
    return b.CreateZExt(b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, b.getInt32(64)),
                        wide);
  };
  Value *at = place(3), *length = place(4);
  Value* one = llvm::ConstantInt::get(wide, 1);
  Value* mask = b.CreateShl(b.CreateSub(b.CreateShl(one, length), one), at);
  Value* field = b.CreateShl(b.CreateZExt(in(s, state, 1), wide), at);
  Value* into = b.CreateZExt(in(s, state, 2), wide);
  Value* result = b.CreateOr(b.CreateAnd(into, b.CreateNot(mask)), b.CreateAnd(field, mask));
  out(s, state, b.CreateTrunc(result, b.getIntNTy(bits)));
}

// The four nibbles of a prmt with a mode, whose selector is a number i below four: a nibble k steps from it, or the same
// byte, or the one of i and k that is larger or smaller, or halves.
Value* mode_nibbles(S s, PtxState& state, Value* selector) {
  auto& b = state.builder;
  Value* i = b.CreateAnd(selector, 3);
  Value* result = b.getInt32(0);
  for (unsigned k = 0; k < 4; ++k) {
    Value* at = b.getInt32(k);
    Value* nibble = s.has("f4e")   ? b.CreateAdd(i, at)
                    : s.has("b4e") ? b.CreateAnd(b.CreateSub(i, at), 7)
                    : s.has("rc8") ? i
                    : s.has("ecl") ? b.CreateBinaryIntrinsic(llvm::Intrinsic::umax, i, at)
                    : s.has("ecr") ? b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, i, at)
                                   : b.CreateOr(b.CreateShl(b.CreateAnd(i, 1), 1), k & 1);
    result = b.CreateOr(result, b.CreateShl(nibble, 4 * k));
  }
  return result;
}

// prmt d, a, b, selector: bytes of b:a by four nibbles; bit 3 of a nibble spreads the byte's sign.
void emit_permute(S s, PtxState& state) {
  auto& b = state.builder;
  Value* both = b.CreateOr(b.CreateShl(b.CreateZExt(int_in(s, state, 2, 32), b.getInt64Ty()), 32),
                           b.CreateZExt(int_in(s, state, 1, 32), b.getInt64Ty()));
  Value* selector = int_in(s, state, 3, 32);
  if (s.opcode.size() > 2) selector = mode_nibbles(s, state, selector);
  Value* result = b.getInt32(0);
  for (unsigned i = 0; i < 4; ++i) {
    Value* nibble = b.CreateAnd(b.CreateLShr(selector, 4 * i), 15);
    Value* shift = b.CreateZExt(b.CreateShl(b.CreateAnd(nibble, 7), 3), b.getInt64Ty());
    Value* byte = b.CreateTrunc(b.CreateLShr(both, shift), b.getInt8Ty());
    Value* sign = b.CreateAShr(byte, 7);
    Value* spread = b.CreateICmpNE(b.CreateAnd(nibble, 8), b.getInt32(0));
    Value* chosen = b.CreateZExt(b.CreateSelect(spread, sign, byte), b.getInt32Ty());
    result = b.CreateOr(result, b.CreateShl(chosen, 8 * i));
  }
  out(s, state, result);
}

// lop3 d, a, b, c, table: any function of three bits.
void emit_logic3(S s, PtxState& state) {
  auto& b = state.builder;
  Value* inputs[3] = {int_in(s, state, 1, 32), int_in(s, state, 2, 32), int_in(s, state, 3, 32)};
  const auto* table = llvm::dyn_cast<llvm::ConstantInt>(int_in(s, state, 4, 32));
  if (!table) {
    state.error = "the table must be a constant";
    return;
  }
  Value* result = b.getInt32(0);
  for (unsigned row = 0; row < 8; ++row) {
    if ((table->getZExtValue() >> row & 1) == 0) continue;
    Value* term = b.getInt32(0xffffffffu);
    for (unsigned i = 0; i < 3; ++i)
      term = b.CreateAnd(term, (row >> (2 - i) & 1) != 0 ? inputs[i] : b.CreateNot(inputs[i]));
    result = b.CreateOr(result, term);
  }
  out(s, state, result);
}

// The operand at `index` as a number of bits up to 32: modulo 32 with .wrap, else no more than 32.
Value* bit_number(S s, PtxState& state, unsigned index) {
  auto& b = state.builder;
  Value* value = int_in(s, state, index, 32);
  value = s.has("wrap") ? b.CreateAnd(value, 31)
                        : b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, b.getInt32(32));
  return b.CreateZExt(value, b.getInt64Ty());
}

// bmsk.mode d, position, count: that many ones.
void emit_mask(S s, PtxState& state) {
  auto& b = state.builder;
  Value* ones = b.CreateShl(b.getInt64(1), bit_number(s, state, 2));
  Value* mask = b.CreateShl(b.CreateSub(ones, b.getInt64(1)), bit_number(s, state, 1));
  out(s, state, b.CreateTrunc(mask, b.getInt32Ty()));
}

// szext.mode d, a, count: the lowest bits of a as a number of its own, with a sign or without.
void emit_low_bits(S s, PtxState& state) {
  auto& b = state.builder;
  Value* count = bit_number(s, state, 2);
  Value* some = b.CreateICmpNE(count, b.getInt64(0));
  Value* up = b.CreateSelect(some, b.CreateSub(b.getInt64(64), count), b.getInt64(0));
  Value* top = b.CreateShl(b.CreateZExt(in(s, state, 1), b.getInt64Ty()), up);
  Value* number = s.is_signed() ? b.CreateAShr(top, up) : b.CreateLShr(top, up);
  out(s, state, b.CreateTrunc(b.CreateSelect(some, number, b.getInt64(0)), b.getInt32Ty()));
}

// fns.b32 d, mask, base, n: where the n-th bit from `base` on is set, downwards if n is negative; 0 asks for that bit.
// Downwards is upwards with all bits in the other order.
void emit_find_nth(S s, PtxState& state) {
  auto& b = state.builder;
  Value *mask = int_in(s, state, 1, 32), *base = int_in(s, state, 2, 32);
  Value* n = int_in(s, state, 3, 32);
  Value* down = b.CreateICmpSLT(n, b.getInt32(0));
  mask = b.CreateSelect(down, b.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, mask), mask);
  Value* from = b.CreateAnd(b.CreateSelect(down, b.CreateSub(b.getInt32(31), base), base), 31);
  Value* bit = b.CreateShl(b.getInt32(1), from);
  Value* here = b.CreateICmpEQ(n, b.getInt32(0));
  mask = b.CreateAnd(mask, b.CreateSelect(here, bit, b.CreateNeg(bit)));
  mask = b.CreateSelect(b.CreateICmpULT(base, b.getInt32(32)), mask, b.getInt32(0));
  Value* left = b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, n, b.getFalse());
  for (unsigned i = 1; i < 32; ++i) {
    Value* next = b.CreateAnd(mask, b.CreateSub(mask, b.getInt32(1)));
    mask = b.CreateSelect(b.CreateICmpUGT(left, b.getInt32(i)), next, mask);
  }
  mask = b.CreateSelect(b.CreateICmpUGT(left, b.getInt32(32)), b.getInt32(0), mask);
  Value* at = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, mask, b.getFalse());
  at = b.CreateSelect(down, b.CreateSub(b.getInt32(31), at), at);
  out(s, state, b.CreateSelect(b.CreateICmpEQ(mask, b.getInt32(0)), b.getInt32(~0u), at));
}

struct Row {
  const char* names;
  void (*emit)(S s, PtxState& state);
};
constexpr Row kRows[] = {
    {" and or xor not cnot ", emit_logic},
    {" shl shr ", emit_shift},
    {" shf ", emit_funnel},
    {" popc clz brev bfind ", emit_bit_count},
    {" bfe ", emit_extract},
    {" bfi ", emit_insert},
    {" prmt ", emit_permute},
    {" lop3 ", emit_logic3},
    {" bmsk ", emit_mask},
    {" szext ", emit_low_bits},
    {" fns ", emit_find_nth},
};

}  // namespace

void emit_bits(S s, PtxState& state) {
  for (const Row& row : kRows)
    if (std::string(row.names).find(" " + s.name() + " ") != std::string::npos)
      return row.emit(s, state);
}

}  // namespace vgpu::compiler
