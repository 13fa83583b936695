// The comparison of both ways, in cycles an item.
// SPDX-License-Identifier: MIT
#include "compiler/passes/scattered_region.h"

#include <cstdlib>

#include "compiler/passes/shapes.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

// Measured on AVX2 machines: a lane of a gather, a lane of a scatter, an instruction of scalar code.
constexpr double kGatherLane = 1.5, kScatterLane = 2.5, kScalar = 0.4;

class Accesses {
 public:
  Accesses(Function& region, const Schedule& schedule)
      : region_(region), shapes_(region, schedule, false) {
    shapes_.run();
    for (Instruction& instruction : instructions(region)) count(instruction);
  }

  // Loops are another matter: in them vectors have other ways to save.
  bool has_loops() const { return !shapes_.loops().empty(); }
  double in_vectors(unsigned width) const {
    return kGatherLane * gathers_ + kScatterLane * scatters_ + double(others_) / width;
  }
  double item_by_item() const { return 1 + kScalar * (gathers_ + scatters_ + others_); }

 private:
  void count(Instruction& instruction) {
    if (isa<PHINode, BranchInst, ReturnInst>(instruction)) return;
    Type* type = accessed(&instruction);
    Value* address = getLoadStorePointerOperand(&instruction);
    if (address == nullptr || !scattered(address, type)) {
      others_ += isa<CallBase>(instruction) ? 8 : 1;
    } else {
      ++(isa<LoadInst>(instruction) ? gathers_ : scatters_);
    }
  }

  static Type* accessed(Instruction* instruction) {
    if (auto* store = dyn_cast<StoreInst>(instruction)) return store->getValueOperand()->getType();
    return instruction->getType();
  }

  // Indices that are linear but for a wrap are tested when the code runs, so they count as linear.
  bool scattered(Value* address, Type* type) const {
    const DataLayout& layout = region_.getParent()->getDataLayout();
    const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(type).getFixedValue());
    Shape shape = shapes_.shape(address);
    std::int64_t stride = shape.stride;
    auto* node = dyn_cast<GetElementPtrInst>(address);
    if (shape.varying() && node != nullptr && !shapes_.shape(node->getPointerOperand()).varying()) {
      stride = shapes_.shape(node->getPointerOperand()).stride;
      for (auto step = gep_type_begin(node), end = gep_type_end(node); step != end; ++step) {
        Value* index = step.getOperand();
        while (isa<SExtInst, ZExtInst>(index)) index = cast<CastInst>(index)->getOperand(0);
        if (shapes_.shape(index).varying()) return true;
        if (step.isStruct()) continue;
        stride += shapes_.shape(index).stride *
                  static_cast<std::int64_t>(step.getSequentialElementStride(layout));
      }
    } else if (shape.varying()) {
      return true;
    }
    return stride != 0 && std::abs(stride) != size;
  }

  Function& region_;
  ShapeAnalysis shapes_;
  unsigned gathers_ = 0, scatters_ = 0, others_ = 0;
};

}  // namespace

bool is_scattered(Function& region, const Schedule& schedule) {
  const Accesses accesses(region, schedule);
  return !accesses.has_loops() && accesses.item_by_item() < accesses.in_vectors(schedule.width);
}

}  // namespace vgpu::compiler
