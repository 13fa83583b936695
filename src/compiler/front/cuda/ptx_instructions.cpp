// The table of PTX instructions that inline assembly may use, and what each becomes; see ptx_statement.h.
//
// It holds what real programs write: special registers, bit fields, wide products, shuffles and votes, cached loads,
// fences, approximate math. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>

#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/cuda/ptx_operands.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using llvm::Intrinsic::ID;
using ptx::in;
using ptx::int_in;
using ptx::out;
using ptx::widen;
using S = const PtxStatement&;
using Emit = void (*)(S s, PtxState& state);

// A factor in twice its bits; mul24 and mad24 take the lowest 24 of 32.
Value* factor(S s, PtxState& state, unsigned index) {
  Value* x = in(s, state, index);
  if (s.name().ends_with("24")) x = state.builder.CreateTrunc(x, state.builder.getIntNTy(24));
  return widen(s, state, x, 2 * s.bits());
}

Value* product(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned bits = s.bits();
  if (s.is_float()) return ptx::multiply(s, state, in(s, state, 1), in(s, state, 2));
  Value* wide = b.CreateMul(factor(s, state, 1), factor(s, state, 2));
  if (s.has("wide")) return wide;
  if (s.name().ends_with("24") && s.has("hi")) wide = b.CreateShl(wide, 16);  // of 48 bits
  return b.CreateTrunc(s.has("hi") ? b.CreateLShr(wide, bits) : wide, b.getIntNTy(bits));
}

// a + b + carry, and the carry of that where .cc asks for it.
Value* add_carry(S s, PtxState& state, Value* a, Value* b, Value* carry) {
  auto& build = state.builder;
  const unsigned bits = s.bits();
  llvm::Type* wide = build.getIntNTy(2 * bits);
  Value* sum = build.CreateAdd(build.CreateZExt(a, wide), build.CreateZExt(b, wide));
  if (carry) sum = build.CreateAdd(sum, build.CreateZExt(carry, wide));
  if (s.has("cc")) state.carry = build.CreateTrunc(build.CreateLShr(sum, bits), build.getInt1Ty());
  return build.CreateTrunc(sum, build.getIntNTy(bits));
}

// add.sat.s32 and sub.sat.s32 stay at their limits.
void emit_limited(S s, PtxState& state, ID operation) {
  if (!s.is_signed()) state.error = "only numbers with a sign";
  out(s, state, state.builder.CreateBinaryIntrinsic(operation, in(s, state, 1), in(s, state, 2)));
}

void emit_add(S s, PtxState& state) {
  if (s.is_float()) return out(s, state, ptx::add(s, state, in(s, state, 1), in(s, state, 2)));
  if (s.has("sat")) return emit_limited(s, state, llvm::Intrinsic::sadd_sat);
  out(s, state,
      add_carry(s, state, in(s, state, 1), in(s, state, 2),
                s.name() == "addc" ? state.kept_carry() : nullptr));
}

// a - b is a + ~b + 1; the borrow is the carry inverted.
void emit_sub(S s, PtxState& state) {
  auto& b = state.builder;
  if (s.is_float())
    return out(s, state, ptx::add(s, state, in(s, state, 1), b.CreateFNeg(in(s, state, 2))));
  if (s.has("sat")) return emit_limited(s, state, llvm::Intrinsic::ssub_sat);
  Value* carry = s.name() == "subc" ? b.CreateNot(state.kept_carry()) : b.getTrue();
  Value* result = add_carry(s, state, in(s, state, 1), b.CreateNot(in(s, state, 2)), carry);
  if (s.has("cc")) state.carry = b.CreateNot(state.carry);
  out(s, state, result);
}

void emit_mad(S s, PtxState& state) {
  auto& b = state.builder;
  if (s.is_float())
    return out(s, state,
               ptx::multiply_add(s, state, in(s, state, 1), in(s, state, 2), in(s, state, 3)));
  if (s.has("wide"))
    return out(s, state, b.CreateAdd(product(s, state), int_in(s, state, 3, 2 * s.bits())));
  if (s.has("sat") && !(s.has("hi") && s.type() == "s32")) state.error = "only .hi.s32 has .sat";
  if (s.has("sat"))
    return out(
        s, state,
        b.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, product(s, state), in(s, state, 3)));
  out(s, state,
      add_carry(s, state, product(s, state), in(s, state, 3),
                s.name() == "madc" ? state.kept_carry() : nullptr));
}

