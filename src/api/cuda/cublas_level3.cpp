// The rest of vgpu_blas/level3.h and vgpu_blas/triangles.h: symmetric, Hermitian and triangular matrices, sums,
// diagonals; all on the general product.
//
// Steps follow each other on the handle's stream; matrices made on the way live until the last of them.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <vector>

#include "api/cuda/blas_products.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

constexpr Index kBlock = 64;  // rows of a triangle that are solved at once

bool is_matrix(Index rows, Index columns, int leading) {
  return rows >= 0 && columns >= 0 && leading >= std::max<Index>(1, rows);
}

template <typename T>
using Made = std::shared_ptr<std::vector<T>>;

template <typename T>
Made<T> make(Index rows, Index columns) {
  return std::make_shared<std::vector<T>>(static_cast<std::size_t>(rows * columns));
}

// body(j) for every column, on the device's threads. What it has captured lives until it is done.
template <typename Body>
cublasStatus_t columns(cublasHandle_t handle, Index count, const Body& body) {
  if (count == 0) return CUBLAS_STATUS_SUCCESS;
  auto range = [body](std::size_t begin, std::size_t end) {
    for (auto j = static_cast<Index>(begin); j < static_cast<Index>(end); ++j) body(j);
  };
  return start(handle, {static_cast<std::size_t>(count), 8, range, {}});
}

// An empty step behind the others keeps what they use.
template <typename... Kept>
cublasStatus_t keep(cublasHandle_t handle, Kept... kept) {
  StreamTask task;
  task.finish = [... held = std::move(kept)] {};
  return start(handle, std::move(task));
}

// The whole of a symmetric or Hermitian matrix of which one triangle is stored.
template <bool kHermitian, typename T>
cublasStatus_t unfold(cublasHandle_t handle, cublasFillMode_t uplo, Index n, const T* a, int lda,
                      const Made<T>& full) {
  const Matrix<const T> from{a, lda};
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  return columns(handle, n, [=](Index j) {
    for (Index i = 0; i < n; ++i)
      (*full)[static_cast<std::size_t>(i + j * n)] = i == j ? diagonal<kHermitian>(from(i, i))
                                                     : (i > j) == lower
                                                         ? from(i, j)
                                                         : mirrored<kHermitian>(from(j, i));
  });
}

// A triangle with zeros in its other half, and ones on its diagonal if that is not stored.
template <typename T>
cublasStatus_t fill_triangle(cublasHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag,
                             Index n, const T* a, int lda, const Made<T>& full) {
  const Matrix<const T> from{a, lda};
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  const bool unit = diag == CUBLAS_DIAG_UNIT;
  return columns(handle, n, [=](Index j) {
    for (Index i = 0; i < n; ++i) {
      const bool stored = i == j ? !unit : (i > j) == lower;
      (*full)[static_cast<std::size_t>(i + j * n)] = stored ? from(i, j) : T(i == j ? 1 : 0);
    }
  });
}

// c = alpha * square * b + beta * c, or alpha * b * square + beta * c.
template <typename T>
cublasStatus_t multiply_square(cublasHandle_t handle, cublasSideMode_t side, cublasOperation_t op,
                               Index m, Index n, T alpha, const Made<T>& square, const T* b,
                               Index ldb, T beta, T* c, Index ldc) {
  const Index size = side == CUBLAS_SIDE_LEFT ? m : n;
  const Operand<T> one{square->data(), std::max<Index>(1, size)}, other{b, ldb};
  const vgpuError_t error = side == CUBLAS_SIDE_LEFT
                                ? product(handle, Shape{op, CUBLAS_OP_N, m, n, m}, alpha, one,
                                          other, beta, Result<T>{c, ldc})
                                : product(handle, Shape{CUBLAS_OP_N, op, m, n, n}, alpha, other,
                                          one, beta, Result<T>{c, ldc});
  return error == vgpuSuccess ? keep(handle, square) : status(error);
}

