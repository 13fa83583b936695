// The functions that an instruction set brings for matrix products, and what they are given.
//
// A tile is the part of c that lives in registers: `rows` x `columns`. Panels of a are `height` rows (at most `rows`), panels
// of b are `columns` columns; packed, the elements of a panel that one step of k needs lie side by side.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/cpu_features.h"
#include "engine/gemm/problem.h"

namespace vgpu::gemm {

// With so few steps of k the traffic of c is what counts.
inline constexpr std::int64_t kFewSteps = 32;

// Up to so many steps a product is a sum of outer products with code of its own.
inline constexpr std::int64_t kOuterSteps = 8;

// Another matrix with the strides of a first one, `at` elements behind it.
template <typename T>
struct Addend {
  std::int64_t at = 0;
  T factor = 1;
};
// What is added to a matrix while it is packed.
template <typename T>
struct Addends {
  const Addend<T>* of = nullptr;
  int count = 0;
};

// Where else a block's sums go: c' = factor * a * b + beta * c', with c' `at` elements behind c.
template <typename T>
struct Also {
  std::int64_t at = 0;
  T factor = 1, beta = 1;
};

// A block of c: m x n, from panels that lie packed or in place.
template <typename T>
struct Block {
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t height = 0;  // rows of a panel of a; the last one may have fewer

  // Element (i, l) of panel p of a: a[p * a_panel + i * a_row + l * a_step]. a_row or a_step is 1. In a packed last panel
  // a_step is its own number of rows.
  const T* a = nullptr;
  std::int64_t a_panel = 0, a_row = 0, a_step = 0;
  bool a_packed = false;
  // Element (l, j) of panel p of b: b[p * b_panel + l * b_step + j]. Packed panels are full, filled up with 0.
  const T* b = nullptr;
  std::int64_t b_panel = 0, b_step = 0;
  bool b_packed = false;
  T* keep =
      nullptr;  // room for a panel of a b in place: its first tile packs it there for the others

  Matrix<T> c;  // column stride 1
  T alpha = 1, beta = 0;
  const Also<T>* also = nullptr;
  int also_count = 0;
  const Epilogue<T>* epilogue = nullptr;  // of this block, or null where more of k is to come
  std::int64_t first_row = 0, first_column = 0;  // of the block in c, for biases and the residual
  // What is wanted next, in place of the next panels: tile t fetches a line at each step, from next + t * next_tile on.
  const T* next = nullptr;
  std::int64_t next_tile = 0, next_step = 0;
};

// c = alpha * a * b + beta * c with few rows, operands in place: a's rows lie along k, `a_row` apart. b's columns lie
// along k, `b_column` apart (dots), or its rows side by side, `b_column` apart (strips, where c's do too).
template <typename T>
struct Dots {
  std::int64_t m = 0, n = 0, k = 0;
  const T* a = nullptr;
  std::int64_t a_row = 0;
  const T* b = nullptr;
  std::int64_t b_column = 0;
  Matrix<T> c;
  T alpha = 1, beta = 0;
  bool far = false;  // b is larger than the second caches of all threads
};

template <typename T>
struct Kernels {
  int rows = 0, columns = 0;  // of the largest tile

  // m x k of a into panels of `height` rows.
  void (*pack_a)(Matrix<const T> a, std::int64_t m, std::int64_t k, std::int64_t height, T* out);
  // k x n of b into panels; room for a multiple of `columns`.
  void (*pack_b)(Matrix<const T> b, std::int64_t k, std::int64_t n, T* out);
  // The same with sums of matrices.
  void (*pack_a_sum)(Matrix<const T> a, const Addends<T>& more, std::int64_t m, std::int64_t k,
                     std::int64_t height, T* out);
  void (*pack_b_sum)(Matrix<const T> b, const Addends<T>& more, std::int64_t k, std::int64_t n,
                     T* out);
  void (*multiply)(const Block<T>& block);
  // c = beta * c and the epilogue, where there is nothing to multiply.
  void (*finish)(const Block<T>& block);
  void (*dots)(const Dots<T>& dots);
  void (*strips)(const Dots<T>& strips);
  // At most kOuterSteps of k, no epilogue; rows of b and c lie side by side.
  void (*outer)(const Problem<T>& problem);
  // A batch of small products without epilogue; rows of b and c lie side by side.
  void (*tiny)(const Problem<T>& first, std::int64_t count, const BatchStrides& strides);
};

template <typename T>
const Kernels<T>& kernels(SimdLevel level);
template <>
const Kernels<float>& kernels<float>(SimdLevel level);
template <>
const Kernels<double>& kernels<double>(SimdLevel level);

namespace portable {
const Kernels<float>& kernels_f32();
const Kernels<double>& kernels_f64();
}  // namespace portable
namespace avx2 {
const Kernels<float>& kernels_f32();
const Kernels<double>& kernels_f64();
}  // namespace avx2
namespace avx512 {
const Kernels<float>& kernels_f32();
const Kernels<double>& kernels_f64();
}  // namespace avx512

}  // namespace vgpu::gemm
