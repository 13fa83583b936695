// Unrolls loops in which every item walks along a row of its own.
//
// Before:  for (i = 0; i < n; ++i) y[i] = f(x[i]);          x and y differ from item to item
// After:   if (all lanes: x and y are far apart or the same)
//            for (; i + 4 <= n; i += 4) { v = x[i .. i+3]; ...; y[i .. i+3] = w; }
//          for (; i < n; ++i) y[i] = f(x[i]);
// The four elements are one vector load or store an item, which vectorizer_rows.cpp transposes; element by element they
// would be gathers and scatters. Order within an item stays what it was: loads move up over stores of earlier
// iterations only where the test excludes that they meet. Sixteen lanes take whole lines at once (find_strip).
// Called by vectorize_region on the region of one item.
// SPDX-License-Identifier: MIT
#include "compiler/passes/evolution.h"
#include "compiler/passes/row_loop.h"
#include "compiler/passes/unit.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr std::int64_t kRowBytes = 16;
constexpr std::int64_t kLineBytes = 64;
constexpr std::int64_t kLongestStrip = 8, kLongestLine = 16;
constexpr unsigned kWays = 8;              // of the first cache
constexpr std::int64_t kMostColumns = 20;  // registers for what is read or written at once
constexpr std::int64_t kFewVectors = 4;    // shorter rows are not worth a loop each
constexpr unsigned kMostAccesses = 16;
constexpr unsigned kMostTests = 12;
constexpr unsigned kMostInstructions = 400;

}  // namespace

// Whether the blocks run one after the other, with one exit at the top or at the bottom.
bool RowLoop::is_chain() {
  BasicBlock* exiting = loop_.getExitingBlock();
  if (exiting == nullptr || (exiting != header_ && exiting != latch_)) return false;
  header_exits_ = exiting == header_ && header_ != latch_;
  for (BasicBlock* block = header_;;) {
    blocks_.push_back(block);
    if (block == latch_) return blocks_.size() == loop_.getNumBlocks();
    BasicBlock* next = nullptr;
    for (BasicBlock* successor : successors(block)) {
      if (loop_.contains(successor)) next = successor;
    }
    if (next == nullptr || next->getSinglePredecessor() != block) return false;
    if (block != exiting && block->getTerminator()->getNumSuccessors() != 1) return false;
    block = next;
  }
}

unsigned RowLoop::size() const {
  unsigned sum = 0;
  for (const BasicBlock* block : blocks_) sum += static_cast<unsigned>(block->size());
  return sum;
}

bool RowLoop::has_simple_form() {
  if (latch_ == nullptr || !loop_.isInnermost() || loop_.getExitBlock() == nullptr ||
      loop_.getLoopPreheader() == nullptr ||
      shapes_.divergent(shapes_.loops().getLoopFor(header_))) {
    return false;
  }
  if (!is_chain() || size() > kMostInstructions) return false;
  trips_ = scev_.getBackedgeTakenCount(&loop_);
  return !isa<SCEVCouldNotCompute>(trips_) && trips_->getType()->isIntegerTy();
}

bool RowLoop::is_row(const RowAccess& access) const {
  const Shape shape = shapes_.shape(getLoadStorePointerOperand(access.instruction));
  const bool scattered =
      shape.varying() || (shape.linear() && std::abs(shape.stride) != access.size);
  const bool parts = access.step <= kRowBytes && kRowBytes % access.step == 0;
  return scattered && parts && access.step % access.size == 0 && access.size < kRowBytes &&
         (access.step == access.size || !access.store());
}

