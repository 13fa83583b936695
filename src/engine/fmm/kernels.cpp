// The FMM's kernels by instruction set.
// SPDX-License-Identifier: MIT
#include "engine/fmm/kernels.h"

namespace vgpu::fmm {

template <>
const Kernels<float>& kernels_for<float>(SimdLevel level) {
  if (level == SimdLevel::avx512) return avx512_float();
  return level == SimdLevel::avx2 ? avx2_float() : portable_float();
}
template <>
const Kernels<double>& kernels_for<double>(SimdLevel level) {
  if (level == SimdLevel::avx512) return avx512_double();
  return level == SimdLevel::avx2 ? avx2_double() : portable_double();
}

}  // namespace vgpu::fmm
