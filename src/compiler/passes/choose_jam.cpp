// The cost model behind choose_jam.
//
// An instruction is repeated along an axis only if its shape depends on it, so the cost of an item falls as copies share
// work. Inner loops dominate: every level counts eightfold. Loop-carried vectors must stay in registers.
// SPDX-License-Identifier: MIT
#include "compiler/passes/choose_jam.h"

#include <algorithm>
#include <memory>

#include "compiler/passes/loop_weight.h"
#include "compiler/passes/row_loop.h"
#include "compiler/passes/shapes.h"
#include "compiler/passes/vectorizer_prepare.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {
namespace {

constexpr double kGatherCost = 8;
constexpr double kLineCost =
    2;  // a vector from memory: a line, where an element for all lanes is a part of one
constexpr double kDivisionCost = 6;  // and square roots
constexpr double kScalarCost = 0.3;  // address arithmetic runs beside the vectors
constexpr double kWorthwhile = 0.9;  // a jam must save a tenth
constexpr unsigned kLargestCode = 6000;
constexpr unsigned kSmallRegion = 200;
constexpr unsigned kMostRowsOnce = 4;  // without a loop, more rows only crowd registers and caches

struct Jam {
  unsigned x, y;
};
constexpr Jam kCandidates[] = {{2, 1}, {1, 2}, {2, 2}, {1, 4}, {2, 4},
                               {4, 1}, {4, 2}, {1, 8}, {2, 8}, {4, 4}};

// One region with its shapes, ready to be asked for the cost of a jam.
class RegionCost {
 public:
  RegionCost(llvm::Function& region, const Schedule& schedule)
      : region_(region), shapes_(region, schedule, false) {
    assume_linear(region, shapes_, schedule);
  }

  double cost(Jam jam) const {
    double sum = 0;
    for (const llvm::Instruction& inst : llvm::instructions(region_)) {
      sum += loop_weight(shapes_.loops(), *inst.getParent()) * price(inst) * copies(inst, jam);
    }
    return sum / (jam.x * jam.y);
  }

  // Vectors that a loop carries from one iteration to the next, in the loop that carries most.
  unsigned carried(Jam jam) const {
    unsigned most = 0;
    for (const llvm::Loop* loop : shapes_.loops().getLoopsInPreorder()) {
      unsigned vectors = 0;
      for (const llvm::PHINode& phi : loop->getHeader()->phis()) {
        if (shapes_.shape(&phi).varying()) vectors += copies(phi, jam) * registers(phi);
      }
      if (vectors != 0) vectors += jam.x + 1;
      most = std::max(most, vectors);
    }
    return most;
  }

  // Masks cost per copy and lanes wait for each other: no reuse pays for that.
  bool has_divergent_loop() const {
    return has_loop([&](const llvm::Loop& loop) { return !is_even(loop); });
  }

  // Loops over a row by all items: without masks but for the last round, which needs them for every copy.
  bool has_even_loop() const {
    return has_loop([&](const llvm::Loop& loop) { return is_even(loop); });
  }

  // Loops that only compute, each step from the last: one vector leaves the processor waiting for results.
  bool only_waits_for_results() const {
    for (const llvm::Loop* loop : shapes_.loops().getLoopsInPreorder()) {
      if (!shapes_.divergent(loop)) continue;
      for (const llvm::BasicBlock* block : loop->blocks()) {
        for (const llvm::Instruction& inst : *block) {
          if (inst.mayReadOrWriteMemory()) return false;
        }
      }
    }
    return true;
  }

  // Lanes that walk along rows of their own: several vectors would walk along several times as many lines at once.
  bool takes_lines(const Schedule& schedule) const {
    return schedule.extent(1) == 1 && reads_lines(schedule) &&
           vgpu::compiler::takes_lines(region_, shapes_, schedule);
  }

  bool has_loops() const { return !shapes_.loops().empty(); }

  unsigned size() const { return region_.getInstructionCount(); }

 private:
  bool has_loop(llvm::function_ref<bool(const llvm::Loop&)> is_wanted) const {
    return llvm::any_of(shapes_.loops().getLoopsInPreorder(), [&](const llvm::Loop* loop) {
      return shapes_.divergent(loop) && is_wanted(*loop);
    });
  }

