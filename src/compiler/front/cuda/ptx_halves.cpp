// Arithmetic of inline PTX on pairs of half, on bfloat16, and conversions to them and to tf32; see ptx_statement.h.
//
// It is done in float, which holds sums and products of such numbers closely enough, and rounded to nearest.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/cuda/ptx_operands.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using S = const PtxStatement&;

bool is_half_type(const std::string& part) {
  return part == "f16x2" || part == "bf16" || part == "bf16x2" || part == "tf32";
}

struct Form {
  bool bfloat = false;
  bool pair = false;
};

Form form_of(const std::string& type) { return {type[0] == 'b', type.ends_with("x2")}; }

Value* unpack(PtxState& state, Value* word, unsigned index, bool bfloat) {
  auto& b = state.builder;
  Value* bits = b.CreateTrunc(b.CreateLShr(word, 16 * index), b.getInt16Ty());
  if (bfloat)
    return b.CreateBitCast(b.CreateShl(b.CreateZExt(bits, b.getInt32Ty()), 16), b.getFloatTy());
  return b.CreateFPExt(b.CreateBitCast(bits, b.getHalfTy()), b.getFloatTy());
}

// To the nearest, to the even one of two; as an integer of 32 bits.
Value* pack(PtxState& state, Value* number, bool bfloat) {
  auto& b = state.builder;
  if (!bfloat) {
    Value* half = b.CreateBitCast(b.CreateFPTrunc(number, b.getHalfTy()), b.getInt16Ty());
    return b.CreateZExt(half, b.getInt32Ty());
  }
  Value* bits = b.CreateBitCast(number, b.getInt32Ty());
  Value* odd = b.CreateAnd(b.CreateLShr(bits, 16), 1);
  Value* rounded = b.CreateLShr(b.CreateAdd(bits, b.CreateAdd(odd, b.getInt32(0x7fff))), 16);
  Value* none = b.CreateOr(b.CreateLShr(bits, 16), 0x40);
  return b.CreateSelect(b.CreateFCmpUNO(number, number), none, rounded);
}

Value* operate(S s, PtxState& state, const std::vector<Value*>& x) {
  auto& b = state.builder;
  const std::string& name = s.name();
  llvm::Type* type = b.getFloatTy();
  if (name == "neg") return b.CreateFNeg(x[0]);
  if (name == "abs") return b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x[0]);
  if (name == "ex2") return state.call("__vg_exp2_f32", type, {x[0]});
  if (name == "tanh") return state.call("__vg_tanh_f32", type, {x[0]});
  if (x.size() < 2) return nullptr;
  if (name == "add") return b.CreateFAdd(x[0], x[1]);
  if (name == "sub") return b.CreateFSub(x[0], x[1]);
  if (name == "mul") return b.CreateFMul(x[0], x[1]);
  if (name == "min" || name == "max") {
    const bool least = name == "min";
    Value* result = b.CreateBinaryIntrinsic(
        least ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum, x[0], x[1]);
    if (!s.has("NaN")) return result;
    return b.CreateSelect(b.CreateFCmpUNO(x[0], x[1]), llvm::ConstantFP::getNaN(type), result);
  }
  if (name == "fma" && x.size() == 3)
    return b.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {x[0], x[1], x[2]});
  return nullptr;
}

// With .ftz what would be a denormal half is zero.
Value* flushed(S s, PtxState& state, Value* number) {
  if (!s.has("ftz")) return number;
  auto& b = state.builder;
  llvm::Type* type = number->getType();
  Value* size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number);
  Value* zero =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, llvm::ConstantFP::get(type, 0.0), number);
  Value* small = b.CreateFCmpOLT(size, llvm::ConstantFP::get(type, 0x1p-14));
  return b.CreateSelect(small, zero, number);
}

void emit_arithmetic(S s, PtxState& state, Form form) {
  auto& b = state.builder;
  Value* result = b.getInt32(0);
  for (unsigned i = 0; i < (form.pair ? 2u : 1u); ++i) {
    std::vector<Value*> inputs;
    for (std::size_t operand = 1; operand < s.operands.size(); ++operand)
      inputs.push_back(
          flushed(s, state, unpack(state, state.integer(s.operands[operand], 32), i, form.bfloat)));
    Value* number = operate(s, state, inputs);
    if (!number) {
      state.error = "not with this type";
      return;
    }
    number = flushed(s, state, number);
    if (s.has("sat")) number = ptx::saturate(state, number);
    if (s.has("relu")) number = ptx::rectify(state, number);
    result = b.CreateOr(result, b.CreateShl(pack(state, number, form.bfloat), 16 * i));
  }
  state.set(s.operands[0], form.pair ? result : state.fit(result, 16));
}

