// Matrix products: c = alpha * a * b + beta * c with an epilogue, for all layouts.
//
// multiply() returns when c is computed; it uses the thread pool and is meant to be called by commands on streams (see
// engine/engine_work.h) and by other engines.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/gemm/problem.h"

namespace vgpu::gemm {

enum class Threads { all, one };  // one: only the caller's, for products inside a parallel loop

// c must not overlap a or b; a residual may be c itself.
template <typename T>
void multiply(const Problem<T>& problem, Threads threads = Threads::all);

// `count` products; each operand's next matrix is that many elements behind the last. 0 repeats an operand (not c).
struct BatchStrides {
  std::int64_t a = 0, b = 0, c = 0, residual = 0;
};
template <typename T>
void multiply_batch(const Problem<T>& first, std::int64_t count, const BatchStrides& strides);

extern template void multiply(const Problem<float>&, Threads);
extern template void multiply(const Problem<double>&, Threads);
extern template void multiply_batch(const Problem<float>&, std::int64_t, const BatchStrides&);
extern template void multiply_batch(const Problem<double>&, std::int64_t, const BatchStrides&);

}  // namespace vgpu::gemm