  // Atomics run lane by lane, whatever the rest does.
  bool is_even(const llvm::Loop& loop) const {
    return lanes_stay_together(loop, shapes_) &&
           llvm::none_of(loop.blocks(), [](const llvm::BasicBlock* block) {
             return llvm::any_of(*block, [](const auto& inst) { return inst.isAtomic(); });
           });
  }

  static unsigned registers(const llvm::Instruction& inst) {
    return inst.getType()->getScalarSizeInBits() > 32 ? 2 : 1;
  }

  unsigned copies(const llvm::Instruction& inst, Jam jam) const {
    Shape shape = shapes_.shape(&inst);
    bool all = llvm::isa<llvm::StoreInst>(inst);
    return (all || !shape.uniform() ? jam.x : 1) * (all || shape.y ? jam.y : 1);
  }

  static bool divides(const llvm::Instruction& inst) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    return inst.getOpcode() == llvm::Instruction::FDiv ||
           (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt);
  }

  double price(const llvm::Instruction& inst) const {
    if (const llvm::Value* address = llvm::getLoadStorePointerOperand(&inst)) {
      const Shape shape = shapes_.shape(address);
      return shape.varying() ? kGatherCost : shape.linear() ? kLineCost : 1;
    }
    if (llvm::isa<llvm::PHINode, llvm::BranchInst>(inst)) return 0;
    if (divides(inst)) return kDivisionCost;
    return shapes_.shape(&inst).varying() || inst.getType()->isFPOrFPVectorTy() ? 1 : kScalarCost;
  }

  llvm::Function& region_;
  ShapeAnalysis shapes_;
};

bool fits(Jam jam, const Schedule& schedule) {
  return schedule.extent(0) % (std::uint64_t{schedule.width} * jam.x) == 0 &&
         schedule.extent(1) % jam.y == 0;
}

// Two neighbours at once fill the time that each waits; they leave a loop at much the same time.
void jam_for_latency(const RegionCost& cost, Schedule& schedule) {
  Jam jam = {2, 1};
  bool small = cost.size() < kSmallRegion && cost.carried(jam) + 4 <= schedule.vector_registers;
  if (small && fits(jam, schedule) && cost.only_waits_for_results()) schedule.jam_x = jam.x;
}

}  // namespace

void choose_jam(const std::vector<llvm::Function*>& regions, Schedule& schedule) {
  Schedule probe = schedule;
  probe.jam_x = probe.jam_y = 2;  // so that shapes tell the rows apart
  std::vector<std::unique_ptr<RegionCost>> costs;
  unsigned size = 0, most = schedule.vector_registers / 2;
  for (llvm::Function* region : regions) {
    prepare_region(*region);
    costs.push_back(std::make_unique<RegionCost>(*region, probe));
    if (costs.back()->has_divergent_loop()) {
      if (regions.size() == 1) jam_for_latency(*costs.back(), schedule);
      return;
    }
    if (costs.back()->takes_lines(schedule)) return;
    size += costs.back()->size();
    if (costs.back()->has_even_loop()) most = schedule.vector_registers / 8;
  }
  const bool loops =
      std::any_of(costs.begin(), costs.end(), [](const auto& cost) { return cost->has_loops(); });
  auto total = [&](Jam jam) {
    double sum = 0;
    for (const auto& cost : costs) sum += cost->cost(jam);
    return sum;
  };
  double best = total({1, 1}) * kWorthwhile;
  for (Jam jam : kCandidates) {
    unsigned vectors = jam.x * jam.y;
    if (!fits(jam, schedule) || size * vectors > kLargestCode) continue;
    if (!loops && jam.y > kMostRowsOnce) continue;
    // Unrolled code carries values too, where no loop shows them: half of the registers is safe.
    if (vectors > most) continue;
    bool spills = std::any_of(costs.begin(), costs.end(), [&](const auto& cost) {
      return cost->carried(jam) > schedule.vector_registers - 2;
    });
    double cost = total(jam);
    if (spills || cost >= best) continue;
    best = cost;
    schedule.jam_x = jam.x;
    schedule.jam_y = jam.y;
  }
}

}  // namespace vgpu::compiler
