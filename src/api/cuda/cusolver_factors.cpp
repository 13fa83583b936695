// The functions of vgpu_solver/factors.h: blocks of columns are factorized on one thread, the rest follows by
// products and triangular solutions on all of them. All of it is work of the stream, in order.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "api/cuda/blas_products.h"
#include "api/cuda/solver.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;
using blas::conjugate;
using blas::Operand;
using blas::Result;
using blas::Shape;

namespace {

constexpr Index kBlock = 48;

// cuBLAS's function for each kind of number.
#define VG_TRSM(L, N, T)                                                                           \
  cusolverStatus_t trsm(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
                        cublasOperation_t op, cublasDiagType_t diag, Index m, Index n, const N* a, \
                        Index lda, N* b, Index ldb) {                                              \
    const N one(1);                                                                                \
    return status(cublas##L##trsm(&handle->blas, side, uplo, op, diag, static_cast<int>(m),        \
                                  static_cast<int>(n), reinterpret_cast<const T*>(&one),           \
                                  reinterpret_cast<const T*>(a), static_cast<int>(lda),            \
                                  reinterpret_cast<T*>(b), static_cast<int>(ldb)));                \
  }
VG_TRSM(S, float, float)
VG_TRSM(D, double, double)
VG_TRSM(C, std::complex<float>, cuComplex)
VG_TRSM(Z, std::complex<double>, cuDoubleComplex)
#undef VG_TRSM

// c -= op(a) * op(b)
template <typename T>
cusolverStatus_t take_out(cusolverDnHandle_t handle, const Shape& shape, const T* a, Index lda,
                          const T* b, Index ldb, T* c, Index ldc) {
  if (shape.m <= 0 || shape.n <= 0 || shape.k <= 0) return CUSOLVER_STATUS_SUCCESS;
  return status(blas::status(blas::product(&handle->blas, shape, T(-1), Operand<T>{a, lda},
                                           Operand<T>{b, ldb}, T(1), Result<T>{c, ldc})));
}

// Columns [begin, end) of an LU factorization, with the rows of these columns exchanged.
template <typename T>
struct Panel {
  Matrix<T> a;
  Index rows, begin, end;
  int *pivots, *info;

  Index best_row(Index column) const {
    if (pivots == nullptr) return column;
    Index best = column;
    for (Index i = column + 1; i < rows; ++i)
      if (std::abs(a(i, column)) > std::abs(a(best, column))) best = i;
    return best;
  }
  void operator()() const {
    for (Index k = begin; k < std::min(end, rows); ++k) {
      const Index best = best_row(k);
      if (pivots != nullptr) pivots[k] = static_cast<int>(best) + 1;
      if (best != k)
        for (Index j = begin; j < end; ++j) std::swap(a(k, j), a(best, j));
      const T pivot = a(k, k);
      if (pivot == T(0)) {
        if (*info == 0) *info = static_cast<int>(k) + 1;
        continue;
      }
      for (Index i = k + 1; i < rows; ++i) a(i, k) /= pivot;
      for (Index j = k + 1; j < end; ++j) {
        const T factor = a(k, j);
        T* column = a.column(j);
        const T* multipliers = a.column(k);
        for (Index i = k + 1; i < rows; ++i) column[i] -= multipliers[i] * factor;
      }
    }
  }
};

// Exchanges rows as a panel did, in the other columns; or all the way back.
template <typename T>
void exchange(T* column, const int* pivots, Index begin, Index end, bool back) {
  for (Index step = 0; step < end - begin; ++step) {
    const Index k = back ? end - 1 - step : begin + step;
    std::swap(column[k], column[pivots[k] - 1]);
  }
}

