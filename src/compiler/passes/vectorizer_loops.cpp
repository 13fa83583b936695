// Gives loops that lanes leave at different times a first part that all lanes run together.
//
// Before:  head ... latch: br c, head, exit     After:  head' ... latch': br all_lanes(c), head', rest
//                                                        rest: br c, head, exit   and the loop as it was
// `for (i = item; i < n; i += items)` is nearly always of this kind: all rounds but the last need no masks, and the
// counter stays linear. Called by vectorize_region behind version_guards.
// SPDX-License-Identifier: MIT
#include "compiler/passes/unit.h"
#include "compiler/passes/vectorizer_prepare.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMostLoops = 8;
constexpr unsigned kMostInstructions = 600;

bool has_effects(const BasicBlock& block) {
  return any_of(block, [](const Instruction& one) { return one.mayHaveSideEffects(); });
}

// One conditional exit, at the end of the loop or at its start, where nothing has happened yet.
bool has_simple_exit(const Loop& loop) {
  const BasicBlock* exiting = loop.getExitingBlock();
  if (exiting == nullptr || loop.getLoopPreheader() == nullptr || loop.getExitBlock() == nullptr) {
    return false;
  }
  if (exiting == loop.getLoopLatch()) return true;
  return exiting == loop.getHeader() && !has_effects(*exiting);
}

// The exit's condition is a comparison of what grows alike in all lanes: then whole rounds are likely.
bool grows_evenly(const Loop& loop, const ShapeAnalysis& shapes) {
  auto* branch = cast<BranchInst>(loop.getExitingBlock()->getTerminator());
  auto* compare = dyn_cast<ICmpInst>(branch->getCondition());
  return compare != nullptr && !shapes.shape(compare->getOperand(0)).varying() &&
         !shapes.shape(compare->getOperand(1)).varying();
}

// A copy of the loop's blocks in which lanes stay together: its way out leads to `rest`.
void clone_loop(const Loop& loop, BasicBlock& rest, ValueToValueMapTy& map) {
  Function& function = *loop.getHeader()->getParent();
  SmallVector<BasicBlock*, 8> clones;
  for (BasicBlock* block : loop.blocks()) {
    clones.push_back(CloneBasicBlock(block, map, ".all", &function));
    map[block] = clones.back();
  }
  remapInstructionsInBlocks(clones, map);
  auto* branch = cast<BranchInst>(cast<BasicBlock>(map[loop.getExitingBlock()])->getTerminator());
  const unsigned stay = branch->getSuccessor(0) == loop.getExitBlock() ? 1 : 0;
  IRBuilder<> builder(branch);
  Value* condition = branch->getCondition();
  if (stay == 1) condition = builder.CreateNot(condition);
  builder.CreateCondBr(ask_all_lanes(builder, condition), branch->getSuccessor(stay), &rest,
                       likely(builder));
  branch->eraseFromParent();
}

Value* mapped(ValueToValueMapTy& map, Value* value) {
  Value* copy = map.lookup(value);
  return copy != nullptr ? copy : value;
}

// `rest` leaves at once if no lane stays. Where the exit is tested at the end, it then tests it for every lane; else the
// loop itself does that first of all.
void enter_rest(const Loop& loop, BasicBlock& rest, ValueToValueMapTy& map) {
  BasicBlock *header = loop.getHeader(), *before = loop.getLoopPreheader();
  BasicBlock *exiting = loop.getExitingBlock(), *exit = loop.getExitBlock();
  const bool at_end = exiting == loop.getLoopLatch();
  auto* branch = cast<BranchInst>(exiting->getTerminator());
  const bool leaves = branch->getSuccessor(0) == exit;
  Value* condition = mapped(map, branch->getCondition());
  IRBuilder<> builder(&rest);
  Value* none = ask_all_lanes(builder, leaves ? condition : builder.CreateNot(condition));
  BasicBlock *entry = &rest, *next = header;
  if (at_end) entry = next = BasicBlock::Create(header->getContext(), "some", header->getParent());
  builder.CreateCondBr(none, exit, next, likely(builder));
  for (PHINode& phi : header->phis()) {
    const int from = phi.getBasicBlockIndex(before);
    Value* value = at_end ? mapped(map, phi.getIncomingValueForBlock(exiting)) : mapped(map, &phi);
    phi.setIncomingBlock(static_cast<unsigned>(from), entry);
    phi.setIncomingValue(static_cast<unsigned>(from), value);
  }
  for (PHINode& phi : exit->phis()) {
    Value* last = mapped(map, phi.getIncomingValueForBlock(exiting));
    phi.addIncoming(last, &rest);
    if (at_end) phi.addIncoming(last, entry);
  }
  if (at_end) {
    builder.SetInsertPoint(entry);
    builder.CreateCondBr(condition, branch->getSuccessor(0), branch->getSuccessor(1));
  }
}

void split(const Loop& loop) {
  BasicBlock *header = loop.getHeader(), *before = loop.getLoopPreheader();
  Function& function = *header->getParent();
  BasicBlock* rest = BasicBlock::Create(function.getContext(), "rest", &function, header);
  ValueToValueMapTy map;
  clone_loop(loop, *rest, map);
  enter_rest(loop, *rest, map);
  before->getTerminator()->replaceSuccessorWith(header, cast<BasicBlock>(map[header]));
}

using Headers = SmallPtrSet<BasicBlock*, 8>;

// Splits the first loop that is worth it and was not split before.
bool split_one(Function& region, const Schedule& schedule, Headers& done) {
  ShapeAnalysis shapes(region, schedule, false);
  shapes.run();
  for (const Loop* loop : shapes.loops().getLoopsInPreorder()) {
    if (done.contains(loop->getHeader()) || !lanes_stay_together(*loop, shapes)) continue;
    done.insert(loop->getHeader());
    split(*loop);
    prepare_region(region);
    return true;
  }
  return false;
}

}  // namespace

bool lanes_stay_together(const Loop& loop, const ShapeAnalysis& shapes) {
  if (!loop.isInnermost() || !shapes.divergent(&loop) || !has_simple_exit(loop)) return false;
  if (shapes.divergent(loop.getLoopPreheader()) || !grows_evenly(loop, shapes)) return false;
  std::size_t instructions = 0;
  for (const BasicBlock* block : loop.blocks()) instructions += block->size();
  return instructions <= kMostInstructions;
}

void version_loops(Function& region, const Schedule& schedule) {
  Headers done;
  for (unsigned i = 0; i < kMostLoops; ++i) {
    if (!split_one(region, schedule, done)) return;
  }
}

}  // namespace vgpu::compiler
