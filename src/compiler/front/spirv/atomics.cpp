// Atomic operations and fences; see families.h.
//
// Scopes are not told apart: every atomic is one for all threads, and the passes drop locks where one thread runs the
// group. SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Value;

AtomicOrdering ordering(Translation& state, Id semantics) {
  const auto mask = state.number(semantics);
  if (!mask || *mask & spv::MemorySemanticsSequentiallyConsistentMask)
    return AtomicOrdering::SequentiallyConsistent;
  if (*mask & spv::MemorySemanticsAcquireReleaseMask) return AtomicOrdering::AcquireRelease;
  const bool acquires = *mask & spv::MemorySemanticsAcquireMask;
  const bool releases = *mask & spv::MemorySemanticsReleaseMask;
  if (acquires && releases) return AtomicOrdering::AcquireRelease;
  if (acquires) return AtomicOrdering::Acquire;
  return releases ? AtomicOrdering::Release : AtomicOrdering::Monotonic;
}

AtomicOrdering load_ordering(AtomicOrdering order) {
  if (order == AtomicOrdering::Release) return AtomicOrdering::Monotonic;
  return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire : order;
}

AtomicOrdering store_ordering(AtomicOrdering order) {
  if (order == AtomicOrdering::Acquire) return AtomicOrdering::Monotonic;
  return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release : order;
}

// Floats travel as the integers that they are in memory, as in the device library.
llvm::Type* carrier(Translation& state, llvm::Type* type) {
  const unsigned bits = type->isPointerTy() ? 64 : type->getScalarSizeInBits();
  if (type->isVectorTy() || type->isAggregateType() || bits < 8 || bits > 64)
    throw SpirvError("an atomic operation on what is not a number");
  return state.builder.getIntNTy(bits);
}

Value* to_bits(Translation& state, Value* value) {
  return state.builder.CreateBitOrPointerCast(value, carrier(state, value->getType()));
}

Value* from_bits(Translation& state, Value* bits, llvm::Type* type) {
  return state.builder.CreateBitOrPointerCast(bits, type);
}

llvm::Align natural(llvm::Type* type) { return llvm::Align(type->getScalarSizeInBits() / 8); }

Value* load(Translation& state, const Instruction& instruction) {
  llvm::Type* type = state.type(instruction.type);
  llvm::Type* bits = carrier(state, type);
  auto* made =
      state.builder.CreateAlignedLoad(bits, state.value(instruction.operand(0)), natural(bits));
  made->setAtomic(load_ordering(ordering(state, instruction.operand(2))));
  return from_bits(state, made, type);
}

void store(Translation& state, const Instruction& instruction) {
  Value* bits = to_bits(state, state.value(instruction.operand(3)));
  auto* made = state.builder.CreateAlignedStore(bits, state.value(instruction.operand(0)),
                                                natural(bits->getType()));
  made->setAtomic(store_ordering(ordering(state, instruction.operand(2))));
}

Value* update(Translation& state, const Instruction& instruction, AtomicRMWInst::BinOp operation,
              Value* operand) {
  return state.builder.CreateAtomicRMW(operation, state.value(instruction.operand(0)), operand,
                                       natural(operand->getType()),
                                       ordering(state, instruction.operand(2)));
}

Value* exchange(Translation& state, const Instruction& instruction) {
  Value* bits = to_bits(state, state.value(instruction.operand(3)));
  return from_bits(state, update(state, instruction, AtomicRMWInst::Xchg, bits),
                   state.type(instruction.type));
}

// Operands: pointer, scope, semantics when equal, when not, the new value, the one compared with.
Value* compare_exchange(Translation& state, const Instruction& instruction) {
  Value* wanted = to_bits(state, state.value(instruction.operand(5)));
  Value* replacement = to_bits(state, state.value(instruction.operand(4)));
  if (wanted->getType() != replacement->getType()) throw SpirvError("an exchange of two types");
  const AtomicOrdering failure = load_ordering(ordering(state, instruction.operand(3)));
  Value* both = state.builder.CreateAtomicCmpXchg(state.value(instruction.operand(0)), wanted,
                                                  replacement, natural(wanted->getType()),
                                                  ordering(state, instruction.operand(2)), failure);
  return from_bits(state, state.builder.CreateExtractValue(both, 0), state.type(instruction.type));
}

