// cusolverDn.h: factors, solutions, eigenvalues and singular values put together again, for all kinds of numbers.
// SPDX-License-Identifier: MIT
#include <cusolverDn.h>

#include <cmath>
#include <complex>
#include <vector>

#include "check.h"
#include "complex_numbers.h"

typedef std::vector<Complex> Values;

#define GOOD(call) EXPECT_EQ(call, CUSOLVER_STATUS_SUCCESS)

template <class T>
struct Array {
  T* x = nullptr;
  int rows, columns, ld;
  Array(int m, int n, int seed, int gap = 2) : rows(m), columns(n), ld(m + gap) {
    OK(cudaMallocManaged(&x, sizeof(T) * (size_t(ld) * n + 1)));
    for (int i = 0; i < ld * n; ++i) set(x[i], {noise(i + seed), noise(i + seed + 77)});
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(x); }
  Complex at(int i, int j) const { return value(x[i + size_t(j) * ld]); }
  void put(int i, int j, Complex z) { set(x[i + size_t(j) * ld], z); }
  Values copy() const {
    Values all;
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i) all.push_back(at(i, j));
    return all;
  }
};

struct Handle {
  cusolverDnHandle_t h = nullptr;
  int* info = nullptr;
  Handle() {
    GOOD(cusolverDnCreate(&h));
    OK(cudaMallocManaged(&info, sizeof(int)));
    *info = -7;
  }
  ~Handle() {
    GOOD(cusolverDnDestroy(h));
    cudaFree(info);
  }
  operator cusolverDnHandle_t() const { return h; }
};

// The functions of one kind of number.
#define KIND(Name, L, T, R, o, e, tolerance_)             \
  struct Name {                                           \
    typedef T Number;                                     \
    typedef R Real;                                       \
    static constexpr double tolerance = tolerance_;       \
    static constexpr auto getrf = cusolverDn##L##getrf;   \
    static constexpr auto getrs = cusolverDn##L##getrs;   \
    static constexpr auto potrf = cusolverDn##L##potrf;   \
    static constexpr auto potrs = cusolverDn##L##potrs;   \
    static constexpr auto potri = cusolverDn##L##potri;   \
    static constexpr auto geqrf = cusolverDn##L##geqrf;   \
    static constexpr auto mqr = cusolverDn##L##o##mqr;    \
    static constexpr auto gqr = cusolverDn##L##o##gqr;    \
    static constexpr auto evd = cusolverDn##L##e##evd;    \
    static constexpr auto gesvd = cusolverDn##L##gesvd;   \
    static constexpr auto gesvdj = cusolverDn##L##gesvdj; \
  };
KIND(Floats, S, float, float, or, sy, 2e-3)
KIND(Doubles, D, double, double, or, sy, 1e-9)
KIND(Complexes, C, cuComplex, float, un, he, 2e-3)
KIND(DoubleComplexes, Z, cuDoubleComplex, double, un, he, 1e-9)
#undef KIND

template <class K>
static void check_lu(int n) {
  typedef typename K::Number T;
  for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    Handle handle;
    Array<T> a(n, n, 1), b(n, 3, 2);
    const Values old = a.copy(), right = b.copy();
    int* pivots;
    OK(cudaMallocManaged(&pivots, sizeof(int) * n));
    GOOD(K::getrf(handle, n, n, a.x, a.ld, nullptr, pivots, handle.info));
    GOOD(K::getrs(handle, op, n, 3, a.x, a.ld, pivots, b.x, b.ld, handle.info));
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(*handle.info, 0);
    bool all = true;
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < n; ++i) {
        Complex sum = 0;
        for (int j = 0; j < n; ++j) {
          const Complex element = op == CUBLAS_OP_N   ? old[i + size_t(j) * n]
                                  : op == CUBLAS_OP_T ? old[j + size_t(i) * n]
                                                      : std::conj(old[j + size_t(i) * n]);
          sum += element * b.at(j, k);
        }
        all &= near(sum, right[i + size_t(k) * n], K::tolerance * 5);
      }
    EXPECT(all);
    cudaFree(pivots);
  }
}

