// The FFT's kernels by instruction set.
// SPDX-License-Identifier: MIT
#include "engine/fft/kernels.h"

namespace vgpu::fft {

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

}  // namespace vgpu::fft
