// Matrix products for CPUs with AVX2.
// SPDX-License-Identifier: MIT
#include "engine/gemm/kernels_of_width.h"

namespace vgpu::gemm::VG_SIMD {

const Kernels<float>& kernels_f32() { return kernels_of<float>(); }
const Kernels<double>& kernels_f64() { return kernels_of<double>(); }

}  // namespace vgpu::gemm::VG_SIMD
