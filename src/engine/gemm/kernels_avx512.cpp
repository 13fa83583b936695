// Matrix products for CPUs with AVX-512.
//
// 32 registers of 512 bits: 28 sums, two of b, one of a.
// SPDX-License-Identifier: MIT
#include "engine/gemm/kernels_of_width.h"

namespace vgpu::gemm::VG_SIMD {

const Kernels<float>& kernels_f32() { return kernels_of<float, 14, 2>(); }
const Kernels<double>& kernels_f64() { return kernels_of<double, 14, 2>(); }

}  // namespace vgpu::gemm::VG_SIMD
