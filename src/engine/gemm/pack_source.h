// What packing reads: a matrix, or the sum of several that lie alike.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/kernels.h"
#include "engine/simd.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

template <typename T>
struct OneMatrix {
  using S = Simd<T>;
  [[gnu::always_inline]] T get(const T* from) const { return *from; }
  [[gnu::always_inline]] typename S::V load(const T* from) const { return S::load(from); }
  [[gnu::always_inline]] typename S::V load(const T* from, typename S::Part part) const {
    return S::load(from, part);
  }
  [[gnu::always_inline]] void fetch(const T* from) const { __builtin_prefetch(from); }
};

// Addresses are the first matrix's.
template <typename T>
struct SumOfMatrices {
  using S = Simd<T>;
  Addends<T> more;

  [[gnu::always_inline]] T get(const T* from) const {
    T sum = *from;
    for (int i = 0; i < more.count; ++i) sum += more.of[i].factor * from[more.of[i].at];
    return sum;
  }
  [[gnu::always_inline]] typename S::V load(const T* from) const {
    typename S::V sum = S::load(from);
    for (int i = 0; i < more.count; ++i) {
      sum += S::set(more.of[i].factor) * S::load(from + more.of[i].at);
    }
    return sum;
  }
  [[gnu::always_inline]] typename S::V load(const T* from, typename S::Part part) const {
    typename S::V sum = S::load(from, part);
    for (int i = 0; i < more.count; ++i) {
      sum += S::set(more.of[i].factor) * S::load(from + more.of[i].at, part);
    }
    return sum;
  }
  [[gnu::always_inline]] void fetch(const T* from) const {
    __builtin_prefetch(from);
    for (int i = 0; i < more.count; ++i) __builtin_prefetch(from + more.of[i].at);
  }
};

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