CASE(systems_of_equations) {
  check_lu<Floats>(61);
  check_lu<Doubles>(133);
  check_lu<Complexes>(50);
  check_lu<DoubleComplexes>(101);
  check_lu<Doubles>(1);
}

CASE(flat_and_tall_factors) {
  for (const bool tall : {true, false}) {
    Handle handle;
    const int m = tall ? 120 : 70, n = tall ? 70 : 120, few = 70;
    Array<double> a(m, n, 3);
    const Values old = a.copy();
    int* pivots;
    OK(cudaMallocManaged(&pivots, sizeof(int) * few));
    GOOD(cusolverDnDgetrf(handle, m, n, a.x, a.ld, nullptr, pivots, handle.info));
    OK(cudaDeviceSynchronize());
    std::vector<int> row(m);
    for (int i = 0; i < m; ++i) row[i] = i;
    for (int k = 0; k < few; ++k) std::swap(row[k], row[pivots[k] - 1]);
    bool all = true;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        Complex sum = 0;
        for (int k = 0; k <= std::min(std::min(i, j), few - 1); ++k)
          sum += (k == i ? Complex(1) : a.at(i, k)) * a.at(k, j);
        all &= near(sum, old[row[i] + size_t(j) * m], 1e-9);
      }
    EXPECT(all);
    cudaFree(pivots);
  }
}

CASE(singular_matrices_are_told) {
  Handle handle;
  Array<double> a(5, 5, 1);
  for (int i = 0; i < 5; ++i) a.put(i, 2, 0);
  int* pivots;
  OK(cudaMallocManaged(&pivots, sizeof(int) * 5));
  GOOD(cusolverDnDgetrf(handle, 5, 5, a.x, a.ld, nullptr, pivots, handle.info));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*handle.info, 3);
  Array<double> b(4, 4, 1);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) b.put(i, j, i == j ? (i == 2 ? -1 : 1) : 0);
  GOOD(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 4, b.x, b.ld, nullptr, 0, handle.info));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*handle.info, 3);
  EXPECT_EQ(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 4, b.x, 3, nullptr, 0, handle.info),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnDpotrf(nullptr, CUBLAS_FILL_MODE_LOWER, 4, b.x, 4, nullptr, 0, handle.info),
            CUSOLVER_STATUS_NOT_INITIALIZED);
  cudaFree(pivots);
}

// A Hermitian matrix; with positive eigenvalues if wanted.
template <class T>
static void make_hermitian(Array<T>& a, bool positive) {
  const int n = a.rows;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i) {
      const Complex z = i == j ? Complex(a.at(i, i).real() + (positive ? 2 * n : 0)) : a.at(i, j);
      a.put(i, j, z);
      a.put(j, i, std::conj(a.at(i, j)));
    }
}

template <class K>
static void check_cholesky(int n) {
  typedef typename K::Number T;
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    Handle handle;
    Array<T> a(n, n, 1), b(n, 2, 2);
    make_hermitian(a, true);
    const Values old = a.copy(), right = b.copy();
    GOOD(K::potrf(handle, uplo, n, a.x, a.ld, nullptr, 0, handle.info));
    GOOD(K::potrs(handle, uplo, n, 2, a.x, a.ld, b.x, b.ld, handle.info));
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(*handle.info, 0);
    bool all = true;
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 2; ++k) {
        Complex sum = 0;
        for (int j = 0; j < n; ++j) sum += old[i + size_t(j) * n] * b.at(j, k);
        all &= near(sum, right[i + size_t(k) * n], K::tolerance);
      }
      const int j = (i * 7) % n;  // the other triangle is left alone
      if (i != j && (i > j) != (uplo == CUBLAS_FILL_MODE_LOWER))
        all &= near(a.at(i, j), old[i + size_t(j) * n], 0);
    }
    EXPECT(all);
    GOOD(K::potri(handle, uplo, n, a.x, a.ld, nullptr, 0, handle.info));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i += 5)
      for (int j = 0; j < n; j += 3) {
        Complex sum = 0;
        for (int k = 0; k < n; ++k) {
          const bool stored = k == j || (k > j) == (uplo == CUBLAS_FILL_MODE_LOWER);
          sum += old[i + size_t(k) * n] * (stored ? a.at(k, j) : std::conj(a.at(j, k)));
        }
        all &= near(sum, i == j ? 1 : 0, K::tolerance);
      }
    EXPECT(all);
  }
}

