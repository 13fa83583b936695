// The FFT's kernels for AVX2 and FMA.
// SPDX-License-Identifier: MIT
#include "engine/fft/kernel_set.h"

namespace vgpu::fft {

const Kernels<float>& avx2_float() { return avx2::kKernels<float>; }
const Kernels<double>& avx2_double() { return avx2::kKernels<double>; }

}  // namespace vgpu::fft
