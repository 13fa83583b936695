// Addresses by their parts (see access_place.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/access_place.h"

#include "llvm/IR/Operator.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

// What is added to a narrow index without a carry that the cast would lose; null if nothing is.
const ConstantInt* added(const Value* index, unsigned cast) {
  const auto* sum = dyn_cast<BinaryOperator>(index);
  const auto* constant = sum == nullptr ? nullptr : dyn_cast<ConstantInt>(sum->getOperand(1));
  if (constant == nullptr) return nullptr;
  if (const auto* either = dyn_cast<PossiblyDisjointInst>(sum))
    return either->isDisjoint() && !constant->isNegative() ? constant : nullptr;
  if (sum->getOpcode() != Instruction::Add) return nullptr;
  const bool whole = cast == Instruction::SExt ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap();
  return whole ? constant : nullptr;
}

}  // namespace

Place::Place(const Value* address, const DataLayout& layout) : base(address) {
  const unsigned bits = layout.getIndexTypeSizeInBits(address->getType());
  APInt sum(bits, 0);
  MapVector<Value*, APInt> indices;
  while (const auto* step = dyn_cast<GEPOperator>(base)) {
    if (!step->collectOffset(layout, bits, indices, sum)) break;
    base = step->getPointerOperand();
  }
  for (const auto& [index, scale] : indices) {
    Part part{index, 0};
    if (isa<SExtInst, ZExtInst>(index)) {
      const auto* cast = llvm::cast<CastInst>(index);
      part = {cast->getOperand(0), cast->getOpcode()};
      while (const ConstantInt* more = added(part.first, part.second)) {
        const APInt& value = more->getValue();
        sum += scale * (part.second == Instruction::SExt ? value.sext(bits) : value.zext(bits));
        part.first = llvm::cast<Instruction>(part.first)->getOperand(0);
      }
    }
    const auto [place, is_new] = variables.insert({part, scale});
    if (!is_new) place->second += scale;
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
