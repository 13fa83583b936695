// Vectors of one register for the FMM's kernels, and 1 / sqrt.
//
// Everything stands in namespace VG_SIMD and calls no inline function of other headers; see engine/simd.h.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#define VG_INLINE __attribute__((always_inline)) inline

namespace vgpu::fmm::VG_SIMD {

#if defined(__AVX512F__)
constexpr int kBytes = 64;
#elif defined(__AVX2__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif

template <typename T>
struct Simd {
  static constexpr int W = kBytes / int(sizeof(T));
  typedef T V __attribute__((vector_size(kBytes)));
  typedef T Loose __attribute__((vector_size(kBytes), aligned(sizeof(T)), may_alias));
  static VG_INLINE V load(const T* p) { return *reinterpret_cast<const Loose*>(p); }
  static VG_INLINE void store(T* p, V v) { *reinterpret_cast<Loose*>(p) = v; }
};

// 1 / sqrt(x), and 0 for x = 0.
VG_INLINE Simd<float>::V inverse_root(Simd<float>::V x) {
  using V = Simd<float>::V;
#if defined(__AVX512F__)
  V y = (V)_mm512_maskz_rsqrt14_ps(_mm512_cmp_ps_mask((__m512)x, _mm512_setzero_ps(), _CMP_NEQ_UQ),
                                   (__m512)x);
  const V half = x * y;  // one step of Newton
  return y * (1.5f - 0.5f * half * y);
#else
  const V one = x - x + 1;
  const V y = one / __builtin_elementwise_sqrt(x);
  return x == 0 ? one - one : y;
#endif
}
VG_INLINE Simd<double>::V inverse_root(Simd<double>::V x) {
  using V = Simd<double>::V;
#if defined(__AVX512F__)
  V y = (V)_mm512_maskz_rsqrt14_pd(_mm512_cmp_pd_mask((__m512d)x, _mm512_setzero_pd(), _CMP_NEQ_UQ),
                                   (__m512d)x);
  y = y * (1.5 - 0.5 * (x * y) * y);
  return y * (1.5 - 0.5 * (x * y) * y);
#else
  const V one = x - x + 1;
  const V y = one / __builtin_elementwise_sqrt(x);
  return x == 0 ? one - one : y;
#endif
}

template <typename T>
using V = typename Simd<T>::V;

}  // namespace vgpu::fmm::VG_SIMD
