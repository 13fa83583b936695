// Bias, activation, scale and residual on a part of c that has just been computed and is still in the nearest cache.
//
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/kernels.h"
#include "engine/simd.h"
#include "engine/simd_math.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

using namespace vgpu::engine::VG_SIMD;

template <typename T>
typename Simd<T>::V load_residual(const T* from, std::int64_t step, typename Simd<T>::Part part) {
  using S = Simd<T>;
  if (step == 1) return S::load(from, part);
  typename S::V v = S::zero();
  for (int i = 0; i < part.n; ++i) v[i] = from[i * step];
  return v;
}

// One vector of results, at row i and column j of the whole c.
template <typename T>
typename Simd<T>::V finish_vector(const Epilogue<T>& e, typename Simd<T>::V x, std::int64_t i,
                                  std::int64_t j, typename Simd<T>::Part part) {
  using S = Simd<T>;
  if (e.column_bias != nullptr) x += S::load(e.column_bias + j, part);
  if (e.row_bias != nullptr) x += S::set(e.row_bias[i]);
  if (e.activation == Activation::relu) x = x < S::zero() ? S::zero() : x;  // NaN stays NaN
  if (e.activation == Activation::gelu) x = gelu<T>(x);
  x *= S::set(e.scale);
  if (e.residual.data != nullptr) x += load_residual(e.residual.at(i, j), e.residual.column, part);
  return x;
}

// The epilogue on rows x columns of a block, starting at (i0, j0) of the block.
template <typename T>
void finish_part(const Block<T>& block, std::int64_t i0, std::int64_t j0, std::int64_t rows,
                 std::int64_t columns) {
  using S = Simd<T>;
  for (std::int64_t i = i0; i < i0 + rows; ++i) {
    for (std::int64_t j = 0; j < columns; j += S::kWidth) {
      T* c = block.c.data + i * block.c.row + j0 + j;
      const typename S::Part part = S::part(columns - j);
      S::store(c,
               finish_vector(*block.epilogue, S::load(c, part), block.first_row + i,
                             block.first_column + j0 + j, part),
               part);
    }
  }
}

// c = beta * c, and the epilogue.
template <typename T>
void finish_block(const Block<T>& block) {
  using S = Simd<T>;
  for (std::int64_t i = 0; i < block.m; ++i) {
    for (std::int64_t j = 0; j < block.n; j += S::kWidth) {
      T* c = block.c.data + i * block.c.row + j;
      const typename S::Part part = S::part(block.n - j);
      if (block.beta == T(0)) {
        S::store(c, S::zero(), part);
      } else if (block.beta != T(1)) {
        S::store(c, S::set(block.beta) * S::load(c, part), part);
      }
    }
  }
  if (block.epilogue != nullptr) finish_part(block, 0, 0, block.m, block.n);
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
