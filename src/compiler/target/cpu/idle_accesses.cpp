// See idle_accesses.h.
// SPDX-License-Identifier: MIT
#include "compiler/target/cpu/idle_accesses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

bool is_idle_gather(const IntrinsicInst& access) {
  return access.getIntrinsicID() == Intrinsic::masked_gather &&
         isa<UndefValue>(access.getArgOperand(0));
}
bool is_idle_scatter(const IntrinsicInst& access) {
  return access.getIntrinsicID() == Intrinsic::masked_scatter &&
         isa<UndefValue>(access.getArgOperand(1));
}

}  // namespace

void drop_idle_accesses(Module& module) {
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* access = dyn_cast<IntrinsicInst>(&instruction);
      if (access == nullptr || (!is_idle_gather(*access) && !is_idle_scatter(*access))) continue;
      if (is_idle_gather(*access))
        access->replaceAllUsesWith(Constant::getNullValue(access->getType()));
      access->eraseFromParent();
    }
  }
}

}  // namespace vgpu::compiler
