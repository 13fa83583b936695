// Entry point of the vectoriser: which versions a region needs, and the choice between them.
//
// Where the group is not a multiple of the tile, full tiles run code without entry masks and only
// the tile at the edge pays for them. SPDX-License-Identifier: MIT
#include "compiler/passes/vectorize_region.h"

#include "compiler/passes/item_tile.h"
#include "compiler/passes/join_elements.h"
#include "compiler/passes/region_arguments.h"
#include "compiler/passes/region_start.h"
#include "compiler/passes/scattered_region.h"
#include "compiler/passes/small_divisors.h"
#include "compiler/passes/vector_by_vector.h"
#include "compiler/passes/vectorizer.h"
#include "compiler/passes/vectorizer_prepare.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

std::string refusal(Function& region, const Schedule& schedule) {
  if (schedule.width < 2 || schedule.width > 64) return "its width is 1";
  if ((schedule.width & (schedule.width - 1)) != 0) return "its width is not a power of two";
  if (std::string reason = why_not_vectorizable(region); !reason.empty()) return reason;
  for (const Instruction& instruction : instructions(region)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee == nullptr) continue;
    const StringRef name = callee->getName();
    const bool warp = name == "__vg_ballot" || name == "__vg_active_mask" ||
                      name.starts_with("__vg_shuffle") || name == "__vg_warp_barrier";
    if (warp && (schedule.width != 32 || schedule.jam_x != 1 || schedule.jam_y != 1)) {
      return "warp operations need one tile of 32 lanes";
    }
    if (name == "__vg_grid_barrier" || (name == "__vg_barrier" && !schedule.lockstep)) {
      return "a barrier is left in it";
    }
  }
  return {};
}

// The versions of a region and when each may run; the first whose condition holds is called.
class Chooser {
 public:
  Chooser(Function& region, const Schedule& schedule)
      : region_(region), schedule_(schedule), builder_(region.getContext()) {
    tile_ = Function::Create(region.getFunctionType(), GlobalValue::InternalLinkage,
                             region.getName() + ".tile", region.getParent());
    tile_->copyAttributesFrom(&region);
    builder_.SetInsertPoint(BasicBlock::Create(region.getContext(), "entry", tile_));
  }

  // Tiles that lie wholly inside the group.
  Value* inside() {
    Value* result = builder_.getTrue();
    const std::uint64_t tile[2] = {schedule_.tile_x(), schedule_.tile_y()};
    for (unsigned dim = 0; dim < 2; ++dim) {
      if (schedule_.extent(dim) % tile[dim] == 0) continue;
      Value* limit = builder_.getInt64(schedule_.extent(dim) / tile[dim] * tile[dim]);
      Value* at = tile_->getArg(kArgumentX + dim);
      result = builder_.CreateAnd(result, builder_.CreateICmpULT(at, limit));
    }
    return result;
  }

  Value* both(Value* a, Value* b) { return builder_.CreateAnd(a, b); }

  Value* no_wrap(const ShapeAnalysis& shapes) {
    return assumptions_hold(builder_, *tile_, shapes, schedule_);
  }

  // Whether a value that is known when the region starts has this one.
  Value* is_equal(Value* value, std::uint64_t constant) {
    ValueToValueMapTy map;
    for (Argument& argument : region_.args()) map[&argument] = tile_->getArg(argument.getArgNo());
    Value* known = copy_from_start(builder_, value, map);
    return builder_.CreateICmpEQ(known, ConstantInt::get(known->getType(), constant));
  }

  void call(Function* version) {
    SmallVector<Value*, 8> arguments;
    for (Argument& argument : tile_->args()) arguments.push_back(&argument);
    builder_.CreateRet(builder_.CreateCall(version, arguments));
  }

  void call_if(Value* condition, Function* version) {
    BasicBlock* yes = BasicBlock::Create(region_.getContext(), "version", tile_);
    BasicBlock* no = BasicBlock::Create(region_.getContext(), "next", tile_);
    builder_.CreateCondBr(condition, yes, no);
    builder_.SetInsertPoint(yes);
    version->addFnAttr(Attribute::AlwaysInline);
    call(version);
    builder_.SetInsertPoint(no);
  }

  Function* tile() { return tile_; }

 private:
  Function& region_;
  const Schedule& schedule_;
  IRBuilder<> builder_;
  Function* tile_;
};

// Rarely run: small rather than fast. Not MinSize, which makes calls of fmaxf and the like that nobody would resolve.
Function* make_rare(Function* version) {
  version->addFnAttr(Attribute::NoInline);
  version->addFnAttr(Attribute::Cold);
  version->addFnAttr(Attribute::OptimizeForSize);
  return version;
}

// Indices hardly ever wrap, but rows may well end inside of a tile, and images have borders.
bool rarely_fail(const ShapeAnalysis& shapes) {
  return none_of(shapes.assumptions(), [](const ShapeAnalysis::Assumption& assumption) {
    return assumption.second == ShapeAnalysis::kOneQuotient ||
           assumption.second == ShapeAnalysis::kPasses ||
           assumption.second == ShapeAnalysis::kLowBits ||
           (assumption.second == ShapeAnalysis::kNoCarry &&
            low_bits(*assumption.first) < kBitsOfIndices);
  });
}