// Members of vector types and structures count only if all of them are read: together they are a piece of the row.
void RowLoop::join_members() {
  for (RowAccess& access : accesses_) {
    if (!access.row || access.step == access.size) continue;
    SmallVector<RowAccess*, 4> members(static_cast<std::size_t>(access.step / access.size),
                                       nullptr);
    for (RowAccess& other : accesses_) {
      if (!other.row || other.type() != access.type() || other.step != access.step) continue;
      const auto* distance = dyn_cast<SCEVConstant>(
          scev_.getMinusSCEV(other.address->getStart(), access.address->getStart()));
      if (distance == nullptr || distance->getAPInt().getSignificantBits() > 32) continue;
      const std::int64_t bytes = distance->getAPInt().getSExtValue();
      if (bytes < 0 || bytes >= access.step || bytes % access.size != 0) continue;
      members[static_cast<std::size_t>(bytes / access.size)] = &other;
    }
    if (is_contained(members, nullptr)) continue;
    for (std::size_t i = 0; i < members.size(); ++i) {
      members[i]->leader = &access;
      members[i]->place = static_cast<unsigned>(i);
    }
  }
  for (RowAccess& access : accesses_)
    access.row &= access.leader != nullptr || access.step == access.size;
}

bool RowLoop::find_access(Instruction& instruction) {
  Value* pointer = getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr || instruction.isAtomic() || instruction.isVolatile()) return false;
  if (isa<AllocaInst>(getUnderlyingObject(pointer))) return false;
  RowAccess access;
  access.instruction = &instruction;
  Type* type = getLoadStoreType(&instruction);
  access.size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  access.address = dyn_cast<SCEVAddRecExpr>(scev_.getSCEV(pointer));
  if (access.address != nullptr &&
      (!access.address->isAffine() || access.address->getLoop() != &loop_)) {
    access.address = nullptr;
  }
  const auto* step = access.address == nullptr
                         ? nullptr
                         : dyn_cast<SCEVConstant>(access.address->getStepRecurrence(scev_));
  if (step != nullptr && step->getAPInt().isStrictlyPositive()) {
    access.step = static_cast<std::int64_t>(step->getAPInt().getLimitedValue(1 << 20));
  }
  const bool plain = type->isSingleValueType() && !type->isVectorTy() && !type->isPointerTy() &&
                     layout_.getTypeSizeInBits(type) == static_cast<std::uint64_t>(access.size) * 8;
  access.row = plain && access.step != 0 && is_row(access);
  accesses_.push_back(access);
  return true;
}

bool RowLoop::find_accesses() {
  for (BasicBlock* block : blocks_) {
    for (Instruction& instruction : *block) {
      if (instruction.isDebugOrPseudoInst() || !instruction.mayReadOrWriteMemory()) {
        if (instruction.mayHaveSideEffects()) return false;
        continue;
      }
      if (!find_access(instruction)) return false;
    }
  }
  join_members();
  return accesses_.size() <= kMostAccesses;
}

// As many iterations as fill so many bytes of the row of the smallest elements, within reason.
std::int64_t RowLoop::strip_of(std::int64_t bytes, std::int64_t longest) const {
  std::int64_t strip = 0;
  for (const RowAccess& access : accesses_) {
    if (access.row) strip = std::max(strip, bytes / access.step);
  }
  return std::min(strip, longest);
}

// Rows often lie a power of two apart, so that more lanes than the first cache has ways push each other's lines out:
// each lane then reads or writes a whole line at once, if the row is long enough and the registers can hold that.
bool RowLoop::can_take_lines() const {
  const std::int64_t strip = strip_of(kLineBytes, kLongestLine);
  std::int64_t bytes = 0;
  for (const RowAccess& access : accesses_) bytes += access.row ? strip * access.size : 0;
  const auto* trips = dyn_cast<SCEVConstant>(trips_);
  const bool is_short = trips != nullptr && trips->getAPInt().slt(strip);
  return reads_lines(schedule_) && !is_short && strip > strip_of(kRowBytes, kLongestStrip) &&
         bytes * schedule_.width * 8 <= kMostColumns * schedule_.vector_bits;
}

bool RowLoop::find_strip(bool may_take_lines) {
  takes_lines_ = may_take_lines && can_take_lines();
  strip_ = takes_lines_ ? strip_of(kLineBytes, kLongestLine) : strip_of(kRowBytes, kLongestStrip);
  return strip_ > 1 && static_cast<unsigned>(strip_) * size() <= 4 * kMostInstructions;
}

