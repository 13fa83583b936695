// The functions of vgpu_blas/level2.h and the like of vgpu_blas/triangles.h: matrices with vectors. Products are divided among the device's threads; solving
// a triangle goes row by row and is not.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "api/cuda/blas.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

// Rows or columns that a call gets: enough for about 32k elements.
std::size_t lines_a_part(int length) {
  return std::max<std::size_t>(
      1, (std::size_t{1} << 15) / static_cast<std::size_t>(std::max(length, 1)));
}

bool is_matrix(int rows, int columns, int leading) {
  return rows >= 0 && columns >= 0 && leading >= std::max(1, rows);
}

// y[i] = alpha * sum + beta * y[i]; with beta 0 the old y may be anything.
template <typename T>
void update(T& y, T alpha, T sum, T beta) {
  y = beta == T(0) ? alpha * sum : alpha * sum + beta * y;
}

// Rows [begin, end) of A x: column by column, whose elements lie side by side.
template <typename T>
void add_rows(const Matrix<const T>& a, const Vector<const T>& x, Index columns, Index begin,
              Index end, T* sums) {
  std::fill(sums, sums + (end - begin), T(0));
  for (Index j = 0; j < columns; ++j) {
    const T factor = x[j];
    const T* column = a.column(j) + begin;
    for (Index i = 0; i < end - begin; ++i) sums[i] += factor * column[i];
  }
}

template <typename T>
struct MatrixVector {
  cublasOperation_t op;
  Index rows, columns;  // of A as it is stored
  Scalar<T> alpha, beta;
  Matrix<const T> a;
  Vector<const T> x;
  Vector<T> y;

  void plain(Index begin, Index end) const {
    std::vector<T> sums(static_cast<std::size_t>(end - begin));
    add_rows(a, x, columns, begin, end, sums.data());
    for (Index i = begin; i < end; ++i)
      update(y[i], alpha.get(), sums[static_cast<std::size_t>(i - begin)], beta.get());
  }
  void transposed(Index begin, Index end) const {
    for (Index j = begin; j < end; ++j) {
      T sum(0);
      for (Index i = 0; i < rows; ++i) sum += element(a, op, j, i) * x[i];
      update(y[j], alpha.get(), sum, beta.get());
    }
  }
  void operator()(std::size_t begin, std::size_t end) const {
    if (op == CUBLAS_OP_N) return plain(static_cast<Index>(begin), static_cast<Index>(end));
    transposed(static_cast<Index>(begin), static_cast<Index>(end));
  }
};

