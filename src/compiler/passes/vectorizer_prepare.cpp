// Canonical form before vectorising: everything that follows may rely on it.
//
// Items that reach an unreachable instruction (behind a trap) have ended, so it becomes a return.
// One return block makes every divergent branch join somewhere; single latches and closed live-outs
// (LCSSA) make loops of masked lanes simple. Called by vectorize_region and choose_jam.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer_prepare.h"

#include "compiler/passes/unit.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

void end_at_unreachable(Function& region) {
  for (BasicBlock& block : region) {
    auto* end = dyn_cast<UnreachableInst>(block.getTerminator());
    if (end == nullptr) continue;
    IRBuilder<>(end).CreateRet(Constant::getNullValue(region.getReturnType()));
    end->eraseFromParent();
  }
}

// GEPs extend their indices in secret; shapes want to see it.
void extend_indices(Function& region) {
  for (Instruction& instruction : instructions(region)) {
    auto* address = dyn_cast<GetElementPtrInst>(&instruction);
    if (address == nullptr || address->getType()->isVectorTy()) continue;
    IRBuilder<> builder(address);
    for (Use& index : address->indices()) {
      if (isa<Constant>(index.get()) || index->getType()->isIntegerTy(64)) continue;
      index.set(builder.CreateSExtOrTrunc(index.get(), builder.getInt64Ty()));
    }
  }
}

// The value whose product with 2^amount is `value` modulo 2^64, where that can be seen: a sum of values shifted left, or
// multiplied by such constants.
Value* shifted_down(Value* value, uint64_t amount, IRBuilder<>& builder, unsigned depth = 4) {
  Value *first = nullptr, *second = nullptr;
  const APInt* count = nullptr;
  Type* type = value->getType();
  if (match(value, m_APInt(count)) && count->countr_zero() >= amount)
    return ConstantInt::get(type, count->lshr(amount));
  if (match(value, m_Shl(m_Value(first), m_APInt(count))) && count->uge(amount) && count->ult(64))
    return builder.CreateShl(first, ConstantInt::get(type, *count - amount));
  if (match(value, m_Mul(m_Value(first), m_APInt(count))) && count->countr_zero() >= amount)
    return builder.CreateMul(first, ConstantInt::get(type, count->lshr(amount)));
  if (depth == 0 || !match(value, m_AddLike(m_Value(first), m_Value(second)))) return nullptr;
  first = shifted_down(first, amount, builder, depth - 1);
  if (first != nullptr) second = shifted_down(second, amount, builder, depth - 1);
  return first != nullptr && second != nullptr ? builder.CreateAdd(first, second) : nullptr;
}

// InstCombine writes sext(trunc (x + y)) << k as a shift right of a sum of shifts left, and zext(trunc x) as an and;
// shapes reason about extensions.
void show_extensions(Function& region) {
  for (BasicBlock& block : region) {
    for (Instruction& instruction : make_early_inc_range(block)) {
      Value* source = nullptr;
      const APInt *left = nullptr, *right = nullptr;
      Type* type = instruction.getType();
      IRBuilder<> builder(&instruction);
      Value* result = nullptr;
      if (!type->isIntegerTy(64)) continue;
      if (match(&instruction, m_AShr(m_Shl(m_Value(source), m_APInt(left)), m_APInt(right))) &&
          left->uge(*right) && (*left == 32 || *left == 48 || *left == 56)) {
        Type* narrow = builder.getIntNTy(64 - static_cast<unsigned>(left->getZExtValue()));
        Value* wide = builder.CreateSExt(builder.CreateTrunc(source, narrow), type);
        result = builder.CreateShl(wide, ConstantInt::get(type, *left - *right));
      } else if (match(&instruction, m_AShr(m_Value(source), m_APInt(right))) && right->ule(32) &&
                 match(source, m_CombineOr(m_AddLike(m_Value(), m_Value()),
                                           m_Mul(m_Value(), m_APInt(left))))) {
        Value* sum = shifted_down(source, 32, builder);
        if (sum == nullptr) continue;
        Value* wide = builder.CreateSExt(builder.CreateTrunc(sum, builder.getInt32Ty()), type);
        result = builder.CreateShl(wide, ConstantInt::get(type, 32 - right->getZExtValue()));
      } else if (match(&instruction, m_And(m_Value(source), m_SpecificInt(0xffffffffU)))) {
        result = builder.CreateZExt(builder.CreateTrunc(source, builder.getInt32Ty()), type);
      }
      if (result == nullptr) continue;
      instruction.replaceAllUsesWith(result);
      instruction.eraseFromParent();
    }
  }
}

