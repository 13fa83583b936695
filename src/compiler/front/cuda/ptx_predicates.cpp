// PTX instructions that compare, setp and set, or put those of a whole block together, bar.red; see ptx_statement.h.
//
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/cuda/ptx_operands.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using S = const PtxStatement&;

// Of numbers that are no NaN; names that end in u, and nan, also hold where one is.
llvm::CmpInst::Predicate comparison(S s) {
  using P = llvm::CmpInst::Predicate;
  struct Row {
    const char* name;
    P of_float, of_signed, of_unsigned;
  };
  constexpr P kNone = P::BAD_ICMP_PREDICATE;
  static const Row rows[] = {{"eq", P::FCMP_OEQ, P::ICMP_EQ, P::ICMP_EQ},
                             {"ne", P::FCMP_ONE, P::ICMP_NE, P::ICMP_NE},
                             {"lt", P::FCMP_OLT, P::ICMP_SLT, P::ICMP_ULT},
                             {"le", P::FCMP_OLE, P::ICMP_SLE, P::ICMP_ULE},
                             {"gt", P::FCMP_OGT, P::ICMP_SGT, P::ICMP_UGT},
                             {"ge", P::FCMP_OGE, P::ICMP_SGE, P::ICMP_UGE},
                             {"lo", kNone, P::ICMP_ULT, P::ICMP_ULT},
                             {"ls", kNone, P::ICMP_ULE, P::ICMP_ULE},
                             {"hi", kNone, P::ICMP_UGT, P::ICMP_UGT},
                             {"hs", kNone, P::ICMP_UGE, P::ICMP_UGE},
                             {"equ", P::FCMP_UEQ, kNone, kNone},
                             {"neu", P::FCMP_UNE, kNone, kNone},
                             {"ltu", P::FCMP_ULT, kNone, kNone},
                             {"leu", P::FCMP_ULE, kNone, kNone},
                             {"gtu", P::FCMP_UGT, kNone, kNone},
                             {"geu", P::FCMP_UGE, kNone, kNone},
                             {"num", P::FCMP_ORD, kNone, kNone},
                             {"nan", P::FCMP_UNO, kNone, kNone}};
  for (const Row& row : rows)
    if (s.has(row.name))
      return s.is_float() ? row.of_float : s.is_signed() ? row.of_signed : row.of_unsigned;
  return kNone;
}

Value* combined(S s, PtxState& state, Value* result, Value* with) {
  auto& b = state.builder;
  if (s.has("and")) return b.CreateAnd(result, with);
  if (s.has("or")) return b.CreateOr(result, with);
  if (s.has("xor")) return b.CreateXor(result, with);
  state.error = "a predicate is combined by and, or, xor";
  return result;
}

}  // namespace

// The comparison that the instruction names, of two floats; nullptr: there is none, and an error is set.
Value* emit_float_comparison(S s, PtxState& state, Value* x, Value* y) {
  PtxStatement of_float = s;
  of_float.opcode.emplace_back("f32");
  const auto predicate = comparison(of_float);
  if (predicate != llvm::CmpInst::BAD_ICMP_PREDICATE)
    return state.builder.CreateCmp(predicate, x, y);
  state.error = "this comparison";
  return nullptr;
}

namespace {

// Whether a comparison of the operands 1 and 2 holds; nullptr: there is no such comparison.
Value* compared(S s, PtxState& state) {
  const auto predicate = comparison(s);
  if (predicate != llvm::CmpInst::BAD_ICMP_PREDICATE)
    return state.builder.CreateCmp(predicate, ptx::in(s, state, 1), ptx::in(s, state, 2));
  state.error = "this comparison";
  return nullptr;
}

}  // namespace

// setp.cmp[.and|.or|.xor].type p[|q], a, b[, c]: p is the comparison, q its opposite, each combined with c.
void emit_compare(S s, PtxState& state) {
  Value* holds = compared(s, state);
  if (!holds) return;
  Value* opposite = state.builder.CreateNot(holds);
  if (s.operands.size() > 3) {
    Value* with = state.predicate(s.operands[3]);
    holds = combined(s, state, holds, with);
    opposite = combined(s, state, opposite, with);
  }
  const std::string& target = s.operands[0];
  const auto bar = target.find('|');
  state.set(target.substr(0, bar), holds);
  if (bar != std::string::npos) state.set(target.substr(bar + 1), opposite);
}