template <typename T>
cublasStatus_t multiply(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,
                        const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  if (!is_operation(op) || !is_matrix(m, n, lda) || incx == 0 || incy == 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  Scalar<T> factor, old;
  if (const cublasStatus_t error = take(handle, alpha, factor)) return error;
  if (const cublasStatus_t error = take(handle, beta, old)) return error;
  const int results = op == CUBLAS_OP_N ? m : n;
  const int terms = op == CUBLAS_OP_N ? n : m;
  if (results == 0) return CUBLAS_STATUS_SUCCESS;
  const MatrixVector<T> product{
      op, m, n, factor, old, {a, lda}, {x, terms, incx}, {y, results, incy}};
  return start(handle, {static_cast<std::size_t>(results), lines_a_part(terms), product, {}});
}

template <bool kConjugate, typename T>
cublasStatus_t add_outer(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx,
                         const T* y, int incy, T* a, int lda) {
  if (!is_matrix(m, n, lda) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  T factor;
  if (const cublasStatus_t error = read(handle, alpha, factor)) return error;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const Vector<const T> rows(x, m, incx), columns(y, n, incy);
  const Matrix<T> out{a, lda};
  auto body = [=](std::size_t begin, std::size_t end) {
    for (auto j = static_cast<Index>(begin); j < static_cast<Index>(end); ++j) {
      const T weight = factor * (kConjugate ? conjugate(columns[j]) : columns[j]);
      for (Index i = 0; i < m; ++i) out(i, j) += rows[i] * weight;
    }
  };
  return start(handle, {static_cast<std::size_t>(n), lines_a_part(m), body, {}});
}

template <bool kHermitian = false, typename T>
cublasStatus_t multiply_symmetric(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                                  const T* alpha, const T* a, int lda, const T* x, int incx,
                                  const T* beta, T* y, int incy) {
  if (!is_matrix(n, n, lda) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  T factor, old;
  if (const cublasStatus_t error = read(handle, alpha, factor)) return error;
  if (const cublasStatus_t error = read(handle, beta, old)) return error;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const Vector<const T> from(x, n, incx);
  const Vector<T> to(y, n, incy);
  const Matrix<const T> stored{a, lda};
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  auto body = [=](std::size_t begin, std::size_t end) {
    for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) {
      T sum(0);
      for (Index j = 0; j < n; ++j)
        sum += ((j < i) == lower && i != j ? stored(i, j)
                : i == j                   ? diagonal<kHermitian>(stored(i, i))
                                           : mirrored<kHermitian>(stored(j, i))) *
               from[j];
      update(to[i], factor, sum, old);
    }
  };
  return start(handle, {static_cast<std::size_t>(n), lines_a_part(n), body, {}});
}

// One triangle of a += alpha x y' and, with two vectors, its mirror image.
template <bool kHermitian, bool kTwice, typename T, typename Alpha>
cublasStatus_t add_symmetric(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                             const Alpha* alpha, const T* x, int incx, const T* y, int incy, T* a,
                             int lda) {
  if (!is_matrix(n, n, lda) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  Alpha given;
  if (const cublasStatus_t error = read(handle, alpha, given)) return error;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const T factor(given);
  const Vector<const T> one(x, n, incx), other(y, n, incy);
  const Matrix<T> out{a, lda};
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  auto body = [=](std::size_t begin, std::size_t end) {
    for (auto j = static_cast<Index>(begin); j < static_cast<Index>(end); ++j)
      for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) {
        T sum = out(i, j) + factor * one[i] * mirrored<kHermitian>(other[j]);
        if (kTwice) sum += mirrored<kHermitian>(factor) * other[i] * mirrored<kHermitian>(one[j]);
        out(i, j) = i == j ? diagonal<kHermitian>(sum) : sum;
      }
  };
  return start(handle, {static_cast<std::size_t>(n), lines_a_part(n), body, {}});
}

// A triangle as op(A) shows it: transposing turns a lower one into an upper one.
template <typename T>
struct Triangle {
  Matrix<const T> a;
  cublasOperation_t op;
  bool lower, unit;
  T at(Index i, Index j) const { return i == j && unit ? T(1) : element(a, op, i, j); }
};

template <typename T>
Triangle<T> triangle(cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, const T* a,
                     int lda) {
  const bool lower = (uplo == CUBLAS_FILL_MODE_LOWER) == (op == CUBLAS_OP_N);
  return {{a, lda}, op, lower, diag == CUBLAS_DIAG_UNIT};
}

template <bool kSolve, typename T>
void pass_triangle(const Triangle<T>& t, Index n, const Vector<T>& x) {
  // A product may overwrite an element once no later one needs it; a solution needs the earlier ones first.
  const bool upwards = t.lower == kSolve;
  for (Index step = 0; step < n; ++step) {
    const Index i = upwards ? step : n - 1 - step;
    T sum(0);
    for (Index j = t.lower ? 0 : i + 1; j < (t.lower ? i : n); ++j) sum += t.at(i, j) * x[j];
    x[i] = kSolve ? (x[i] - sum) / t.at(i, i) : t.at(i, i) * x[i] + sum;
  }
}

template <bool kSolve, typename T>
cublasStatus_t with_triangle(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t op,
                             cublasDiagType_t diag, int n, const T* a, int lda, T* x, int incx) {
  if (!is_operation(op) || !is_matrix(n, n, lda) || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const Triangle<T> t = triangle(uplo, op, diag, a, lda);
  const Vector<T> all(x, n, incx);
  return start(handle,
               {1, 1, [=](std::size_t, std::size_t) { pass_triangle<kSolve>(t, n, all); }, {}});
}

}  // namespace

#define VG_GEMV(L, T)                                                                          \
  cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, \
                                 const T* alpha, const T* A, int lda, const T* x, int incx,    \
                                 const T* beta, T* y, int incy) {                              \
    return call(handle, [&] {                                                                  \
      return multiply(handle, trans, m, n, number(alpha), number(A), lda, number(x), incx,     \
                      number(beta), number(y), incy);                                          \
    });                                                                                        \
  }
VG_GEMV(S, float)
VG_GEMV(D, double)
VG_GEMV(C, cuComplex)
VG_GEMV(Z, cuDoubleComplex)
#undef VG_GEMV

#define VG_GER(name, T, conjugated)                                                               \
  cublasStatus_t cublas##name(cublasHandle_t handle, int m, int n, const T* alpha, const T* x,    \
                              int incx, const T* y, int incy, T* A, int lda) {                    \
    return call(handle, [&] {                                                                     \
      return add_outer<conjugated>(handle, m, n, number(alpha), number(x), incx, number(y), incy, \
                                   number(A), lda);                                               \
    });                                                                                           \
  }
