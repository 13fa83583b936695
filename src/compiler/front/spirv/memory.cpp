// Loads, stores and copies; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

// What stands behind the operands of an access to memory.
struct Access {
  bool is_volatile = false, is_nontemporal = false;
  llvm::MaybeAlign alignment;
};

Access read_access(const Instruction& instruction, std::size_t first) {
  Access access;
  if (instruction.count() <= first) return access;
  const std::uint32_t mask = instruction.operand(first);
  access.is_volatile = mask & spv::MemoryAccessVolatileMask;
  access.is_nontemporal = mask & spv::MemoryAccessNontemporalMask;
  if (mask & spv::MemoryAccessAlignedMask) {
    const std::uint32_t bytes = instruction.operand(first + 1);
    if (llvm::isPowerOf2_32(bytes)) access.alignment = llvm::Align(bytes);
  }
  return access;
}

// Without a word of the module a vector of three is aligned as four, as in the language.
llvm::Align alignment_of(Translation& state, const Access& access, llvm::Type* type) {
  return access.alignment.value_or(state.module->getDataLayout().getABITypeAlign(type));
}

void check_object(Translation& state, llvm::Type* type, Id pointer) {
  if (!type->isSized() || !state.value(pointer)->getType()->isPointerTy())
    throw SpirvError("memory is reached by what is not a pointer to a value");
  state.types.check_size(type, state.module->getDataLayout());
}

void mark_nontemporal(Translation& state, const Access& access, llvm::Instruction& made) {
  if (!access.is_nontemporal) return;
  auto* one = llvm::ConstantAsMetadata::get(state.builder.getInt32(1));
  made.setMetadata(llvm::LLVMContext::MD_nontemporal, llvm::MDNode::get(state.context, one));
}

void load(Translation& state, const Instruction& instruction) {
  const Id pointer = instruction.operand(0);
  llvm::Type* type = state.type(instruction.type);
  check_object(state, type, pointer);
  const Access access = read_access(instruction, 1);
  auto* made =
      state.builder.CreateAlignedLoad(type, state.value(pointer), alignment_of(state, access, type),
                                      access.is_volatile, state.code.name(instruction.result));
  mark_nontemporal(state, access, *made);
  state.set(instruction.result, made);
}

void store(Translation& state, const Instruction& instruction) {
  llvm::Value* value = state.value(instruction.operand(1));
  check_object(state, value->getType(), instruction.operand(0));
  const Access access = read_access(instruction, 2);
  auto* made = state.builder.CreateAlignedStore(value, state.value(instruction.operand(0)),
                                                alignment_of(state, access, value->getType()),
                                                access.is_volatile);
  mark_nontemporal(state, access, *made);
}

void copy(Translation& state, const Instruction& instruction, llvm::Value* bytes,
          std::size_t access_at) {
  const Access access = read_access(instruction, access_at);
  const Id target = instruction.operand(0), source = instruction.operand(1);
  llvm::Align alignment(1);
  if (access.alignment) {
    alignment = *access.alignment;
  } else if (instruction.op == spv::OpCopyMemory) {
    llvm::Type* type = state.type(state.code.element_of(state.code.type_of(target)));
    check_object(state, type, target);
    alignment = state.module->getDataLayout().getABITypeAlign(type);
  }
  state.builder.CreateMemCpy(state.value(target), alignment, state.value(source), alignment, bytes,
                             access.is_volatile);
}

}  // namespace

bool translate_memory(Translation& state, const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpLoad:
      load(state, instruction);
      return true;
    case spv::OpStore:
      store(state, instruction);
      return true;
    case spv::OpCopyMemory: {
      llvm::Type* type =
          state.type(state.code.element_of(state.code.type_of(instruction.operand(0))));
      const std::uint64_t bytes = state.module->getDataLayout().getTypeStoreSize(type);
      copy(state, instruction, state.builder.getInt64(bytes), 2);
      return true;
    }
    case spv::OpCopyMemorySized:
      copy(state, instruction,
           state.builder.CreateZExtOrTrunc(state.value(instruction.operand(2)),
                                           state.builder.getInt64Ty()),
           3);
      return true;
    case spv::OpLifetimeStart:
    case spv::OpLifetimeStop:
      return true;  // the passes find out themselves
    default:
      return false;
  }
}

}  // namespace vgpu::compiler::spirv