template <bool kHermitian = false, typename T>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m,
                    int n, const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta,
                    T* c, int ldc) {
  const Index size = side == CUBLAS_SIDE_LEFT ? m : n;
  if (!is_matrix(size, size, lda) || !is_matrix(m, n, ldb) || !is_matrix(m, n, ldc))
    return CUBLAS_STATUS_INVALID_VALUE;
  T factor, old;
  if (const cublasStatus_t error = read(handle, alpha, factor)) return error;
  if (const cublasStatus_t error = read(handle, beta, old)) return error;
  const Made<T> full = make<T>(size, size);
  if (const cublasStatus_t error = unfold<kHermitian>(handle, uplo, size, a, lda, full))
    return error;
  return multiply_square(handle, side, CUBLAS_OP_N, m, n, factor, full, b, ldb, old, c, ldc);
}

// A sum of products of which one triangle is added to c: alpha op(A) op(B)' and, with `twice`, its mirror image.
template <bool kHermitian, typename T>
struct RankUpdate {
  cublasHandle_t handle;
  cublasFillMode_t uplo;
  cublasOperation_t op;
  Index n, k;
  T alpha, beta;
  Operand<T> a, b;
  Result<T> c;
  bool twice;

  static constexpr cublasOperation_t kTurned = kHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;

  bool valid() const {
    const bool plain = op == CUBLAS_OP_N;
    const Index rows = plain ? n : k, columns = plain ? k : n;
    return is_operation(op) && is_matrix(rows, columns, static_cast<int>(a.leading)) &&
           is_matrix(rows, columns, static_cast<int>(b.leading)) &&
           is_matrix(n, n, static_cast<int>(c.leading));
  }
  cublasStatus_t add(T factor, const Operand<T>& left, const Operand<T>& right, T old,
                     const Made<T>& full) const {
    const bool plain = op == CUBLAS_OP_N;
    const Shape shape{plain ? CUBLAS_OP_N : kTurned, plain ? kTurned : CUBLAS_OP_N, n, n, k};
    return status(product(handle, shape, factor, left, right, old,
                          Result<T>{full->data(), std::max<Index>(1, n)}));
  }
  cublasStatus_t run() const {
    if (!valid()) return CUBLAS_STATUS_INVALID_VALUE;
    const Made<T> full = make<T>(n, n);
    if (const cublasStatus_t error = add(alpha, a, b, T(0), full)) return error;
    if (twice)
      if (const cublasStatus_t error = add(mirrored<kHermitian>(alpha), b, a, T(1), full))
        return error;
    const Matrix<T> out{c.data, c.leading};
    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    return columns(handle, n, [=, size = n, old = beta](Index j) {
      for (Index i = lower ? j : 0; i < (lower ? size : j + 1); ++i) {
        const T sum = (*full)[static_cast<std::size_t>(i + j * size)];
        const T both = old == T(0) ? sum : sum + old * out(i, j);
        out(i, j) = i == j ? diagonal<kHermitian>(both) : both;
      }
    });
  }
};

// Scalars of Hermitian updates are real but for the alpha of those with two matrices.
template <bool kHermitian, bool kTwice, typename T, typename Alpha, typename Beta>
cublasStatus_t rank_update(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t op,
                           int n, int k, const Alpha* alpha, const T* a, int lda, const T* b,
                           int ldb, const Beta* beta, T* c, int ldc) {
  Alpha factor;
  Beta old;
  if (const cublasStatus_t error = read(handle, alpha, factor)) return error;
  if (const cublasStatus_t error = read(handle, beta, old)) return error;
  return RankUpdate<kHermitian, T>{handle, uplo,     op,       n,        k,     T(factor),
                                   T(old), {a, lda}, {b, ldb}, {c, ldc}, kTwice}
      .run();
}

template <typename T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T* alpha,
                    const T* a, int lda, const T* b, int ldb, T* c, int ldc) {
  const Index size = side == CUBLAS_SIDE_LEFT ? m : n;
  if (!is_operation(op) || !is_matrix(size, size, lda) || !is_matrix(m, n, ldb) ||
      !is_matrix(m, n, ldc))
    return CUBLAS_STATUS_INVALID_VALUE;
  T factor;
  if (const cublasStatus_t error = read(handle, alpha, factor)) return error;
  const Made<T> full = make<T>(size, size), copy = make<T>(m, n);
  if (const cublasStatus_t error = fill_triangle(handle, uplo, diag, size, a, lda, full))
    return error;
  // In place it would read what it has already written.
  const Matrix<const T> from{b, ldb};
  const cublasStatus_t error =
      columns(handle, n, [=](Index j) { std::copy_n(from.column(j), m, copy->data() + j * m); });
  if (error != CUBLAS_STATUS_SUCCESS) return error;
  const cublasStatus_t failed = multiply_square(handle, side, op, m, n, factor, full, copy->data(),
                                                std::max<Index>(1, m), T(0), c, ldc);
  return failed == CUBLAS_STATUS_SUCCESS ? keep(handle, copy) : failed;
}

