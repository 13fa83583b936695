// Expansions moved by matrices, several at a time.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/simd.h"

namespace vgpu::fmm::VG_SIMD {

template <typename T, int kRows, int kPairs>
VG_INLINE void translate_block(const T* matrix, std::size_t rows, std::size_t columns,
                               const T* const* from, T* const* to, std::size_t row) {
  constexpr int W = Simd<T>::W;
  V<T> sum[kRows][kPairs];
  for (int r = 0; r < kRows; ++r) {
    for (int b = 0; b < kPairs; ++b) sum[r][b] = Simd<T>::load(to[b] + row + r * W);
  }
  const T* column = matrix + row;
  for (std::size_t c = 0; c < columns; ++c, column += rows) {
    V<T> m[kRows];
#pragma clang loop unroll(full)
    for (int r = 0; r < kRows; ++r) m[r] = Simd<T>::load(column + r * W);
#pragma clang loop unroll(full)
    for (int b = 0; b < kPairs; ++b) {
      const T value = from[b][c];
#pragma clang loop unroll(full)
      for (int r = 0; r < kRows; ++r) sum[r][b] += m[r] * value;
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int b = 0; b < kPairs; ++b) Simd<T>::store(to[b] + row + r * W, sum[r][b]);
  }
}

template <typename T, int kPairs>
VG_INLINE void translate_rows(const T* matrix, std::size_t rows, std::size_t columns,
                              const T* const* from, T* const* to) {
  constexpr int W = Simd<T>::W;
  constexpr int kMost = kBytes == 64 ? 4 : 2;
  std::size_t row = 0;
  for (; row + kMost * W <= rows; row += kMost * W) {
    translate_block<T, kMost, kPairs>(matrix, rows, columns, from, to, row);
  }
  if (kMost == 4 && row + 2 * W <= rows) {
    translate_block<T, 2, kPairs>(matrix, rows, columns, from, to, row);
    row += 2 * W;
  }
  if (row < rows) translate_block<T, 1, kPairs>(matrix, rows, columns, from, to, row);
}

template <typename T>
void translate(const T* matrix, std::size_t rows, std::size_t columns, const T* const* from,
               T* const* to, std::size_t count) {
  constexpr std::size_t kPairs = kBytes == 64 ? 6 : 5;
  std::size_t i = 0;
  for (; i + kPairs <= count; i += kPairs)
    translate_rows<T, int(kPairs)>(matrix, rows, columns, from + i, to + i);
  for (; i < count; ++i) translate_rows<T, 1>(matrix, rows, columns, from + i, to + i);
}

}  // namespace vgpu::fmm::VG_SIMD