template <typename T>
cusolverStatus_t getrf(cusolverDnHandle_t handle, int m, int n, T* data, int lda, int* pivots,
                       int* info) {
  if (!is_matrix(m, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  const Matrix<T> a{data, lda};
  if (const auto error = start_serial(handle, [info] { *info = 0; })) return error;
  for (Index begin = 0; begin < std::min(m, n); begin += kBlock) {
    const Index end = std::min<Index>(begin + kBlock, std::min(m, n));
    if (const auto error = start_serial(handle, Panel<T>{a, m, begin, end, pivots, info}))
      return error;
    if (pivots != nullptr) {
      const auto error = start_each(handle, n, 16, [=](Index j) {
        if (j < begin || j >= end) exchange(a.column(j), pivots, begin, end, false);
      });
      if (error != CUSOLVER_STATUS_SUCCESS) return error;
    }
    const Index rest = n - end, width = end - begin;
    if (rest == 0) continue;
    if (const auto error =
            trsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT,
                 width, rest, &a(begin, begin), lda, &a(begin, end), lda))
      return error;
    if (const auto error = take_out(handle, Shape{CUBLAS_OP_N, CUBLAS_OP_N, m - end, rest, width},
                                    &a(end, begin), lda, &a(begin, end), lda, &a(end, end), lda))
      return error;
  }
  return CUSOLVER_STATUS_SUCCESS;
}

template <typename T>
cusolverStatus_t getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns,
                       const T* a, int lda, const int* pivots, T* b, int ldb, int* info) {
  if (!is_matrix(n, n, lda) || !is_matrix(n, columns, ldb) || !blas::is_operation(op) ||
      info == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (const auto error = start_serial(handle, [info] { *info = 0; })) return error;
  const bool plain = op == CUBLAS_OP_N;
  const auto swap_rows = [&](bool back) {
    if (pivots == nullptr) return CUSOLVER_STATUS_SUCCESS;
    return start_each(handle, columns, 4,
                      [=](Index j) { exchange(b + j * ldb, pivots, 0, n, back); });
  };
  const auto solve = [&](bool lower) {
    return trsm(handle, CUBLAS_SIDE_LEFT, lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER,
                op, lower ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, n, columns, a, lda, b, ldb);
  };
  if (plain)
    if (const auto error = swap_rows(false)) return error;
  if (const auto error = solve(plain)) return error;
  if (const auto error = solve(!plain)) return error;
  return plain ? CUSOLVER_STATUS_SUCCESS : swap_rows(true);
}

// Cholesky's factors of one block on the diagonal. `a(i, j)` is the lower triangle, whichever is stored.
template <typename T>
struct DiagonalBlock {
  Matrix<T> a;
  bool lower;
  Index begin, end, from;  // columns [from, begin) of the factors are still to be taken out
  int* info;

  T get(Index i, Index j) const { return lower ? a(i, j) : conjugate(a(j, i)); }
  void set(Index i, Index j, T value) const {
    (lower ? a(i, j) : a(j, i)) = lower ? value : conjugate(value);
  }
  void operator()() const {
    for (Index j = begin; j < end; ++j) {
      for (Index i = j; i < end; ++i) {
        T sum = get(i, j);
        for (Index k = from; k < j; ++k) sum -= get(i, k) * conjugate(get(j, k));
        if (i > j) {
          set(i, j, sum / get(j, j));
          continue;
        }
        if (!(std::real(sum) > 0) && *info == 0) *info = static_cast<int>(j) + 1;
        set(j, j, T(std::sqrt(std::real(sum))));
      }
    }
  }
};

template <typename T>
cusolverStatus_t potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* data, int lda,
                       int* info) {
  if (!is_matrix(n, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  const Matrix<T> a{data, lda};
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  if (const auto error = start_serial(handle, [info] { *info = 0; })) return error;
  for (Index begin = 0; begin < n; begin += kBlock) {
    const Index end = std::min<Index>(begin + kBlock, n), width = end - begin, rest = n - end;
    if (const auto error = start_serial(handle, DiagonalBlock<T>{a, lower, begin, end, 0, info}))
      return error;
    if (rest == 0) continue;
    // What stands beside the block: all earlier factors are taken out at once, then the block's own.
    const auto error = lower ? take_out(handle, Shape{CUBLAS_OP_N, CUBLAS_OP_C, rest, width, begin},
                                        &a(end, 0), lda, &a(begin, 0), lda, &a(end, begin), lda)
                             : take_out(handle, Shape{CUBLAS_OP_C, CUBLAS_OP_N, width, rest, begin},
                                        &a(0, begin), lda, &a(0, end), lda, &a(begin, end), lda);
    if (error != CUSOLVER_STATUS_SUCCESS) return error;
    const auto failed =
        lower ? trsm(handle, CUBLAS_SIDE_RIGHT, uplo, CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT, rest,
                     width, &a(begin, begin), lda, &a(end, begin), lda)
              : trsm(handle, CUBLAS_SIDE_LEFT, uplo, CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT, width, rest,
                     &a(begin, begin), lda, &a(begin, end), lda);
    if (failed != CUSOLVER_STATUS_SUCCESS) return failed;
  }
  return CUSOLVER_STATUS_SUCCESS;
}

template <typename T>
cusolverStatus_t potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int columns,
                       const T* a, int lda, T* b, int ldb, int* info) {
  if (!is_matrix(n, n, lda) || !is_matrix(n, columns, ldb) || info == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (const auto error = start_serial(handle, [info] { *info = 0; })) return error;
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  const auto solve = [&](cublasOperation_t op) {
    return trsm(handle, CUBLAS_SIDE_LEFT, uplo, op, CUBLAS_DIAG_NON_UNIT, n, columns, a, lda, b,
                ldb);
  };
  if (const auto error = solve(lower ? CUBLAS_OP_N : CUBLAS_OP_C)) return error;
  return solve(lower ? CUBLAS_OP_C : CUBLAS_OP_N);
}

// The inverse from Cholesky's factors: the solution for the unit matrix, of which one triangle is kept.
template <typename T>
cusolverStatus_t potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* a, int lda,
                       int* info) {
  if (!is_matrix(n, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  auto inverse =
      std::make_shared<std::vector<T>>(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    (*inverse)[static_cast<std::size_t>(i) * static_cast<std::size_t>(n + 1)] = T(1);
  if (const auto error = potrs(handle, uplo, n, n, a, lda, inverse->data(), std::max(n, 1), info))
    return error;
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  return start_each(handle, n, 16, [=](Index j) {
    for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i)
      a[i + j * lda] = (*inverse)[static_cast<std::size_t>(i + j * n)];
  });
}

}  // namespace

#define VG_FACTORS(L, T)                                                                           \
  cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T*,    \
                                                   int lda, int* lwork) {                          \
    return give_size(handle, is_matrix(m, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t handle, int m, int n, T* A, int lda,    \
                                        T*, int* pivots, int* info) {                              \
    return call(handle, [&] { return getrf(handle, m, n, number(A), lda, pivots, info); });        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, \
                                        int nrhs, const T* A, int lda, const int* pivots, T* B,    \
                                        int ldb, int* info) {                                      \
    return call(handle, [&] {                                                                      \
      return getrs(handle, trans, n, nrhs, number(A), lda, pivots, number(B), ldb, info);          \
    });                                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,    \
                                                   int n, T*, int lda, int* lwork) {               \
    return give_size(handle, is_matrix(n, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        T* A, int lda, T*, int, int* info) {                       \
    return call(handle, [&] { return potrf(handle, uplo, n, number(A), lda, info); });             \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        int nrhs, const T* A, int lda, T* B, int ldb, int* info) { \
    return call(handle, [&] {                                                                      \
      return potrs(handle, uplo, n, nrhs, number(A), lda, number(B), ldb, info);                   \
    });                                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##potri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,    \
                                                   int n, T*, int lda, int* lwork) {               \
    return give_size(handle, is_matrix(n, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,   \
                                        T* A, int lda, T*, int, int* info) {                       \
    return call(handle, [&] { return potri(handle, uplo, n, number(A), lda, info); });             \
  }
VG_FACTORS(S, float)
VG_FACTORS(D, double)
VG_FACTORS(C, cuComplex)
VG_FACTORS(Z, cuDoubleComplex)
#undef VG_FACTORS