// op(A) X = B or X op(A) = B for a triangle A, X in B's place: block by block, solved in itself and then taken out of
// what is left by a product.
template <typename T>
struct Solver {
  cublasHandle_t handle;
  bool left, lower, unit;  // lower: op(A) is
  cublasOperation_t op;
  Index m, n;
  Matrix<const T> a;
  Matrix<T> b;

  T at(Index i, Index j) const { return element(a, op, i, j); }
  // Where the block of op(A) from row i and column j on is stored.
  const T* stored(Index i, Index j) const { return op == CUBLAS_OP_N ? &a(i, j) : &a(j, i); }

  // From the first unknown on where each needs the earlier ones, else from the last.
  bool upwards() const { return lower == left; }
  Index size() const { return left ? m : n; }

  void solve_column(Index begin, Index end, Index column) const {
    for (Index step = 0; step < end - begin; ++step) {
      const Index i = upwards() ? begin + step : end - 1 - step;
      T value = b(i, column);
      for (Index k = upwards() ? begin : i + 1; k < (upwards() ? i : end); ++k)
        value -= at(i, k) * b(k, column);
      b(i, column) = unit ? value : value / at(i, i);
    }
  }
  void solve_row(Index begin, Index end, Index row) const {
    for (Index step = 0; step < end - begin; ++step) {
      const Index j = upwards() ? begin + step : end - 1 - step;
      T value = b(row, j);
      for (Index k = upwards() ? begin : j + 1; k < (upwards() ? j : end); ++k)
        value -= b(row, k) * at(k, j);
      b(row, j) = unit ? value : value / at(j, j);
    }
  }
  cublasStatus_t solve_block(Index begin, Index end) const {
    const Solver self = *this;
    if (left) return columns(handle, n, [=](Index j) { self.solve_column(begin, end, j); });
    return columns(handle, m, [=](Index i) { self.solve_row(begin, end, i); });
  }
  cublasStatus_t take_out(Index begin, Index end, Index rest_begin, Index rest_end) const {
    const Index rest = rest_end - rest_begin, width = end - begin;
    if (rest == 0) return CUBLAS_STATUS_SUCCESS;
    if (left)
      return status(product(handle, Shape{op, CUBLAS_OP_N, rest, n, width}, T(-1),
                            Operand<T>{stored(rest_begin, begin), a.leading},
                            Operand<T>{&b(begin, 0), b.leading}, T(1),
                            Result<T>{&b(rest_begin, 0), b.leading}));
    return status(product(handle, Shape{CUBLAS_OP_N, op, m, rest, width}, T(-1),
                          Operand<T>{&b(0, begin), b.leading},
                          Operand<T>{stored(begin, rest_begin), a.leading}, T(1),
                          Result<T>{&b(0, rest_begin), b.leading}));
  }
  cublasStatus_t run() const {
    const Index blocks = (size() + kBlock - 1) / kBlock;
    for (Index step = 0; step < blocks; ++step) {
      const Index block = upwards() ? step : blocks - 1 - step;
      const Index begin = block * kBlock, end = std::min(begin + kBlock, size());
      if (const cublasStatus_t error = solve_block(begin, end)) return error;
      const cublasStatus_t error =
          upwards() ? take_out(begin, end, end, size()) : take_out(begin, end, 0, begin);
      if (error != CUBLAS_STATUS_SUCCESS) return error;
    }
    return CUBLAS_STATUS_SUCCESS;
  }
};

template <typename T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T* alpha,
                    const T* a, int lda, T* b, int ldb) {
  const bool left = side == CUBLAS_SIDE_LEFT;
  const Index size = left ? m : n;
  if (!is_operation(op) || !is_matrix(size, size, lda) || !is_matrix(m, n, ldb))
    return CUBLAS_STATUS_INVALID_VALUE;
  T factor;
  if (const cublasStatus_t error = read(handle, alpha, factor)) return error;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const Matrix<T> out{b, ldb};
  if (factor != T(1)) {
    const cublasStatus_t error = columns(handle, n, [=](Index j) {
      for (Index i = 0; i < m; ++i) out(i, j) = factor == T(0) ? T(0) : factor * out(i, j);
    });
    if (error != CUBLAS_STATUS_SUCCESS || factor == T(0)) return error;
  }
  const bool lower = (uplo == CUBLAS_FILL_MODE_LOWER) == (op == CUBLAS_OP_N);
  return Solver<T>{handle, left, lower, diag == CUBLAS_DIAG_UNIT, op, m, n, {a, lda}, out}.run();
}

