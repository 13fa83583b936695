// Products of complex matrices, by four real ones on separate real and imaginary parts.
//
// The parts of the operands are taken apart first, which costs little beside the product, and the real kernels do the rest.
// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstdint>

#include "engine/gemm/gemm.h"
#include "engine/gemm/problem.h"

namespace vgpu::gemm {

template <typename T>
struct ComplexProblem {
  std::int64_t m = 0, n = 0, k = 0;
  Matrix<const std::complex<T>> a, b;
  bool conjugate_a = false, conjugate_b = false;
  Matrix<std::complex<T>> c;
  std::complex<T> alpha = 1, beta = 0;
};

template <typename T>
void multiply(const ComplexProblem<T>& problem, Threads threads = Threads::all);

extern template void multiply(const ComplexProblem<float>&, Threads);
extern template void multiply(const ComplexProblem<double>&, Threads);

}  // namespace vgpu::gemm
