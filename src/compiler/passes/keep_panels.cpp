// Keeps what groups above each other read alike packed in the group's frame: the columns of B in a matrix product.
//
// Before:  for (k = 0; k < n; ++k) ... b[k * n + x] ...         the same for all groups with this group_id(0)
// After:   if (the frame does not hold them yet)
//            for (k = 0; k < n; ++k) panel[k][x] = b[k * n + x];
//          for (k = 0; k < n; ++k) ... panel[k][x] ...
// Rows a power of two apart fall into a few sets of every cache, so a group of columns is thrown out before the next
// group comes, however large the cache is, and every row is a page of its own. Packed, they stay close by, and the
// device walks along y so that they are used again (KeptFrame::band). A panel is made by the items that read it, each
// its own column, so the order of tiles does not matter; the driver notes at the end whose columns the frame holds.
//
// Legal because such a load happens in every item of every group, at an address that does not depend on the group's y:
// if any item wrote there during the launch, it would race with the others. Kernels with atomics, which could order
// groups, are left alone. The addresses read early are those that the loop would read. SPDX-License-Identifier: MIT
#include <algorithm>

#include "compiler/passes/clean.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/evolution.h"
#include "compiler/passes/kept_part.h"
#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/prefetch.h"
#include "compiler/passes/unit.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kMostBytes = 512 << 10;  // of all panels: half of a second-level cache
constexpr std::uint64_t kFewestRounds = 128;     // for which there must be room
constexpr std::uint64_t kMostRounds = 4096;
constexpr std::int64_t kLine = 64;        // bytes: a shorter step stays within lines
constexpr unsigned kMostLoads = 8;        // in the loop
constexpr std::size_t kRowsOfBand = 128;  // that use a panel before x changes
constexpr unsigned kDeepest = 16;
constexpr std::uint64_t kRoundsAhead = 16;  // that a panel is fetched into the nearest cache
constexpr unsigned kLineBits = 512;

// Whether a value is the same for all groups that differ in y only, and which ids of the item it depends on.
struct Sources {
  Function& item;
  const Loop* loop = nullptr;
  bool alike = true, x = false, y = false;

  bool follow(const SCEV* part) {
    if (const auto* moving = dyn_cast<SCEVAddRecExpr>(part)) alike &= moving->getLoop() == loop;
    if (const auto* leaf = dyn_cast<SCEVUnknown>(part)) look(leaf->getValue(), 0);
    return alike;
  }
  // NOLINTNEXTLINE(readability-identifier-naming): what LLVM's visitor calls
  bool isDone() const { return !alike; }

  void look(const Value* value, unsigned depth) {
    if (isa<ConstantData, GlobalValue>(value)) return;
    if (const auto* argument = dyn_cast<Argument>(value)) return look_at(*argument);
    const auto* node = dyn_cast<Instruction>(value);
    if (const auto* load = dyn_cast_or_null<LoadInst>(node)) {
      alike &= is_parameter(*load);
    } else if (node != nullptr && depth < kDeepest &&
               isa<BinaryOperator, CastInst, GetElementPtrInst, ICmpInst, SelectInst>(node)) {
      for (const Value* operand : node->operands()) look(operand, depth + 1);
    } else {
      alike = false;
    }
  }

 private:
  void look_at(const Argument& argument) {
    x |= &argument == item_parameter(item, kItemX);
    y |= &argument == item_parameter(item, kItemY);
    alike &= &argument != item_parameter(item, kItemLocal) &&
             &argument != item_parameter(item, kItemFrame) &&
             &argument != item_parameter(item, kItemGroup);
  }

  // A member of the launch frame, an argument of the kernel, or the group's x.
  bool is_parameter(const LoadInst& load) const {
    if (!load.hasMetadata(LLVMContext::MD_invariant_load)) return false;
    APInt offset(64, 0);
    const Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
        item.getParent()->getDataLayout(), offset, true);
    if (base == item_parameter(item, kItemGroup)) return offset.isZero();
    if (base == item_parameter(item, kItemLaunch)) return true;
    const auto* block = dyn_cast<LoadInst>(base);
    return block != nullptr && block->getPointerOperand() == item_parameter(item, kItemLaunch);
  }
};