template <typename T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                    int n, const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb,
                    T* c, int ldc) {
  const bool plain_a = op_a == CUBLAS_OP_N, plain_b = op_b == CUBLAS_OP_N;
  if (!is_operation(op_a) || !is_operation(op_b) || !is_matrix(m, n, ldc) ||
      !is_matrix(plain_a ? m : n, plain_a ? n : m, lda) ||
      !is_matrix(plain_b ? m : n, plain_b ? n : m, ldb))
    return CUBLAS_STATUS_INVALID_VALUE;
  // In place only where each element is made of the one at its own place.
  if ((c == a && (!plain_a || lda != ldc)) || (c == b && (!plain_b || ldb != ldc)))
    return CUBLAS_STATUS_INVALID_VALUE;
  T first, second;
  if (const cublasStatus_t error = read(handle, alpha, first)) return error;
  if (const cublasStatus_t error = read(handle, beta, second)) return error;
  const Matrix<const T> one{a, lda}, other{b, ldb};
  const Matrix<T> out{c, ldc};
  return columns(handle, n, [=](Index j) {
    for (Index i = 0; i < m; ++i) {
      // A matrix whose factor is 0 is not read; its pointer may be null.
      const T x = first == T(0) ? T(0) : first * element(one, op_a, i, j);
      const T y = second == T(0) ? T(0) : second * element(other, op_b, i, j);
      out(i, j) = x + y;
    }
  });
}

template <typename T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda,
                    const T* x, int incx, T* c, int ldc) {
  if (!is_matrix(m, n, lda) || !is_matrix(m, n, ldc)) return CUBLAS_STATUS_INVALID_VALUE;
  const bool left = side == CUBLAS_SIDE_LEFT;
  const Vector<const T> diagonal(x, left ? m : n, incx);
  const Matrix<const T> from{a, lda};
  const Matrix<T> out{c, ldc};
  return columns(handle, n, [=](Index j) {
    for (Index i = 0; i < m; ++i) out(i, j) = from(i, j) * diagonal[left ? i : j];
  });
}

}  // namespace