void emit_divide(S s, PtxState& state) {
  auto& b = state.builder;
  Value *x = in(s, state, 1), *y = in(s, state, 2);
  const bool rest = s.name() == "rem";
  if (s.is_float()) return out(s, state, ptx::divide(s, state, x, y));
  if (s.is_signed()) return out(s, state, rest ? b.CreateSRem(x, y) : b.CreateSDiv(x, y));
  out(s, state, rest ? b.CreateURem(x, y) : b.CreateUDiv(x, y));
}

void emit_min_max(S s, PtxState& state) {
  const bool least = s.name() == "min";
  const ID id = s.is_float()    ? (least ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum)
                : s.is_signed() ? (least ? llvm::Intrinsic::smin : llvm::Intrinsic::smax)
                                : (least ? llvm::Intrinsic::umin : llvm::Intrinsic::umax);
  auto& b = state.builder;
  Value *x = in(s, state, 1), *y = in(s, state, 2);
  const auto choose = [&](Value* left, Value* right) -> Value* {
    Value* chosen = b.CreateBinaryIntrinsic(id, left, right);
    if (!s.has("NaN")) return chosen;
    return b.CreateSelect(b.CreateFCmpUNO(left, right), llvm::ConstantFP::getNaN(x->getType()),
                          chosen);
  };
  Value* result = choose(x, y);
  if (s.operands.size() > 3) result = choose(result, in(s, state, 3));
  if (s.has("relu") && !s.is_float())
    result = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, result,
                                     llvm::Constant::getNullValue(x->getType()));
  out(s, state, result);
}

void emit_move(S s, PtxState& state) {
  if (s.operands.size() != 2) return;
  if (s.type() == "pred") return out(s, state, state.predicate(s.operands[1]));
  out(s, state, s.is_float() ? in(s, state, 1) : state.integer(s.operands[1], s.bits()));
}

void emit_select(S s, PtxState& state) {
  out(s, state,
      state.builder.CreateSelect(state.predicate(s.operands.back()), in(s, state, 1),
                                 in(s, state, 2)));
}

void emit_nothing(S, PtxState&) {}

// .reg declares registers, whose types their values say; what other directives declare there is not.
void emit_directive(S s, PtxState& state) {
  if (!s.has("reg") && !s.has("pragma")) state.error = "this directive";
}

// Hints for caches: there is nothing to say in one.
void emit_policy(S s, PtxState& state) { out(s, state, state.builder.getInt64(0)); }

void emit_trap(S, PtxState& state) { state.call("__vg_trap", state.builder.getVoidTy(), {}); }

Value* ballot(PtxState& state, Value* condition) {
  auto& b = state.builder;
  return state.call("__vg_ballot", b.getInt32Ty(), {b.CreateZExt(condition, b.getInt32Ty())});
}

// vote.sync.{ballot,any,all} d, p, mask.
void emit_vote(S s, PtxState& state) {
  auto& b = state.builder;
  Value* condition = state.predicate(s.operands[1]);
  Value* mask = s.operands.size() > 2 ? state.integer(s.operands[2], 32) : b.getInt32(~0u);
  if (s.has("all")) condition = b.CreateNot(condition);
  Value* lanes = b.CreateAnd(ballot(state, condition), mask);
  if (s.has("ballot")) return out(s, state, lanes);
  if (s.has("uni")) {  // all lanes say the same: all of them yes, or none
    Value* here = b.CreateAnd(state.call("__vg_active_mask", b.getInt32Ty(), {}), mask);
    return out(s, state,
               b.CreateOr(b.CreateICmpEQ(lanes, b.getInt32(0)), b.CreateICmpEQ(lanes, here)));
  }
  out(s, state,
      s.has("all") ? b.CreateICmpEQ(lanes, b.getInt32(0)) : b.CreateICmpNE(lanes, b.getInt32(0)));
}

void emit_active_mask(S s, PtxState& state) {
  out(s, state, state.call("__vg_active_mask", state.builder.getInt32Ty(), {}));
}

