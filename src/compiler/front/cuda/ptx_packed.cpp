// PTX instructions on the bytes and halves of words: dot products, and vadd4, vabsdiff4 and their kin; with sad, slct
// and copysign, what programs write beside them; see ptx_statement.h.
//
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "compiler/front/cuda/ptx_families.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using S = const PtxStatement&;

// The index-th of the types that an instruction names, the last one where it names fewer.
std::string type_at(S s, std::size_t index) {
  const std::vector<std::string> types = s.types();
  return types.empty() ? "u32" : types[std::min(index, types.size() - 1)];
}

// Part `lane` of `lanes` of a word, as a whole number of its sign.
Value* part_of(PtxState& state, Value* word, unsigned lane, unsigned lanes, bool is_signed) {
  auto& b = state.builder;
  const unsigned bits = 32 / lanes;
  Value* part = b.CreateTrunc(b.CreateLShr(word, lane * bits), b.getIntNTy(bits));
  return is_signed ? b.CreateSExt(part, b.getInt32Ty()) : b.CreateZExt(part, b.getInt32Ty());
}

// Of two parts; what a name begins with says what is done. nullptr: there is no such instruction.
Value* combine(PtxState& state, const std::string& name, Value* x, Value* y) {
  auto& b = state.builder;
  Value* less = b.CreateICmpSLT(x, y);  // parts are small: as signed numbers they keep their order
  if (name == "vadd") return b.CreateAdd(x, y);
  if (name == "vsub") return b.CreateSub(x, y);
  if (name == "vmin") return b.CreateSelect(less, x, y);
  if (name == "vmax") return b.CreateSelect(less, y, x);
  if (name == "vabsdiff") return b.CreateSelect(less, b.CreateSub(y, x), b.CreateSub(x, y));
  if (name == "vavrg") {
    Value* sum = b.CreateAdd(x, y);
    Value* one = b.CreateZExt(b.CreateICmpSGE(sum, b.getInt32(0)), b.getInt32Ty());
    return b.CreateAShr(b.CreateAdd(sum, one), 1);
  }
  return nullptr;
}

Value* saturate(PtxState& state, Value* x, unsigned bits, bool is_signed) {
  auto& b = state.builder;
  const int high = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  const int low = is_signed ? -(1 << (bits - 1)) : 0;
  x = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, b.getInt32(static_cast<unsigned>(high)));
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, b.getInt32(static_cast<unsigned>(low)));
}

// vOP{2,4}.d.a.b{.sat,.add} d, a, b, c: with .add the sum of the parts and c, else the parts side by side.
bool emit_parts(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned lanes = static_cast<unsigned>(s.name().back() - '0');
  const std::string name = s.name().substr(0, s.name().size() - 1);
  const bool sum = s.has("add"), set = name == "vset";
  Value* x = state.integer(s.operands[1], 32);
  Value* y = state.integer(s.operands[2], 32);
  Value* result = sum ? state.integer(s.operands[3], 32) : b.getInt32(0);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Value* left = part_of(state, x, lane, lanes, type_at(s, set ? 0 : 1)[0] == 's');
    Value* right = part_of(state, y, lane, lanes, type_at(s, set ? 1 : 2)[0] == 's');
    Value* part = set ? emit_comparison(s, state, left, right) : combine(state, name, left, right);
    if (part == nullptr) return false;
    if (s.has("sat")) part = saturate(state, part, 32 / lanes, type_at(s, 0)[0] == 's');
    if (!sum) part = b.CreateShl(b.CreateAnd(part, (1u << (32 / lanes)) - 1), lane * (32 / lanes));
    result = sum ? b.CreateAdd(result, part) : b.CreateOr(result, part);
  }
  state.set(s.operands[0], result);
  return true;
}

// dp4a.a.b d, a, b, c; dp2a takes halves of a and the low or high two bytes of b.
void emit_dot(S s, PtxState& state) {
  auto& b = state.builder;
  const bool four = s.name() == "dp4a";
  const unsigned lanes = four ? 4 : 2, first = s.has("hi") ? 2 : 0;
  Value* x = state.integer(s.operands[1], 32);
  Value* y = state.integer(s.operands[2], 32);
  Value* sum = state.integer(s.operands[3], 32);
  for (unsigned lane = 0; lane < lanes; ++lane)
    sum =
        b.CreateAdd(sum, b.CreateMul(part_of(state, x, lane, lanes, type_at(s, 0)[0] == 's'),
                                     part_of(state, y, first + lane, 4, type_at(s, 1)[0] == 's')));
  state.set(s.operands[0], sum);
}

// sad d, a, b, c: c + |a - b|.
void emit_sad(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = state.integer(s.operands[1], s.bits());
  Value* y = state.integer(s.operands[2], s.bits());
  Value* less = s.is_signed() ? b.CreateICmpSLT(x, y) : b.CreateICmpULT(x, y);
  Value* distance = b.CreateSelect(less, b.CreateSub(y, x), b.CreateSub(x, y));
  state.set(s.operands[0], b.CreateAdd(distance, state.integer(s.operands[3], s.bits())));
}

// slct.d.{s32,f32} d, a, b, c: a where c is not negative.
void emit_select_by_sign(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = type_at(s, 0).find("64") != std::string::npos ? 64 : 32;
  Value* x = state.integer(s.operands[1], bits);
  Value* y = state.integer(s.operands[2], bits);
  Value* first = nullptr;
  if (s.is_float()) {
    Value* c = state.number(s.operands[3], 32);  // a denormal keeps its sign when it is flushed
    first = b.CreateFCmpOGE(c, llvm::ConstantFP::get(c->getType(), 0.0));
  } else {
    first = b.CreateICmpSGE(state.integer(s.operands[3], 32), b.getInt32(0));
  }
  state.set(s.operands[0], b.CreateSelect(first, x, y));
}

// copysign d, a, b: b with the sign of a.
void emit_copysign(S s, PtxState& state) {
  state.set(s.operands[0], state.builder.CreateBinaryIntrinsic(
                               llvm::Intrinsic::copysign, state.number(s.operands[2], s.bits()),
                               state.number(s.operands[1], s.bits())));
}

}  // namespace

bool emit_packed_ptx(const PtxStatement& s, PtxState& state) {
  if (emit_video_ptx(s, state)) return true;
  const std::string& name = s.name();
  const bool parts =
      name.size() > 2 && name[0] == 'v' && (name.back() == '2' || name.back() == '4');
  const bool dot = name == "dp4a" || name == "dp2a";
  if (!parts && !dot && name != "sad" && name != "slct" && name != "copysign") return false;
  const char* modifiers = name.starts_with("vset") ? " eq ne lt le gt ge add "
                          : parts                  ? " sat add "
                          : dot                    ? " lo hi "
                                                   : " ftz ";
  if (const std::string refused = refused_modifier(s, modifiers); !refused.empty()) {
    state.error = "there is no ." + refused + " here";
    return true;
  }
  const std::size_t wanted = name == "copysign" || (parts && !s.has("add")) ? 3 : 4;
  if (s.operands.size() < wanted) {
    state.error = "an operand is missing";
    return true;
  }
  if (parts) return emit_parts(s, state);
  if (dot) emit_dot(s, state);
  if (name == "sad") emit_sad(s, state);
  if (name == "slct") emit_select_by_sign(s, state);
  if (name == "copysign") emit_copysign(s, state);
  return true;
}

}  // namespace vgpu::compiler
