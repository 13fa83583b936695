// PTX instructions on memory: loads, stores, atomic operations, fences; see ptx_statement.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/cuda/ptx_operands.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using ptx::in;
using ptx::out;
using ptx::widen;
using S = const PtxStatement&;

llvm::Type* memory_type(S s, PtxState& state) {
  auto& b = state.builder;
  if (!s.is_float()) return b.getIntNTy(s.bits());
  return s.bits() == 64 ? b.getDoubleTy() : s.bits() == 16 ? b.getHalfTy() : b.getFloatTy();
}

// Accesses by which threads tell each other something: each is done, and loops that wait for one are seen to.
bool is_seen_by_others(S s) {
  return s.has("volatile") || s.has("relaxed") || s.has("acquire") || s.has("release") ||
         s.has("mmio") || s.has("cv") ||
         (s.has("cg") && s.name() == "ld" && s.operands[0][0] != '{');
}

void fence(PtxState& state) {
  state.builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
}

// red.add.v4.f32 [a], {x,y,z,w}: each of them by itself.
void emit_atomic_parts(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned first = s.name() == "red" ? 0 : 1;
  if (!s.has("add") || !s.is_float()) {
    state.error = "only sums of floats are parted";
    return;
  }
  llvm::Type* type = memory_type(s, state);
  Value* address = state.address(s.operands[first]);
  const std::vector<std::string> parts = ptx_parts(s.operands[first + 1]);
  for (unsigned i = 0; i < parts.size(); ++i) {
    Value* old =
        b.CreateAtomicRMW(llvm::AtomicRMWInst::FAdd, b.CreateConstGEP1_32(type, address, i),
                          state.number(parts[i], s.bits()), {}, llvm::AtomicOrdering::Monotonic);
    if (first == 1 && ptx_parts(s.operands[0]).size() > i)
      state.set(ptx_parts(s.operands[0])[i], old);
  }
}

}  // namespace

void emit_load(S s, PtxState& state) {
  auto& b = state.builder;
  llvm::Type* type = memory_type(s, state);
  Value* address = state.address(s.operands[1]);
  unsigned index = 0;
  for (const std::string& part : ptx_parts(s.operands[0])) {
    Value* place = b.CreateConstGEP1_32(type, address, index++);
    Value* value = b.CreateLoad(type, place, is_seen_by_others(s));
    if (!s.is_float() && s.bits() < 32) value = widen(s, state, value, 32);
    state.set(part, value);
  }
  if (s.has("acquire")) fence(state);
}

void emit_store(S s, PtxState& state) {
  auto& b = state.builder;
  if (s.has("release")) fence(state);
  llvm::Type* type = memory_type(s, state);
  Value* address = state.address(s.operands[0]);
  unsigned index = 0;
  for (const std::string& part : ptx_parts(s.operands[1])) {
    Value* value = s.is_float() ? state.number(part, s.bits()) : state.integer(part, s.bits());
    b.CreateStore(value, b.CreateConstGEP1_32(type, address, index++), is_seen_by_others(s));
  }
}

// atom.add.noftz.f16x2 [d,] [a], x: the two halves by themselves, as PTX has it.
void emit_half_pair_sum(S s, PtxState& state) {
  auto& b = state.builder;
  const unsigned first = s.name() == "red" ? 0 : 1;
  if (s.operands.size() < first + 2) {
    state.error = "an operand is missing";
    return;
  }
  Value* address = state.address(s.operands[first]);
  Value* word = state.integer(s.operands[first + 1], 32);
  Value* before = b.getInt32(0);
  for (unsigned i = 0; i < 2; ++i) {
    Value* half = b.CreateBitCast(state.fit(b.CreateLShr(word, 16 * i), 16), b.getHalfTy());
    Value* old = b.CreateAtomicRMW(llvm::AtomicRMWInst::FAdd,
                                   b.CreateConstGEP1_32(b.getHalfTy(), address, i), half, {},
                                   llvm::AtomicOrdering::Monotonic);
    before = b.CreateOr(before, b.CreateShl(state.fit(old, 32), 16 * i));
  }
  if (first == 1) state.set(s.operands[0], before);
}

void emit_atomic(S s, PtxState& state) {
  auto& b = state.builder;
  if (s.has("v2") || s.has("v4") || s.has("v8")) return emit_atomic_parts(s, state);
  const unsigned first = s.name() == "red" ? 0 : 1;
  Value* address = state.address(s.operands[first]);
  Value* value = in(s, state, first + 1);
  const bool ordered = s.has("acquire") || s.has("release") || s.has("acq_rel");
  const auto order =
      ordered ? llvm::AtomicOrdering::SequentiallyConsistent : llvm::AtomicOrdering::Monotonic;
  Value* old = nullptr;
  if (s.has("cas")) {
    const auto strong = llvm::AtomicOrdering::SequentiallyConsistent;
    Value* pair =
        b.CreateAtomicCmpXchg(address, value, in(s, state, first + 2), {}, strong, strong);
    old = b.CreateExtractValue(pair, 0);
  } else {
    using Op = llvm::AtomicRMWInst;
    const auto op = s.has("exch")  ? Op::Xchg
                    : s.has("and") ? Op::And
                    : s.has("or")  ? Op::Or
                    : s.has("xor") ? Op::Xor
                    : s.has("min") ? (s.is_signed() ? Op::Min : Op::UMin)
                    : s.has("max") ? (s.is_signed() ? Op::Max : Op::UMax)
                    : s.has("add") ? (s.is_float() ? Op::FAdd : Op::Add)
                    : s.has("inc") ? Op::UIncWrap
                    : s.has("dec") ? Op::UDecWrap
                                   : Op::BAD_BINOP;
    if (op == Op::BAD_BINOP) {
      state.error = "this operation";
      return;
    }
    old = b.CreateAtomicRMW(op, address, value, {}, order);
  }
  if (first == 1) out(s, state, old);
}

void emit_fence(S, PtxState& state) { fence(state); }

// isspacep.space p, a: a constant is what this module's variables of that kind hold; the host knows of other places.
void emit_space_test(S s, PtxState& state) {
  auto& b = state.builder;
  Value* address = state.integer(s.operands[1], 64);
  Value* constant = b.getFalse();
  for (llvm::GlobalVariable& variable : state.module.globals()) {
    if (variable.getAddressSpace() != 4) continue;
    const auto bytes = state.module.getDataLayout().getTypeAllocSize(variable.getValueType());
    Value* offset = b.CreateSub(address, b.CreatePtrToInt(&variable, b.getInt64Ty()));
    constant = b.CreateOr(constant, b.CreateICmpULT(offset, b.getInt64(bytes)));
  }
  if (s.has("const")) return state.set(s.operands[0], constant);
  Value* begin = state.call("__vg_local_begin", b.getPtrTy(3), {});
  Value* end = state.call("__vg_local_end", b.getPtrTy(3), {});
  Value* pointer = b.CreateIntToPtr(address, b.getPtrTy());
  Value* kind = state.call("__vg_memory_kind", b.getInt32Ty(), {pointer, begin, end});
  const unsigned wanted = s.has("global") ? 0 : s.has("local") ? 1 : 2;
  Value* holds = b.CreateICmpEQ(kind, b.getInt32(wanted));
  if (wanted == 0) holds = b.CreateAnd(holds, b.CreateNot(constant));
  state.set(s.operands[0], holds);
}

}  // namespace vgpu::compiler