// shfl.sync.{up,down,bfly,idx} d[|p], a, b, c, mask: c packs the segment's mask and the clamp.
void emit_shuffle(S s, PtxState& state) {
  auto& b = state.builder;
  const std::string& target = s.operands[0];
  const auto bar = target.find('|');
  Value* value = int_in(s, state, 1, 32);
  Value* by = b.CreateAnd(int_in(s, state, 2, 32), 31);
  Value* control = int_in(s, state, 3, 32);
  Value* segment = b.CreateAnd(b.CreateLShr(control, 8), 31);
  Value* clamp = b.CreateAnd(control, 31);
  Value* lane = state.integer("%laneid", 32);
  Value* low = b.CreateAnd(lane, segment);
  Value* high = b.CreateOr(low, b.CreateAnd(clamp, b.CreateNot(segment)));
  Value* source = s.has("up")     ? b.CreateSub(lane, by)
                  : s.has("down") ? b.CreateAdd(lane, by)
                  : s.has("bfly") ? b.CreateXor(lane, by)
                                  : b.CreateOr(low, b.CreateAnd(by, b.CreateNot(segment)));
  Value* inside = s.has("up") ? b.CreateICmpSGE(source, high) : b.CreateICmpSLE(source, high);
  source = b.CreateSelect(inside, source, lane);
  Value* result = state.call("__vg_shuffle32", b.getInt32Ty(), {value, source});
  state.set(target.substr(0, bar), result);
  if (bar != std::string::npos) state.set(target.substr(bar + 1), inside);
}

Value* library(PtxState& state, const char* name, Value* x) {
  return state.call(name, x->getType(), {x});
}

void emit_math(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = in(s, state, 1);
  Value* one = llvm::ConstantFP::get(x->getType(), 1.0);
  const std::string& name = s.name();
  const bool single = s.bits() == 32;
  if (name == "sqrt") return out(s, state, ptx::square_root(s, state, x));
  if (name == "rcp") return out(s, state, ptx::divide(s, state, one, x));
  if (name == "rsqrt")
    return out(s, state, b.CreateFDiv(one, b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x)));
  if (name == "ex2")
    return out(s, state, library(state, single ? "__vg_exp2_f32" : "__vg_exp2_f64", x));
  if (name == "lg2")
    return out(s, state, library(state, single ? "__vg_log2_f32" : "__vg_log2_f64", x));
  if (name == "sin") return out(s, state, library(state, "__vg_sin_f32", x));
  if (name == "cos") return out(s, state, library(state, "__vg_cos_f32", x));
  out(s, state, library(state, single ? "__vg_tanh_f32" : "__vg_tanh_f64", x));
}

void emit_sign(S s, PtxState& state) {
  auto& b = state.builder;
  Value* x = in(s, state, 1);
  const bool negate = s.name() == "neg";
  if (s.is_float())
    return out(s, state,
               negate ? b.CreateFNeg(x) : b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x));
  out(s, state,
      negate ? b.CreateNeg(x) : b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x, b.getFalse()));
}

void emit_sum(S s, PtxState& state) {
  s.name().starts_with("add") ? emit_add(s, state) : emit_sub(s, state);
}

void emit_address(S s, PtxState& state) { out(s, state, int_in(s, state, 1, 64)); }

void emit_product(S s, PtxState& state) { out(s, state, product(s, state)); }

// `modifiers` are those that have their effect here, or none that a program could see; all others are refused.
struct Row {
  const char* names;
  Emit emit;
  const char* modifiers;
};
#define VG_ROUNDINGS " rn rz rm rp "
#define VG_PLACES " global shared local const param shared::cta shared::cluster "
#define VG_SCOPES " cta cluster gpu sys relaxed "
#define VG_COMPARISONS \
  " eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz "
