// The functions of vgpu_blas/batched.h: each matrix is the work of one of the device's threads.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <utility>
#include <vector>

#include "api/cuda/blas_lists.h"

using namespace vgpu::cuda;
using blas::for_each_matrix;
using blas::numbers;

namespace {

// L and U in place, rows exchanged for the largest pivots if `pivots` is given. The first zero pivot, from 1; or 0.
template <class T>
int factorize(int n, T* a, int lda, int* pivots) {
  const auto at = [&](int row, int column) -> T& {
    return a[row + static_cast<std::ptrdiff_t>(column) * lda];
  };
  int failed = 0;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int row = k + 1; pivots != nullptr && row < n; ++row)
      if (std::abs(at(row, k)) > std::abs(at(best, k))) best = row;
    if (pivots != nullptr) pivots[k] = best + 1;
    for (int column = 0; best != k && column < n; ++column)
      std::swap(at(k, column), at(best, column));
    if (at(k, k) == T(0)) {
      if (failed == 0) failed = k + 1;
      continue;
    }
    for (int row = k + 1; row < n; ++row) at(row, k) /= at(k, k);
    for (int column = k + 1; column < n; ++column)
      for (int row = k + 1; row < n; ++row) at(row, column) -= at(row, k) * at(k, column);
  }
  return failed;
}

// x = inverse of op(L * U) * x.
template <class T>
void solve(int n, const T* a, int lda, const int* pivots, cublasOperation_t op, T* x) {
  const bool transposed = op != CUBLAS_OP_N;
  const auto at = [&](int row, int column) {
    return blas::element(blas::Matrix<const T>{a, lda}, op, row, column);
  };
  const auto exchange = [&](int k) {
    if (pivots != nullptr) std::swap(x[k], x[pivots[k] - 1]);
  };
  for (int k = 0; !transposed && k < n; ++k) exchange(k);
  // Of the factor that is done first the diagonal is L's, which is one; transposed it is U's.
  for (int row = 0; row < n; ++row) {
    for (int k = 0; k < row; ++k) x[row] -= at(row, k) * x[k];
    if (transposed) x[row] /= at(row, row);
  }
  for (int row = n - 1; row >= 0; --row) {
    for (int k = row + 1; k < n; ++k) x[row] -= at(row, k) * x[k];
    if (!transposed) x[row] /= at(row, row);
  }
  for (int k = n - 1; transposed && k >= 0; --k) exchange(k);
}

template <class T>
void invert(int n, const T* a, int lda, const int* pivots, T* c, int ldc) {
  for (int column = 0; column < n; ++column) {
    T* x = c + static_cast<std::ptrdiff_t>(column) * ldc;
    for (int row = 0; row < n; ++row) x[row] = row == column ? T(1) : T(0);
    solve(n, a, lda, pivots, CUBLAS_OP_N, x);
  }
}

const int* part(const int* pivots, std::size_t i, int n) {
  return pivots == nullptr ? nullptr : pivots + i * static_cast<std::size_t>(n);
}

template <class T>
cublasStatus_t factorize_each(cublasHandle_t handle, int n, T* const A[], int lda, int* pivots,
                              int* info, int count) {
  return for_each_matrix(handle, n >= 0 && lda >= n && info != nullptr, count, [=](std::size_t i) {
    info[i] = factorize(n, A[i], lda, const_cast<int*>(part(pivots, i, n)));
  });
}

template <class T>
cublasStatus_t solve_each(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                          const T* const A[], int lda, const int* pivots, T* const B[], int ldb,
                          int* info, int count) {
  const bool valid = n >= 0 && nrhs >= 0 && lda >= n && ldb >= n;
  if (info != nullptr) *info = valid ? 0 : -1;
  return for_each_matrix(handle, valid, count, [=](std::size_t i) {
    for (int column = 0; column < nrhs; ++column)
      solve(n, A[i], lda, part(pivots, i, n), trans,
            B[i] + static_cast<std::ptrdiff_t>(column) * ldb);
  });
}