// set.cmp[.and|.or|.xor].to.type d, a, b[, c]: 1.0 where it holds, as an integer all ones; else zero.
void emit_set(S s, PtxState& state) {
  auto& b = state.builder;
  Value* holds = compared(s, state);
  if (!holds) return;
  if (s.operands.size() > 3) holds = combined(s, state, holds, state.predicate(s.operands[3]));
  const bool number = s.types().front()[0] == 'f';
  state.set(s.operands[0],
            number ? b.CreateUIToFP(holds, b.getFloatTy()) : b.CreateSExt(holds, b.getInt32Ty()));
}

// testp.kind.type p, a; zero counts as normal.
void emit_test(S s, PtxState& state) {
  auto& b = state.builder;
  if (!s.is_float() || s.bits() < 32) {
    state.error = "only f32 and f64";
    return;
  }
  Value* x = ptx::in(s, state, 1);
  Value* size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  Value* infinity = llvm::ConstantFP::getInfinity(x->getType());
  Value* least = llvm::ConstantFP::get(x->getType(), s.bits() == 64 ? 0x1p-1022 : 0x1p-126);
  Value* zero = llvm::ConstantFP::get(x->getType(), 0.0);
  Value* finite = b.CreateFCmpOLT(size, infinity);
  Value* small = b.CreateAnd(b.CreateFCmpOLT(size, least), b.CreateFCmpONE(x, zero));
  Value* holds = s.has("finite")       ? finite
                 : s.has("infinite")   ? b.CreateFCmpOEQ(size, infinity)
                 : s.has("number")     ? b.CreateFCmpORD(x, x)
                 : s.has("notanumber") ? b.CreateFCmpUNO(x, x)
                 : s.has("normal")     ? b.CreateAnd(finite, b.CreateNot(small))
                                       : small;
  state.set(s.operands[0], holds);
}

// bar.red.{popc,and,or} d, barrier, p: how many threads of the block hold p, whether all do, whether one does. A word of
// the block is cleared and counted in between barriers, without branches: other threads clear none of its bits.
void emit_barrier_reduction(S s, PtxState& state) {
  auto& b = state.builder;
  if (s.operands.size() != 3) {
    state.error = "a reduction has a result, a barrier and a predicate, for all threads";
    return;
  }
  const bool all = s.has("and");
  Value* holds = state.predicate(s.operands[2]);
  if (all) holds = b.CreateNot(holds);
  Value* word = state.call("__vg_group_scratch", b.getPtrTy(3), {});  // shared memory
  Value* place = b.CreateOr(state.integer("%tid.x", 32), state.integer("%tid.y", 32));
  Value* first = b.CreateICmpEQ(b.CreateOr(place, state.integer("%tid.z", 32)), b.getInt32(0));
  const auto wait = [&] { state.call("__vg_barrier", b.getVoidTy(), {}); };
  const auto update = [&](llvm::AtomicRMWInst::BinOp operation, Value* value) {
    b.CreateAtomicRMW(operation, word, value, llvm::MaybeAlign(4), llvm::AtomicOrdering::Monotonic);
  };
  wait();
  update(llvm::AtomicRMWInst::And, b.CreateSelect(first, b.getInt32(0), b.getInt32(~0u)));
  wait();
  update(llvm::AtomicRMWInst::Add, b.CreateZExt(holds, b.getInt32Ty()));
  wait();
  Value* count = b.CreateLoad(b.getInt32Ty(), word);
  if (s.has("popc")) return state.set(s.operands[0], count);
  Value* none = b.CreateICmpEQ(count, b.getInt32(0));
  state.set(s.operands[0], all ? none : b.CreateNot(none));
}

}  // namespace vgpu::compiler
