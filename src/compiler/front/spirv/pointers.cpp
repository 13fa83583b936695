// Addresses: access chains, casts between address spaces, comparisons; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

// Walks the indices from `first` on through the type that the base points to.
Value* chain(Translation& state, const Instruction& instruction, bool has_element, bool inbounds) {
  Value* base = state.value(instruction.operand(0));
  llvm::Type* start = state.type(state.code.element_of(state.code.type_of(instruction.operand(0))));
  if (!start->isSized() || !base->getType()->isPointerTy())
    throw SpirvError("an access chain starts at what has no parts");
  state.types.check_size(start, state.module->getDataLayout());
  llvm::SmallVector<Value*, 8> indices;
  if (!has_element) indices.push_back(state.builder.getInt64(0));
  llvm::Type* type = start;
  for (std::size_t i = 1; i < instruction.count(); ++i) {
    Value* index = state.value(instruction.operand(i));
    if (!index->getType()->isIntegerTy()) throw SpirvError("an index is not a number");
    if (auto* fields = llvm::dyn_cast<llvm::StructType>(type); fields && !indices.empty()) {
      const auto* member = llvm::dyn_cast<llvm::ConstantInt>(index);
      if (!member || member->getZExtValue() >= fields->getNumElements())
        throw SpirvError("a structure has no such member");
      index = state.builder.getInt32(static_cast<std::uint32_t>(member->getZExtValue()));
    }
    if (!indices.empty()) {
      type = llvm::GetElementPtrInst::getTypeAtIndex(type, index);
      if (!type) throw SpirvError("an access chain goes on in what has no parts");
    }
    indices.push_back(index);
  }
  const auto flags = inbounds ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none();
  return state.builder.CreateGEP(start, base, indices, state.code.name(instruction.result), flags);
}

Value* pointer_difference(Translation& state, const Instruction& instruction) {
  llvm::Type* element =
      state.type(state.code.element_of(state.code.type_of(instruction.operand(0))));
  Value* bytes = state.builder.CreatePtrDiff(element, state.value(instruction.operand(0)),
                                             state.value(instruction.operand(1)));
  return state.builder.CreateSExtOrTrunc(bytes, state.type(instruction.type));
}

Value* address(Translation& state, Id id) {
  return state.builder.CreatePtrToInt(state.value(id), state.builder.getInt64Ty());
}

// Null where the pointer leads elsewhere: OpenCL C's to_global and its kin.
Value* checked_cast(Translation& state, const Instruction& instruction) {
  const char* names[] = {"__to_private", "__to_global", nullptr, "__to_local"};
  llvm::Type* type = state.type(instruction.type);
  Value* pointer = state.value(instruction.operand(0));
  const unsigned space = type->isPointerTy() ? type->getPointerAddressSpace() : 2;
  if (space >= std::size(names) || !names[space] || !pointer->getType()->isPointerTy())
    throw SpirvError("a cast from generic to what no pointer can be");
  const auto callee = state.module->getOrInsertFunction(names[space], type, pointer->getType());
  return state.builder.CreateCall(callee, {pointer});
}

// OpenCL's flags for local and global memory are 1 and 2, SPIR-V's bits for them 0x100 and 0x200.
Value* memory_of(Translation& state, const Instruction& instruction) {
  Value* flags = state.call("get_fence", state.builder.getInt32Ty(), {{"v", 1, 4, true}},
                            {state.value(instruction.operand(0))});
  return state.builder.CreateZExtOrTrunc(state.builder.CreateShl(flags, 8),
                                         state.type(instruction.type));
}

Value* cast(Translation& state, const Instruction& instruction) {
  Value* pointer = state.value(instruction.operand(0));
  llvm::Type* type = state.type(instruction.type);
  if (!pointer->getType()->isPointerTy() || !type->isPointerTy())
    throw SpirvError("a cast between pointers has none");
  return state.builder.CreateAddrSpaceCast(pointer, type);
}

Value* make_pointer(Translation& state, const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpAccessChain:
      return chain(state, instruction, false, false);
    case spv::OpInBoundsAccessChain:
      return chain(state, instruction, false, true);
    case spv::OpPtrAccessChain:
      return chain(state, instruction, true, false);
    case spv::OpInBoundsPtrAccessChain:
      return chain(state, instruction, true, true);
    case spv::OpPtrCastToGeneric:
    case spv::OpGenericCastToPtr:
      return cast(state, instruction);
    case spv::OpGenericCastToPtrExplicit:
      return checked_cast(state, instruction);
    case spv::OpGenericPtrMemSemantics:
      return memory_of(state, instruction);
    case spv::OpPtrEqual:
      return state.builder.CreateICmpEQ(address(state, instruction.operand(0)),
                                        address(state, instruction.operand(1)));
    case spv::OpPtrNotEqual:
      return state.builder.CreateICmpNE(address(state, instruction.operand(0)),
                                        address(state, instruction.operand(1)));
    case spv::OpPtrDiff:
      return pointer_difference(state, instruction);
    default:
      return nullptr;
  }
}

}  // namespace

bool translate_pointer(Translation& state, const Instruction& instruction) {
  Value* made = make_pointer(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
