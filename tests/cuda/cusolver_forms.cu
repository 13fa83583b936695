// cuSOLVER's symmetric factors by pivots, forms of few diagonals and choices of eigenvalues, by what their results must be.
// SPDX-License-Identifier: MIT
#include <cusolverDn.h>

#include <complex>
#include <vector>

#include "check.h"
#include "complex_numbers.h"
#include "noisy_array.h"

#define GOOD(call) EXPECT_EQ(call, CUSOLVER_STATUS_SUCCESS)

typedef std::vector<Complex> Dense;  // columns side by side

static Dense product(const Dense& a, const Dense& b, int n, int inner, int columns) {
  Dense c(size_t(n) * columns);
  for (int j = 0; j < columns; ++j)
    for (int k = 0; k < inner; ++k)
      for (int i = 0; i < n; ++i) c[i + j * n] += a[i + k * n] * b[k + j * inner];
  return c;
}
static Dense adjoint(const Dense& a, int rows, int columns) {
  Dense c(a.size());
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) c[j + i * columns] = std::conj(a[i + j * rows]);
  return c;
}
// c := H(k) c for the reflector whose rest is in v[from...).
static void turn(Dense& c, int rows, int from, const std::vector<Complex>& v, Complex tau) {
  for (size_t j = 0; j < c.size() / rows; ++j) {
    Complex sum = 0;
    for (size_t i = 0; i < v.size(); ++i) sum += std::conj(v[i]) * c[from + i + j * rows];
    for (size_t i = 0; i < v.size(); ++i) c[from + i + j * rows] -= tau * sum * v[i];
  }
}
static Dense identity(int n) {
  Dense q(size_t(n) * n);
  for (int i = 0; i < n; ++i) q[i + i * n] = 1;
  return q;
}
static bool same(const Dense& a, const Dense& b, double tolerance) {
  for (size_t i = 0; i < a.size(); ++i)
    if (!near(a[i], b[i], tolerance)) return false;
  return true;
}

// One kind of number: its functions by one name each.
#define KIND(Name, L, Type, Real, e, gtr, tolerance_)    \
  struct Name {                                          \
    typedef Type T;                                      \
    typedef Real R;                                      \
    static constexpr double tolerance = tolerance_;      \
    static constexpr auto sytrf = cusolverDn##L##sytrf;  \
    static constexpr auto trd = cusolverDn##L##e##trd;   \
    static constexpr auto form = cusolverDn##L##gtr;     \
    static constexpr auto gebrd = cusolverDn##L##gebrd;  \
    static constexpr auto evd = cusolverDn##L##e##evd;   \
    static constexpr auto evdx = cusolverDn##L##e##evdx; \
  };
KIND(Single, S, float, float, sy, orgtr, 1e-4)
KIND(Double, D, double, double, sy, orgtr, 1e-11)
KIND(SingleComplex, C, cuComplex, float, he, ungtr, 1e-4)
KIND(DoubleComplex, Z, cuDoubleComplex, double, he, ungtr, 1e-11)

// A full matrix, Hermitian or only symmetric; what the other triangle holds must not matter.
template <class K>
static Dense fill(Array<typename K::T>& a, int n, int lda, bool upper, bool hermitian,
                  bool hollow) {
  Dense full(size_t(n) * n);
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      typename K::T rounded;
      set(rounded, {noise(i * 31 + j * 7), i == j && hermitian ? 0 : noise(i * 13 + j * 3 + 5)});
      const Complex x = i == j && hollow ? 0 : value(rounded);
      full[i + j * n] = x;
      full[j + i * n] = hermitian ? std::conj(x) : x;
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      set(a.x[i + j * lda], (i <= j) == upper || i == j ? full[i + j * n] : Complex(99, 99));
  return full;
}

