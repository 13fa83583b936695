// Arguments of printf that are smaller than their place, such as halves, have zeros behind them; see lower_names.h.
//
// clang puts a class into the block of arguments as it is, and %x reads a whole word. Other arguments fill their places.
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {
namespace {

bool has_gaps(const llvm::StructType& type, const llvm::DataLayout& layout) {
  std::uint64_t used = 0;
  for (llvm::Type* element : type.elements()) used += layout.getTypeStoreSize(element);
  return used < layout.getTypeAllocSize(const_cast<llvm::StructType*>(&type));
}

}  // namespace

void clear_printf_blocks(llvm::Module& module) {
  llvm::Function* function = module.getFunction("vprintf");
  if (!function) return;
  for (llvm::User* user : function->users()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->arg_size() < 2) continue;
    auto* block = llvm::dyn_cast<llvm::AllocaInst>(call->getArgOperand(1)->stripPointerCasts());
    auto* type = block ? llvm::dyn_cast<llvm::StructType>(block->getAllocatedType()) : nullptr;
    if (!type || !has_gaps(*type, module.getDataLayout())) continue;
    llvm::IRBuilder<> builder(block->getNextNode());
    builder.CreateMemSet(block, builder.getInt8(0), module.getDataLayout().getTypeAllocSize(type),
                         block->getAlign());
  }
}

}  // namespace vgpu::compiler