VG_GER(Sger, float, false)
VG_GER(Dger, double, false)
VG_GER(Cgeru, cuComplex, false)
VG_GER(Cgerc, cuComplex, true)
VG_GER(Zgeru, cuDoubleComplex, false)
VG_GER(Zgerc, cuDoubleComplex, true)
#undef VG_GER

#define VG_TRIANGLES(L, T)                                                                         \
  cublasStatus_t cublas##L##symv(cublasHandle_t handle, cublasFillMode_t uplo, int n,              \
                                 const T* alpha, const T* A, int lda, const T* x, int incx,        \
                                 const T* beta, T* y, int incy) {                                  \
    return call(handle, [&] {                                                                      \
      return multiply_symmetric(handle, uplo, n, number(alpha), number(A), lda, number(x), incx,   \
                                number(beta), number(y), incy);                                    \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##trmv(cublasHandle_t handle, cublasFillMode_t uplo,                     \
                                 cublasOperation_t trans, cublasDiagType_t diag, int n,            \
                                 const T* A, int lda, T* x, int incx) {                            \
    return call(handle, [&] {                                                                      \
      return with_triangle<false>(handle, uplo, trans, diag, n, number(A), lda, number(x), incx);  \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##trsv(cublasHandle_t handle, cublasFillMode_t uplo,                     \
                                 cublasOperation_t trans, cublasDiagType_t diag, int n,            \
                                 const T* A, int lda, T* x, int incx) {                            \
    return call(handle, [&] {                                                                      \
      return with_triangle<true>(handle, uplo, trans, diag, n, number(A), lda, number(x), incx);   \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##syr(cublasHandle_t handle, cublasFillMode_t uplo, int n,               \
                                const T* alpha, const T* x, int incx, T* A, int lda) {             \
    return call(handle, [&] {                                                                      \
      return add_symmetric<false, false>(handle, uplo, n, number(alpha), number(x), incx,          \
                                         number(x), incx, number(A), lda);                         \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##syr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,              \
                                 const T* alpha, const T* x, int incx, const T* y, int incy, T* A, \
                                 int lda) {                                                        \
    return call(handle, [&] {                                                                      \
      return add_symmetric<false, true>(handle, uplo, n, number(alpha), number(x), incx,           \
                                        number(y), incy, number(A), lda);                          \
    });                                                                                            \
  }
VG_TRIANGLES(S, float)
VG_TRIANGLES(D, double)
VG_TRIANGLES(C, cuComplex)
VG_TRIANGLES(Z, cuDoubleComplex)
#undef VG_TRIANGLES

#define VG_HERMITIAN(L, T, R)                                                                      \
  cublasStatus_t cublas##L##hemv(cublasHandle_t handle, cublasFillMode_t uplo, int n,              \
                                 const T* alpha, const T* A, int lda, const T* x, int incx,        \
                                 const T* beta, T* y, int incy) {                                  \
    return call(handle, [&] {                                                                      \
      return multiply_symmetric<true>(handle, uplo, n, number(alpha), number(A), lda, number(x),   \
                                      incx, number(beta), number(y), incy);                        \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##her(cublasHandle_t handle, cublasFillMode_t uplo, int n,               \
                                const R* alpha, const T* x, int incx, T* A, int lda) {             \
    return call(handle, [&] {                                                                      \
      return add_symmetric<true, false>(handle, uplo, n, alpha, number(x), incx, number(x), incx,  \
                                        number(A), lda);                                           \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##her2(cublasHandle_t handle, cublasFillMode_t uplo, int n,              \
                                 const T* alpha, const T* x, int incx, const T* y, int incy, T* A, \
                                 int lda) {                                                        \
    return call(handle, [&] {                                                                      \
      return add_symmetric<true, true>(handle, uplo, n, number(alpha), number(x), incx, number(y), \
                                       incy, number(A), lda);                                      \
    });                                                                                            \
  }
VG_HERMITIAN(C, cuComplex, float)
VG_HERMITIAN(Z, cuDoubleComplex, double)
#undef VG_HERMITIAN
