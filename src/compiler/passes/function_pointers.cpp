// Comparisons or a table for every call through a pointer; see function_pointers.h.
// SPDX-License-Identifier: MIT
#include "compiler/passes/function_pointers.h"

#include <map>

#include "compiler/front/number_functions.h"
#include "compiler/function_numbers.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;

// More than these would make the kernel large and its items slow.
constexpr std::size_t kMostComparisons = 8;

struct Target {
  llvm::Function* function;
  llvm::Constant* pointer;  // what stands in memory for it
};
using Targets = std::map<std::uint64_t, Target>;

// A second function takes the body, the name and the calls; what is left of the first are uses of its address.
llvm::Function* part_from_address(llvm::Function& old) {
  auto* function = llvm::Function::Create(old.getFunctionType(), old.getLinkage(),
                                          old.getAddressSpace(), "", old.getParent());
  function->copyAttributesFrom(&old);
  function->takeName(&old);
  function->setSubprogram(old.getSubprogram());
  old.setSubprogram(nullptr);
  function->splice(function->begin(), &old);
  for (unsigned i = 0; i < old.arg_size(); ++i)
    old.getArg(i)->replaceAllUsesWith(function->getArg(i));
  old.replaceUsesWithIf(function, [](llvm::Use& use) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call != nullptr && call->isCallee(&use);
  });
  return function;
}

llvm::Constant* pointer_to(llvm::GlobalVariable& table, std::uint64_t number) {
  auto* bytes = llvm::Type::getInt8Ty(table.getContext());
  auto* offset =
      llvm::ConstantInt::get(llvm::Type::getInt64Ty(table.getContext()), number * kFunctionStep);
  return llvm::ConstantExpr::getInBoundsGetElementPtr(bytes, &table, offset);
}

Targets separate_targets(llvm::Module& module, llvm::GlobalVariable& table) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module)
    if (function_number(function)) functions.push_back(&function);
  Targets targets;
  for (llvm::Function* old : functions) {
    const std::uint64_t number = *function_number(*old);
    llvm::Constant* pointer = pointer_to(table, number);
    const bool has_body = !old->isDeclaration();
    llvm::Function* function = has_body ? part_from_address(*old) : nullptr;
    if (has_body) targets[number] = {function, pointer};
    old->replaceAllUsesWith(pointer);
    old->eraseFromParent();
  }
  return targets;
}

// Replaces one call by code that ends in `rest`, where the result is known.
class CallRewriter {
 public:
  CallRewriter(llvm::CallInst& call, const Targets& all, llvm::GlobalVariable& table)
      : call_(call),
        module_(*call.getModule()),
        table_(table),
        builder_(call.getContext()),
        count_(llvm::cast<llvm::ArrayType>(table.getValueType())->getNumElements()) {
    for (const auto& [number, target] : all)
      if (target.function->getFunctionType() == call.getFunctionType()) fitting_[number] = target;
  }

  void rewrite() {
    block_ = call_.getParent();
    rest_ = block_->splitBasicBlock(&call_);
    block_->getTerminator()->eraseFromParent();
    builder_.SetCurrentDebugLocation(call_.getDebugLoc());
    if (!call_.getType()->isVoidTy() && !call_.use_empty())
      result_ = llvm::PHINode::Create(call_.getType(), 2, "", rest_->begin());
    fitting_.size() <= kMostComparisons ? compare() : look_up();
    if (result_ != nullptr) call_.replaceAllUsesWith(result_);
    call_.eraseFromParent();
  }

 private:
  llvm::BasicBlock* new_block(const char* name) {
    return llvm::BasicBlock::Create(call_.getContext(), name, rest_->getParent(), rest_);
  }

  void compare() {
    for (const auto& [number, target] : fitting_) {
      llvm::BasicBlock *hit = new_block("target"), *next = new_block("other");
      builder_.SetInsertPoint(block_);
      Value* same = builder_.CreateICmpEQ(call_.getCalledOperand(), target.pointer);
      builder_.CreateCondBr(same, hit, next);
      call_from(hit, *target.function);
      block_ = next;
    }
    fail_from(block_);
  }

  void look_up() {
    builder_.SetInsertPoint(block_);
    Value* distance =
        builder_.CreateSub(address(call_.getCalledOperand()), address(&table_), "distance");
    Value* number = builder_.CreateUDiv(distance, builder_.getInt64(kFunctionStep), "number");
    llvm::BasicBlock *known = new_block("known"), *hit = new_block("target");
    llvm::BasicBlock* unknown = new_block("unknown");
    builder_.CreateCondBr(builder_.CreateICmpULT(number, builder_.getInt64(count_)), known,
                          unknown);
    builder_.SetInsertPoint(known);
    Value* place = builder_.CreateInBoundsGEP(builder_.getPtrTy(), &code_table(), number);
    Value* code = builder_.CreateLoad(builder_.getPtrTy(), place, "code");
    builder_.CreateCondBr(builder_.CreateIsNull(code), unknown, hit);
    call_from(hit, *code);
    fail_from(unknown);
  }

  Value* address(Value* pointer) { return builder_.CreatePtrToInt(pointer, builder_.getInt64Ty()); }

  llvm::GlobalVariable& code_table() {
    llvm::PointerType* pointer = builder_.getPtrTy();
    std::vector<llvm::Constant*> code(count_, llvm::ConstantPointerNull::get(pointer));
    for (const auto& [number, target] : fitting_) code[number] = target.function;
    auto* type = llvm::ArrayType::get(pointer, count_);
    return *new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::InternalLinkage,
                                     llvm::ConstantArray::get(type, code), "vgpu.targets");
  }

  void call_from(llvm::BasicBlock* block, Value& callee) {
    builder_.SetInsertPoint(block);
    auto* call = llvm::cast<llvm::CallInst>(call_.clone());
    call->setCalledOperand(&callee);
    builder_.Insert(call);
    builder_.CreateBr(rest_);
    if (result_ != nullptr) result_->addIncoming(call, block);
  }

  // The pointer is null, or of another module, or nonsense.
  void fail_from(llvm::BasicBlock* block) {
    builder_.SetInsertPoint(block);
    builder_.CreateCall(module_.getOrInsertFunction("__vg_trap", builder_.getVoidTy()));
    builder_.CreateBr(rest_);
    if (result_ != nullptr) result_->addIncoming(llvm::PoisonValue::get(call_.getType()), block);
  }

  llvm::CallInst& call_;
  llvm::Module& module_;
  llvm::GlobalVariable& table_;
  llvm::IRBuilder<> builder_;
  std::uint64_t count_;
  Targets fitting_;
  llvm::BasicBlock* block_ = nullptr;
  llvm::BasicBlock* rest_ = nullptr;
  llvm::PHINode* result_ = nullptr;
};

std::vector<llvm::CallInst*> calls_in(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && calls_by_pointer(*call))
        calls.push_back(call);
  return calls;
}

}  // namespace

bool resolve_function_pointers(llvm::Module& module) {
  llvm::GlobalVariable* table = module.getNamedGlobal(kFunctionTable);
  if (table == nullptr) return false;
  const Targets targets = separate_targets(module, *table);
  const std::vector<llvm::CallInst*> calls = calls_in(module);
  for (llvm::CallInst* call : calls) CallRewriter(*call, targets, *table).rewrite();
  return !calls.empty();
}

}  // namespace vgpu::compiler
