// printf of both languages to __vg_printf(format, packed arguments, bytes); see lower_names.h.
//
// OpenCL's arrives as a variadic call, CUDA's as clang's vprintf with its arguments in a struct on the stack. Both
// leave as one block: each argument aligned to its size, integers below 32 bits widened to int, half and float to
// double, vectors element by element. SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {
namespace {

using llvm::IRBuilder;
using llvm::Value;

llvm::FunctionCallee printf_service(llvm::Module& module) {
  auto& context = module.getContext();
  auto* pointer = llvm::PointerType::get(context, 0);
  auto* int32 = llvm::Type::getInt32Ty(context);
  return module.getOrInsertFunction("__vg_printf", int32, pointer, pointer, int32);
}

Value* widen(IRBuilder<>& builder, Value* value) {
  llvm::Type* type = value->getType();
  if (type->isIntegerTy() && type->getIntegerBitWidth() < 32)
    return builder.CreateSExt(value, builder.getInt32Ty());
  if (type->isHalfTy() || type->isBFloatTy() || type->isFloatTy())
    return builder.CreateFPExt(value, builder.getDoubleTy());
  if (type->isPointerTy()) return builder.CreateAddrSpaceCast(value, builder.getPtrTy());
  return value;
}

void flatten(IRBuilder<>& builder, Value* value, llvm::SmallVectorImpl<Value*>& out) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (!vector) {
    out.push_back(widen(builder, value));
    return;
  }
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    out.push_back(widen(builder, builder.CreateExtractElement(value, i)));
}

// The block on the stack of the function; one a call, because its lifetime is the call.
Value* pack(IRBuilder<>& builder, llvm::ArrayRef<Value*> values, std::uint64_t& bytes) {
  llvm::Function& function = *builder.GetInsertBlock()->getParent();
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<llvm::Type*> types;
  for (Value* value : values) types.push_back(value->getType());
  auto* type = llvm::StructType::get(function.getContext(), types);
  bytes = values.empty() ? 0 : layout.getTypeAllocSize(type).getFixedValue();
  if (values.empty()) return llvm::ConstantPointerNull::get(builder.getPtrTy());
  IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  Value* block = entry.CreateAlloca(type, nullptr, "printf.block");
  for (unsigned i = 0; i < values.size(); ++i)
    builder.CreateStore(values[i], builder.CreateStructGEP(type, block, i));
  return block;
}

void lower_variadic(llvm::CallInst& call) {
  IRBuilder<> builder(&call);
  llvm::SmallVector<Value*, 8> values;
  for (unsigned i = 1; i < call.arg_size(); ++i) flatten(builder, call.getArgOperand(i), values);
  std::uint64_t bytes = 0;
  Value* block = pack(builder, values, bytes);
  Value* format = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
  Value* count =
      builder.CreateCall(printf_service(*call.getModule()),
                         {format, block, builder.getInt32(static_cast<std::uint32_t>(bytes))});
  // OpenCL's printf is 0 where C's is a number of letters, and -1 for a failure.
  call.replaceAllUsesWith(builder.CreateAShr(count, 31));
  call.eraseFromParent();
}

// clang has packed already, by the same rule; the block's type tells its size.
void lower_vprintf(llvm::CallInst& call) {
  IRBuilder<> builder(&call);
  const llvm::DataLayout& layout = call.getModule()->getDataLayout();
  std::uint64_t bytes = 0;
  if (auto* block = llvm::dyn_cast<llvm::AllocaInst>(call.getArgOperand(1)->stripPointerCasts()))
    bytes = layout.getTypeAllocSize(block->getAllocatedType());
  call.replaceAllUsesWith(builder.CreateCall(
      printf_service(*call.getModule()), {call.getArgOperand(0), call.getArgOperand(1),
                                          builder.getInt32(static_cast<std::uint32_t>(bytes))}));
  call.eraseFromParent();
}

void lower_calls(llvm::Module& module, const char* name, void (*lower)(llvm::CallInst&)) {
  llvm::Function* function = module.getFunction(name);
  if (!function || !function->isDeclaration()) return;
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call && call->getCalledOperand() == function) lower(*call);
  }
  if (function->use_empty()) function->eraseFromParent();
}

}  // namespace

void lower_printf(llvm::Module& module) {
  lower_calls(module, "printf", lower_variadic);
  lower_calls(module, "_Z6printfPU3AS2Kcz", lower_variadic);
  lower_calls(module, "vprintf", lower_vprintf);
}

}  // namespace vgpu::compiler