// A load whose values are kept.
struct Panel {
  LoadInst* load = nullptr;
  const SCEVAddRecExpr* address = nullptr;
  std::uint64_t row_bytes = 0;  // of a round
  std::uint64_t offset = 0;     // in the frame's part for panels
  bool y = false;               // rows of items read different values
};

class KeepPanels {
 public:
  explicit KeepPanels(Unit& unit)
      : unit_(unit), item_(*unit.item), evolution_(item_), layout_(unit.module.getDataLayout()) {}

  bool run() {
    if (!kernel_allows()) return false;
    PostDominatorTree ends(item_);
    for (Loop* loop : evolution_.loops.getTopLevelLoops()) {
      if (loop->getLoopPreheader() == nullptr ||
          !ends.dominates(loop->getLoopPreheader(), &item_.getEntryBlock())) {
        continue;
      }
      if (!find_rounds(*loop) || !find_panels(*loop) || !place_panels()) continue;
      transform(*loop);
      return true;
    }
    return false;
  }

 private:
  bool kernel_allows() const;
  bool find_rounds(Loop& loop);
  bool find_panels(const Loop& loop);
  void find_panel(const Loop& loop, LoadInst& load);
  bool place_panels();
  void transform(Loop& loop);
  Value* is_usable(IRBuilder<>& builder, Value* rounds);
  BasicBlock* fill(Loop& loop, Value* usable, Value* rounds);
  PHINode* count_rounds(const Loop& loop, BasicBlock& before);
  void replace(const Panel& panel, Value* usable, Value* round, bool waits);
  void fetch_later_round(IRBuilder<>& builder, const Panel& panel, Value* round);
  Value* frame_part(IRBuilder<>& builder);
  Value* place(IRBuilder<>& builder, const Panel& panel, Value* round);

  Unit& unit_;
  Function& item_;
  Evolution evolution_;
  const DataLayout& layout_;
  bool header_exits_ = false;
  const SCEV* rounds_ = nullptr;
  std::uint64_t room_ = 0;  // in rounds
  GlobalVariable* panels_part_ = nullptr;
  SmallVector<Panel, kMostLoads> panels_;
};

// Groups of one size without atomics, in a kernel that has a second dimension at all.
bool KeepPanels::kernel_allows() const {
  const Schedule& schedule = unit_.schedule;
  if (schedule.width == 1 || schedule.extent(2) != 1 || unit_.uses_grid_barrier) return false;
  for (unsigned dim = 0; dim < 3; ++dim) {
    const unsigned whole = unit_.request.enqueued_size[dim];
    if (whole != 0 && whole != schedule.local_size[dim]) return false;
  }
  bool two = !item_parameter(item_, kItemY)->use_empty();
  for (const Instruction& inst : instructions(item_)) {
    if (inst.isAtomic() || inst.isVolatile()) return false;
    const auto* load = dyn_cast<LoadInst>(&inst);
    two |= load != nullptr && load->getPointerOperand() != item_parameter(item_, kItemGroup) &&
           getUnderlyingObject(load->getPointerOperand()) == item_parameter(item_, kItemGroup);
    const auto* call = dyn_cast<CallBase>(&inst);
    if (call == nullptr || isa<IntrinsicInst>(call)) continue;
    const Function* callee = call->getCalledFunction();
    if (callee == nullptr || callee->getName() != kBarrierName) return false;
  }
  return two;
}

