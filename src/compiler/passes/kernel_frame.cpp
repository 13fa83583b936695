// Builds the shared signature and the loads of the launch frame.
//
// The offsets come from the C++ struct itself, so mirror and original cannot drift apart.
// SPDX-License-Identifier: MIT
#include "compiler/passes/kernel_frame.h"

namespace vgpu::compiler {

llvm::FunctionType* item_function_type(llvm::LLVMContext& context) {
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* i64 = llvm::Type::getInt64Ty(context);
  return llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                 {pointer, pointer, pointer, pointer, i64, i64, i64}, false);
}

llvm::Attribute readable_bytes(llvm::LLVMContext& context, unsigned parameter) {
  const std::size_t bytes =
      parameter == kItemLaunch ? sizeof(LaunchFrame) : 3 * sizeof(std::uint64_t);
  return llvm::Attribute::getWithDereferenceableBytes(context, bytes);
}

void describe_item_parameters(llvm::Function& function) {
  static constexpr const char* kNames[] = {"launch", "group", "local", "frame", "x", "y", "z"};
  for (unsigned i = 0; i < kItemParameters; ++i) {
    llvm::Argument* argument = item_parameter(function, static_cast<ItemParameter>(i));
    argument->setName(kNames[i]);
    if (i > kItemGroup) continue;
    argument->addAttr(llvm::Attribute::NoAlias);
    argument->addAttr(llvm::Attribute::ReadOnly);
    argument->addAttr(readable_bytes(function.getContext(), i));
  }
}

llvm::LoadInst* mark_invariant(llvm::LoadInst* load) {
  llvm::MDNode* empty = llvm::MDNode::get(load->getContext(), {});
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, empty);
  load->setMetadata(llvm::LLVMContext::MD_noundef, empty);
  return load;
}

llvm::Value* load_launch(llvm::IRBuilderBase& builder, llvm::Value* launch, std::size_t offset,
                         llvm::Type* type, const llvm::Twine& name) {
  llvm::Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), launch, offset);
  return mark_invariant(builder.CreateLoad(type, address, name));
}

}  // namespace vgpu::compiler
