// The functions of vgpu_solver/orthogonal.h: blocks of columns become reflectors on one thread, and turn the columns
// behind them on all of them. SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <vector>

#include "api/cuda/householder.h"
#include "api/cuda/solver.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;
using blas::conjugate;

namespace {

constexpr Index kBlock = 32;

template <typename T>
cusolverStatus_t geqrf(cusolverDnHandle_t handle, int m, int n, T* data, int lda, T* tau,
                       int* info) {
  if (!is_matrix(m, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  const Matrix<T> a{data, lda};
  if (const auto error = start_serial(handle, [info] { *info = 0; })) return error;
  for (Index begin = 0; begin < std::min(m, n); begin += kBlock) {
    const Index end = std::min<Index>(begin + kBlock, std::min(m, n));
    // Conjugate reflectors from the first on make zeros; `to` is one column.
    const auto turn = [=](Index from, Index until, Index to) {
      for (Index k = from; k < until; ++k) reflect(&a(k, k), m - k, conjugate(tau[k]), &a(k, to));
    };
    const auto error = start_serial(handle, [=] {
      for (Index k = begin; k < end; ++k) {
        turn(begin, k, k);
        tau[k] = make_reflector(&a(k, k), m - k);
      }
    });
    if (error != CUSOLVER_STATUS_SUCCESS) return error;
    const auto failed = start_each(handle, n - end, 4, [=](Index j) { turn(begin, end, end + j); });
    if (failed != CUSOLVER_STATUS_SUCCESS) return failed;
  }
  return CUSOLVER_STATUS_SUCCESS;
}

// Q = H(0) H(1) ... H(k-1): which of them comes first, and whether conjugate, depends on side and operation.
template <typename T>
cusolverStatus_t multiply(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op,
                          int m, int n, int k, const T* data, int lda, const T* tau, T* c, int ldc,
                          int* info) {
  const bool left = side == CUBLAS_SIDE_LEFT, plain = op == CUBLAS_OP_N;
  const Index size = left ? m : n;
  if (!is_matrix(size, k, lda) || !is_matrix(m, n, ldc) || k > size || k < 0 || info == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  const Matrix<const T> a{data, lda};
  if (const auto error = start_serial(handle, [info] { *info = 0; })) return error;
  return start_each(handle, left ? n : m, 4, [=](Index line) {
    for (Index step = 0; step < k; ++step) {
      const Index i = left == plain ? k - 1 - step : step;
      const T factor = plain ? tau[i] : conjugate(tau[i]);
      if (left)
        reflect(&a(i, i), size - i, factor, c + i + line * ldc);
      else
        reflect_row(&a(i, i), size - i, factor, c + line + i * ldc, std::ptrdiff_t{ldc});
    }
  });
}

// The first n columns of Q in the reflectors' own place.
template <typename T>
cusolverStatus_t form(cusolverDnHandle_t handle, int m, int n, int k, T* a, int lda, const T* tau,
                      int* info) {
  if (!is_matrix(m, n, lda) || n > m || k > n || k < 0 || info == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  auto kept =
      std::make_shared<std::vector<T>>(static_cast<std::size_t>(m) * static_cast<std::size_t>(k));
  if (const auto error = start_serial(handle, [=] {
        *info = 0;
        for (Index j = 0; j < k; ++j)
          std::copy_n(a + j * lda, m, kept->data() + j * static_cast<Index>(m));
      }))
    return error;
  return start_each(handle, n, 4, [=](Index j) {
    T* column = a + j * lda;
    std::fill_n(column, m, T(0));
    column[j] = T(1);
    for (Index i = k; i-- > 0;)
      reflect(kept->data() + i + i * static_cast<Index>(m), m - i, tau[i], column + i);
  });
}

}  // namespace

#define VG_ORTHOGONAL(L, T, o)                                                                     \
  cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T*,    \
                                                   int lda, int* lwork) {                          \
    return give_size(handle, is_matrix(m, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t handle, int m, int n, T* A, int lda,    \
                                        T* tau, T*, int, int* info) {                              \
    return call(handle, [&] { return geqrf(handle, m, n, number(A), lda, number(tau), info); });   \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##o##mqr_bufferSize(                                               \
      cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t, int m, int n, int k,    \
      const T*, int lda, const T*, const T*, int ldc, int* lwork) {                                \
    const int size = side == CUBLAS_SIDE_LEFT ? m : n;                                             \
    return give_size(handle, is_matrix(size, k, lda) && is_matrix(m, n, ldc), lwork);              \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##o##mqr(                                                          \
      cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,     \
      int k, const T* A, int lda, const T* tau, T* C, int ldc, T*, int, int* info) {               \
    return call(handle, [&] {                                                                      \
      return multiply(handle, side, trans, m, n, k, number(A), lda, number(tau), number(C), ldc,   \
                      info);                                                                       \
    });                                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##o##gqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int,  \
                                                    const T*, int lda, const T*, int* lwork) {     \
    return give_size(handle, is_matrix(m, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##o##gqr(cusolverDnHandle_t handle, int m, int n, int k, T* A,     \
                                         int lda, const T* tau, T*, int, int* info) {              \
    return call(handle, [&] { return form(handle, m, n, k, number(A), lda, number(tau), info); }); \
  }
VG_ORTHOGONAL(S, float, or)
VG_ORTHOGONAL(D, double, or)
VG_ORTHOGONAL(C, cuComplex, un)
VG_ORTHOGONAL(Z, cuDoubleComplex, un)
#undef VG_ORTHOGONAL
