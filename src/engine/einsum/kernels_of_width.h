// The loops' kernels as templates over vectors (engine/simd.h).
//
// Included by kernel files only. Real numbers go by vectors: along the result where operands lie side by side there, else along
// the sum.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/einsum/any_steps.h"
#include "engine/einsum/vectors.h"

namespace vgpu::einsum::VG_SIMD {
namespace {

template <typename T>
void product(const Loops<T>& given) {
  Loops<T> x = given;
  const auto exchange = [&] {
    x.a = given.b, x.a_n = given.b_n, x.a_m = given.b_m;
    x.b = given.a, x.b_n = given.a_n, x.b_m = given.a_m;
  };
  const auto suits = [](std::int64_t p, std::int64_t q) {
    return (p == 1 && (q == 0 || q == 1)) || (p == 0 && q == 1);
  };
  const bool result = suits(x.a_n, x.b_n) && x.n > 1, sum = suits(x.a_m, x.b_m) && x.m > 1;
  if (result && (!sum || x.n >= x.m || x.n >= Simd<T>::kWidth)) {
    if (x.a_n == 0) exchange();
    return x.b_n == 1 ? along_result<T, true, true>(x) : along_result<T, true, false>(x);
  }
  if (sum) {
    if (x.a_m == 0) exchange();
    return x.b_m == 1 ? along_sum<T, true, true>(x) : along_sum<T, true, false>(x);
  }
  by_any_steps<T, true>(x);
}

template <typename T>
void sum(const Loops<T>& x) {
  if (x.a_n == 1 && x.n > 1) return along_result<T, false, false>(x);
  if (x.a_m == 1 && x.m > 1) return along_sum<T, false, false>(x);
  by_any_steps<T, false>(x);
}

template <typename T, typename E>
void turn_as(const Loops<E>& x) {
  turn<T>(x.a, x.out, x.n, x.m, x.a_n, x.out_m);
}

// Pairs of floats move as doubles where they lie like those.
template <typename E>
void turn_pairs_of_floats(const Loops<E>& x) {
  const auto places =
      reinterpret_cast<std::uintptr_t>(x.a) | reinterpret_cast<std::uintptr_t>(x.out);
  places % sizeof(double) == 0 ? turn_as<double>(x) : copy_any(pairs<float>(x));
}
template <typename E>
void turn_pairs_of_doubles(const Loops<E>& x) {
  copy_any(pairs<double>(x));
}

template <typename T>
void copy(const Loops<T>& x) {
  if (x.a_n != 1 || x.out_n != 1) return copy_any(x);
  copy_lines<T, 1>(x.a, x.out, x.n, x.m, x.a_m, x.out_m);
}
template <typename T, typename E>
void copy_pairs(const Loops<E>& x) {
  if (x.a_n != 1 || x.out_n != 1) return copy_any(pairs<T>(x));
  copy_lines<T, 2>(reinterpret_cast<const T*>(x.a), reinterpret_cast<T*>(x.out), x.n, x.m, x.a_m,
                   x.out_m);
}

constexpr Kernels<float> kFloats = {product<float>, sum<float>, copy<float>, turn_as<float, float>};
constexpr Kernels<double> kDoubles = {product<double>, sum<double>, copy<double>,
                                      turn_as<double, double>};

}  // namespace
}  // namespace vgpu::einsum::VG_SIMD
