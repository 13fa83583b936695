// Sums with any steps, of real and complex numbers.
//
// Complex numbers go in blocks of a few that the compiler makes vectors of; products of them that matter are matrix products.
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/einsum/kernels.h"

namespace vgpu::einsum::VG_SIMD {
namespace {

// A complex number as kernels see it: std::complex without the calls.
template <typename T>
struct Pair {
  T re, im;
};
template <typename T>
[[gnu::always_inline]] inline Pair<T> operator+(Pair<T> x, Pair<T> y) {
  return {x.re + y.re, x.im + y.im};
}
template <typename T>
[[gnu::always_inline]] inline Pair<T> operator*(Pair<T> x, Pair<T> y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

// Any steps: a few results at a time, so that their sums do not wait for one another. Steps of 1 are given as constants, for
// the compiler's vectors.
template <typename E, bool has_b, bool dense>
void plainly(const Loops<E>& x) {
  constexpr std::int64_t kBlock = 8;
  const std::int64_t a_n = dense ? 1 : x.a_n, b_n = dense ? 1 : x.b_n;
  for (std::int64_t i = 0; i < x.n; i += kBlock) {
    const std::int64_t count = x.n - i < kBlock ? x.n - i : kBlock;
    E sum[kBlock] = {};
    for (std::int64_t l = 0; l < x.m; ++l) {
      const E* a = x.a + i * a_n + l * x.a_m;
      const E* b = x.b + i * b_n + l * x.b_m;
      const auto add = [&](std::int64_t r) {
        if constexpr (has_b) {
          sum[r] = sum[r] + a[r * a_n] * b[r * b_n];
        } else {
          sum[r] = sum[r] + a[r * a_n];
        }
      };
      if (count == kBlock) {
#pragma unroll
        for (std::int64_t r = 0; r < kBlock; ++r) add(r);
      } else {
        for (std::int64_t r = 0; r < count; ++r) add(r);
      }
    }
    for (std::int64_t r = 0; r < count; ++r) {
      E& to = x.out[(i + r) * x.out_n];
      to = x.add ? to + sum[r] : sum[r];
    }
  }
}

// One result of a long sum with any steps.
template <typename E, bool has_b>
void one_by_one(const Loops<E>& x) {
  constexpr int kSums = 4;
  for (std::int64_t i = 0; i < x.n; ++i) {
    const E *a = x.a + i * x.a_n, *b = x.b + i * x.b_n;
    E sum[kSums] = {};
    for (std::int64_t l = 0; l < x.m; ++l, a += x.a_m, b += x.b_m) {
      if constexpr (has_b) {
        sum[l % kSums] = sum[l % kSums] + *a * *b;
      } else {
        sum[l % kSums] = sum[l % kSums] + *a;
      }
    }
    const E total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    E& to = x.out[i * x.out_n];
    to = x.add ? to + total : total;
  }
}

template <typename E, bool has_b>
void by_any_steps(const Loops<E>& x) {
  constexpr std::int64_t kFew = 8;
  if (x.n < kFew && x.m > x.n) return one_by_one<E, has_b>(x);
  plainly<E, has_b, false>(x);
}

template <typename E>
void copy_any(const Loops<E>& x) {
  for (std::int64_t l = 0; l < x.m; ++l) {
    const E* from = x.a + l * x.a_m;
    E* to = x.out + l * x.out_m;
    for (std::int64_t i = 0; i < x.n; ++i) to[i * x.out_n] = from[i * x.a_n];
  }
}

template <typename T, typename E>
Loops<Pair<T>> pairs(const Loops<E>& x) {
  return {reinterpret_cast<const Pair<T>*>(x.a),
          reinterpret_cast<const Pair<T>*>(x.b),
          reinterpret_cast<Pair<T>*>(x.out),
          x.n,
          x.a_n,
          x.b_n,
          x.out_n,
          x.m,
          x.a_m,
          x.b_m,
          x.add,
          x.out_m};
}

template <typename T, typename E>
void pair_product(const Loops<E>& given) {
  const Loops<Pair<T>> x = pairs<T>(given);
  if (x.a_n == 1 && x.b_n == 1) return plainly<Pair<T>, true, true>(x);
  by_any_steps<Pair<T>, true>(x);
}

template <typename T, typename E>
void pair_sum(const Loops<E>& given) {
  const Loops<Pair<T>> x = pairs<T>(given);
  if (x.a_n == 1) return plainly<Pair<T>, false, true>(x);
  by_any_steps<Pair<T>, false>(x);
}

}  // namespace
}  // namespace vgpu::einsum::VG_SIMD
