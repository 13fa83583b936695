// The FMM's kernels for AVX2 and FMA.
// SPDX-License-Identifier: MIT
#include "engine/fmm/kernel_set.h"

namespace vgpu::fmm {

const KernelSet<float>& avx2_float() { return avx2::kKernels<float>; }
const KernelSet<double>& avx2_double() { return avx2::kKernels<double>; }

}  // namespace vgpu::fmm