#define VG_TRIANGLES(L, T)                                                                         \
  cublasStatus_t cublas##L##symm(cublasHandle_t handle, cublasSideMode_t side,                     \
                                 cublasFillMode_t uplo, int m, int n, const T* alpha, const T* A,  \
                                 int lda, const T* B, int ldb, const T* beta, T* C, int ldc) {     \
    return call(handle, [&] {                                                                      \
      return symm(handle, side, uplo, m, n, number(alpha), number(A), lda, number(B), ldb,         \
                  number(beta), number(C), ldc);                                                   \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##syrk(cublasHandle_t handle, cublasFillMode_t uplo,                     \
                                 cublasOperation_t trans, int n, int k, const T* alpha,            \
                                 const T* A, int lda, const T* beta, T* C, int ldc) {              \
    return call(handle, [&] {                                                                      \
      return rank_update<false, false>(handle, uplo, trans, n, k, number(alpha), number(A), lda,   \
                                       number(A), lda, number(beta), number(C), ldc);              \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##trsm(cublasHandle_t handle, cublasSideMode_t side,                     \
                                 cublasFillMode_t uplo, cublasOperation_t trans,                   \
                                 cublasDiagType_t diag, int m, int n, const T* alpha, const T* A,  \
                                 int lda, T* B, int ldb) {                                         \
    return call(handle, [&] {                                                                      \
      return trsm(handle, side, uplo, trans, diag, m, n, number(alpha), number(A), lda, number(B), \
                  ldb);                                                                            \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##trmm(cublasHandle_t handle, cublasSideMode_t side,                     \
                                 cublasFillMode_t uplo, cublasOperation_t trans,                   \
                                 cublasDiagType_t diag, int m, int n, const T* alpha, const T* A,  \
                                 int lda, const T* B, int ldb, T* C, int ldc) {                    \
    return call(handle, [&] {                                                                      \
      return trmm(handle, side, uplo, trans, diag, m, n, number(alpha), number(A), lda, number(B), \
                  ldb, number(C), ldc);                                                            \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##syr2k(                                                                 \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,         \
      const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc) {    \
    return call(handle, [&] {                                                                      \
      return rank_update<false, true>(handle, uplo, trans, n, k, number(alpha), number(A), lda,    \
                                      number(B), ldb, number(beta), number(C), ldc);               \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##syrkx(                                                                 \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,         \
      const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta, T* C, int ldc) {    \
    return call(handle, [&] {                                                                      \
      return rank_update<false, false>(handle, uplo, trans, n, k, number(alpha), number(A), lda,   \
                                       number(B), ldb, number(beta), number(C), ldc);              \
    });                                                                                            \
  }
VG_TRIANGLES(S, float)
VG_TRIANGLES(D, double)
VG_TRIANGLES(C, cuComplex)
VG_TRIANGLES(Z, cuDoubleComplex)
#undef VG_TRIANGLES

#define VG_HERMITIAN(L, T, R)                                                                      \
  cublasStatus_t cublas##L##hemm(cublasHandle_t handle, cublasSideMode_t side,                     \
                                 cublasFillMode_t uplo, int m, int n, const T* alpha, const T* A,  \
                                 int lda, const T* B, int ldb, const T* beta, T* C, int ldc) {     \
    return call(handle, [&] {                                                                      \
      return symm<true>(handle, side, uplo, m, n, number(alpha), number(A), lda, number(B), ldb,   \
                        number(beta), number(C), ldc);                                             \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##herk(cublasHandle_t handle, cublasFillMode_t uplo,                     \
                                 cublasOperation_t trans, int n, int k, const R* alpha,            \
                                 const T* A, int lda, const R* beta, T* C, int ldc) {              \
    return call(handle, [&] {                                                                      \
      return rank_update<true, false>(handle, uplo, trans, n, k, alpha, number(A), lda, number(A), \
                                      lda, beta, number(C), ldc);                                  \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##her2k(                                                                 \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,         \
      const T* alpha, const T* A, int lda, const T* B, int ldb, const R* beta, T* C, int ldc) {    \
    return call(handle, [&] {                                                                      \
      return rank_update<true, true>(handle, uplo, trans, n, k, number(alpha), number(A), lda,     \
                                     number(B), ldb, beta, number(C), ldc);                        \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##herkx(                                                                 \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,         \
      const T* alpha, const T* A, int lda, const T* B, int ldb, const R* beta, T* C, int ldc) {    \
    return call(handle, [&] {                                                                      \
      return rank_update<true, false>(handle, uplo, trans, n, k, number(alpha), number(A), lda,    \
                                      number(B), ldb, beta, number(C), ldc);                       \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##gemm3m(cublasHandle_t handle, cublasOperation_t transa,                \
                                   cublasOperation_t transb, int m, int n, int k, const T* alpha,  \
                                   const T* A, int lda, const T* B, int ldb, const T* beta, T* C,  \
                                   int ldc) {                                                      \
    return cublas##L##gemm(handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);  \
  }
VG_HERMITIAN(C, cuComplex, float)
VG_HERMITIAN(Z, cuDoubleComplex, double)
#undef VG_HERMITIAN

#define VG_ALL(L, T)                                                                            \
  cublasStatus_t cublas##L##geam(                                                               \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,  \
      const T* alpha, const T* A, int lda, const T* beta, const T* B, int ldb, T* C, int ldc) { \
    return call(handle, [&] {                                                                   \
      return geam(handle, transa, transb, m, n, number(alpha), number(A), lda, number(beta),    \
                  number(B), ldb, number(C), ldc);                                              \
    });                                                                                         \
  }                                                                                             \
  cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t mode, int m, int n,    \
                                 const T* A, int lda, const T* x, int incx, T* C, int ldc) {    \
    return call(handle, [&] {                                                                   \
      return dgmm(handle, mode, m, n, number(A), lda, number(x), incx, number(C), ldc);         \
    });                                                                                         \
  }
VG_ALL(S, float)
VG_ALL(D, double)
VG_ALL(C, cuComplex)
VG_ALL(Z, cuDoubleComplex)
#undef VG_ALL