// Loads of rows move up to the first iteration of the strip, stores down to the last.
bool RowLoop::find_tests() {
  for (std::size_t i = 0; i < accesses_.size(); ++i) {
    for (std::size_t k = i + 1; k < accesses_.size(); ++k) {
      const RowAccess &a = accesses_[i], &b = accesses_[k];
      if ((a.store() || b.store()) && (a.row || b.row) && !find_test(a, b)) return false;
    }
  }
  return tests_.size() <= kMostTests;
}

bool RowLoop::find_test(const RowAccess& before, const RowAccess& after) {
  if (!before.row || !after.row) return false;
  const SCEV* a = scev_.getLosslessPtrToIntExpr(before.address->getStart());
  const SCEV* b = scev_.getLosslessPtrToIntExpr(after.address->getStart());
  if (isa<SCEVCouldNotCompute>(a) || isa<SCEVCouldNotCompute>(b)) return false;
  // Elements of different sizes drift apart as the loop goes on, so the rows as a whole must not meet.
  const bool whole =
      before.step != after.step || before.size != after.size || before.step != before.size;
  const std::int64_t reach = strip_ * before.size;
  const Test test{scev_.getMinusSCEV(b, a), whole ? after.step : reach, whole ? before.step : reach,
                  !whole && after.store(), whole};
  if (const auto* known = dyn_cast<SCEVConstant>(test.distance); known != nullptr && !whole) {
    const APInt& distance = known->getAPInt();
    if (distance.isZero()) return test.same_allowed;
    return distance.abs().sge(reach);
  }
  tests_.push_back(test);
  return true;
}

Value* RowLoop::tests_hold(IRBuilder<>& builder, SCEVExpander& expander, Value* trips) {
  Value* all = nullptr;
  Type* type = builder.getInt64Ty();
  for (const Test& test : tests_) {
    Value* distance = expander.expandCodeFor(test.distance, type, builder.GetInsertPoint());
    Value* times = test.whole ? trips : builder.getInt64(1);
    Value* below = builder.CreateMul(times, builder.getInt64(-test.below));
    Value* above = builder.CreateMul(times, builder.getInt64(test.above));
    Value* far = builder.CreateOr(builder.CreateICmpSLE(distance, below),
                                  builder.CreateICmpSGE(distance, above));
    if (test.same_allowed) {
      far = builder.CreateOr(far, builder.CreateICmpEQ(distance, builder.getInt64(0)));
    }
    all = all != nullptr ? builder.CreateAnd(all, far) : far;
  }
  if (all == nullptr) return builder.getTrue();
  Type* flag = builder.getInt1Ty();
  return builder.CreateCall(header_->getModule()->getOrInsertFunction(kAllLanes, flag, flag), all);
}

Value* RowLoop::row_address(IRBuilder<>& builder, const RowAccess& access, Value* done) {
  Value* bytes = builder.CreateMul(done, builder.getInt64(access.step));
  return builder.CreateGEP(builder.getInt8Ty(), access.base, bytes);
}

void RowLoop::load_rows(IRBuilder<>& builder, Value* done) {
  for (RowAccess& access : accesses_) {
    if (!access.row) continue;
    const auto count = static_cast<unsigned>(strip_ * access.members());
    auto* type = FixedVectorType::get(access.type(), count);
    access.vector = PoisonValue::get(type);
    if (access.store() || access.place != 0) continue;
    auto* load = builder.CreateAlignedLoad(type, row_address(builder, access, done),
                                           getLoadStoreAlignment(access.instruction));
    propagateMetadata(load, {access.instruction});
    access.vector = load;
  }
  for (RowAccess& access : accesses_) {
    if (access.row && access.place != 0) access.vector = access.leader->vector;
  }
}

void RowLoop::store_rows(IRBuilder<>& builder, Value* done) {
  for (RowAccess& access : accesses_) {
    if (!access.row || !access.store()) continue;
    auto* store = builder.CreateAlignedStore(access.vector, row_address(builder, access, done),
                                             getLoadStoreAlignment(access.instruction));
    propagateMetadata(store, {access.instruction});
  }
}

