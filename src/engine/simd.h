// Vectors of the width that a kernel file is compiled for, one class for all instruction sets.
//
// Only files named *_portable, *_avx2, *_avx512* include this, and templates over it: everything stands in namespace VG_SIMD
// (a definition that the build gives such a file) and in an unnamed namespace, so that no function compiled for a wide
// CPU is ever merged with one of the same name that must run anywhere. For the same reason such files call nothing of std::.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace vgpu::engine::VG_SIMD {
namespace {

#if defined(__AVX512F__)
inline constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr int kVectorBytes = 32;
#else
inline constexpr int kVectorBytes = 16;
#endif

// Loads, stores and constants of a vector; arithmetic is the compiler's own on V.
template <typename T>
struct Simd {
  static constexpr int kWidth = kVectorBytes / static_cast<int>(sizeof(T));
  using Element = T;
  typedef T V __attribute__((vector_size(kVectorBytes)));
  // The first n lanes, of loads and stores at an edge.
  struct Part {
    int n;
  };

  static Part part(std::int64_t n) {
    return {n >= kWidth ? kWidth : static_cast<int>(n < 0 ? 0 : n)};
  }
  static V zero() { return V{}; }
  static V set(T value) {
    V v;
#pragma unroll
    for (int i = 0; i < kWidth; ++i) v[i] = value;
    return v;
  }
  static V load(const T* from) {
    V v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
  }
  static void store(T* to, V v) { __builtin_memcpy(to, &v, sizeof v); }

  // Lanes behind the part are 0 and their memory is not touched.
  static V load(const T* from, Part p) {
#if defined(__AVX512F__)
    if constexpr (sizeof(T) == 4) {
      return (V)_mm512_maskz_loadu_epi32(static_cast<__mmask16>((1u << p.n) - 1), from);
    } else {
      return (V)_mm512_maskz_loadu_epi64(static_cast<__mmask8>((1u << p.n) - 1), from);
    }
#elif defined(__AVX2__)
    if (p.n == kWidth) return load(from);
    if constexpr (sizeof(T) == 4) {
      return (V)_mm256_maskload_epi32(reinterpret_cast<const int*>(from), mask(p));
    } else {
      return (V)_mm256_maskload_epi64(reinterpret_cast<const long long*>(from), mask(p));
    }
#else
    V v{};
    for (int i = 0; i < p.n; ++i) v[i] = from[i];
    return v;
#endif
  }

  static void store(T* to, V v, Part p) {
#if defined(__AVX512F__)
    if constexpr (sizeof(T) == 4) {
      _mm512_mask_storeu_epi32(to, static_cast<__mmask16>((1u << p.n) - 1), (__m512i)v);
    } else {
      _mm512_mask_storeu_epi64(to, static_cast<__mmask8>((1u << p.n) - 1), (__m512i)v);
    }
#elif defined(__AVX2__)
    if (p.n == kWidth) return store(to, v);  // masked stores of AVX2 are slow on some CPUs
    if constexpr (sizeof(T) == 4) {
      _mm256_maskstore_epi32(reinterpret_cast<int*>(to), mask(p), (__m256i)v);
    } else {
      _mm256_maskstore_epi64(reinterpret_cast<long long*>(to), mask(p), (__m256i)v);
    }
#else
    for (int i = 0; i < p.n; ++i) to[i] = v[i];
#endif
  }

#if defined(__AVX2__) && !defined(__AVX512F__)
 private:
  static __m256i mask(Part p) {
    if constexpr (sizeof(T) == 4) {
      return _mm256_cmpgt_epi32(_mm256_set1_epi32(p.n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    } else {
      return _mm256_cmpgt_epi64(_mm256_set1_epi64x(p.n), _mm256_setr_epi64x(0, 1, 2, 3));
    }
  }
#endif
};

}  // namespace
}  // namespace vgpu::engine::VG_SIMD