CASE(positive_matrices) {
  check_cholesky<Floats>(40);
  check_cholesky<Doubles>(131);
  check_cholesky<Complexes>(33);
  check_cholesky<DoubleComplexes>(100);
}

template <class K>
static void check_qr(int m, int n) {
  typedef typename K::Number T;
  Handle handle;
  const int few = std::min(m, n);
  const auto turned = sizeof(T) == 2 * sizeof(typename K::Real) ? CUBLAS_OP_C : CUBLAS_OP_T;
  Array<T> a(m, n, 1), tau(few, 1, 2), c(m, n, 1), d(3, m, 5), q(m, few, 0);
  const Values old = a.copy(), other = d.copy();
  GOOD(K::geqrf(handle, m, n, a.x, a.ld, tau.x, nullptr, 0, handle.info));
  // Q' A is R, and (D Q) Q' is D.
  GOOD(K::mqr(handle, CUBLAS_SIDE_LEFT, turned, m, n, few, a.x, a.ld, tau.x, c.x, c.ld, nullptr, 0,
              handle.info));
  GOOD(K::mqr(handle, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, 3, m, few, a.x, a.ld, tau.x, d.x, d.ld,
              nullptr, 0, handle.info));
  GOOD(K::mqr(handle, CUBLAS_SIDE_RIGHT, turned, 3, m, few, a.x, a.ld, tau.x, d.x, d.ld, nullptr, 0,
              handle.info));
  OK(cudaDeviceSynchronize());
  bool all = *handle.info == 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) all &= near(c.at(i, j), i <= j ? a.at(i, j) : 0, K::tolerance);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < m; ++j) all &= near(d.at(i, j), other[i + 3 * j], K::tolerance);
  EXPECT(all);
  for (int j = 0; j < few; ++j)
    for (int i = 0; i < m; ++i) q.put(i, j, a.at(i, j));
  GOOD(K::gqr(handle, m, few, few, q.x, q.ld, tau.x, nullptr, 0, handle.info));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < m; i += 2)
    for (int j = 0; j < n; j += 3) {
      Complex sum = 0;
      for (int k = 0; k <= std::min(j, few - 1); ++k) sum += q.at(i, k) * a.at(k, j);
      all &= near(sum, old[i + size_t(j) * m], K::tolerance);
    }
  EXPECT(all);
}

CASE(orthogonal_factors) {
  check_qr<Doubles>(90, 71);
  check_qr<Doubles>(40, 77);
  check_qr<Floats>(50, 20);
  check_qr<Complexes>(37, 37);
  check_qr<DoubleComplexes>(70, 45);
}