void RowLoop::copy_block(IRBuilder<>& builder, BasicBlock& block, std::uint64_t at) {
  for (Instruction& instruction : block) {
    if (instruction.isTerminator() || (isa<PHINode>(instruction) && &block == header_)) continue;
    if (auto* phi = dyn_cast<PHINode>(&instruction)) {
      map_[phi] = mapped(phi->getIncomingValue(0));
      continue;
    }
    auto* access = find_if(accesses_, [&](const RowAccess& one) {
      return one.row && one.instruction == &instruction;
    });
    if (access == accesses_.end()) {
      Instruction* clone = instruction.clone();
      builder.Insert(clone);
      RemapInstruction(clone, map_, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      map_[&instruction] = clone;
    } else if (access->store()) {
      Value* value = mapped(cast<StoreInst>(instruction).getValueOperand());
      access->vector = builder.CreateInsertElement(access->vector, value, at);
    } else {
      const std::uint64_t place = at * access->members() + access->place;
      map_[&instruction] = builder.CreateExtractElement(access->vector, place);
    }
  }
}

// The loop over whole strips; `limit` is how many iterations they cover.
void RowLoop::make_strips(BasicBlock& before, Value* limit) {
  IRBuilder<> builder(strips_);
  PHINode* done = builder.CreatePHI(builder.getInt64Ty(), 2, "done");
  done->addIncoming(builder.getInt64(0), &before);
  SmallVector<std::pair<PHINode*, PHINode*>, 8> phis;
  for (PHINode& phi : header_->phis()) {
    PHINode* own = builder.CreatePHI(phi.getType(), 2, phi.getName());
    own->addIncoming(phi.getIncomingValueForBlock(&before), &before);
    phis.push_back({&phi, own});
    map_[&phi] = own;
  }
  load_rows(builder, done);
  for (unsigned i = 0; i < static_cast<unsigned>(strip_); ++i) {
    for (BasicBlock* block : blocks_) copy_block(builder, *block, i);
    SmallVector<Value*, 8> next;  // all are read before the first is replaced
    for (auto [phi, own] : phis) {
      next.push_back(mapped(phi->getIncomingValueForBlock(latch_)));
      last_[phi] = mapped(phi);
    }
    for (std::size_t k = 0; k < phis.size(); ++k) map_[phis[k].first] = next[k];
  }
  store_rows(builder, done);
  Value* more = builder.CreateAdd(done, builder.getInt64(strip_), "", true, true);
  done->addIncoming(more, strips_);
  for (auto [phi, own] : phis) own->addIncoming(mapped(phi), strips_);
  BasicBlock* behind =
      BasicBlock::Create(header_->getContext(), "strips.done", header_->getParent());
  builder.CreateCondBr(builder.CreateICmpULT(more, limit), strips_, behind);
}

// Behind the strips: to the old loop for the rest, or out.
void RowLoop::leave_strips(BasicBlock& behind, Value* rest, BasicBlock& entry, BasicBlock& before) {
  BasicBlock* exit = loop_.getExitBlock();
  IRBuilder<> builder(&behind);
  if (header_exits_) {
    builder.CreateBr(&entry);
  } else {
    builder.CreateCondBr(builder.CreateICmpEQ(rest, builder.getInt64(0)), exit, &entry);
    for (PHINode& phi : exit->phis()) {
      Value* value = phi.getIncomingValueForBlock(latch_);
      Value* last = last_.lookup(value);
      phi.addIncoming(last != nullptr ? last : mapped(value), &behind);
    }
  }
  builder.SetInsertPoint(&entry);
  for (PHINode& phi : header_->phis()) {
    const int from = phi.getBasicBlockIndex(&before);
    PHINode* start = builder.CreatePHI(phi.getType(), 2);
    start->addIncoming(phi.getIncomingValue(static_cast<unsigned>(from)), &before);
    start->addIncoming(mapped(&phi), &behind);
    phi.setIncomingValue(static_cast<unsigned>(from), start);
    phi.setIncomingBlock(static_cast<unsigned>(from), &entry);
  }
  builder.CreateBr(header_);
}

BasicBlock* RowLoop::transform() {
  BasicBlock* before = loop_.getLoopPreheader();
  Function& function = *header_->getParent();
  SCEVExpander expander(scev_, layout_, "strip");
  IRBuilder<> builder(before->getTerminator());
  Type* type = builder.getInt64Ty();
  for (RowAccess& access : accesses_) {
    if (!access.row && !along_) continue;
    access.base = expander.expandCodeFor(access.address->getStart(), nullptr,
                                         before->getTerminator()->getIterator());
  }
  const SCEV* last = scev_.getTruncateOrZeroExtend(trips_, type);
  Value* back = expander.expandCodeFor(last, type, before->getTerminator()->getIterator());
  Value* trips = header_exits_ ? back : builder.CreateAdd(back, builder.getInt64(1));
  const auto whole = static_cast<std::uint64_t>(-(along_ ? lanes_ : strip_));
  Value* limit = builder.CreateAnd(trips, builder.getInt64(whole));
  Value* enough = builder.CreateICmpUGE(limit, builder.getInt64(along_ ? kFewVectors * lanes_ : 1));
  Value* go = builder.CreateAnd(enough, tests_hold(builder, expander, trips));
  strips_ = BasicBlock::Create(function.getContext(), "strips", &function, header_);
  BasicBlock* entry = BasicBlock::Create(function.getContext(), "rest", &function, header_);
  make_strips(*before, limit);
  if (along_) {
    count_addresses();
    jump_ahead(expander, limit, *before->getTerminator());
  }
  BasicBlock* behind = strips_->getTerminator()->getSuccessor(1);
  leave_strips(*behind, builder.CreateSub(trips, limit), *entry, *before);
  builder.CreateCondBr(go, strips_, entry);
  before->getTerminator()->eraseFromParent();
  if (along_) return outline();
  return strips_;
}

namespace {

// Changes one loop of the region that was not seen yet. Each change makes the analyses stale.
class RowLoops {
 public:
  RowLoops(Function& region, const Schedule& schedule) : region_(region), schedule_(schedule) {}

  bool change_one() {
    ShapeAnalysis shapes(region_, schedule_, false);
    assume_linear(region_, shapes, schedule_);
    Evolution evolution(region_);
    for (Loop* loop : evolution.loops.getLoopsInPreorder()) {
      BasicBlock* header = loop->getHeader();
      if (seen_.contains(header)) continue;
      RowLoop whole(*loop, evolution.scev, shapes, schedule_);
      if (split_.insert(header).second && whole.can_split()) {
        whole.split();
        return true;
      }
      RowLoop rows(*loop, evolution.scev, shapes, schedule_);
      const bool worthwhile = rows.worthwhile(longs_.insert(header).second);
      // What is left of a loop along rows or lines runs in short strips.
      if (!worthwhile || !rows.leaves_rows()) seen_.insert(header);
      if (!worthwhile) continue;
      seen_.insert(rows.transform());
      return true;
    }
    return false;
  }

 private:
  Function& region_;
  const Schedule& schedule_;
  SmallPtrSet<const BasicBlock*, 16> seen_, split_, longs_;
};

}  // namespace

bool reads_lines(const Schedule& schedule) {
  return schedule.vector_bits == 512 && schedule.width > kWays && schedule.jam_x == 1 &&
         schedule.jam_y == 1;
}

bool takes_lines(Function& region, const ShapeAnalysis& shapes, const Schedule& schedule) {
  if (shapes.loops().empty()) return false;
  Evolution evolution(region);
  return any_of(evolution.loops.getLoopsInPreorder(), [&](Loop* loop) {
    RowLoop rows(*loop, evolution.scev, shapes, schedule);
    return rows.worthwhile(true) && rows.takes_lines();
  });
}

bool strip_row_loops(Function& region, const Schedule& schedule) {
  RowLoops loops(region, schedule);
  bool found = false;
  while (loops.change_one()) {
    run_function_passes(region, "loop-simplify,lcssa");
    found = true;
  }
  return found;
}

}  // namespace vgpu::compiler
