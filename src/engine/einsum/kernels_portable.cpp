// The loops of einsum for any x86-64.
// SPDX-License-Identifier: MIT
#include "engine/einsum/kernels_of_width.h"

namespace vgpu::einsum::VG_SIMD {

const Kernels<float>& kernels_f32() { return kFloats; }
const Kernels<double>& kernels_f64() { return kDoubles; }
const Kernels<std::complex<float>>& kernels_c32() {
  using E = std::complex<float>;
  static constexpr Kernels<E> kAll = {pair_product<float, E>, pair_sum<float, E>,
                                      copy_pairs<float, E>, turn_pairs_of_floats<E>};
  return kAll;
}
const Kernels<std::complex<double>>& kernels_c64() {
  using E = std::complex<double>;
  static constexpr Kernels<E> kAll = {pair_product<double, E>, pair_sum<double, E>,
                                      copy_pairs<double, E>, turn_pairs_of_doubles<E>};
  return kAll;
}

}  // namespace vgpu::einsum::VG_SIMD
