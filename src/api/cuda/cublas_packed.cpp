// The functions of vgpu_blas/packed.h.
//
// A stored triangle is a band or packed: both say where element (i, j) of their half lies and how far from the diagonal
// there are any. What is done with them does not know which one it is. SPDX-License-Identifier: MIT
#include <algorithm>

#include "api/cuda/blas_vectors.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

constexpr std::size_t kRowsAPart = 256;

template <typename T>
struct Band {
  using Element = T;
  T* data;
  Index size, reach, leading;
  bool lower;
  T& at(Index i, Index j) const { return data[(lower ? i - j : reach + i - j) + j * leading]; }
  bool valid() const { return size >= 0 && reach >= 0 && leading > reach; }
};

template <typename T>
struct Packed {
  using Element = T;
  T* data;
  Index size, reach;
  bool lower;
  T& at(Index i, Index j) const {
    return data[lower ? i + j * (2 * size - j - 1) / 2 : i + j * (j + 1) / 2];
  }
  bool valid() const { return size >= 0; }
};

template <typename T>
Band<T> band(cublasFillMode_t uplo, T* data, int n, int k, int lda) {
  return {data, n, k, lda, uplo == CUBLAS_FILL_MODE_LOWER};
}
template <typename T>
Packed<T> packed(cublasFillMode_t uplo, T* data, int n) {
  return {data, n, n, uplo == CUBLAS_FILL_MODE_LOWER};
}

// body(row) for every row on the device's threads.
template <typename Body>
cublasStatus_t rows(cublasHandle_t handle, Index count, Body body) {
  if (count == 0) return CUBLAS_STATUS_SUCCESS;
  auto range = [body](std::size_t begin, std::size_t end) {
    for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) body(i);
  };
  return start(handle, {static_cast<std::size_t>(count), kRowsAPart, range, {}});
}

template <typename T>
struct Factors {
  Scalar<T> alpha, beta;
  cublasStatus_t take(cublasHandle_t handle, const T* a, const T* b) {
    if (const cublasStatus_t error = blas::take(handle, a, alpha)) return error;
    return blas::take(handle, b, beta);
  }
  // With beta 0 the old y may be anything.
  void store(T& y, T sum) const {
    const T old = beta.get();
    y = old == T(0) ? alpha.get() * sum : alpha.get() * sum + old * y;
  }
};

template <typename T>
cublasStatus_t multiply_band(cublasHandle_t handle, cublasOperation_t op, int m, int n, int kl,
                             int ku, const T* alpha, const T* a, int lda, const T* x, int incx,
                             const T* beta, T* y, int incy) {
  if (!is_operation(op) || m < 0 || n < 0 || kl < 0 || ku < 0 || lda <= kl + ku || !incx || !incy)
    return CUBLAS_STATUS_INVALID_VALUE;
  Factors<T> factors;
  if (const cublasStatus_t error = factors.take(handle, alpha, beta)) return error;
  const bool plain = op == CUBLAS_OP_N;
  const Index results = plain ? m : n, terms = plain ? n : m;
  const Vector<const T> from(x, terms, incx);
  const Vector<T> to(y, results, incy);
  return rows(handle, results, [=](Index i) {
    T sum(0);
    const Index before = plain ? kl : ku, behind = plain ? ku : kl;
    for (Index j = std::max<Index>(0, i - before); j < std::min(terms, i + behind + 1); ++j) {
      const T value = plain ? a[ku + i - j + j * lda] : a[ku + j - i + i * lda];
      sum += (op == CUBLAS_OP_C ? conjugate(value) : value) * from[j];
    }
    factors.store(to[i], sum);
  });
}

