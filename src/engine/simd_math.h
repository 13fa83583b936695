// Elementary functions on vectors, accurate to a few units in the last place.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/simd.h"

namespace vgpu::engine::VG_SIMD {
namespace {

template <typename T>
struct Integers;
template <>
struct Integers<float> {
  typedef std::int32_t V __attribute__((vector_size(kVectorBytes)));
  static constexpr int kMantissa = 23, kBias = 127;
  static constexpr float kLargest = 88.0f, kSmallest = -87.0f;
  static constexpr float kMagic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to a whole number
};
template <>
struct Integers<double> {
  typedef std::int64_t V __attribute__((vector_size(kVectorBytes)));
  static constexpr int kMantissa = 52, kBias = 1023;
  static constexpr double kLargest = 709.0, kSmallest = -708.0;
  static constexpr double kMagic = 6755399441055744.0;  // 1.5 * 2^52
};

template <typename T>
constexpr T inverse_factorial(int n) {
  double product = 1;
  for (int i = 2; i <= n; ++i) product *= i;
  return static_cast<T>(1 / product);
}

// e^x; below the smallest normal number 0 comes out as that number, above the largest its own power. NaN stays NaN.
template <typename T>
typename Simd<T>::V exp(typename Simd<T>::V x) {
  using S = Simd<T>;
  using I = Integers<T>;
  using V = typename S::V;
  const V nan = x;
  x = x > S::set(I::kLargest) ? S::set(I::kLargest) : x;
  x = x < S::set(I::kSmallest) ? S::set(I::kSmallest) : x;
  const V shifted = x * S::set(T(1.4426950408889634)) + S::set(I::kMagic);
  const V n = shifted - S::set(I::kMagic);
  // The logarithm of 2 in two parts, so that the rest keeps all of its digits.
  V r = x - n * S::set(sizeof(T) == 4 ? T(0.693359375) : T(6.93145751953125e-1));
  r -= n * S::set(sizeof(T) == 4 ? T(-2.12194440e-4) : T(1.42860682030941723212e-6));
  // Taylor's series: |r| <= ln(2)/2, so 7 terms are enough for float, 13 for double.
  constexpr int kTerms = sizeof(T) == 4 ? 7 : 13;
  V p = S::set(inverse_factorial<T>(kTerms));
#pragma unroll
  for (int i = kTerms - 1; i >= 0; --i) p = p * r + S::set(inverse_factorial<T>(i));
  typename I::V bits;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  bits = (bits + I::kBias) << I::kMantissa;  // n stands in the lowest bits of the shifted number
  V power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return nan != nan ? nan : p * power;
}

// tanh by e^2x, which loses no digits that matter once x is added to something; odd, and 1 for large x.
template <typename T>
typename Simd<T>::V tanh(typename Simd<T>::V x) {
  using S = Simd<T>;
  const typename S::V e = exp<T>(x + x);
  const typename S::V one = S::set(T(1));
  const typename S::V limit = S::set(T(20));
  const typename S::V y = one - (one + one) / (e + one);
  return x > limit ? one : (x < -limit ? -one : y);
}

// The Gaussian error linear unit in its usual form with tanh: x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
template <typename T>
typename Simd<T>::V gelu(typename Simd<T>::V x) {
  using S = Simd<T>;
  const typename S::V inner =
      S::set(T(0.7978845608028654)) * x * (S::set(T(1)) + S::set(T(0.044715)) * x * x);
  return S::set(T(0.5)) * x * (S::set(T(1)) + tanh<T>(inner));
}

}  // namespace
}  // namespace vgpu::engine::VG_SIMD
