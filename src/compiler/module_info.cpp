// Looks up kernels in what is known of a module.
// SPDX-License-Identifier: MIT
#include "compiler/module_info.h"

namespace vgpu::compiler {

const KernelInfo* ModuleInfo::find_kernel(const std::string& name) const {
  for (const KernelInfo& kernel : kernels) {
    if (kernel.symbol == name) return &kernel;
  }
  const KernelInfo* found = nullptr;
  for (const KernelInfo& kernel : kernels) {
    if (kernel.name != name) continue;
    if (found) return nullptr;
    found = &kernel;
  }
  return found;
}

}  // namespace vgpu::compiler
