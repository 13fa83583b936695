// Finds the bound that the guards of a region put on x.
//
// A walk over all paths that an item without effects may take: at a branch one side of which implies x < bound, that
// side is left out and the bound noted. If no effect is met, the largest bound noted is the answer.
// SPDX-License-Identifier: MIT
#include "compiler/passes/clip_tiles.h"

#include <algorithm>
#include <optional>

#include "compiler/passes/region_arguments.h"
#include "compiler/passes/region_start.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// x < value, or x <= value.
struct Bound {
  Value* value = nullptr;
  bool is_signed = false;
  bool inclusive = false;
};

class Walk {
 public:
  Walk(Function& region, const Unit& unit) : region_(region), unit_(unit) {}

  // Whether items beyond all of bounds() do nothing.
  bool run() {
    SmallVector<BasicBlock*, 8> work = {&region_.getEntryBlock()};
    SmallPtrSet<BasicBlock*, 8> seen;
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (!seen.insert(block).second) continue;
      if (has_effect(*block)) return false;
      auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      const bool guards = branch != nullptr && branch->isConditional();
      for (unsigned i = 0; i < block->getTerminator()->getNumSuccessors(); ++i) {
        auto bound = guards ? bound_if(branch->getCondition(), i == 0, 0) : std::nullopt;
        if (bound) {
          bounds_.push_back(*bound);
        } else {
          work.push_back(block->getTerminator()->getSuccessor(i));
        }
      }
    }
    return !bounds_.empty();
  }

  ArrayRef<Bound> bounds() const { return bounds_; }

 private:
  bool has_effect(const BasicBlock& block) const {
    for (const Instruction& inst : block) {
      const auto* store = dyn_cast<StoreInst>(&inst);
      if (inst.mayHaveSideEffects() && (store == nullptr || !is_uniform_slot(*store))) return true;
    }
    return false;
  }

  // All items store the same there, so one of them is enough.
  bool is_uniform_slot(const StoreInst& store) const {
    APInt offset(64, 0);
    const DataLayout& layout = region_.getParent()->getDataLayout();
    const Value* base =
        store.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    return base == region_.getArg(kArgumentFrame) && offset.ult(2 * unit_.frame.uniform_bytes);
  }

  // Whether `value` is x itself, in a type that holds all of its values without a sign.
  bool is_x(const Value* value) const {
    while (isa<TruncInst, ZExtInst, SExtInst, FreezeInst>(value)) {
      if (!holds_x(value->getType())) return false;
      value = cast<Instruction>(value)->getOperand(0);
    }
    return value == region_.getArg(kArgumentX) && holds_x(value->getType());
  }

  bool holds_x(Type* type) const {
    const unsigned bits = std::min(type->getIntegerBitWidth(), 64U);
    return unit_.schedule.extent(0) <= std::uint64_t{1} << (bits - 1);
  }

  static bool depends_on_item(const Value* value) {
    if (const auto* argument = dyn_cast<Argument>(value)) return argument->getArgNo() >= kArgumentX;
    const auto* node = dyn_cast<Instruction>(value);
    return node != nullptr && any_of(node->operands(), depends_on_item);
  }

  // What follows for x if the condition has that value.
  std::optional<Bound> bound_if(Value* condition, bool value, unsigned depth) {
    Value *first = nullptr, *second = nullptr;
    if (depth > 4) return {};
    if (match(condition, m_Not(m_Value(first)))) return bound_if(first, !value, depth + 1);
    const bool both = value ? match(condition, m_LogicalAnd(m_Value(first), m_Value(second)))
                            : match(condition, m_LogicalOr(m_Value(first), m_Value(second)));
    if (both) {
      auto bound = bound_if(first, value, depth + 1);
      return bound ? bound : bound_if(second, value, depth + 1);
    }
    auto* compare = dyn_cast<ICmpInst>(condition);
    if (compare == nullptr || !compare->getOperand(0)->getType()->isIntegerTy()) return {};
    CmpInst::Predicate predicate = value ? compare->getPredicate() : compare->getInversePredicate();
    Value *item = compare->getOperand(0), *limit = compare->getOperand(1);
    if (is_x(limit)) {
      std::swap(item, limit);
      predicate = CmpInst::getSwappedPredicate(predicate);
    }
    const bool bounds =
        predicate == CmpInst::ICMP_EQ || ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
    if (!bounds || !is_x(item) || limit->getType()->getIntegerBitWidth() > 64) return {};
    if (!known_at_start(limit) || depends_on_item(limit)) return {};
    return Bound{limit, CmpInst::isSigned(predicate), !ICmpInst::isLT(predicate)};
  }

  Function& region_;
  const Unit& unit_;
  SmallVector<Bound, 4> bounds_;
};

Value* limit_of(IRBuilder<>& builder, const Bound& bound, ValueToValueMapTy& map,
                std::uint64_t extent) {
  Type* type = builder.getInt64Ty();
  Value* limit = builder.CreateFreeze(copy_from_start(builder, bound.value, map));
  limit = bound.is_signed ? builder.CreateSExt(limit, type) : builder.CreateZExt(limit, type);
  if (bound.is_signed) {
    // x <= -1 is x < 0.
    Value* least = builder.getInt64(bound.inclusive ? ~std::uint64_t{0} : 0);
    limit = builder.CreateBinaryIntrinsic(Intrinsic::smax, limit, least);
    limit = builder.CreateBinaryIntrinsic(Intrinsic::smin, limit, builder.getInt64(extent));
  } else {
    limit = builder.CreateBinaryIntrinsic(Intrinsic::umin, limit, builder.getInt64(extent));
  }
  return bound.inclusive ? builder.CreateAdd(limit, builder.getInt64(1)) : limit;
}

void simplify(Function& function) {
  const SimplifyQuery query(function.getParent()->getDataLayout());
  for (Instruction& inst : make_early_inc_range(function.getEntryBlock())) {
    Value* simple = simplifyInstruction(&inst, query);
    if (simple == nullptr) continue;
    inst.replaceAllUsesWith(simple);
    inst.eraseFromParent();
  }
}

}  // namespace

Function* active_items(Function& region, const Unit& unit) {
  Walk walk(region, unit);
  if (!walk.run()) return nullptr;
  LLVMContext& context = region.getContext();
  SmallVector<Type*, 4> types(kArgumentX, PointerType::getUnqual(context));
  auto* function = Function::Create(FunctionType::get(Type::getInt64Ty(context), types, false),
                                    GlobalValue::InternalLinkage, region.getName() + ".active",
                                    region.getParent());
  function->addFnAttr(Attribute::AlwaysInline);
  ValueToValueMapTy map;
  for (unsigned i = 0; i < kArgumentX; ++i) map[region.getArg(i)] = function->getArg(i);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
  Value* most = builder.getInt64(0);
  for (const Bound& bound : walk.bounds()) {
    Value* limit = limit_of(builder, bound, map, unit.schedule.extent(0));
    most = builder.CreateBinaryIntrinsic(Intrinsic::umax, most, limit);
  }
  builder.CreateRet(most);
  simplify(*function);
  return function;
}

std::uint64_t most_active_items(const Function* active, const Schedule& schedule) {
  const std::uint64_t extent = schedule.extent(0);
  if (active == nullptr) return extent;
  const auto* result = cast<ReturnInst>(active->getEntryBlock().getTerminator());
  const auto* constant = dyn_cast<ConstantInt>(result->getReturnValue());
  return constant != nullptr ? std::clamp<std::uint64_t>(constant->getZExtValue(), 1, extent)
                             : extent;
}

}  // namespace vgpu::compiler
