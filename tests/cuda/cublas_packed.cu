// cuBLAS's banded and packed matrices, products of which a triangle is kept, and batches of complex matrices and of
// least squares, against loops in double. SPDX-License-Identifier: MIT
#include <cublas_v2.h>

#include <algorithm>
#include <complex>
#include <type_traits>
#include <vector>

#include "check.h"
#include "complex_numbers.h"

#define GOOD(call) EXPECT_EQ(call, CUBLAS_STATUS_SUCCESS)

static const cublasOperation_t kOperations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static const cublasFillMode_t kHalves[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};

struct Handle {
  cublasHandle_t h = nullptr;
  Handle() { GOOD(cublasCreate(&h)); }
  ~Handle() { GOOD(cublasDestroy(h)); }
  operator cublasHandle_t() const { return h; }
};

template <class T>
struct Array {
  T* x = nullptr;
  explicit Array(size_t n, size_t seed = 0) {
    OK(cudaMallocManaged(&x, (n + 1) * sizeof(T)));
    for (size_t i = 0; i < n; ++i) fill(x[i], {noise(i + seed), noise(i + seed + 77)});
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(x); }
  static void fill(int& v, Complex) { v = -1; }
  template <class U>
  static void fill(U& v, Complex number) {
    set(v, number);
  }
};

typedef std::vector<Complex> Dense;  // n x n, columns side by side

static Complex at(const Dense& a, int rows, cublasOperation_t op, int i, int j) {
  if (op == CUBLAS_OP_N) return a[i + j * rows];
  const Complex v = a[j + i * rows];
  return op == CUBLAS_OP_T ? v : std::conj(v);
}

// A triangle in a band of k diagonals or packed, and as a dense matrix that has nothing else.
template <class T>
struct Half {
  int n, k, lda;
  bool lower;
  Array<T> data;
  Dense dense;

  Half(int size, int reach, int leading, cublasFillMode_t uplo, bool band)
      : n(size),
        k(reach),
        lda(leading),
        lower(uplo == CUBLAS_FILL_MODE_LOWER),
        data(band ? size_t(leading) * size : size_t(size) * (size + 1) / 2, 3),
        dense(size_t(size) * size) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        if (i != j && (i > j) != lower) continue;
        if (band && std::abs(i - j) > k) continue;
        const int place = band    ? (lower ? i - j : k + i - j) + j * lda
                          : lower ? i + j * (2 * n - j - 1) / 2
                                  : i + j * (j + 1) / 2;
        if (i == j) set(data.x[place], value(data.x[place]) + 5.0);
        dense[i + j * n] = value(data.x[place]);
      }
  }
  // The whole matrix whose other half mirrors this one.
  Complex symmetric(int i, int j, bool hermitian) const {
    if (i == j) return hermitian ? dense[i + j * n].real() : dense[i + j * n];
    if ((i > j) == lower) return dense[i + j * n];
    return hermitian ? std::conj(dense[j + i * n]) : dense[j + i * n];
  }
};