// How often the loop's body runs; the same for all items.
bool KeepPanels::find_rounds(Loop& loop) {
  const BasicBlock* exiting = loop.getExitingBlock();
  if (!loop.isLoopSimplifyForm() || exiting == nullptr) return false;
  header_exits_ = exiting == loop.getHeader() && exiting != loop.getLoopLatch();
  if (!header_exits_ && exiting != loop.getLoopLatch()) return false;
  const SCEV* back = evolution_.scev.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(back) || !back->getType()->isIntegerTy()) return false;
  Sources sources{item_, &loop};
  visitAll(back, sources);
  if (!sources.alike || sources.x || sources.y) return false;
  Type* type = Type::getInt64Ty(item_.getContext());
  rounds_ = evolution_.scev.getTruncateOrZeroExtend(back, type);
  if (!header_exits_) {
    rounds_ = evolution_.scev.getAddExpr(rounds_, evolution_.scev.getOne(type));
  }
  return true;
}

bool KeepPanels::find_panels(const Loop& loop) {
  panels_.clear();
  for (BasicBlock* block : loop.blocks()) {
    const bool every_round = evolution_.loops.getLoopFor(block) == &loop &&
                             evolution_.dominators.dominates(block, loop.getLoopLatch()) &&
                             !(header_exits_ && block == loop.getHeader());
    if (!every_round) continue;
    for (Instruction& inst : *block) {
      if (auto* load = dyn_cast<LoadInst>(&inst)) find_panel(loop, *load);
    }
  }
  return !panels_.empty() && panels_.size() <= kMostLoads;
}

// Reads along x at an address that moves far from round to round.
void KeepPanels::find_panel(const Loop& loop, LoadInst& load) {
  Type* type = load.getType();
  const bool plain =
      type->isIntegerTy(32) || type->isIntegerTy(64) || type->isFloatTy() || type->isDoubleTy();
  if (!plain || !load.isSimple() || load.getPointerAddressSpace() == kLocalSpace) return;
  const auto* address = dyn_cast<SCEVAddRecExpr>(evolution_.scev.getSCEV(load.getPointerOperand()));
  if (address == nullptr || !address->isAffine() || address->getLoop() != &loop) return;
  const SCEV* step = address->getStepRecurrence(evolution_.scev);
  const auto* known = dyn_cast<SCEVConstant>(step);
  if (known != nullptr && known->getAPInt().abs().ult(kLine)) return;
  Sources sources{item_, &loop};
  visitAll(address->getStart(), sources);
  Sources steps{item_, &loop};
  visitAll(step, steps);
  if (!sources.alike || !sources.x || !steps.alike || steps.x || steps.y) return;
  SCEVExpander expander(evolution_.scev, layout_, "panel");
  const Instruction* before = loop.getLoopPreheader()->getTerminator();
  if (!expander.isSafeToExpandAt(address->getStart(), before) ||
      !expander.isSafeToExpandAt(step, before) || !expander.isSafeToExpandAt(rounds_, before)) {
    return;
  }
  const Schedule& schedule = unit_.schedule;
  const std::uint64_t size = layout_.getTypeStoreSize(type).getFixedValue();
  const std::uint64_t rows = sources.y ? schedule.extent(1) : 1;
  panels_.push_back({&load, address, rows * schedule.extent(0) * size, 0, sources.y});
}

bool KeepPanels::place_panels() {
  std::uint64_t round = 0;
  for (const Panel& panel : panels_) round += panel.row_bytes;
  room_ = std::min(kMostRounds, kMostBytes / round);
  if (room_ < kFewestRounds) return false;
  std::uint64_t bytes = kFrameAlignment;  // the first part says whose panels they are
  for (Panel& panel : panels_) {
    panel.offset = bytes;
    bytes = alignTo(bytes + room_ * panel.row_bytes, kFrameAlignment);
  }
  Type* type = ArrayType::get(Type::getInt8Ty(item_.getContext()), bytes);
  panels_part_ = new GlobalVariable(unit_.module, type, false, GlobalValue::ExternalLinkage,
                                    nullptr, kPanelsName);
  // An item that reads several values a round makes as many rows of results.
  const std::size_t rows = unit_.schedule.local_size[1] * panels_.size();
  panels_part_->addAttribute(kBandAttribute,
                             std::to_string(std::max<std::size_t>(1, kRowsOfBand / rows)));
  return true;
}