constexpr char kAny[] = "*";
constexpr Row kTable[] = {
    {" .reg ", emit_directive, kAny},
    {" mov ", emit_move, ""},
    {" add addc sub subc ", emit_sum, VG_ROUNDINGS " ftz sat cc "},
    {" mul mul24 ", emit_product, VG_ROUNDINGS " hi lo wide ftz sat "},
    {" mad madc fma mad24 ", emit_mad, VG_ROUNDINGS " hi lo wide ftz sat cc relu "},
    {" div rem ", emit_divide, VG_ROUNDINGS " full approx ftz "},
    {" min max ", emit_min_max, " ftz NaN relu "},
    {" and or xor not cnot shl shr bfe bfi lop3 popc clz brev fns ", emit_bits, ""},
    {" shf ", emit_bits, " l r wrap clamp "},
    {" bfind ", emit_bits, " shiftamt "},
    {" prmt ", emit_bits, " f4e b4e rc8 ecl ecr rc16 "},
    {" bmsk szext ", emit_bits, " wrap clamp "},
    {" setp ", emit_compare, VG_COMPARISONS},
    {" set ", emit_set, VG_COMPARISONS},
    {" testp ", emit_test, " finite infinite number notanumber normal subnormal "},
    {" isspacep ", emit_space_test, " global shared local const shared::cta shared::cluster "},
    {" selp ", emit_select, ""},
    {" cvt ", emit_convert, VG_ROUNDINGS " rni rzi rmi rpi ftz sat pack "},
    {" cvta ", emit_address, VG_PLACES " to "},
    {" ld ldu ", emit_load,
     VG_PLACES VG_SCOPES " acquire volatile weak mmio ca cg cs lu cv nc unified v2 v4 v8 cache "},
    {" st ", emit_store,
     VG_PLACES VG_SCOPES " release volatile weak mmio wb cg cs wt v2 v4 v8 cache "},
    {" atom red ", emit_atomic,
     VG_PLACES VG_SCOPES
     " acquire release acq_rel noftz cas exch and or xor min max add inc dec cache v2 v4 v8 "},
    {" membar fence ", emit_fence, kAny},  // always a full one
    {" bar barrier ", emit_barrier, " sync arrive red popc and or warp cta aligned "},
    {" prefetch prefetchu discard applypriority nanosleep pmevent brkpt griddepcontrol setmaxnreg ",
     emit_nothing, kAny},
    {" createpolicy ", emit_policy, kAny},
    {" trap exit ", emit_trap, ""},
    {" vote ", emit_vote, " sync ballot any all uni "},
    {" activemask ", emit_active_mask, ""},
    {" shfl ", emit_shuffle, " sync up down bfly idx "},
    {" redux ", emit_reduction, " sync add and or xor min max "},
    {" match ", emit_match, " sync any all "},
    {" elect ", emit_election, " sync "},
    {" sqrt rcp ", emit_math, VG_ROUNDINGS " approx ftz "},
    {" rsqrt ex2 lg2 sin cos tanh ", emit_math, " approx ftz "},
    {" neg abs ", emit_sign, " ftz "},
    {" mma ", emit_matrix_product, kAny},
    {" ldmatrix ", emit_load_matrix, " sync aligned m8n8 x1 x2 x4 trans shared shared::cta "},
    {" stmatrix ", emit_store_matrix, " sync aligned m8n8 x1 x2 x4 trans shared shared::cta "},
    {" movmatrix ", emit_move_matrix, " sync aligned m8n8 trans "},
    {" cp ", emit_copy, kAny},
    {" call ", emit_call, " uni "},
};
#undef VG_ROUNDINGS
#undef VG_PLACES
#undef VG_SCOPES
#undef VG_COMPARISONS

// How many operands an instruction has at least: all but a few have a result and a source.
std::size_t least_operands(const std::string& name) {
  for (const char* none : {".reg", "membar", "fence", "bar", "barrier", "trap", "exit", "prefetch",
                           "prefetchu", "discard", "applypriority", "nanosleep", "pmevent", "brkpt",
                           "griddepcontrol", "setmaxnreg", "cp"})
    if (name == none) return 0;
  if (name == "activemask") return 1;
  return name == "selp" || name == "mma" || name == "fns" ? 4
         : name == "call" || name == "setp" || name == "set" || name == "shfl" || name == "redux" ||
                 name == "match" || name == "bmsk" || name == "szext"
             ? 3
             : 2;
}

}  // namespace

bool emit_ptx(const PtxStatement& statement, PtxState& state) {
  if (emit_half_ptx(statement, state)) return true;
  const std::string name = statement.name().empty() ? ".reg" : statement.name();
  const std::string wanted = " " + name + " ";
  for (const Row& row : kTable) {
    if (std::string(row.names).find(wanted) == std::string::npos) continue;
    const auto empty = std::find(statement.operands.begin(), statement.operands.end(), "");
    if (statement.operands.size() < least_operands(name) || empty != statement.operands.end()) {
      state.error = "an operand is missing";
      return true;
    }
    const std::string refused = refused_modifier(statement, row.modifiers);
    if (!refused.empty())
      state.error = "there is no ." + refused + " here";
    else
      row.emit(statement, state);
    return true;
  }
  return emit_packed_ptx(statement, state);
}

}  // namespace vgpu::compiler