#define FUNCTIONS(L, s, T)                                 \
  static auto gbmv(T) { return cublas##L##gbmv; }          \
  static auto tbmv(T) { return cublas##L##tbmv; }          \
  static auto tbsv(T) { return cublas##L##tbsv; }          \
  static auto tpmv(T) { return cublas##L##tpmv; }          \
  static auto tpsv(T) { return cublas##L##tpsv; }          \
  static auto bmv(T) { return cublas##L##s##bmv; }         \
  static auto pmv(T) { return cublas##L##s##pmv; }         \
  static auto pr(T) { return cublas##L##s##pr; }           \
  static auto pr2(T) { return cublas##L##s##pr2; }         \
  static auto getrf(T) { return cublas##L##getrfBatched; } \
  static auto getrs(T) { return cublas##L##getrsBatched; } \
  static auto getri(T) { return cublas##L##getriBatched; } \
  static auto gels(T) { return cublas##L##gelsBatched; }   \
  static auto geqrf(T) { return cublas##L##geqrfBatched; }
FUNCTIONS(S, s, float)
FUNCTIONS(D, s, double)
FUNCTIONS(C, h, cuComplex)
FUNCTIONS(Z, h, cuDoubleComplex)

template <class T>
static const bool kHermitian = std::is_class<T>::value;

template <class T>
static void check_bands(double tolerance) {
  Handle handle;
  const int m = 17, n = 13, kl = 3, ku = 2, lda = 7;
  Array<T> a(lda * n, 1), scalars(2, 5);
  for (const auto op : kOperations) {
    const int rows = op == CUBLAS_OP_N ? m : n, terms = op == CUBLAS_OP_N ? n : m;
    Array<T> x(2 * terms, 2), y(rows, 3), old(rows, 3);
    GOOD(gbmv(T())(handle, op, m, n, kl, ku, &scalars.x[0], a.x, lda, x.x, 2, &scalars.x[1], y.x,
                   -1));
    OK(cudaDeviceSynchronize());
    Dense dense(m * n);
    for (int j = 0; j < n; ++j)
      for (int i = std::max(0, j - ku); i < std::min(m, j + kl + 1); ++i)
        dense[i + j * m] = value(a.x[ku + i - j + j * lda]);
    for (int i = 0; i < rows; ++i) {
      Complex sum = 0;
      for (int j = 0; j < terms; ++j) sum += at(dense, m, op, i, j) * value(x.x[2 * j]);
      const int place = rows - 1 - i;
      EXPECT(near(value(y.x[place]),
                  value(scalars.x[0]) * sum + value(scalars.x[1]) * value(old.x[place]),
                  tolerance));
    }
  }
}

template <class T>
static void check_symmetric(cublasFillMode_t uplo, bool band, double tolerance) {
  Handle handle;
  const int n = 19, k = 4, lda = 6;
  const Half<T> a(n, k, lda, uplo, band);
  Array<T> x(n, 2), y(n, 3), old(n, 3), scalars(2, 5);
  if (band)
    GOOD(bmv(T())(handle, uplo, n, k, &scalars.x[0], a.data.x, lda, x.x, 1, &scalars.x[1], y.x, 1));
  else
    GOOD(pmv(T())(handle, uplo, n, &scalars.x[0], a.data.x, x.x, 1, &scalars.x[1], y.x, 1));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    Complex sum = 0;
    for (int j = 0; j < n; ++j) sum += a.symmetric(i, j, kHermitian<T>) * value(x.x[j]);
    EXPECT(near(value(y.x[i]), value(scalars.x[0]) * sum + value(scalars.x[1]) * value(old.x[i]),
                tolerance));
  }
}

template <class T>
static void check_triangle(cublasFillMode_t uplo, cublasOperation_t op, bool unit,
                           double tolerance) {
  Handle handle;
  const int n = 15, k = 3, lda = 5;
  const auto diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
  for (const bool band : {true, false}) {
    Half<T> a(n, k, lda, uplo, band);
    for (int i = 0; unit && i < n; ++i) a.dense[i + i * n] = 1;
    Array<T> x(2 * n, 2), old(2 * n, 2);
    if (band)
      GOOD(tbmv(T())(handle, uplo, op, diag, n, k, a.data.x, lda, x.x, 2));
    else
      GOOD(tpmv(T())(handle, uplo, op, diag, n, a.data.x, x.x, 2));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) {
      Complex sum = 0;
      for (int j = 0; j < n; ++j) sum += at(a.dense, n, op, i, j) * value(old.x[2 * j]);
      EXPECT(near(value(x.x[2 * i]), sum, tolerance));
    }
    if (unit) continue;  // solutions of these grow
    if (band)
      GOOD(tbsv(T())(handle, uplo, op, diag, n, k, a.data.x, lda, x.x, 2));
    else
      GOOD(tpsv(T())(handle, uplo, op, diag, n, a.data.x, x.x, 2));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT(near(value(x.x[2 * i]), value(old.x[2 * i]), tolerance));
  }
}

template <class T, class R>
static void check_updates(cublasFillMode_t uplo, double tolerance) {
  Handle handle;
  const int n = 9;
  const bool hermitian = kHermitian<T>;
  Half<T> a(n, n, 0, uplo, false), b(n, n, 0, uplo, false);
  Array<T> x(n, 2), y(n, 4), alpha(1, 8);
  const R real = 1.5;
  GOOD(pr(T())(handle, uplo, n, &real, x.x, 1, a.data.x));
  GOOD(pr2(T())(handle, uplo, n, alpha.x, x.x, 1, y.x, 1, b.data.x));
  OK(cudaDeviceSynchronize());
  const auto mirror = [=](Complex v) { return hermitian ? std::conj(v) : v; };
  int place = 0;
  for (int j = 0; j < n; ++j)
    for (int i = a.lower ? j : 0; i < (a.lower ? n : j + 1); ++i, ++place) {
      Complex one = a.dense[i + j * n] + 1.5 * value(x.x[i]) * mirror(value(x.x[j]));
      Complex two = b.dense[i + j * n] + value(*alpha.x) * value(x.x[i]) * mirror(value(y.x[j])) +
                    mirror(value(*alpha.x)) * value(y.x[i]) * mirror(value(x.x[j]));
      if (i == j && hermitian) one = one.real(), two = two.real();
      EXPECT(near(value(a.data.x[place]), one, tolerance));
      EXPECT(near(value(b.data.x[place]), two, tolerance));
    }
}

template <class T, class R>
static void check_all(double tolerance) {
  check_bands<T>(tolerance);
  for (const auto uplo : kHalves) {
    check_symmetric<T>(uplo, true, tolerance);
    check_symmetric<T>(uplo, false, tolerance);
    check_updates<T, R>(uplo, tolerance);
    for (const auto op : kOperations)
      for (const bool unit : {true, false}) check_triangle<T>(uplo, op, unit, tolerance);
  }
}

CASE(bands_and_packed_triangles) {
  check_all<float, float>(1e-3), check_all<double, double>(1e-11);
  check_all<cuComplex, float>(1e-3), check_all<cuDoubleComplex, double>(1e-11);
  Handle handle;
  Array<float> a(9);
  const float one = 1;
  EXPECT_EQ(cublasSgbmv(handle, CUBLAS_OP_N, 3, 3, 1, 1, &one, a.x, 2, a.x, 1, &one, a.x, 1),
            CUBLAS_STATUS_INVALID_VALUE);  // three diagonals need three rows
}

CASE(products_into_a_triangle) {
  Handle handle;
  const int n = 7, k = 5;
  Array<cuDoubleComplex> a(n * k, 1), b(n * k, 2), c(n * n, 3), old(n * n, 3), alpha(1, 4);
  const double beta = 0.5;
  GOOD(cublasZherkx(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, alpha.x, a.x, n, b.x, n,
                    &beta, c.x, n));
  OK(cudaDeviceSynchronize());
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      Complex sum = 0;
      for (int l = 0; l < k; ++l) sum += value(a.x[i + l * n]) * std::conj(value(b.x[j + l * n]));
      Complex wanted = value(*alpha.x) * sum + 0.5 * value(old.x[i + j * n]);
      if (i == j) wanted = wanted.real();
      EXPECT(near(value(c.x[i + j * n]), i >= j ? wanted : value(old.x[i + j * n]), 1e-13));
    }
  Array<float> s(n * k, 1), t(n * k, 2), u(n * n, 3);
  const float two = 2, zero = 0;
  GOOD(cublasSsyrkx(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, n, k, &two, s.x, k, t.x, k, &zero,
                    u.x, n));
  OK(cudaDeviceSynchronize());
  double sum = 0;
  for (int l = 0; l < k; ++l) sum += double(s.x[l + 1 * k]) * t.x[l + 4 * k];
  EXPECT(near(u.x[1 + 4 * n], 2 * sum, 1e-5));
}

// A batch of matrices that are not singular, and lists of them.
template <class T>
struct Batch {
  static const int count = 3;
  int rows, columns;
  Array<T> data, old;
  T** list = nullptr;
  Batch(int m, int n, size_t seed)
      : rows(m), columns(n), data(size_t(m) * n * count, seed), old(size_t(m) * n * count, seed) {
    OK(cudaMallocManaged(&list, count * sizeof(T*)));
    for (int i = 0; i < count; ++i) list[i] = data.x + i * m * n;
  }
  ~Batch() { cudaFree(list); }
  Complex at(int batch, int i, int j) const {
    return value(data.x[batch * rows * columns + i + j * rows]);
  }
  Complex before(int batch, cublasOperation_t op, int i, int j) const {
    const T* a = old.x + batch * rows * columns;
    if (op == CUBLAS_OP_N) return value(a[i + j * rows]);
    const Complex v = value(a[j + i * rows]);
    return op == CUBLAS_OP_T ? v : std::conj(v);
  }
};

template <class T>
static void check_systems(double tolerance) {
  Handle handle;
  const int n = 6;
  Batch<T> a(n, n, 1), inverse(n, n, 2);
  Array<int> pivots(3 * n), info(3);
  GOOD(getrf(T())(handle, n, a.list, n, pivots.x, info.x, 3));
  GOOD(getri(T())(handle, n, a.list, n, pivots.x, inverse.list, n, info.x, 3));
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < 3; ++b) {
    EXPECT_EQ(info.x[b], 0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        Complex sum = 0;
        for (int k = 0; k < n; ++k) sum += a.before(b, CUBLAS_OP_N, i, k) * inverse.at(b, k, j);
        EXPECT(near(sum, i == j, tolerance));
      }
  }
  for (const auto op : kOperations) {
    Batch<T> x(n, 2, 4);
    int host_info = -7;
    GOOD(getrs(T())(handle, op, n, 2, a.list, n, pivots.x, x.list, n, &host_info, 3));
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(host_info, 0);
    for (int b = 0; b < 3; ++b)
      for (int i = 0; i < n; ++i) {
        Complex sum = 0;
        for (int k = 0; k < n; ++k) sum += a.before(b, op, i, k) * x.at(b, k, 1);
        EXPECT(near(sum, x.before(b, CUBLAS_OP_N, i, 1), tolerance));
      }
  }
}

// The residual of a least squares solution is orthogonal to the columns; R's columns are as long as A's.
template <class T>
static void check_least_squares(double tolerance) {
  Handle handle;
  const int m = 9, n = 4;
  Batch<T> a(m, n, 1), c(m, 2, 5), q(m, n, 1), tau(n, 1, 0);
  Array<int> failed(3);
  int info = -7;
  GOOD(gels(T())(handle, CUBLAS_OP_N, m, n, 2, a.list, m, c.list, m, &info, failed.x, 3));
  EXPECT_EQ(info, 0);
  GOOD(geqrf(T())(handle, m, n, q.list, m, tau.list, &info, 3));
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < 3; ++b)
    for (int j = 0; j < n; ++j) {
      Complex product = 0;
      double length = 0, wanted = 0;
      for (int i = 0; i < m; ++i) {
        Complex residual = c.before(b, CUBLAS_OP_N, i, 1);
        for (int k = 0; k < n; ++k) residual -= a.before(b, CUBLAS_OP_N, i, k) * c.at(b, k, 1);
        product += std::conj(a.before(b, CUBLAS_OP_N, i, j)) * residual;
        wanted += std::norm(a.before(b, CUBLAS_OP_N, i, j));
        if (i <= j) length += std::norm(q.at(b, i, j));
      }
      EXPECT(near(product, 0, tolerance));
      EXPECT(near(length, wanted, tolerance));
      EXPECT_EQ(failed.x[b], 0);
    }
  EXPECT_EQ(gels(T())(handle, CUBLAS_OP_N, 3, 4, 1, a.list, m, c.list, m, &info, failed.x, 3),
            CUBLAS_STATUS_INVALID_VALUE);
}

CASE(batches) {
  check_systems<float>(1e-3), check_systems<double>(1e-11);
  check_systems<cuComplex>(1e-3), check_systems<cuDoubleComplex>(1e-11);
  check_least_squares<float>(1e-4), check_least_squares<double>(1e-12);
  check_least_squares<cuComplex>(1e-4), check_least_squares<cuDoubleComplex>(1e-12);
}

CASE(groups_of_products) {
  Handle handle;
  const int m[] = {3, 5}, n[] = {4, 2}, k[] = {6, 3}, lda[] = {3, 3}, ldb[] = {6, 3},
            ldc[] = {3, 5}, sizes[] = {2, 1};
  const cublasOperation_t transa[] = {CUBLAS_OP_N, CUBLAS_OP_T},
                          transb[] = {CUBLAS_OP_N, CUBLAS_OP_N};
  const float alpha[] = {1.5f, -2}, beta[] = {0.5f, 0};
  Array<float> a(100, 1), b(100, 2), c(100, 3), old(100, 3);
  float **lists = nullptr, *from[2], *to;
  OK(cudaMallocManaged(&lists, 9 * sizeof(float*)));
  for (int i = 0; i < 3; ++i)
    lists[i] = a.x + 30 * i, lists[3 + i] = b.x + 30 * i, lists[6 + i] = c.x + 30 * i;
  GOOD(cublasSgemmGroupedBatched(handle, transa, transb, m, n, k, alpha, lists, lda, lists + 3, ldb,
                                 beta, lists + 6, ldc, 2, sizes));
  OK(cudaDeviceSynchronize());
  for (int p = 0; p < 3; ++p) {
    const int g = p / 2;
    from[0] = lists[p], from[1] = lists[3 + p], to = lists[6 + p];
    for (int i = 0; i < m[g]; ++i)
      for (int j = 0; j < n[g]; ++j) {
        double sum = 0;
        for (int l = 0; l < k[g]; ++l)
          sum +=
              double(from[0][g == 0 ? i + l * lda[g] : l + i * lda[g]]) * from[1][l + j * ldb[g]];
        const double before = old.x[to - c.x + i + j * ldc[g]];
        EXPECT(near(to[i + j * ldc[g]], alpha[g] * sum + beta[g] * before, 1e-5));
      }
  }
  const std::vector<float> first(c.x, c.x + 100);
  std::copy(old.x, old.x + 100, c.x);
  GOOD(cublasGemmGroupedBatchedEx(handle, transa, transb, m, n, k, alpha, (const void**)lists,
                                  CUDA_R_32F, lda, (const void**)(lists + 3), CUDA_R_32F, ldb, beta,
                                  (void**)(lists + 6), CUDA_R_32F, ldc, 2, sizes,
                                  CUBLAS_COMPUTE_32F));
  OK(cudaDeviceSynchronize());
  EXPECT(std::equal(first.begin(), first.end(), c.x));
  OK(cudaFree(lists));
}

CASE(triangles_packed_and_unpacked) {
  Handle handle;
  const int n = 7, lda = 9;
  for (const auto uplo : kHalves) {
    const Half<cuComplex> half(n, n, 0, uplo, false);
    Array<cuComplex> full(lda * n), packed(n * (n + 1) / 2);
    GOOD(cublasCtpttr(handle, uplo, n, half.data.x, full.x, lda));
    GOOD(cublasCtrttp(handle, uplo, n, full.x, lda, packed.x));
    OK(cudaDeviceSynchronize());
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (i == j || (i > j) == half.lower)
          EXPECT(near(value(full.x[i + j * lda]), half.dense[i + j * n], 0));
    for (int i = 0; i < n * (n + 1) / 2; ++i)
      EXPECT(near(value(packed.x[i]), value(half.data.x[i]), 0));
  }
}

int main() { return run_cases(); }