template <bool kHermitian, typename Half, typename T>
cublasStatus_t multiply_symmetric(cublasHandle_t handle, const Half& a, const T* alpha, const T* x,
                                  int incx, const T* beta, T* y, int incy) {
  if (!a.valid() || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  Factors<T> factors;
  if (const cublasStatus_t error = factors.take(handle, alpha, beta)) return error;
  const Vector<const T> from(x, a.size, incx);
  const Vector<T> to(y, a.size, incy);
  return rows(handle, a.size, [=](Index i) {
    T sum(0);
    for (Index j = std::max<Index>(0, i - a.reach); j < std::min(a.size, i + a.reach + 1); ++j)
      sum += (i == j               ? diagonal<kHermitian>(a.at(i, i))
              : (j < i) == a.lower ? a.at(i, j)
                                   : mirrored<kHermitian>(a.at(j, i))) *
             from[j];
    factors.store(to[i], sum);
  });
}

// x = op(A) x, or its solution. A product may overwrite an element once no later one needs it; a solution needs the
// earlier ones first.
template <bool kSolve, typename Half, typename T>
void pass_triangle(const Half& a, cublasOperation_t op, bool unit, const Vector<T>& x) {
  const bool plain = op == CUBLAS_OP_N, lower = a.lower == plain;
  const auto at = [&](Index i, Index j) {
    if (i == j && unit) return T(1);
    const T value = plain ? a.at(i, j) : a.at(j, i);
    return op == CUBLAS_OP_C ? conjugate(value) : value;
  };
  for (Index step = 0; step < a.size; ++step) {
    const Index i = lower == kSolve ? step : a.size - 1 - step;
    const Index begin = lower ? std::max<Index>(0, i - a.reach) : i + 1;
    const Index end = lower ? i : std::min(a.size, i + a.reach + 1);
    T sum(0);
    for (Index j = begin; j < end; ++j) sum += at(i, j) * x[j];
    x[i] = kSolve ? (x[i] - sum) / at(i, i) : at(i, i) * x[i] + sum;
  }
}

template <bool kSolve, typename Half, typename T>
cublasStatus_t with_triangle(cublasHandle_t handle, const Half& a, cublasOperation_t op,
                             cublasDiagType_t diag, T* x, int incx) {
  if (!is_operation(op) || !a.valid() || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const Vector<T> all(x, a.size, incx);
  StreamTask task;
  task.finish = [=] { pass_triangle<kSolve>(a, op, diag == CUBLAS_DIAG_UNIT, all); };
  return start(handle, std::move(task));
}

// a += alpha x y' and, with two vectors, its mirror image.
template <bool kHermitian, bool kTwice, typename T, typename Alpha>
cublasStatus_t add_packed(cublasHandle_t handle, const Packed<T>& a, const Alpha* alpha, const T* x,
                          int incx, const T* y, int incy) {
  if (!a.valid() || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  Scalar<Alpha> given;
  if (const cublasStatus_t error = take(handle, alpha, given)) return error;
  const Vector<const T> one(x, a.size, incx), other(y, a.size, incy);
  return rows(handle, a.size, [=](Index j) {
    const T factor(given.get());
    for (Index i = a.lower ? j : 0; i < (a.lower ? a.size : j + 1); ++i) {
      T sum = a.at(i, j) + factor * one[i] * mirrored<kHermitian>(other[j]);
      if (kTwice) sum += mirrored<kHermitian>(factor) * other[i] * mirrored<kHermitian>(one[j]);
      a.at(i, j) = i == j ? diagonal<kHermitian>(sum) : sum;
    }
  });
}

}  // namespace

#define VG_BANDS(L, T)                                                                            \
  cublasStatus_t cublas##L##gbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,    \
                                 int kl, int ku, const T* alpha, const T* A, int lda, const T* x, \
                                 int incx, const T* beta, T* y, int incy) {                       \
    return call(handle, [&] {                                                                     \
      return multiply_band(handle, trans, m, n, kl, ku, number(alpha), number(A), lda, number(x), \
                           incx, number(beta), number(y), incy);                                  \
    });                                                                                           \
  }
VG_BANDS(S, float)
VG_BANDS(D, double)
VG_BANDS(C, cuComplex)
VG_BANDS(Z, cuDoubleComplex)
#undef VG_BANDS

#define VG_TRIANGLES(L, T, op, solve)                                                            \
  cublasStatus_t cublas##L##tb##op(cublasHandle_t handle, cublasFillMode_t uplo,                 \
                                   cublasOperation_t trans, cublasDiagType_t diag, int n, int k, \
                                   const T* A, int lda, T* x, int incx) {                        \
    return call(handle, [&] {                                                                    \
      return with_triangle<solve>(handle, band(uplo, number(A), n, k, lda), trans, diag,         \
                                  number(x), incx);                                              \
    });                                                                                          \
  }                                                                                              \
  cublasStatus_t cublas##L##tp##op(cublasHandle_t handle, cublasFillMode_t uplo,                 \
                                   cublasOperation_t trans, cublasDiagType_t diag, int n,        \
                                   const T* AP, T* x, int incx) {                                \
    return call(handle, [&] {                                                                    \
      return with_triangle<solve>(handle, packed(uplo, number(AP), n), trans, diag, number(x),   \
                                  incx);                                                         \
    });                                                                                          \
  }
