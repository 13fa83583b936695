// Sizes of clusters that kernels are declared with, for the run time; see lower_names.h.
//
// __cluster_dims__(x, y, z) is an annotation of the kernel. It becomes a variable with the kernel's name in its own,
// which the run time asks for before it launches (src/api/cuda/clusters.cpp).
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/Constants.h"

namespace vgpu::compiler {
namespace {

constexpr char kMark[] = "vgpu.cluster";
constexpr char kVariable[] = "__vgpu_cluster_";
constexpr unsigned kGlobalSpace = 1;

const llvm::Constant* initializer_of(const llvm::Value* value) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value->stripPointerCasts());
  return variable && variable->hasInitializer() ? variable->getInitializer() : nullptr;
}

// The annotation's numbers, 1 for those that are not there.
llvm::Constant* sizes_of(const llvm::Constant& entry, llvm::Module& module) {
  const llvm::Constant* arguments = initializer_of(entry.getOperand(4));
  std::uint32_t sizes[3] = {1, 1, 1};
  for (unsigned i = 0; i < 3 && arguments; ++i) {
    const auto* size = llvm::dyn_cast_or_null<llvm::ConstantInt>(arguments->getAggregateElement(i));
    if (size) sizes[i] = static_cast<std::uint32_t>(size->getLimitedValue(UINT32_MAX));
  }
  return llvm::ConstantDataArray::get(module.getContext(), sizes);
}

}  // namespace

void lower_cluster_sizes(llvm::Module& module) {
  const llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations");
  if (!list || !list->hasInitializer()) return;
  for (const llvm::Use& use : list->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (!entry || entry->getNumOperands() < 5) continue;
    const auto* kernel = llvm::dyn_cast<llvm::Function>(entry->getOperand(0)->stripPointerCasts());
    const auto* text =
        llvm::dyn_cast_or_null<llvm::ConstantDataArray>(initializer_of(entry->getOperand(1)));
    if (!kernel || !text || !text->isCString() || text->getAsCString() != kMark) continue;
    llvm::Constant* sizes = sizes_of(*entry, module);
    auto* variable = new llvm::GlobalVariable(
        module, sizes->getType(), false, llvm::GlobalValue::ExternalLinkage, sizes,
        kVariable + kernel->getName(), nullptr, llvm::GlobalValue::NotThreadLocal, kGlobalSpace);
    variable->setExternallyInitialized(true);
  }
}

}  // namespace vgpu::compiler
