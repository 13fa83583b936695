// The loops' kernels by instruction set.
// SPDX-License-Identifier: MIT
#include "engine/einsum/kernels.h"

#include "engine/by_level.h"

namespace vgpu::einsum {

using engine::by_level;

template <>
const Kernels<float>& kernels_for<float>(SimdLevel level) {
  return by_level(level, portable::kernels_f32, avx2::kernels_f32, avx512::kernels_f32)();
}
template <>
const Kernels<double>& kernels_for<double>(SimdLevel level) {
  return by_level(level, portable::kernels_f64, avx2::kernels_f64, avx512::kernels_f64)();
}
template <>
const Kernels<std::complex<float>>& kernels_for<std::complex<float>>(SimdLevel level) {
  return by_level(level, portable::kernels_c32, avx2::kernels_c32, avx512::kernels_c32)();
}
template <>
const Kernels<std::complex<double>>& kernels_for<std::complex<double>>(SimdLevel level) {
  return by_level(level, portable::kernels_c64, avx2::kernels_c64, avx512::kernels_c64)();
}

}  // namespace vgpu::einsum
