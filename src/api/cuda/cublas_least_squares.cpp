// Factors Q R and least squares of vgpu_blas/batched.h: each matrix is the work of one of the device's threads.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "api/cuda/blas_lists.h"
#include "api/cuda/householder.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;
using solver::make_reflector;
using solver::reflect;

namespace {

// R above the diagonal, the reflectors below it; use(k, tau) is told the factor of each as soon as it is known.
template <typename T, typename Use>
void factorize(int m, int n, const Matrix<T>& a, Use use) {
  for (Index k = 0; k < std::min(m, n); ++k) {
    const T tau = make_reflector(&a(k, k), m - k);
    for (Index j = k + 1; j < n; ++j) reflect(&a(k, k), m - k, conjugate(tau), &a(k, j));
    use(k, tau);
  }
}

template <typename T>
cublasStatus_t factorize_each(cublasHandle_t handle, int m, int n, T* const* list, int lda,
                              T* const* tau, int* info, int count) {
  const bool valid = m >= 0 && n >= 0 && lda >= std::max(1, m);
  if (info != nullptr) *info = valid ? 0 : -1;
  return for_each_matrix(handle, valid && info != nullptr, count, [=](std::size_t i) {
    factorize(m, n, Matrix<T>{list[i], lda}, [&](Index k, T factor) { tau[i][k] = factor; });
  });
}

// The first n elements of x become R's inverse times them. The first zero on R's diagonal, from 1, or 0.
template <typename T>
int divide(int n, const Matrix<T>& r, T* x) {
  for (Index row = n - 1; row >= 0; --row) {
    if (r(row, row) == T(0)) return static_cast<int>(row) + 1;
    for (Index k = row + 1; k < n; ++k) x[row] -= r(row, k) * x[k];
    x[row] /= r(row, row);
  }
  return 0;
}

template <typename T>
cublasStatus_t least_squares(cublasHandle_t handle, cublasOperation_t op, int m, int n, int nrhs,
                             T* const* list, int lda, T* const* right, int ldc, int* info,
                             int* device_info, int count) {
  if (op != CUBLAS_OP_N) return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool valid =
      m >= n && n >= 0 && nrhs >= 0 && lda >= std::max(1, m) && ldc >= std::max(1, m);
  if (info != nullptr) *info = valid ? 0 : -1;
  return for_each_matrix(handle, valid && info != nullptr, count, [=](std::size_t i) {
    const Matrix<T> a{list[i], lda}, c{right[i], ldc};
    factorize(m, n, a, [&](Index k, T tau) {
      for (Index j = 0; j < nrhs; ++j) reflect(&a(k, k), m - k, conjugate(tau), &c(k, j));
    });
    int failed = 0;
    for (Index j = 0; j < nrhs && failed == 0; ++j) failed = divide(n, a, c.column(j));
    if (device_info != nullptr) device_info[i] = failed;
  });
}

}  // namespace

#define VG_LEAST_SQUARES(L, T)                                                                 \
  cublasStatus_t cublas##L##geqrfBatched(cublasHandle_t handle, int m, int n, T* const A[],    \
                                         int lda, T* const tau[], int* info, int count) {      \
    return call(handle, [&] {                                                                  \
      return factorize_each(handle, m, n, numbers(A), lda, numbers(tau), info, count);         \
    });                                                                                        \
  }                                                                                            \
  cublasStatus_t cublas##L##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, \
                                        int n, int nrhs, T* const A[], int lda, T* const C[],  \
                                        int ldc, int* info, int* deviceInfo, int count) {      \
    return call(handle, [&] {                                                                  \
      return least_squares(handle, trans, m, n, nrhs, numbers(A), lda, numbers(C), ldc, info,  \
                           deviceInfo, count);                                                 \
    });                                                                                        \
  }
VG_LEAST_SQUARES(S, float)
VG_LEAST_SQUARES(D, double)
VG_LEAST_SQUARES(C, cuComplex)
VG_LEAST_SQUARES(Z, cuDoubleComplex)
#undef VG_LEAST_SQUARES
