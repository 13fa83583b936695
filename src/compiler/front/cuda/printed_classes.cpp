// Classes smaller than a word that programs give to printf, such as halves, become words; see lower_names.h.
//
// clang passes a class as it is, one of two halves as two, and %x reads a whole word: two halves side by side are one, a
// single one has zeros behind it. Numbers have their places already. SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;

// The bits of a class that holds one integer below 32 bits, in a word; null if it is none.
Value* small_bits(llvm::IRBuilder<>& builder, Value* value, unsigned* bits) {
  llvm::Type* type = value->getType();
  if (!type->isStructTy()) return nullptr;
  while (type->isStructTy() && type->getStructNumElements() == 1)
    type = type->getStructElementType(0);
  if (!type->isIntegerTy() || type->getIntegerBitWidth() >= 32) return nullptr;
  while (value->getType()->isStructTy()) value = builder.CreateExtractValue(value, 0);
  *bits = type->getIntegerBitWidth();
  return builder.CreateZExt(value, builder.getInt32Ty());
}

bool is_class(const llvm::Use& argument) { return argument->getType()->isStructTy(); }

void widen(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  std::vector<Value*> values;
  Value* half = nullptr;  // the last value, if it has room for another half
  for (llvm::Use& argument : call.args()) {
    unsigned bits = 0;
    Value* word = small_bits(builder, argument.get(), &bits);
    if (word && half && bits == 16) {
      values.back() = builder.CreateOr(half, builder.CreateShl(word, 16));
      half = nullptr;
      continue;
    }
    values.push_back(word ? word : argument.get());
    half = bits == 16 ? word : nullptr;
  }
  auto* wide = builder.CreateCall(call.getFunctionType(), call.getCalledOperand(), values);
  wide->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(wide);
  call.eraseFromParent();
}

}  // namespace

void widen_printed_classes(llvm::Module& module) {
  llvm::Function* function = module.getFunction("printf");
  if (!function || !function->isDeclaration()) return;
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call && call->getCalledOperand() == function && llvm::any_of(call->args(), is_class))
      widen(*call);
  }
}

}  // namespace vgpu::compiler
