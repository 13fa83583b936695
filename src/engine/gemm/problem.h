// A matrix product as the engine sees it: sizes, operands with two strides each, and what happens to the result.
//
// Layouts and transposes are strides here, so that rows, columns and views of larger arrays are one case.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu::gemm {

// Element (i, j) of a matrix is data[i * row + j * column].
template <typename T>
struct Matrix {
  T* data = nullptr;
  std::int64_t row = 0, column = 0;

  T* at(std::int64_t i, std::int64_t j) const { return data + i * row + j * column; }
  Matrix from(std::int64_t i, std::int64_t j) const { return {at(i, j), row, column}; }
  Matrix transposed() const { return {data, column, row}; }
};

enum class Activation : std::uint8_t { none, relu, gelu };

// What is done to x = alpha * a * b + beta * c before it is stored, in this order:
// x + bias, the activation, x * scale, x + residual.
template <typename T>
struct Epilogue {
  const T* column_bias = nullptr;  // one value a column of c
  const T* row_bias = nullptr;     // one value a row of c
  Activation activation = Activation::none;
  T scale = 1;
  Matrix<const T> residual;

  bool empty() const {
    return column_bias == nullptr && row_bias == nullptr && activation == Activation::none &&
           scale == T(1) && residual.data == nullptr;
  }
};

template <typename T>
struct PackedMatrix;  // gemm.h

// c = alpha * a * b + beta * c, then the epilogue. a is m x k, b is k x n, c is m x n. With beta 0, c is not read.
template <typename T>
struct Problem {
  std::int64_t m = 0, n = 0, k = 0;
  Matrix<const T> a, b;
  Matrix<T> c;
  T alpha = 1, beta = 0;
  Epilogue<T> epilogue;
  const PackedMatrix<T>* packed_b = nullptr;  // in place of b, which then need not be set

  // The same product seen from the other side: c^T = b^T a^T.
  Problem transposed() const {
    Problem t{n,     m,    k,        b.transposed(), a.transposed(), c.transposed(),
              alpha, beta, epilogue, nullptr};
    t.epilogue.column_bias = epilogue.row_bias;
    t.epilogue.row_bias = epilogue.column_bias;
    t.epilogue.residual = epilogue.residual.transposed();
    return t;
  }
};

// `count` products; each operand's next matrix is that many elements behind the last. 0 repeats an operand (not c).
struct BatchStrides {
  std::int64_t a = 0, b = 0, c = 0, residual = 0;
};

}  // namespace vgpu::gemm