// Brings the region into the form that vectors want. The result says why it shall stay scalar, or nothing.
std::string make_ready(Function& region, const Schedule& schedule, std::uint64_t active,
                       Remarks& remarks) {
  prepare_region(region);
  if (std::string reason = refusal(region, schedule); !reason.empty()) return reason;
  version_guards(region, schedule);
  version_loops(region, schedule);
  const bool strips = strip_row_loops(region, schedule);
  join_elements(region, schedule);
  if (!schedule.forced && may_run_by_items(region, schedule) &&
      is_scattered(region, schedule, active)) {
    forget_versions(region);
    keep_loops_short(region);
    return "it does little but access memory here and there, and vectors would be slower";
  }
  if (strips) remarks.add("vectorize", "rows: every item walks along memory of its own, in strips");
  return {};
}

Function* make_versions(Function& region, const Schedule& schedule, Remarks& remarks);

// Adds the versions for rows shorter than a vector.
void call_if_rows_are_short(Chooser& chooser, Function& region, const ShapeAnalysis& assumed,
                            const Schedule& schedule, Remarks& remarks) {
  Value* divisor = row_divisor(region, assumed);
  if (divisor == nullptr) return;
  for (std::uint64_t value = 1; value < schedule.width; value *= 2) {
    Function* copy = with_divisor(region, divisor, value, assumed);
    Vectorizer version(*copy, schedule, false, remarks);
    assume_aligned(*copy, version.shapes(), schedule);
    assume_linear(*copy, version.shapes(), schedule, false);
    if (needs_no_gathers(*copy, version.shapes(), schedule)) {
      Value* equal = chooser.is_equal(divisor, value);
      Value* condition = chooser.both(equal, chooser.no_wrap(version.shapes()));
      chooser.call_if(condition, version.run(region.getName() + ".row"));
    }
    copy->eraseFromParent();
  }
}

// For tiles of which the best version knows nothing.
Function* make_edge(Chooser& chooser, Function& region, const ShapeAnalysis& assumed,
                    const Schedule& schedule, bool ragged, Remarks& remarks) {
  const bool rare = !ragged && rarely_fail(assumed);
  const bool by_items = may_run_by_items(region, schedule);
  if (rare && by_items) return make_rare(make_item_tile(region, schedule));
  if (!rare && !ragged && by_items && schedule.jam_x > 1) {
    Schedule one = schedule;
    one.jam_x = 1;
    return make_vector_tile(*make_versions(region, one, remarks), schedule, 1);
  }
  if (!rare && !ragged) call_if_rows_are_short(chooser, region, assumed, schedule, remarks);
  Function* edge = Vectorizer(region, schedule, ragged, remarks).run(region.getName() + ".edge");
  return rare ? make_rare(edge) : edge;
}

Function* make_versions(Function& region, const Schedule& schedule, Remarks& remarks) {
  const std::string name = region.getName().str();
  const bool ragged_x = schedule.extent(0) % schedule.tile_x() != 0;
  const bool ragged_y = schedule.extent(1) % schedule.tile_y() != 0;
  const bool has_full = (!ragged_x || schedule.extent(0) > schedule.tile_x()) &&
                        (!ragged_y || schedule.extent(1) > schedule.tile_y());
  if (!has_full) return Vectorizer(region, schedule, true, remarks).run(name + ".edge");
  Chooser chooser(region, schedule);
  const bool ragged = ragged_x || ragged_y;
  Value* inside = ragged ? chooser.inside() : nullptr;
  Vectorizer fast(region, schedule, false, remarks);
  assume_linear(region, fast.shapes(), schedule);
  const bool assumes = !fast.shapes().assumptions().empty();
  Value* condition = assumes ? chooser.no_wrap(fast.shapes()) : nullptr;
  if (inside != nullptr)
    condition = condition != nullptr ? chooser.both(condition, inside) : inside;
  Function* full = fast.run(name + ".full");
  if (condition == nullptr) {
    chooser.tile()->eraseFromParent();
    return full;
  }
  chooser.call_if(condition, full);
  chooser.call(make_edge(chooser, region, fast.shapes(), schedule, ragged, remarks));
  return chooser.tile();
}

// A version of the region for one vector; the region itself stays fit for single items.
Function* make_vector(Function& region, const Schedule& one, Remarks& remarks) {
  ValueToValueMapTy map;
  Function* own = CloneFunction(&region, map);
  own->setName(region.getName() + ".one");
  version_guards(*own, one);
  Function* vector = make_versions(*own, one, remarks);
  own->eraseFromParent();
  return vector;
}

// Defines what tiles call that leave their items to vectors: full ones, or those that are one vector wide.
void define_vector_tiles(Function& region, const Schedule& schedule, Remarks& remarks) {
  Function* copy = copy_for_vectors(region);
  if (copy == nullptr) return;
  Schedule one = schedule, narrow = schedule;
  one.jam_x = one.jam_y = narrow.jam_x = 1;
  Function* vector = nullptr;
  for (const Schedule& caller : {schedule, narrow}) {
    Function* tile = vector_tile_of(*copy, caller);
    if (!tile->use_empty()) {
      if (vector == nullptr) vector = make_vector(*copy, one, remarks);
      Function* made = make_vector_tile(*vector, caller, caller.jam_y);
      made->addFnAttr(Attribute::NoInline);
      tile->replaceAllUsesWith(made);
    }
    tile->eraseFromParent();
  }
}

}  // namespace

Function* vectorize_region(Function& region, const Schedule& schedule, std::uint64_t active,
                           Remarks& remarks) {
  if (std::string reason = make_ready(region, schedule, active, remarks); !reason.empty()) {
    remarks.add("vectorize", region.getName().str() + " runs item by item: " + reason);
    return nullptr;
  }
  Function* tile = make_versions(region, schedule, remarks);
  define_vector_tiles(region, schedule, remarks);
  return tile;
}

}  // namespace vgpu::compiler
