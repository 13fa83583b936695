// Gives long guarded code a second, unmasked copy for tiles in which every lane passes the guard.
//
// Before:  head: br c, body, join          After:  head:   br all_lanes(c), body', masked
//                                                   masked: br c, body, join
// Bounds checks are nearly always of this kind: all tiles but the last take the copy, where flags
// on index arithmetic hold for every lane and accesses need no masks. Called by vectorize_region.
// SPDX-License-Identifier: MIT
#include "compiler/passes/unit.h"
#include "compiler/passes/vector_by_vector.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMostVersions = 4;
constexpr unsigned kMostInstructions = 2000;
constexpr unsigned kWorthwhile = 24;
constexpr std::uint32_t kLikely = 64;

// Instructions of the region, with memory and loops counted higher.
unsigned weigh(const DivergentRegion& region, const LoopInfo& loops) {
  unsigned weight = 0;
  for (BasicBlock* block : region.blocks) {
    const unsigned often = loops.getLoopFor(block) != nullptr ? 8 : 1;
    for (const Instruction& instruction : *block) {
      weight += often * (instruction.mayReadOrWriteMemory() ? 8 : 1);
    }
  }
  return weight;
}

bool single_entry(BasicBlock& head, const DivergentRegion& region) {
  if (region.join == nullptr || region.blocks.contains(&head)) return false;
  auto* branch = cast<BranchInst>(head.getTerminator());
  const bool shortcut =
      branch->getSuccessor(0) == region.join || branch->getSuccessor(1) == region.join;
  if (!shortcut || branch->getSuccessor(0) == branch->getSuccessor(1)) return false;
  for (BasicBlock* block : region.blocks) {
    for (BasicBlock* from : predecessors(block)) {
      if (from != &head && !region.blocks.contains(from)) return false;
    }
  }
  return true;
}

// Clones the region's blocks; edges from the head now come from `entry`.
void clone_blocks(BasicBlock& head, BasicBlock& entry, const DivergentRegion& region,
                  ValueToValueMapTy& map) {
  SmallVector<BasicBlock*, 16> originals, clones;
  for (BasicBlock& block : *head.getParent()) {
    if (region.blocks.contains(&block)) originals.push_back(&block);
  }
  for (BasicBlock* block : originals) {
    clones.push_back(CloneBasicBlock(block, map, ".all", head.getParent()));
    map[block] = clones.back();
  }
  map[&head] = &entry;
  remapInstructionsInBlocks(clones, map);
  for (PHINode& phi : region.join->phis()) {
    for (BasicBlock* block : originals) {
      const int at = phi.getBasicBlockIndex(block);
      if (at < 0) continue;
      Value* value = phi.getIncomingValue(static_cast<unsigned>(at));
      Value* mapped = map.lookup(value);
      phi.addIncoming(mapped != nullptr ? mapped : value, cast<BasicBlock>(map[block]));
    }
  }
}

void version(BasicBlock& head, const DivergentRegion& region) {
  Function& function = *head.getParent();
  LLVMContext& context = function.getContext();
  auto* branch = cast<BranchInst>(head.getTerminator());
  const unsigned side = branch->getSuccessor(0) == region.join ? 1 : 0;
  BasicBlock* body = branch->getSuccessor(side);
  BasicBlock* entry = BasicBlock::Create(context, "all", &function);
  BasicBlock* masked = BasicBlock::Create(context, "masked", &function);
  ValueToValueMapTy map;
  clone_blocks(head, *entry, region, map);
  IRBuilder<>(entry).CreateBr(cast<BasicBlock>(map[body]));
  branch->removeFromParent();
  branch->insertInto(masked, masked->end());
  for (BasicBlock* next : successors(masked)) next->replacePhiUsesWith(&head, masked);
  IRBuilder<> builder(&head);
  Value* condition = branch->getCondition();
  if (side == 1) condition = builder.CreateNot(condition);
  builder.CreateCondBr(ask_all_lanes(builder, condition), entry, masked, likely(builder));
}

using Conditions = SmallPtrSet<const Value*, 4>;

// Versions the first guard that is worth it and was not versioned before: what is left of one looks like it.
bool version_one(Function& region, const Schedule& schedule, Conditions& done) {
  ShapeAnalysis shapes(region, schedule, false);
  shapes.run();
  for (const auto& [head, blocks] : shapes.regions()) {
    if (shapes.divergent(head) || !single_entry(*head, blocks)) continue;
    if (weigh(blocks, shapes.loops()) < kWorthwhile) continue;
    if (!done.insert(cast<BranchInst>(head->getTerminator())->getCondition()).second) continue;
    if (is_whole_guard(*head, blocks, shapes, schedule)) {
      leave_to_vectors(*head, blocks);
    } else {
      version(*head, blocks);
    }
    return true;
  }
  return false;
}

}  // namespace

Value* ask_all_lanes(IRBuilder<>& builder, Value* condition) {
  Type* flag = builder.getInt1Ty();
  Module& module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(module.getOrInsertFunction(kAllLanes, flag, flag), condition);
}

MDNode* likely(IRBuilder<>& builder) {
  return MDBuilder(builder.getContext()).createBranchWeights(kLikely, 1);
}

void version_guards(Function& region, const Schedule& schedule) {
  Conditions done;
  for (unsigned i = 0; i < kMostVersions; ++i) {
    if (region.getInstructionCount() > kMostInstructions) return;
    if (!version_one(region, schedule, done)) return;
    run_function_passes(region, "loop-simplify,lcssa");
  }
}

}  // namespace vgpu::compiler
