// Reflectors I - tau v v' with v[0] = 1, as LAPACK keeps them below the diagonal of a factorized matrix.
//
// Called by cusolver_orthogonal.cpp and hermitian_eigen.cpp. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "api/cuda/blas.h"

namespace vgpu::cuda::solver {

// The reflector whose conjugate transpose turns x[0..n) into (beta, 0, ...) with a real beta, which goes to x[0]; the
// rest of x becomes v. Returns tau, 0 if there is nothing to do.
template <typename T>
T make_reflector(T* x, std::ptrdiff_t n) {
  using Real = decltype(std::real(T()));
  double squares = 0;
  for (std::ptrdiff_t i = 1; i < n; ++i) squares += std::norm(std::complex<double>(x[i]));
  const std::complex<double> first(x[0]);
  if (squares == 0 && first.imag() == 0) return T(0);
  const double size = std::sqrt(squares + std::norm(first));
  const double beta = first.real() > 0 ? -size : size;
  const std::complex<double> tau((beta - first.real()) / beta, -first.imag() / beta);
  const std::complex<double> scale = 1.0 / (first - beta);
  const auto narrow = [](std::complex<double> z) {
    if constexpr (std::is_same_v<T, Real>)
      return static_cast<T>(z.real());
    else
      return T(static_cast<Real>(z.real()), static_cast<Real>(z.imag()));
  };
  for (std::ptrdiff_t i = 1; i < n; ++i) x[i] *= narrow(scale);
  x[0] = static_cast<T>(static_cast<Real>(beta));
  return narrow(tau);
}

// c -= tau v (v' c): the reflector from the left, on one column.
template <typename T>
void reflect(const T* v, std::ptrdiff_t n, T tau, T* c) {
  T sum = c[0];
  for (std::ptrdiff_t i = 1; i < n; ++i) sum += blas::conjugate(v[i]) * c[i];
  sum *= tau;
  c[0] -= sum;
  for (std::ptrdiff_t i = 1; i < n; ++i) c[i] -= sum * v[i];
}

// c -= tau (c v) v': from the right, on one row, whose elements are `step` apart.
template <typename T>
void reflect_row(const T* v, std::ptrdiff_t n, T tau, T* c, std::ptrdiff_t step) {
  T sum = c[0];
  for (std::ptrdiff_t i = 1; i < n; ++i) sum += c[i * step] * v[i];
  sum *= tau;
  c[0] -= sum;
  for (std::ptrdiff_t i = 1; i < n; ++i) c[i * step] -= sum * blas::conjugate(v[i]);
}

}  // namespace vgpu::cuda::solver
