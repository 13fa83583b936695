// A square matrix read from its other end, so that its upper triangle is a lower one: for algorithms on either triangle.
//
// Called by cusolver_symmetric.cpp and cusolver_forms.cpp. SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/blas.h"

namespace vgpu::cuda::solver {

template <typename T>
struct Turned {
  blas::Matrix<T> a;
  blas::Index n;
  bool turned;

  blas::Index place(blas::Index i) const { return turned ? n - 1 - i : i; }
  T& operator()(blas::Index i, blas::Index j) const { return a(place(i), place(j)); }
};

}  // namespace vgpu::cuda::solver
