// Barriers of inline PTX: of the block, of a warp, and named ones that some threads of a block wait at; see
// ptx_statement.h.
//
// A named barrier is a word of shared memory: threads that have arrived below, how often it has opened above. Threads
// wait for it in a loop, as for flags of their own. Kernels that have one clear these words before anything else.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/cuda/ptx_operands.h"
#include "compiler/front/reach.h"
#include "compiler/front/retarget.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;
using S = const PtxStatement&;

constexpr char kWordsName[] = "vgpu.ptx.barriers";
constexpr char kFunctionName[] = "vgpu.ptx.barrier";
constexpr unsigned kBarriers = 16;
constexpr unsigned kOpened = 1u << 16;  // counts how often, in the upper half

// Whether some thread only arrives at barriers: then those that wait are not all of a block.
bool has_arrivals(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const auto* assembly =
          call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
      if (assembly && assembly->getAsmString().find("arrive") != std::string::npos) return true;
    }
  return false;
}

llvm::GlobalVariable* barrier_words(llvm::Module& module) {
  if (auto* known = module.getNamedGlobal(kWordsName)) return known;
  auto* type = llvm::ArrayType::get(llvm::Type::getInt32Ty(module.getContext()), kBarriers);
  return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                  llvm::UndefValue::get(type), kWordsName, nullptr,
                                  llvm::GlobalValue::NotThreadLocal, 3);
}

// Builds void barrier(i32 number, i32 count, i1 wait).
class BarrierFunction {
 public:
  explicit BarrierFunction(llvm::Module& module) : module_(module), b_(module.getContext()) {
    auto* type = llvm::FunctionType::get(b_.getVoidTy(),
                                         {b_.getInt32Ty(), b_.getInt32Ty(), b_.getInt1Ty()}, false);
    function_ =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, kFunctionName, module);
  }

  llvm::Function* build(bool whole_blocks) {
    llvm::BasicBlock* entry = block("entry");
    done_ = block("done");
    b_.SetInsertPoint(done_);
    b_.CreateRetVoid();
    b_.SetInsertPoint(entry);
    // Known when the kernel is compiled for its block size.
    if (whole_blocks) wait_for_block();
    wait_for_some();
    return function_;
  }

 private:
  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, function_);
  }
  Value* count() { return function_->getArg(1); }

  void wait_for_block() {
    Value* size = b_.getInt32(1);
    auto query =
        module_.getOrInsertFunction("__vg_enqueued_size", b_.getInt64Ty(), b_.getInt32Ty());
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      Value* extent = b_.CreateCall(query, {b_.getInt32(dimension)});
      size = b_.CreateMul(size, b_.CreateTrunc(extent, b_.getInt32Ty()));
    }
    llvm::BasicBlock *all = block("all"), *some = block("some");
    b_.CreateCondBr(b_.CreateICmpEQ(size, count()), all, some);
    b_.SetInsertPoint(all);
    b_.CreateCall(module_.getOrInsertFunction("__vg_barrier", b_.getVoidTy()), {});
    b_.CreateBr(done_);
    b_.SetInsertPoint(some);
  }

  void wait_for_some() {
    const auto order = llvm::AtomicOrdering::SequentiallyConsistent;
    Value* number = b_.CreateAnd(function_->getArg(0), kBarriers - 1);
    Value* word = b_.CreateGEP(b_.getInt32Ty(), barrier_words(module_), number);
    Value* before =
        b_.CreateAtomicRMW(llvm::AtomicRMWInst::Add, word, b_.getInt32(1), llvm::Align(4), order);
    Value* arrived = b_.CreateAdd(b_.CreateAnd(before, kOpened - 1), b_.getInt32(1));
    llvm::BasicBlock *open = block("open"), *others = block("others"), *wait = block("wait");
    b_.CreateCondBr(b_.CreateICmpEQ(arrived, count()), open, others);
    b_.SetInsertPoint(open);
    b_.CreateAtomicRMW(llvm::AtomicRMWInst::Add, word, b_.CreateSub(b_.getInt32(kOpened), count()),
                       llvm::Align(4), order);
    b_.CreateBr(done_);
    b_.SetInsertPoint(others);
    b_.CreateCondBr(function_->getArg(2), wait, done_);
    b_.SetInsertPoint(wait);
    Value* now = b_.CreateAlignedLoad(b_.getInt32Ty(), word, llvm::Align(4), true);
    b_.CreateFence(order);
    Value* changed = b_.CreateICmpUGE(b_.CreateXor(now, before), b_.getInt32(kOpened));
    b_.CreateCondBr(changed, done_, wait);
  }

  llvm::Module& module_;
  llvm::IRBuilder<> b_;
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* done_ = nullptr;
};

}  // namespace

// bar.sync a[, count], bar.arrive a, count, bar.warp.sync mask; without a count all threads of the block come.
void emit_barrier(S s, PtxState& state) {
  if (s.has("red")) return emit_barrier_reduction(s, state);
  auto& b = state.builder;
  if (s.has("warp")) {
    state.call("__vg_warp_barrier", b.getVoidTy(), {});
  } else if (s.operands.size() >= 2) {
    llvm::Function* function = state.module.getFunction(kFunctionName);
    if (!function) function = BarrierFunction(state.module).build(!has_arrivals(state.module));
    b.CreateCall(function, {state.integer(s.operands[0], 32), state.integer(s.operands[1], 32),
                            b.getInt1(!s.has("arrive"))});
  } else if (s.has("arrive")) {
    state.error = "an arrival needs the number of threads";
  } else {
    state.call("__vg_barrier", b.getVoidTy(), {});
  }
}

void clear_named_barriers(llvm::Module& module) {
  llvm::GlobalVariable* words = module.getNamedGlobal(kWordsName);
  if (!words) return;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.hasFnAttribute(kKernelAttribute)) continue;
    Reached reached;
    add_reached(function, reached);
    if (!reached.contains(words)) continue;
    llvm::IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
    b.CreateStore(llvm::Constant::getNullValue(words->getValueType()), words);
    b.CreateCall(module.getOrInsertFunction("__vg_barrier", b.getVoidTy()), {});
  }
}

}  // namespace vgpu::compiler
