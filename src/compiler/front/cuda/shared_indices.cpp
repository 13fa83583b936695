// Unsigned indices into shared memory wrap at 32 bits, as on GPUs; see lower_names.h.
//
// Addresses of shared memory have 32 bits there. So `row[~i]` or `row[i - 1]` with an unsigned index that went below zero
// reaches back, where 64 bits reach 16 GiB ahead; programs that merge sorted lists count on it. Shared memory is far
// smaller than 2 GiB: to take the 32 bits as signed gives the same address. Pointers are followed through the variables
// of their function, not from one function to another.
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace vgpu::compiler {
namespace {

constexpr unsigned kSharedSpace = 3;

// Pointers of one function that shared memory's variables lead to, and nothing else does.
class SharedPointers {
 public:
  explicit SharedPointers(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (llvm::isa<llvm::PHINode>(instruction) || (variable && holds_pointers(*variable)))
        places_.insert(&instruction);
    }
    while (drop_one()) {
    }
  }

  bool contains(const llvm::Value* pointer) const {
    if (!pointer->getType()->isPointerTy()) return false;
    if (pointer->getType()->getPointerAddressSpace() == kSharedSpace) return true;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer))
      return places_.contains(load->getPointerOperand());
    if (llvm::isa<llvm::PHINode>(pointer)) return places_.contains(pointer);
    const auto* from = llvm::dyn_cast<llvm::Operator>(pointer);
    if (!from) return false;
    const unsigned opcode = from->getOpcode();
    return (opcode == llvm::Instruction::GetElementPtr ||
            opcode == llvm::Instruction::AddrSpaceCast) &&
           contains(from->getOperand(0));
  }

 private:
  // A variable that is read and written as a whole: nobody else can put a pointer there.
  static bool holds_pointers(const llvm::AllocaInst& variable) {
    if (!variable.getAllocatedType()->isPointerTy()) return false;
    return llvm::all_of(variable.users(), [&](const llvm::User* user) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
        return store->getValueOperand() != &variable;
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      return llvm::isa<llvm::LoadInst>(user) || (call && call->isLifetimeStartOrEnd());
    });
  }

  bool gets_others(const llvm::Value& place) const {
    if (auto* choice = llvm::dyn_cast<llvm::PHINode>(&place))
      return !llvm::all_of(choice->incoming_values(),
                           [&](const llvm::Use& one) { return contains(one); });
    return llvm::any_of(place.users(), [&](const llvm::User* user) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      return store && !contains(store->getValueOperand());
    });
  }

  // A place that gets another pointer too is none of ours, and so may be those that get theirs from it.
  bool drop_one() {
    for (const llvm::Value* place : places_)
      if (gets_others(*place)) return places_.erase(place);
    return false;
  }

  llvm::SmallPtrSet<const llvm::Value*, 8> places_;  // variables and choices
};

void sign_extend_indices(llvm::GetElementPtrInst& address) {
  for (llvm::Use& index : address.indices()) {
    auto* wide = llvm::dyn_cast<llvm::ZExtInst>(index);
    if (!wide || !wide->getSrcTy()->isIntegerTy(32)) continue;
    index.set(llvm::IRBuilder<>(&address).CreateSExt(wide->getOperand(0), wide->getType()));
  }
}

}  // namespace

void lower_shared_indices(llvm::Module& module) {
  if (llvm::none_of(module.globals(), [](const llvm::GlobalVariable& variable) {
        return variable.getAddressSpace() == kSharedSpace;
      }))
    return;
  for (llvm::Function& function : module) {
    const SharedPointers shared(function);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      if (address && shared.contains(address->getPointerOperand())) sign_extend_indices(*address);
    }
  }
}

}  // namespace vgpu::compiler