template <class T>
int zero_on_diagonal(int n, const T* a, int lda) {
  for (int k = 0; k < n; ++k)
    if (a[k + static_cast<std::ptrdiff_t>(k) * lda] == T(0)) return k + 1;
  return 0;
}

template <class T>
cublasStatus_t invert_each(cublasHandle_t handle, int n, const T* const A[], int lda,
                           const int* pivots, T* const C[], int ldc, int* info, int count) {
  const bool valid = n >= 0 && lda >= n && ldc >= n && info != nullptr;
  return for_each_matrix(handle, valid, count, [=](std::size_t i) {
    info[i] = zero_on_diagonal(n, A[i], lda);
    if (info[i] == 0) invert(n, A[i], lda, part(pivots, i, n), C[i], ldc);
  });
}

// The matrices themselves, which stay as they are.
template <class T>
cublasStatus_t invert_matrices(cublasHandle_t handle, int n, const T* const A[], int lda,
                               T* const C[], int ldc, int* info, int count) {
  const bool valid = n >= 0 && lda >= n && ldc >= n && info != nullptr;
  return for_each_matrix(handle, valid, count, [=](std::size_t i) {
    std::vector<T> factors(static_cast<std::size_t>(n) * static_cast<std::size_t>(lda));
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < n; ++row) {
        const std::size_t at = static_cast<std::size_t>(row + column * std::ptrdiff_t{lda});
        factors[at] = A[i][at];
      }
    std::vector<int> pivots(static_cast<std::size_t>(n));
    info[i] = factorize(n, factors.data(), lda, pivots.data());
    if (info[i] == 0) invert(n, factors.data(), lda, pivots.data(), C[i], ldc);
  });
}

// What the stream has to do before may write the lists.
template <class T, class One>
cublasStatus_t each_in_turn(cublasHandle_t handle, T* const* list, int count, One one) {
  cudaStream_t stream = nullptr;
  if (const cublasStatus_t error = cublasGetStream(handle, &stream)) return error;
  if (count < 0 || list == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (cudaStreamSynchronize(stream) != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i) status = one(i);
  return status;
}

}  // namespace

#define VG_BATCHED(L, T)                                                                           \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T* const A[], int lda,      \
                                         int* pivots, int* info, int count) {                      \
    return factorize_each(handle, n, numbers(A), lda, pivots, info, count);                        \
  }                                                                                                \
  cublasStatus_t cublas##L##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n,    \
                                         int nrhs, const T* const A[], int lda, const int* pivots, \
                                         T* const B[], int ldb, int* info, int count) {            \
    return solve_each(handle, trans, n, nrhs, numbers(A), lda, pivots, numbers(B), ldb, info,      \
                      count);                                                                      \
  }                                                                                                \
  cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T* const A[],         \
                                         int lda, const int* pivots, T* const C[], int ldc,        \
                                         int* info, int count) {                                   \
    return invert_each(handle, n, numbers(A), lda, pivots, numbers(C), ldc, info, count);          \
  }                                                                                                \
  cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T* const A[],        \
                                          int lda, T* const C[], int ldc, int* info, int count) {  \
    return invert_matrices(handle, n, numbers(A), lda, numbers(C), ldc, info, count);              \
  }                                                                                                \
  cublasStatus_t cublas##L##trsmBatched(                                                           \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                         \
      cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha,                \
      const T* const A[], int lda, T* const B[], int ldb, int count) {                             \
    return each_in_turn(handle, B, count, [&](int i) {                                             \
      return cublas##L##trsm(handle, side, uplo, trans, diag, m, n, alpha, A[i], lda, B[i], ldb);  \
    });                                                                                            \
  }
VG_BATCHED(S, float)
VG_BATCHED(D, double)
VG_BATCHED(C, cuComplex)
VG_BATCHED(Z, cuDoubleComplex)
#undef VG_BATCHED