template <class K>
static void check_eigen(int n, bool degenerate) {
  typedef typename K::Number T;
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    Handle handle;
    Array<T> a(n, n, 1), again(n, n, 1);
    Array<typename K::Real> w(n, 1, 0), alone(n, 1, 5);
    if (degenerate)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) a.put(i, j, 1), again.put(i, j, 1);
    make_hermitian(a, false);
    make_hermitian(again, false);
    const Values old = a.copy();
    GOOD(
        K::evd(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, a.x, a.ld, w.x, nullptr, 0, handle.info));
    GOOD(K::evd(handle, CUSOLVER_EIG_MODE_NOVECTOR, uplo, n, again.x, again.ld, alone.x, nullptr, 0,
                handle.info));
    OK(cudaDeviceSynchronize());
    bool all = *handle.info == 0;
    for (int k = 0; k < n; ++k) {
      all &= near(alone.x[k], w.x[k], K::tolerance) && (k == 0 || w.x[k - 1] <= w.x[k]);
      for (int i = 0; i < n; ++i) {
        Complex sum = 0;
        for (int j = 0; j < n; ++j) sum += old[i + size_t(j) * n] * a.at(j, k);
        all &= near(sum, double(w.x[k]) * a.at(i, k), K::tolerance);
      }
      for (int l = 0; l <= k; ++l) {
        Complex sum = 0;
        for (int i = 0; i < n; ++i) sum += std::conj(a.at(i, l)) * a.at(i, k);
        all &= near(sum, l == k, K::tolerance);
      }
    }
    EXPECT(all);
  }
}

CASE(eigenvalues) {
  check_eigen<Doubles>(47, false);
  check_eigen<DoubleComplexes>(36, false);
  check_eigen<Floats>(25, false);
  check_eigen<Complexes>(20, false);
  check_eigen<Doubles>(16, true);
  check_eigen<DoubleComplexes>(1, false);
}

// u * s * v' is a, and the columns of u and v are orthogonal.
template <class K>
static void check_svd(int m, int n, bool deficient) {
  typedef typename K::Number T;
  for (const bool jacobi : {false, true}) {
    Handle handle;
    const int few = std::min(m, n);
    Array<T> a(m, n, 1), u(m, m, 2), v(n, n, 3);
    Array<typename K::Real> s(few, 1, 0);
    if (deficient)
      for (int i = 0; i < m; ++i) a.put(i, 1, a.at(i, 0)), a.put(i, n - 1, 0);
    const Values old = a.copy();
    if (jacobi)
      GOOD(K::gesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 0, m, n, a.x, a.ld, s.x, u.x, u.ld, v.x,
                     v.ld, nullptr, 0, handle.info, nullptr));
    else
      GOOD(K::gesvd(handle, 'A', 'A', m, n, a.x, a.ld, s.x, u.x, u.ld, v.x, v.ld, nullptr, 0,
                    nullptr, handle.info));
    OK(cudaDeviceSynchronize());
    const auto right = [&](int i, int k) { return jacobi ? v.at(i, k) : std::conj(v.at(k, i)); };
    bool all = *handle.info == 0;
    for (int k = 1; k < few; ++k) all &= s.x[k] <= s.x[k - 1] && s.x[k] >= 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        Complex sum = 0;
        for (int k = 0; k < few; ++k) sum += u.at(i, k) * double(s.x[k]) * std::conj(right(j, k));
        all &= near(sum, old[i + size_t(j) * m], K::tolerance);
      }
    for (int k = 0; k < m; ++k)
      for (int l = 0; l <= k; ++l) {
        Complex sum = 0;
        for (int i = 0; i < m; ++i) sum += std::conj(u.at(i, l)) * u.at(i, k);
        all &= near(sum, l == k, K::tolerance);
      }
    for (int k = 0; k < n; ++k)
      for (int l = 0; l <= k; ++l) {
        Complex sum = 0;
        for (int i = 0; i < n; ++i) sum += std::conj(right(i, l)) * right(i, k);
        all &= near(sum, l == k, K::tolerance);
      }
    EXPECT(all);
  }
}

CASE(singular_values) {
  check_svd<Doubles>(31, 18, false);
  check_svd<Doubles>(14, 29, false);
  check_svd<Floats>(20, 20, false);
  check_svd<DoubleComplexes>(25, 17, false);
  check_svd<Complexes>(9, 13, false);
  check_svd<Doubles>(12, 7, true);
  check_svd<DoubleComplexes>(6, 10, true);
}

int main() { return run_cases(); }
