// The FFT's kernels for any x86-64.
// SPDX-License-Identifier: MIT
#include "engine/fft/kernel_set.h"

namespace vgpu::fft {

const Kernels<float>& portable_float() { return portable::kKernels<float>; }
const Kernels<double>& portable_double() { return portable::kKernels<double>; }

}  // namespace vgpu::fft