// A float as tf32: to nearest, of two to the even one (rn) or to the larger one (rna), or towards zero.
Value* to_tf32(S s, PtxState& state, Value* number) {
  auto& b = state.builder;
  constexpr unsigned kDropped = 13;
  Value* bits = b.CreateBitCast(number, b.getInt32Ty());
  Value* half = b.getInt32(s.has("rz") ? 0 : (1u << (kDropped - 1)) - (s.has("rn") ? 1 : 0));
  if (s.has("rn")) half = b.CreateAdd(half, b.CreateAnd(b.CreateLShr(bits, kDropped), 1));
  Value* rounded = b.CreateSelect(b.CreateFCmpUNO(number, number), bits, b.CreateAdd(bits, half));
  return b.CreateAnd(rounded, ~((1u << kDropped) - 1));
}

// Operand `index`, a float, as half or bfloat16.
Value* to_half(S s, PtxState& state, unsigned index, bool bfloat) {
  auto& b = state.builder;
  Value* number = state.number(s.operands[index], 32);
  if (s.has("relu")) number = ptx::rectify(state, number);
  if (!s.has("rz")) return pack(state, number, bfloat);
  if (!bfloat) {
    Value* half = ptx::narrow(state, number, nullptr, b.getHalfTy(), ptx::Rounding::zero);
    return state.fit(half, 32);
  }
  Value* high = b.CreateLShr(b.CreateBitCast(number, b.getInt32Ty()), 16);
  return b.CreateSelect(b.CreateFCmpUNO(number, number), b.CreateOr(high, 0x40), high);
}

// cvt.rn.f16x2.f32 d, high, low; cvt.rn.bf16.f32; cvt.f32.bf16; cvt.rna.tf32.f32.
void emit_conversion(S s, PtxState& state) {
  auto& b = state.builder;
  const std::string &to = s.opcode[s.opcode.size() - 2], &from = s.opcode.back();
  if (to == "f32" && from == "bf16")
    return state.set(s.operands[0], unpack(state, state.integer(s.operands[1], 32), 0, true));
  const bool rounds = s.has("rn") || s.has("rz") || (s.has("rna") && to == "tf32");
  if (from != "f32" || !rounds || (s.has("relu") && to == "tf32")) {
    state.error = "these types or this rounding";
    return;
  }
  if (to == "tf32")
    return state.set(s.operands[0], to_tf32(s, state, state.number(s.operands[1], 32)));
  const Form form = form_of(to);
  Value* first = to_half(s, state, 1, form.bfloat);
  if (!form.pair) return state.set(s.operands[0], state.fit(first, 16));
  if (s.operands.size() < 3) {
    state.error = "an operand is missing";
    return;
  }
  Value* low = to_half(s, state, 2, form.bfloat);
  state.set(s.operands[0], b.CreateOr(b.CreateShl(first, 16), low));
}

// setp.cmp.f16x2 p|q, a, b: p of the low halves, q of the high ones; of bf16 p, and q its opposite.
void emit_half_compare(S s, PtxState& state, Form form) {
  if (s.operands.size() != 3) {
    state.error = "two numbers are compared";
    return;
  }
  const std::string& target = s.operands[0];
  const auto bar = target.find('|');
  Value* holds[2] = {};
  for (unsigned i = 0; i < (form.pair ? 2u : 1u); ++i) {
    const auto operand = [&](unsigned index) {
      return flushed(s, state, unpack(state, state.integer(s.operands[index], 32), i, form.bfloat));
    };
    holds[i] = emit_float_comparison(s, state, operand(1), operand(2));
    if (holds[i] == nullptr) return;
  }
  if (!form.pair) holds[1] = state.builder.CreateNot(holds[0]);
  state.set(target.substr(0, bar), holds[0]);
  if (bar != std::string::npos) state.set(target.substr(bar + 1), holds[1]);
}

constexpr char kAtomicModifiers[] =
    " f16x2 add noftz global shared shared::cta shared::cluster cta cluster gpu sys relaxed cache ";

}  // namespace

bool emit_half_ptx(S s, PtxState& state) {
  if (s.name() == "mma" || s.operands.size() < 2) return false;
  if ((s.name() == "atom" || s.name() == "red") && s.opcode.back() == "f16x2") {
    const std::string refused = refused_modifier(s, kAtomicModifiers);
    if (refused.empty() && s.has("add"))
      emit_half_pair_sum(s, state);
    else
      state.error = refused.empty() ? "only sums" : "there is no ." + refused + " here";
    return true;
  }
  for (const std::string& part : s.opcode) {
    if (!is_half_type(part)) continue;
    if (s.name() == "setp") {
      emit_half_compare(s, state, form_of(part));
      return true;
    }
    const std::string refused =
        refused_modifier(s, s.name() == "cvt" ? " f16x2 bf16 bf16x2 tf32 rn rna rz relu "
                                              : " f16x2 bf16 bf16x2 rn ftz sat relu NaN approx ");
    if (!refused.empty())
      state.error = "there is no ." + refused + " here";
    else if (s.name() == "cvt")
      emit_conversion(s, state);
    else
      emit_arithmetic(s, state, form_of(part));
    return true;
  }
  return false;
}

}  // namespace vgpu::compiler
