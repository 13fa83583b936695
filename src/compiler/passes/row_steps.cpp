// Walks up the expression of a value, as far as it is made of sums and constant multiples.
//
// An extension passes a step on only if the narrow value does not wrap between the rows of the tile: because its sum
// has a flag that says so (in code that all lanes run), or because the tile's first row is aligned, so that the rows
// count within zero bits. SPDX-License-Identifier: MIT
#include "compiler/passes/row_steps.h"

#include <algorithm>

#include "compiler/passes/region_arguments.h"
#include "compiler/passes/region_start.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 12;

// Whether the flags promise that the sum is that of the operands as wide numbers.
bool never_wraps(const Instruction& node) {
  if (const auto* either = dyn_cast<PossiblyDisjointInst>(&node)) return either->isDisjoint();
  const auto* operation = dyn_cast<OverflowingBinaryOperator>(&node);
  return operation != nullptr && operation->hasNoSignedWrap();
}

}  // namespace

RowSteps::RowSteps(const ShapeAnalysis& shapes, const Schedule& schedule, const Function& region)
    : shapes_(shapes), schedule_(schedule), y_(region.getArg(kArgumentY)) {}

std::optional<std::int64_t> RowSteps::step(const Value& value) const {
  const Found found = find(value, false, 0);
  return found ? std::optional(found->step) : std::nullopt;
}

Value* RowSteps::pitch(const Instruction& sum) const {
  Value *row = nullptr, *pitch = nullptr, *rest = nullptr;
  if (!shapes_.shape(&sum).y || !sum.getType()->isIntegerTy() ||
      !match(&sum, m_c_Add(m_Mul(m_Value(row), m_Value(pitch)), m_Value(rest)))) {
    return nullptr;
  }
  if (shapes_.shape(pitch).y) std::swap(row, pitch);
  const bool steady = shapes_.shape(pitch).uniform() && !shapes_.shape(pitch).y &&
                      !shapes_.shape(rest).y && step(*row) == 1;
  const bool reaches = any_of(sum.users(), [&](const User* user) {
    return match(user, m_c_Add(m_Specific(&sum), m_Specific(pitch))) ||
           match(user, m_Sub(m_Specific(&sum), m_Specific(pitch)));
  });
  return steady && reaches ? pitch : nullptr;
}

std::optional<SmallVector<const Instruction*, 2>> RowSteps::conditions(const Value& value) const {
  SmallVector<const Instruction*, 2> result;
  conditions_ = &result;
  const Found found = find(value, false, 0);
  conditions_ = nullptr;
  return found ? std::optional(result) : std::nullopt;
}

bool RowSteps::carries(const Step& step) const {
  const std::int64_t growth = step.step * (schedule_.jam_y - 1);
  return growth < 0 || growth >= (std::int64_t{1} << std::min(step.zeros, 62U));
}

// exact: the value is extended further down, so a wrap would show.
RowSteps::Found RowSteps::find(const Value& value, bool exact, unsigned depth) const {
  if (&value == y_) {
    const bool only = schedule_.extent(1) <= schedule_.jam_y;
    return Step{1, only ? 64U : static_cast<unsigned>(countr_zero(schedule_.jam_y))};
  }
  const Shape shape = shapes_.shape(&value);
  if (!shape.y) return Step{0, shape.varying() ? 0U : shape.zeros};
  const auto* node = dyn_cast<Instruction>(&value);
  if (node == nullptr || depth > kDeepest || value.getType()->isVectorTy()) return {};
  Found found;
  switch (node->getOpcode()) {
    case Instruction::SExt:
      return find(*node->getOperand(0), true, depth + 1);
    case Instruction::ZExt:
      found = find(*node->getOperand(0), false, depth + 1);
      return found && !carries(*found) ? found : Found();
    case Instruction::Trunc:
      return narrowed(*node, exact, depth);
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or:
      return sum(*node, exact, depth);
    case Instruction::Mul:
    case Instruction::Shl:
      return scaled(*node, exact, depth);
    case Instruction::AddrSpaceCast:
      return find(*node->getOperand(0), exact, depth + 1);
    case Instruction::GetElementPtr:
      return address(*node, depth);
    default:
      return {};
  }
}

// Truncated ids: with an offset of the grid, only a test can exclude that they wrap.
RowSteps::Found RowSteps::narrowed(const Instruction& node, bool exact, unsigned depth) const {
  const Found found = find(*node.getOperand(0), false, depth + 1);
  if (!found || !exact || !carries(*found)) return found;
  if (shapes_.assumed(&node, ShapeAnalysis::kRowsExtend)) return found;
  const bool testable = conditions_ != nullptr && shapes_.shape(&node).uniform() &&
                        found->step > 0 && found->step < 256 && known_at_start(&node);
  if (!testable) return {};
  conditions_->push_back(&node);
  return found;
}

RowSteps::Found RowSteps::sum(const Instruction& node, bool exact, unsigned depth) const {
  const bool flagged = never_wraps(node) && !shapes_.divergent(node.getParent());
  if (node.getOpcode() == Instruction::Or && !flagged) return {};
  const bool deeper = exact && flagged;
  const Found a = find(*node.getOperand(0), deeper, depth + 1);
  const Found b = find(*node.getOperand(1), deeper, depth + 1);
  if (!a || !b) return {};
  const bool minus = node.getOpcode() == Instruction::Sub;
  const Step both{minus ? a->step - b->step : a->step + b->step, std::min(a->zeros, b->zeros)};
  return !exact || flagged || !carries(both) ? Found(both) : Found();
}

RowSteps::Found RowSteps::scaled(const Instruction& node, bool exact, unsigned depth) const {
  const APInt* constant = nullptr;
  if (!match(node.getOperand(1), m_APInt(constant)) || constant->getSignificantBits() > 24)
    return {};
  const bool shift = node.getOpcode() == Instruction::Shl;
  if (shift && constant->uge(24)) return {};
  const std::int64_t factor =
      shift ? std::int64_t{1} << constant->getZExtValue() : constant->getSExtValue();
  const bool flagged = never_wraps(node) && !shapes_.divergent(node.getParent());
  Found found = find(*node.getOperand(0), exact && flagged, depth + 1);
  if (!found || factor == 0) return {};
  found->step *= factor;
  found->zeros = std::min(
      64U, found->zeros + static_cast<unsigned>(countr_zero(static_cast<std::uint64_t>(factor))));
  return !exact || flagged || !carries(*found) ? found : Found();
}

RowSteps::Found RowSteps::address(const Instruction& node, unsigned depth) const {
  const auto& gep = cast<GetElementPtrInst>(node);
  if (shapes_.private_memory().interleaved(&gep)) return {};
  const DataLayout& layout = node.getModule()->getDataLayout();
  const Found base = find(*gep.getPointerOperand(), false, depth + 1);
  if (!base) return {};
  Step result{base->step, 0};
  for (auto at = gep_type_begin(gep), end = gep_type_end(gep); at != end; ++at) {
    if (at.isStruct()) continue;
    const Found index = find(*at.getOperand(), false, depth + 1);
    if (!index) return {};
    result.step += index->step * static_cast<std::int64_t>(at.getSequentialElementStride(layout));
  }
  return result;
}

}  // namespace vgpu::compiler
