// The FFT's kernels by instruction set.
// SPDX-License-Identifier: MIT
#include "engine/fft/kernels.h"

#include "engine/by_level.h"

namespace vgpu::fft {

using engine::by_level;

template <>
const Kernels<float>& kernels_for<float>(SimdLevel level) {
  return by_level(level, portable_float, avx2_float, avx512_float)();
}
template <>
const Kernels<double>& kernels_for<double>(SimdLevel level) {
  return by_level(level, portable_double, avx2_double, avx512_double)();
}

}  // namespace vgpu::fft