// LLVM keeps 32-bit counters in 64 bits, of which every use cuts off the upper half; in 32 bits they are linear.
void narrow_counter(PHINode& wide) {
  Type* type = Type::getInt32Ty(wide.getContext());
  auto cuts = [&](User* user) { return isa<TruncInst>(user) && user->getType() == type; };
  if (!wide.getType()->isIntegerTy(64) || wide.use_empty() || !all_of(wide.users(), cuts)) return;
  IRBuilder<> builder(&wide);
  PHINode* narrow = builder.CreatePHI(type, wide.getNumIncomingValues());
  for (unsigned i = 0; i < wide.getNumIncomingValues(); ++i) {
    builder.SetInsertPoint(wide.getIncomingBlock(i)->getTerminator());
    narrow->addIncoming(builder.CreateTrunc(wide.getIncomingValue(i), type),
                        wide.getIncomingBlock(i));
  }
  for (User* user : make_early_inc_range(wide.users())) {
    user->replaceAllUsesWith(narrow);
    cast<Instruction>(user)->eraseFromParent();
  }
  wide.eraseFromParent();
}

// trunc (zext a + b) is a + trunc b, and comparing extended values is comparing them.
Value* without_extension(Instruction& instruction) {
  Value *a = nullptr, *b = nullptr, *sum = nullptr;
  CmpInst::Predicate predicate{};
  IRBuilder<> builder(&instruction);
  if (match(&instruction, m_Trunc(m_Value(sum))) &&
      match(sum, m_c_Add(m_ZExt(m_Value(a)), m_Value(b))) &&
      a->getType() == instruction.getType()) {
    return builder.CreateAdd(a, builder.CreateTrunc(b, a->getType()));
  }
  if (match(&instruction, m_ICmp(predicate, m_ZExt(m_Value(a)), m_ZExt(m_Value(b)))) &&
      a->getType() == b->getType() &&
      (CmpInst::isUnsigned(predicate) || CmpInst::isEquality(predicate))) {
    return builder.CreateICmp(predicate, a, b);
  }
  return nullptr;
}

void narrow_counters(Function& region) {
  for (BasicBlock& block : region) {
    for (PHINode& phi : make_early_inc_range(block.phis())) narrow_counter(phi);
  }
  for (BasicBlock& block : region) {
    for (Instruction& instruction : make_early_inc_range(block)) {
      if (Value* shorter = without_extension(instruction)) instruction.replaceAllUsesWith(shorter);
    }
  }
}

}  // namespace

void prepare_region(Function& region) {
  removeUnreachableBlocks(region);
  end_at_unreachable(region);
  extend_indices(region);
  show_extensions(region);
  narrow_counters(region);
  run_function_passes(region,
                      "lower-switch,fix-irreducible,mergereturn,"
                      "loop-simplify,lcssa");
}

std::string why_not_vectorizable(Function& region) {
  DominatorTree dominators(region);
  LoopInfo loops(dominators);
  for (BasicBlock& block : region) {
    if (!isa<BranchInst, ReturnInst>(block.getTerminator())) return "it has exceptional edges";
    for (BasicBlock* next : successors(&block)) {
      if (next == &region.getEntryBlock()) return "its first block is a loop";
      if (dominators.dominates(next, &block) && !loops.isLoopHeader(next)) return "odd loops";
    }
  }
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isLoopSimplifyForm()) return "a loop has no simple form";
  }
  for (Instruction& instruction : instructions(region)) {
    auto* variable = dyn_cast<AllocaInst>(&instruction);
    if (variable != nullptr && !isa<ConstantInt>(variable->getArraySize())) {
      return "it has a private array of variable size";
    }
    if (instruction.getType()->isTokenTy() || isa<VAArgInst>(instruction)) {
      return "it uses an unusual instruction";
    }
  }
  ReversePostOrderTraversal<Function*> order(&region);
  if (!loops.empty() && containsIrreducibleCFG<BasicBlock*>(order, loops)) {
    return "it has loops with several entries";
  }
  return {};
}

}  // namespace vgpu::compiler