template <class K>
static void check_symmetric(cusolverDnHandle_t handle, int n, bool upper, bool hollow) {
  typedef typename K::T T;
  const int lda = n + 2, columns = 2;
  const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  Array<T> a(lda * n), b(n * columns, 4);
  Array<int> pivots(n), info(1);
  const Dense full = fill<K>(a, n, lda, upper, false, hollow);
  Dense right;
  for (int i = 0; i < n * columns; ++i) right.push_back(value(b.x[i]));
  GOOD(K::sytrf(handle, uplo, n, a.x, lda, pivots.x, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(info.x[0], 0);
  bool pairs = false;
  for (int i = 0; i < n; ++i) pairs |= pivots.x[i] < 0;
  EXPECT(pairs || !hollow);
  Array<int64_t> wide(n);
  for (int i = 0; i < n; ++i) wide.x[i] = pivots.x[i];
  const bool complex = sizeof(T) == 2 * sizeof(typename K::R), single = sizeof(typename K::R) == 4;
  const cudaDataType type =
      complex ? (single ? CUDA_C_32F : CUDA_C_64F) : (single ? CUDA_R_32F : CUDA_R_64F);
  GOOD(cusolverDnXsytrs(handle, uplo, n, columns, type, a.x, lda, wide.x, type, b.x, n, nullptr, 0,
                        nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  Dense x;
  for (int i = 0; i < n * columns; ++i) x.push_back(value(b.x[i]));
  EXPECT(same(product(full, x, n, n, columns), right, 300 * K::tolerance));
}

template <class K>
static void check_three(cusolverDnHandle_t handle, int n, bool upper) {
  const int lda = n + 1;
  const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  Array<typename K::T> a(lda * n), tau(n);
  Array<typename K::R> d(n), e(n);
  Array<int> info(1);
  const Dense full = fill<K>(a, n, lda, upper, true, false);
  GOOD(K::trd(handle, uplo, n, a.x, lda, d.x, e.x, tau.x, nullptr, 0, info.x));
  GOOD(K::form(handle, uplo, n, a.x, lda, tau.x, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  Dense q, three(size_t(n) * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) q.push_back(value(a.x[i + j * lda]));
  for (int i = 0; i < n; ++i) {
    three[i + i * n] = d.x[i];
    if (i + 1 < n) three[i + 1 + i * n] = three[i + (i + 1) * n] = e.x[i];
  }
  EXPECT(same(product(adjoint(q, n, n), q, n, n, n), identity(n), K::tolerance));
  EXPECT(same(product(product(q, three, n, n, n), adjoint(q, n, n), n, n, n), full,
              10 * K::tolerance));
}

template <class K>
static void check_two(cusolverDnHandle_t handle, int m, int n) {
  Array<typename K::T> a(m * n, 9), tauq(n), taup(n);
  Array<typename K::R> d(n), e(n);
  Array<int> info(1);
  Dense full;
  for (int i = 0; i < m * n; ++i) full.push_back(value(a.x[i]));
  GOOD(K::gebrd(handle, m, n, a.x, m, d.x, e.x, tauq.x, taup.x, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  Dense q = identity(m), p = identity(n), two(size_t(m) * n);
  for (int k = n - 1; k >= 0; --k) {
    std::vector<Complex> v{1}, w{1};
    for (int i = k + 1; i < m; ++i) v.push_back(value(a.x[i + k * m]));
    for (int j = k + 2; j < n; ++j) w.push_back(std::conj(value(a.x[k + j * m])));
    turn(q, m, k, v, value(tauq.x[k]));
    if (k + 1 < n) turn(p, n, k + 1, w, value(taup.x[k]));
    two[k + k * m] = d.x[k];
    if (k + 1 < n) two[k + (k + 1) * m] = e.x[k];
  }
  EXPECT(
      same(product(product(q, two, m, m, n), adjoint(p, n, n), m, n, n), full, 10 * K::tolerance));
}

template <class K>
static void check_range(cusolverDnHandle_t handle, int n) {
  Array<typename K::T> a(n * n), all(n * n);
  Array<typename K::R> some(n), values(n);
  Array<int> info(1);
  fill<K>(all, n, n, false, true, false);
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  GOOD(K::evd(handle, vectors, lower, n, all.x, n, values.x, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  const typename K::R low = (values.x[1] + values.x[2]) / 2, high = (values.x[4] + values.x[5]) / 2;
  for (const auto range : {CUSOLVER_EIG_RANGE_ALL, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V}) {
    fill<K>(a, n, n, false, true, false);
    int found = 0;
    GOOD(K::evdx(handle, vectors, range, lower, n, a.x, n, low, high, 3, 5, &found, some.x, nullptr,
                 0, info.x));
    OK(cudaDeviceSynchronize());
    const int first = range == CUSOLVER_EIG_RANGE_ALL ? 0 : 2;
    EXPECT_EQ(found, first == 0 ? n : 3);
    for (int j = 0; j < found; ++j) {
      EXPECT(near(some.x[j], values.x[first + j], K::tolerance));
      for (int i = 0; i < n; ++i)
        EXPECT(near(value(a.x[i + j * n]), value(all.x[i + (first + j) * n]), K::tolerance));
    }
  }
  int found = 0;
  EXPECT_EQ(K::evdx(handle, vectors, CUSOLVER_EIG_RANGE_I, lower, n, a.x, n, 0, 0, 5, n + 1, &found,
                    some.x, nullptr, 0, info.x),
            CUSOLVER_STATUS_INVALID_VALUE);
}

template <class K>
static void check_all() {
  cusolverDnHandle_t handle;
  GOOD(cusolverDnCreate(&handle));
  for (const bool upper : {false, true}) {
    for (const int n : {1, 2, 9, 17}) check_three<K>(handle, n, upper);
    for (const bool hollow : {false, true}) check_symmetric<K>(handle, 12, upper, hollow);
  }
  check_two<K>(handle, 11, 6);
  check_two<K>(handle, 5, 5);
  check_range<K>(handle, 8);
  GOOD(cusolverDnDestroy(handle));
}

CASE(in_float) { check_all<Single>(); }
CASE(in_double) { check_all<Double>(); }
CASE(in_complex) { check_all<SingleComplex>(); }
CASE(in_double_complex) { check_all<DoubleComplex>(); }

int main() { return run_cases(); }
