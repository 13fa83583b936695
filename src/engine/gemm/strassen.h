// Strassen's product: seven products of halves in place of eight, once or twice over.
//
// Each level saves an eighth of the multiplications and pays with additions of halves, which are done while operands are packed
// and results leave the nearest cache, so that no sums of whole quarters are ever stored. It wins from about 2048 up.
//
// Its result is not that of the usual sum: an element's error is bounded by the largest elements of the matrices and no longer
// by its own row and column. With u = 2^-24 (float) or 2^-53 (double), n the inner size and s the levels,
//   max |error| <= (12^s (h^2 + 5 h) - 5 n) u max|a| max|b|,  h = n / 2^s    (Higham, Accuracy and Stability, chapter 23)
// to first order; with random matrices a level about doubles the usual product's error. Infinities and NaN spread over
// whole quarters of the result.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/problem.h"

namespace vgpu::gemm {

// Levels that win for these sizes on this machine: 0 (use multiply), 1 or 2.
int strassen_levels(std::int64_t m, std::int64_t n, std::int64_t k);
// The same of a product: none where tiles do it (float_tiles.h), which are faster than seven eighths of the vectors' work.
template <typename T>
int strassen_levels(const Problem<T>& problem);

// c = alpha * a * b + beta * c with that many levels; the epilogue must be empty. Odd sizes are allowed.
template <typename T>
void multiply_strassen(const Problem<T>& problem, int levels);

extern template int strassen_levels(const Problem<float>&);
extern template int strassen_levels(const Problem<double>&);
extern template void multiply_strassen(const Problem<float>&, int);
extern template void multiply_strassen(const Problem<double>&, int);

}  // namespace vgpu::gemm