VG_TRIANGLES(S, float, mv, false)
VG_TRIANGLES(S, float, sv, true)
VG_TRIANGLES(D, double, mv, false)
VG_TRIANGLES(D, double, sv, true)
VG_TRIANGLES(C, cuComplex, mv, false)
VG_TRIANGLES(C, cuComplex, sv, true)
VG_TRIANGLES(Z, cuDoubleComplex, mv, false)
VG_TRIANGLES(Z, cuDoubleComplex, sv, true)
#undef VG_TRIANGLES

// s: symmetric, h: Hermitian, whose rank one updates have a real factor.
#define VG_SYMMETRIC(L, s, T, R, hermitian)                                                      \
  cublasStatus_t cublas##L##s##bmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,   \
                                   const T* alpha, const T* A, int lda, const T* x, int incx,    \
                                   const T* beta, T* y, int incy) {                              \
    return call(handle, [&] {                                                                    \
      return multiply_symmetric<hermitian>(handle, band(uplo, number(A), n, k, lda),             \
                                           number(alpha), number(x), incx, number(beta),         \
                                           number(y), incy);                                     \
    });                                                                                          \
  }                                                                                              \
  cublasStatus_t cublas##L##s##pmv(cublasHandle_t handle, cublasFillMode_t uplo, int n,          \
                                   const T* alpha, const T* AP, const T* x, int incx,            \
                                   const T* beta, T* y, int incy) {                              \
    return call(handle, [&] {                                                                    \
      return multiply_symmetric<hermitian>(handle, packed(uplo, number(AP), n), number(alpha),   \
                                           number(x), incx, number(beta), number(y), incy);      \
    });                                                                                          \
  }                                                                                              \
  cublasStatus_t cublas##L##s##pr(cublasHandle_t handle, cublasFillMode_t uplo, int n,           \
                                  const R* alpha, const T* x, int incx, T* AP) {                 \
    return call(handle, [&] {                                                                    \
      return add_packed<hermitian, false>(handle, packed(uplo, number(AP), n), alpha, number(x), \
                                          incx, number(x), incx);                                \
    });                                                                                          \
  }                                                                                              \
  cublasStatus_t cublas##L##s##pr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,          \
                                   const T* alpha, const T* x, int incx, const T* y, int incy,   \
                                   T* AP) {                                                      \
    return call(handle, [&] {                                                                    \
      return add_packed<hermitian, true>(handle, packed(uplo, number(AP), n), number(alpha),     \
                                         number(x), incx, number(y), incy);                      \
    });                                                                                          \
  }
VG_SYMMETRIC(S, s, float, float, false)
VG_SYMMETRIC(D, s, double, double, false)
VG_SYMMETRIC(C, h, cuComplex, float, true)
VG_SYMMETRIC(Z, h, cuDoubleComplex, double, true)
#undef VG_SYMMETRIC