// The frame is laid out later: its end is a constant that make_driver fills in.
Value* KeepPanels::frame_part(IRBuilder<>& builder) {
  Constant* end = ConstantExpr::getPtrToInt(panels_part_, builder.getInt64Ty());
  return builder.CreateGEP(builder.getInt8Ty(), item_parameter(item_, kItemFrame), end);
}

Value* KeepPanels::place(IRBuilder<>& builder, const Panel& panel, Value* round) {
  const std::uint64_t size = layout_.getTypeStoreSize(panel.load->getType()).getFixedValue();
  Value* bytes = builder.CreateMul(round, builder.getInt64(panel.row_bytes), "", true, true);
  if (panel.y) {
    Value* row = item_parameter(item_, kItemY);
    Value* pitch = builder.getInt64(unit_.schedule.extent(0) * size);
    bytes = builder.CreateAdd(bytes, builder.CreateMul(row, pitch, "", true, true), "", true, true);
  }
  Value* at = builder.CreateGEP(builder.getInt8Ty(), frame_part(builder), bytes);
  at = builder.CreateConstGEP1_64(builder.getInt8Ty(), at, panel.offset);
  return builder.CreateGEP(panel.load->getType(), at, item_parameter(item_, kItemX));
}

// There is room, and another group will come that reads the same.
Value* KeepPanels::is_usable(IRBuilder<>& builder, Value* rounds) {
  Value* fits = builder.CreateICmpULE(rounds, builder.getInt64(room_));
  Value* groups =
      load_launch(builder, item_parameter(item_, kItemLaunch),
                  offsetof(LaunchFrame, group_count) + sizeof(std::uint64_t), builder.getInt64Ty());
  return builder.CreateAnd(fits, builder.CreateICmpUGT(groups, builder.getInt64(1)));
}

// The loop that makes the panels, in front of the one that reads them. The result is the block between them.
BasicBlock* KeepPanels::fill(Loop& loop, Value* usable, Value* rounds) {
  BasicBlock *before = loop.getLoopPreheader(), *header = loop.getHeader();
  SCEVExpander expander(evolution_.scev, layout_, "panel");
  BasicBlock::iterator end = before->getTerminator()->getIterator();
  SmallVector<std::pair<Value*, Value*>, kMostLoads> moves;
  for (const Panel& panel : panels_) {
    Value* start = expander.expandCodeFor(panel.address->getStart(), nullptr, end);
    const SCEV* step = panel.address->getStepRecurrence(evolution_.scev);
    moves.push_back({start, expander.expandCodeFor(step, nullptr, end)});
  }
  IRBuilder<> builder(before->getTerminator());
  Type* type = builder.getInt64Ty();
  Value* group =
      mark_invariant(builder.CreateAlignedLoad(type, item_parameter(item_, kItemGroup), Align(8)));
  Value* held = builder.CreateAlignedLoad(type, frame_part(builder), Align(8));
  Value* other = builder.CreateICmpNE(held, builder.CreateAdd(group, builder.getInt64(1)));
  Value* some = builder.CreateICmpNE(rounds, builder.getInt64(0));
  Value* wanted = builder.CreateAnd(builder.CreateAnd(usable, other), some);
  BasicBlock* body = BasicBlock::Create(item_.getContext(), "panel", &item_, header);
  BasicBlock* enter = BasicBlock::Create(item_.getContext(), "panel.made", &item_, header);
  builder.CreateCondBr(wanted, body, enter);
  before->getTerminator()->eraseFromParent();
  header->replacePhiUsesWith(before, enter);
  builder.SetInsertPoint(body);
  PHINode* round = builder.CreatePHI(type, 2);
  round->addIncoming(builder.getInt64(0), before);
  for (auto [panel, move] : zip(panels_, moves)) {
    Value* bytes = builder.CreateMul(round, builder.CreateSExtOrTrunc(move.second, type));
    Value* from = builder.CreateGEP(builder.getInt8Ty(), move.first, bytes);
    Value* value = builder.CreateAlignedLoad(panel.load->getType(), from, panel.load->getAlign());
    builder.CreateStore(value, place(builder, panel, round));
  }
  Value* next = builder.CreateAdd(round, builder.getInt64(1), "", true, true);
  round->addIncoming(next, body);
  builder.CreateCondBr(builder.CreateICmpULT(next, rounds), body, enter);
  builder.SetInsertPoint(enter);
  builder.CreateBr(header);
  return enter;
}

