// Looks at the steps of an address for an index that is the thread's (see own_row.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/own_row.h"

#include "compiler/passes/waiting_calls.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr int kDeepest = 8;

bool is_id(const Value* value) {
  const auto* call = dyn_cast<CallInst>(value);
  return call != nullptr && callee_name(call) == "__vg_local_id";
}

// What loops and memory give is taken for the thread's own.
bool is_made_of_id(const Value* value, int depth = 0) {
  if (is_id(value) || depth > kDeepest) return true;
  const auto* inst = dyn_cast<Instruction>(value);
  if (inst == nullptr || isa<PHINode, LoadInst, CallInst>(inst)) return false;
  return any_of(inst->operands(),
                [&](const Use& operand) { return is_made_of_id(operand, depth + 1); });
}

struct Row {
  const Value* table = nullptr;
  std::uint64_t size = 0;  // in bytes; 0: the address has no such row
  bool shared = false;     // another index is made of an id as well
};

void look_at(const GEPOperator& step, Row& row, const DataLayout& layout) {
  for (auto index = gep_type_begin(step); index != gep_type_end(step); ++index) {
    const Value* which = index.getOperand();
    const Type* element = index.getIndexedType();
    if (is_thread_id(which) && row.size == 0 && element->isAggregateType())
      row.size = layout.getTypeAllocSize(index.getIndexedType());
    else
      row.shared |= is_made_of_id(which);
  }
}

Row row_of(const Value* pointer, const DataLayout& layout) {
  Row row;
  for (;;) {
    if (const auto* cast = dyn_cast<AddrSpaceCastOperator>(pointer)) {
      pointer = cast->getPointerOperand();
    } else if (const auto* step = dyn_cast<GEPOperator>(pointer)) {
      look_at(*step, row, layout);
      pointer = step->getPointerOperand();
    } else {
      break;
    }
  }
  row.table = pointer;
  return row;
}

}  // namespace

bool is_thread_id(const Value* value) {
  while (isa<TruncInst, ZExtInst, SExtInst>(value)) value = cast<Instruction>(value)->getOperand(0);
  const Value* id = nullptr;
  if (match(value, m_And(m_Value(id), m_SpecificInt(0xffffffff))) ||
      match(value, m_AShr(m_Shl(m_Value(id), m_SpecificInt(32)), m_SpecificInt(32))))
    value = id;
  return is_id(value) && match(cast<CallInst>(value)->getArgOperand(0), m_Zero());
}

bool are_in_own_row(const Value* a, const Value* b) {
  const auto* inst = dyn_cast<Instruction>(a);
  if (inst == nullptr) return false;
  const DataLayout& layout = inst->getModule()->getDataLayout();
  const Row first = row_of(a, layout);
  const Row second = row_of(b, layout);
  return first.size != 0 && first.size == second.size && first.table == second.table &&
         !first.shared && !second.shared;
}

}  // namespace vgpu::compiler