std::optional<AtomicRMWInst::BinOp> update_of(spv::Op op) {
  switch (op) {
    case spv::OpAtomicIAdd:
      return AtomicRMWInst::Add;
    case spv::OpAtomicISub:
      return AtomicRMWInst::Sub;
    case spv::OpAtomicSMin:
      return AtomicRMWInst::Min;
    case spv::OpAtomicUMin:
      return AtomicRMWInst::UMin;
    case spv::OpAtomicSMax:
      return AtomicRMWInst::Max;
    case spv::OpAtomicUMax:
      return AtomicRMWInst::UMax;
    case spv::OpAtomicAnd:
      return AtomicRMWInst::And;
    case spv::OpAtomicOr:
      return AtomicRMWInst::Or;
    case spv::OpAtomicXor:
      return AtomicRMWInst::Xor;
    case spv::OpAtomicFAddEXT:
      return AtomicRMWInst::FAdd;
    case spv::OpAtomicFMinEXT:
      return AtomicRMWInst::FMin;
    case spv::OpAtomicFMaxEXT:
      return AtomicRMWInst::FMax;
    default:
      return std::nullopt;
  }
}

Value* step(Translation& state, const Instruction& instruction, AtomicRMWInst::BinOp operation) {
  llvm::Type* type = state.type(instruction.type);
  if (!type->isIntegerTy()) throw SpirvError("an atomic count of what is not a number");
  return update(state, instruction, operation, llvm::ConstantInt::get(type, 1));
}

Value* test_and_set(Translation& state, const Instruction& instruction) {
  Value* old = update(state, instruction, AtomicRMWInst::Xchg, state.builder.getInt32(1));
  return state.builder.CreateICmpNE(old, state.builder.getInt32(0));
}

void clear_flag(Translation& state, const Instruction& instruction) {
  auto* made = state.builder.CreateAlignedStore(
      state.builder.getInt32(0), state.value(instruction.operand(0)), llvm::Align(4));
  made->setAtomic(store_ordering(ordering(state, instruction.operand(2))));
}

Value* make_atomic(Translation& state, const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpAtomicLoad:
      return load(state, instruction);
    case spv::OpAtomicExchange:
      return exchange(state, instruction);
    case spv::OpAtomicCompareExchange:
    case spv::OpAtomicCompareExchangeWeak:
      return compare_exchange(state, instruction);
    case spv::OpAtomicIIncrement:
      return step(state, instruction, AtomicRMWInst::Add);
    case spv::OpAtomicIDecrement:
      return step(state, instruction, AtomicRMWInst::Sub);
    case spv::OpAtomicFlagTestAndSet:
      return test_and_set(state, instruction);
    default:
      break;
  }
  const auto operation = update_of(instruction.op);
  if (!operation) return nullptr;
  Value* operand = state.value(instruction.operand(3));
  if (AtomicRMWInst::isFPOperation(*operation) != operand->getType()->isFloatingPointTy())
    throw SpirvError("an atomic operation on a number of the wrong kind");
  return update(state, instruction, *operation, operand);
}

}  // namespace

bool translate_atomic(Translation& state, const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpAtomicStore:
      store(state, instruction);
      return true;
    case spv::OpAtomicFlagClear:
      clear_flag(state, instruction);
      return true;
    case spv::OpMemoryBarrier: {
      const AtomicOrdering order = ordering(state, instruction.operand(1));
      if (order != AtomicOrdering::Monotonic) state.builder.CreateFence(order);
      return true;
    }
    default:
      break;
  }
  Value* made = make_atomic(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
