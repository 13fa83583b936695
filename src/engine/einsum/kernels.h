// The two innermost loops of a nest, for each instruction set.
// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstdint>

#include "base/cpu_features.h"

namespace vgpu::einsum {

// out[i] (+)= sum over l < m of a[i, l] * b[i, l]; steps in elements.
template <typename E>
struct Loops {
  const E *a, *b;
  E* out;
  std::int64_t n, a_n, b_n, out_n;
  std::int64_t m, a_m, b_m;
  bool add;
  std::int64_t out_m = 0;  // of copies
};

template <typename E>
struct Kernels {
  void (*product)(const Loops<E>&);
  void (*sum)(const Loops<E>&);   // without b
  void (*copy)(const Loops<E>&);  // out[i, l] = a[i, l]
  void (*turn)(const Loops<E>&);  // the same where a_m and out_n are 1
};

template <typename E>
const Kernels<E>& kernels_for(SimdLevel level);

#define VG_EINSUM_KERNELS                            \
  const Kernels<float>& kernels_f32();               \
  const Kernels<double>& kernels_f64();              \
  const Kernels<std::complex<float>>& kernels_c32(); \
  const Kernels<std::complex<double>>& kernels_c64();
namespace portable {
VG_EINSUM_KERNELS
}
namespace avx2 {
VG_EINSUM_KERNELS
}
namespace avx512 {
VG_EINSUM_KERNELS
}
#undef VG_EINSUM_KERNELS

}  // namespace vgpu::einsum
