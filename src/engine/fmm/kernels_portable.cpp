// The FMM's kernels for any x86-64.
// SPDX-License-Identifier: MIT
#include "engine/fmm/kernel_set.h"

namespace vgpu::fmm {

const KernelSet<float>& portable_float() { return portable::kKernels<float>; }
const KernelSet<double>& portable_double() { return portable::kKernels<double>; }

}  // namespace vgpu::fmm
