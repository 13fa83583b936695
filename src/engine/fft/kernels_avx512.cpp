// The FFT's kernels for AVX-512.
// SPDX-License-Identifier: MIT
#include "engine/fft/kernel_set.h"

namespace vgpu::fft {

const Kernels<float>& avx512_float() { return avx512::kKernels<float>; }
const Kernels<double>& avx512_double() { return avx512::kKernels<double>; }

}  // namespace vgpu::fft
