// What can be computed ahead of a region, and the copying of it.
// SPDX-License-Identifier: MIT
#include "compiler/passes/region_start.h"

#include "llvm/IR/Function.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 16;

// A load at the top of the region that nothing before it can change.
bool loads_first(const LoadInst& load) {
  if (!load.isSimple() || load.getParent() != &load.getFunction()->getEntryBlock()) return false;
  for (const Instruction& before : *load.getParent()) {
    if (&before == &load) return true;
    if (before.mayWriteToMemory()) return false;
  }
  return false;
}

bool computable(const Value* value, unsigned depth) {
  if (isa<Constant>(value) || isa<Argument>(value)) return true;
  const auto* node = dyn_cast<Instruction>(value);
  if (node == nullptr || depth > kDeepest) return false;
  const auto* load = dyn_cast<LoadInst>(node);
  const bool arithmetic = isa<BinaryOperator>(node) && !node->isIntDivRem();
  const bool simple = arithmetic || isa<CastInst, GetElementPtrInst, SelectInst, ICmpInst>(node);
  if (!simple && (load == nullptr || !loads_first(*load))) return false;
  return all_of(node->operands(), [&](const Value* one) { return computable(one, depth + 1); });
}

}  // namespace

bool known_at_start(const Value* value) { return computable(value, 0); }

Value* copy_from_start(IRBuilder<>& builder, Value* value, ValueToValueMapTy& map) {
  if (isa<Constant>(value)) return value;
  if (Value* known = map.lookup(value)) return known;
  auto* node = cast<Instruction>(value);
  Instruction* clone = node->clone();
  clone->setDebugLoc({});
  for (Use& operand : clone->operands()) operand.set(copy_from_start(builder, operand.get(), map));
  clone->dropPoisonGeneratingFlags();
  clone->dropUnknownNonDebugMetadata();
  builder.Insert(clone);
  map[value] = clone;
  return clone;
}

}  // namespace vgpu::compiler
