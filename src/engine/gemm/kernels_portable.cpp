// Matrix products for any x86-64.
//
// 16 registers of 128 bits: eight sums, two of b, one of a, and room for products.
// SPDX-License-Identifier: MIT
#include "engine/gemm/kernels_of_width.h"

namespace vgpu::gemm::VG_SIMD {

const Kernels<float>& kernels_f32() { return kernels_of<float, 4, 2>(); }
const Kernels<double>& kernels_f64() { return kernels_of<double, 4, 2>(); }

}  // namespace vgpu::gemm::VG_SIMD
