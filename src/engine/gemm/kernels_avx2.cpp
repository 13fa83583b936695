// Matrix products for CPUs with AVX2.
//
// 16 registers of 256 bits: twelve sums, two of b, one of a.
// SPDX-License-Identifier: MIT
#include "engine/gemm/kernels_of_width.h"

namespace vgpu::gemm::VG_SIMD {

const Kernels<float>& kernels_f32() { return kernels_of<float, 6, 2>(); }
const Kernels<double>& kernels_f64() { return kernels_of<double, 6, 2>(); }

}  // namespace vgpu::gemm::VG_SIMD
