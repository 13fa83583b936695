// What can be computed ahead of a region, and the copying of it.
// SPDX-License-Identifier: MIT
#include "compiler/passes/region_start.h"

#include "compiler/passes/uniform_division.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

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

using IsPositive = function_ref<bool(const Instruction&)>;

bool computable(const Value* value, IsPositive is_positive, unsigned depth) {
  if (isa<Constant>(value) || isa<Argument>(value)) return true;
  const auto* node = dyn_cast<Instruction>(value);
  if (node == nullptr || depth > kDeepest) return false;
  const auto* load = dyn_cast<LoadInst>(node);
  bool simple =
      isa<BinaryOperator, CastInst, GetElementPtrInst, SelectInst, ICmpInst, MinMaxIntrinsic>(node);
  if (node->isIntDivRem()) simple = is_positive && is_positive(*node);
  if (!simple && (load == nullptr || !loads_first(*load))) return false;
  return all_of(node->operands(),
                [&](const Value* one) { return computable(one, is_positive, depth + 1); });
}

}  // namespace

bool known_at_start(const Value* value, IsPositive is_positive) {
  return computable(value, is_positive, 0);
}

Value* copy_from_start(IRBuilder<>& builder, Value* value, ValueToValueMapTy& map) {
  if (isa<Constant>(value)) return value;
  if (Value* known = map.lookup(value)) return known;
  auto* node = cast<Instruction>(value);
  if (node->isIntDivRem()) {
    Value* number = copy_from_start(builder, node->getOperand(0), map);
    Value* divisor = copy_from_start(builder, node->getOperand(1), map);
    return map[value] = divide_positive(builder, number, divisor, is_quotient(*node));
  }
  Instruction* clone = node->clone();
  clone->setDebugLoc({});
  for (Use& operand : clone->operands()) operand.set(copy_from_start(builder, operand.get(), map));
  clone->dropPoisonGeneratingFlags();
  // Loads of what never changes leave the loop over tiles, and so does what is computed from them.
  clone->dropUnknownNonDebugMetadata({LLVMContext::MD_invariant_load});
  builder.Insert(clone);
  map[value] = clone;
  return clone;
}

}  // namespace vgpu::compiler
