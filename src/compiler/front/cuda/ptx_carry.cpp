// The carry of inline PTX, which programs hand from one assembly to the next; see ptx_statement.h.
//
// Long numbers are added word by word, often with one assembly a word, each in a function of its own. The carry is a
// variable of the function that holds them in the end, and the optimiser makes a register of it.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_statement.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace vgpu::compiler {
namespace {

constexpr char kMark[] =
    "vgpu.ptx.carry";            // on the variable of a function, whose names may be dropped
constexpr int kMaxWrappers = 8;  // functions around functions around an assembly

// What a function's assemblies do with the carry.
struct CarryUse {
  bool takes_first = false;  // before any sets it
  bool sets_last = false;    // and none takes it
};

void look_at(const std::string& text, bool& seen, CarryUse& use) {
  for (const std::string& one : split_ptx(text)) {
    const PtxStatement statement = read_ptx(one);
    const std::string& name = statement.name();
    const bool takes = name == "addc" || name == "subc" || name == "madc";
    const bool sets = statement.has("cc");
    if (!takes && !sets) continue;
    use.takes_first |= takes && !seen;
    use.sets_last = sets;
    seen = true;
  }
}

CarryUse carry_use(llvm::Function& function) {
  CarryUse use;
  bool seen = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const auto* assembly =
        call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
    if (assembly) look_at(std::string(assembly->getAsmString()), seen, use);
  }
  return use;
}

}  // namespace

bool inline_calls_of(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
      if (call->getCalledFunction() == &function && call->getFunction() != &function)
        calls.push_back(call);
  bool changed = false;
  for (llvm::CallInst* call : calls) {
    llvm::InlineFunctionInfo info;
    changed |= llvm::InlineFunction(*call, info).isSuccess();
  }
  return changed;
}

void inline_carry_functions(llvm::Module& module) {
  bool changed = true;
  for (int round = 0; changed && round < kMaxWrappers; ++round) {
    changed = false;
    for (llvm::Function& function : module) {
      const CarryUse use = carry_use(function);
      if (use.takes_first || use.sets_last) changed |= inline_calls_of(function);
    }
  }
}

llvm::Value* PtxState::carry_place() {
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  for (llvm::Instruction& instruction : entry)
    if (instruction.getMetadata(kMark) != nullptr) return &instruction;
  llvm::IRBuilder<> first(&entry, entry.begin());
  auto* place = first.CreateAlloca(first.getInt1Ty());
  place->setMetadata(kMark, llvm::MDNode::get(module.getContext(), {}));
  first.CreateStore(first.getFalse(), place);
  return place;
}

llvm::Value* PtxState::kept_carry() {
  if (!carry) carry = builder.CreateLoad(builder.getInt1Ty(), carry_place());
  return carry;
}

void PtxState::keep_carry() {
  if (carry) builder.CreateStore(carry, carry_place());
}

}  // namespace vgpu::compiler
