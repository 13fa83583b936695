// Addresses by their parts (see access_place.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/access_place.h"

#include "llvm/IR/Operator.h"

namespace vgpu::compiler {

using namespace llvm;

Place::Place(const Value* address, const DataLayout& layout) : base(address) {
  const unsigned bits = layout.getIndexTypeSizeInBits(address->getType());
  APInt sum(bits, 0);
  while (const auto* step = dyn_cast<GEPOperator>(base)) {
    if (!step->collectOffset(layout, bits, variables, sum)) break;
    base = step->getPointerOperand();
  }
  constant = sum.getSExtValue();
}

bool Place::differs_by_constant(const Place& other) const {
  if (base != other.base || variables.size() != other.variables.size()) return false;
  return all_of(variables, [&](const auto& part) {
    const auto* found = other.variables.find(part.first);
    return found != other.variables.end() && found->second == part.second;
  });
}

bool is_simple_access(const Instruction& access) {
  if (const auto* load = dyn_cast<LoadInst>(&access)) return load->isSimple();
  const auto* store = dyn_cast<StoreInst>(&access);
  return store != nullptr && store->isSimple();
}

bool keeps_apart(const Instruction& other, const Instruction& first) {
  if (other.mayWriteToMemory() || other.mayHaveSideEffects()) return true;
  return isa<StoreInst>(first) && other.mayReadFromMemory();
}

}  // namespace vgpu::compiler