PHINode* KeepPanels::count_rounds(const Loop& loop, BasicBlock& before) {
  IRBuilder<> builder(&loop.getHeader()->front());
  PHINode* round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
  round->addIncoming(builder.getInt64(0), &before);
  builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
  round->addIncoming(builder.CreateAdd(round, builder.getInt64(1), "", true, true),
                     loop.getLoopLatch());
  return round;
}

// Vectors shorter than a line make small tiles, which read more of the panel for each multiplication than the
// processor's own look ahead brings from the second cache in time. (Naive matrix product, AVX2: 76 -> 82 GFLOP/s a core.)
void KeepPanels::fetch_later_round(IRBuilder<>& builder, const Panel& panel, Value* round) {
  Value* later = builder.CreateAdd(round, builder.getInt64(kRoundsAhead), "", true, true);
  create_prefetch(builder, place(builder, panel, later));
}

void KeepPanels::replace(const Panel& panel, Value* usable, Value* round, bool waits) {
  Instruction *kept = nullptr, *read = nullptr;
  LoadInst* load = panel.load;
  Instruction* behind = load->getNextNode();
  SplitBlockAndInsertIfThenElse(usable, load->getIterator(), &kept, &read);
  IRBuilder<> builder(kept);
  const Align align(layout_.getTypeStoreSize(load->getType()).getFixedValue());
  Value* from_panel =
      builder.CreateAlignedLoad(load->getType(), place(builder, panel, round), align);
  if (!waits && unit_.schedule.vector_bits < kLineBits) fetch_later_round(builder, panel, round);
  builder.SetInsertPoint(behind->getParent(), behind->getParent()->begin());
  PHINode* value = builder.CreatePHI(load->getType(), 2);
  load->replaceAllUsesWith(value);
  load->moveBefore(read);
  value->addIncoming(from_panel, kept->getParent());
  value->addIncoming(load, read->getParent());
}

void KeepPanels::transform(Loop& loop) {
  bool waits = false;
  for (const BasicBlock* block : loop.blocks()) {
    waits |= any_of(*block, [](const Instruction& inst) {
      return isa<CallInst>(inst) && !isa<IntrinsicInst>(inst);
    });
  }
  SCEVExpander expander(evolution_.scev, layout_, "panel");
  BasicBlock* before = loop.getLoopPreheader();
  Value* rounds = expander.expandCodeFor(rounds_, nullptr, before->getTerminator()->getIterator());
  IRBuilder<> builder(before->getTerminator());
  Value* usable = is_usable(builder, rounds);
  BasicBlock* enter = fill(loop, usable, rounds);
  PHINode* round = count_rounds(loop, *enter);
  for (const Panel& panel : panels_) replace(panel, usable, round, waits);
  // Both ways become loops of their own; one with barriers must stay one.
  if (!waits) run_function_passes(item_, "loop-mssa(simple-loop-unswitch<nontrivial>)");
  canonicalize(item_);
}

}  // namespace

bool keep_panels(Unit& unit) {
  // Groups follow each other along x, so with axes changed it is not their columns that they share.
  if (!unit.schedule.swapped && KeepPanels(unit).run()) {
    unit.remarks.add("keep_panels",
                     "what groups along y read alike is kept packed from one to the next");
  }
  return true;
}

}  // namespace vgpu::compiler
