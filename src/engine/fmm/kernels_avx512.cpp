// The FMM's kernels for AVX-512.
// SPDX-License-Identifier: MIT
#include "engine/fmm/kernel_set.h"

namespace vgpu::fmm {

const KernelSet<float>& avx512_float() { return avx512::kKernels<float>; }
const KernelSet<double>& avx512_double() { return avx512::kKernels<double>; }

}  // namespace vgpu::fmm
