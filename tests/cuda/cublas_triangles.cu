// Symmetric, Hermitian and triangular matrices of cublas_v2.h against loops in double, mostly with complex numbers.
// SPDX-License-Identifier: MIT
#include <cublasXt.h>
#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <functional>
#include <vector>

#include "check.h"
#include "complex_numbers.h"

typedef std::function<Complex(int, int)> View;

#define GOOD(call) EXPECT_EQ(call, CUBLAS_STATUS_SUCCESS)

struct Array {
  cuDoubleComplex* x = nullptr;
  int ld, columns;
  std::vector<Complex> old;
  Array(int rows, int n, int seed) : ld(rows + 3), columns(n) {
    OK(cudaMallocManaged(&x, sizeof *x * ld * n));
    for (int i = 0; i < ld * n; ++i) {
      x[i] = make_cuDoubleComplex(noise(i + seed), noise(i + seed + 77));
      old.push_back({x[i].x, x[i].y});
    }
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(x); }
  Complex was(int i, int j) const { return old[i + j * ld]; }
  Complex now(int i, int j) const { return {x[i + j * ld].x, x[i + j * ld].y}; }
};

static bool near(Complex got, Complex wanted) { return near(got, wanted, 1e-10); }

struct Handle {
  cublasHandle_t h = nullptr;
  Handle() { GOOD(cublasCreate(&h)); }
  ~Handle() { GOOD(cublasDestroy(h)); }
  operator cublasHandle_t() const { return h; }
};

static Complex applied(cublasOperation_t op, const Array& a, int i, int j) {
  if (op == CUBLAS_OP_N) return a.was(i, j);
  return op == CUBLAS_OP_T ? a.was(j, i) : std::conj(a.was(j, i));
}

// All elements of a matrix of which one triangle counts.
static View whole(const Array& a, cublasFillMode_t uplo, bool hermitian) {
  return [&a, uplo, hermitian](int i, int j) {
    if (i == j) return hermitian ? Complex(a.was(i, i).real()) : a.was(i, i);
    const bool stored = (i > j) == (uplo == CUBLAS_FILL_MODE_LOWER);
    const Complex v = stored ? a.was(i, j) : a.was(j, i);
    return stored || !hermitian ? v : std::conj(v);
  };
}

static View triangle(const Array& a, cublasFillMode_t uplo, cublasOperation_t op,
                     cublasDiagType_t diag) {
  return [&a, uplo, op, diag](int i, int j) {
    if (i == j && diag == CUBLAS_DIAG_UNIT) return Complex(1);
    const int row = op == CUBLAS_OP_N ? i : j, column = op == CUBLAS_OP_N ? j : i;
    const bool there = row == column || (row > column) == (uplo == CUBLAS_FILL_MODE_LOWER);
    return there ? applied(op, a, i, j) : Complex(0);
  };
}

static const cublasFillMode_t kFills[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
static const cublasOperation_t kOperations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static const cuDoubleComplex kAlpha = {0.7, -0.4}, kBeta = {-0.3, 0.9};
static const Complex kA(0.7, -0.4), kB(-0.3, 0.9);

CASE(products_of_square_matrices) {
  Handle handle;
  const int m = 37, n = 21;
  for (const auto uplo : kFills)
    for (const auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})
      for (const bool hermitian : {false, true}) {
        const int size = side == CUBLAS_SIDE_LEFT ? m : n;
        Array a(size, size, 1), b(m, n, 2), c(m, n, 3);
        GOOD((hermitian ? cublasZhemm : cublasZsymm)(handle, side, uplo, m, n, &kAlpha, a.x, a.ld,
                                                     b.x, b.ld, &kBeta, c.x, c.ld));
        OK(cudaDeviceSynchronize());
        const View full = whole(a, uplo, hermitian);
        bool all = true;
        for (int i = 0; i < m; ++i)
          for (int j = 0; j < n; ++j) {
            Complex sum = 0;
            for (int k = 0; k < size; ++k)
              sum += side == CUBLAS_SIDE_LEFT ? full(i, k) * b.was(k, j) : b.was(i, k) * full(k, j);
            all &= near(c.now(i, j), kA * sum + kB * c.was(i, j));
          }
        EXPECT(all);
      }
}

CASE(updates_of_rank_k) {
  Handle handle;
  const int n = 33, k = 14;
  const double real_alpha = 0.6, real_beta = -1.2;
  for (const auto uplo : kFills)
    for (const bool plain : {true, false})
      for (const bool hermitian : {false, true})
        for (const bool twice : {false, true}) {
          const auto turned = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
          const auto op = plain ? CUBLAS_OP_N : turned;
          Array a(plain ? n : k, plain ? k : n, 1), b(plain ? n : k, plain ? k : n, 2), c(n, n, 3);
          if (twice && hermitian)
            GOOD(cublasZher2k(handle, uplo, op, n, k, &kAlpha, a.x, a.ld, b.x, b.ld, &real_beta,
                              c.x, c.ld));
          else if (twice)
            GOOD(cublasZsyr2k(handle, uplo, op, n, k, &kAlpha, a.x, a.ld, b.x, b.ld, &kBeta, c.x,
                              c.ld));
          else if (hermitian)
            GOOD(
                cublasZherk(handle, uplo, op, n, k, &real_alpha, a.x, a.ld, &real_beta, c.x, c.ld));
          else
            GOOD(cublasZsyrk(handle, uplo, op, n, k, &kAlpha, a.x, a.ld, &kBeta, c.x, c.ld));
          OK(cudaDeviceSynchronize());
          const Complex alpha = hermitian && !twice ? Complex(real_alpha) : kA;
          const Complex beta = hermitian ? Complex(real_beta) : kB;
          const auto mirror = [&](Complex z) { return hermitian ? std::conj(z) : z; };
          const Array& other = twice ? b : a;
          bool all = true;
          for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
              Complex sum = 0;
              for (int l = 0; l < k; ++l) {
                sum += alpha * applied(op, a, i, l) * mirror(applied(op, other, j, l));
                if (twice)
                  sum += mirror(alpha) * applied(op, b, i, l) * mirror(applied(op, a, j, l));
              }
              Complex wanted = sum + beta * c.was(i, j);
              if (i == j && hermitian) wanted = wanted.real();
              if (i != j && (i > j) != (uplo == CUBLAS_FILL_MODE_LOWER)) wanted = c.was(i, j);
              all &= near(c.now(i, j), wanted);
            }
          EXPECT(all);
        }
}

CASE(complex_triangles) {
  Handle handle;
  const int m = 70, n = 66;
  for (const auto uplo : kFills)
    for (const auto op : kOperations)
      for (const auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
        const int size = side == CUBLAS_SIDE_LEFT ? m : n;
        Array a(size, size, 1), b(m, n, 2), product(m, n, 3);
        for (int i = 0; i < size; ++i) {  // solutions must not explode
          for (int j = 0; j < size; ++j) {
            cuDoubleComplex& v = a.x[i + j * a.ld];
            v = make_cuDoubleComplex(v.x / size + (i == j ? 3 : 0), v.y / size);
            a.old[i + j * a.ld] = {v.x, v.y};
          }
        }
        GOOD(cublasZtrmm(handle, side, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, &kAlpha, a.x, a.ld,
                         b.x, b.ld, product.x, product.ld));
        OK(cudaDeviceSynchronize());
        const View t = triangle(a, uplo, op, CUBLAS_DIAG_NON_UNIT);
        bool all = true;
        for (int i = 0; i < m; i += 3)
          for (int j = 0; j < n; j += 5) {
            Complex sum = 0;
            for (int k = 0; k < size; ++k)
              sum += side == CUBLAS_SIDE_LEFT ? t(i, k) * b.was(k, j) : b.was(i, k) * t(k, j);
            all &= near(product.now(i, j), kA * sum);
          }
        EXPECT(all);
        const Complex inverse = 1.0 / kA;
        const cuDoubleComplex back = make_cuDoubleComplex(inverse.real(), inverse.imag());
        GOOD(cublasZtrsm(handle, side, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, &back, a.x, a.ld,
                         product.x, product.ld));
        OK(cudaDeviceSynchronize());
        for (int i = 0; i < m; ++i)
          for (int j = 0; j < n; ++j) all &= near(product.now(i, j), b.was(i, j));
        EXPECT(all);
      }
}

CASE(vectors_and_triangles) {
  Handle handle;
  const int n = 45;
  for (const auto uplo : kFills)
    for (const auto op : kOperations) {
      Array a(n, n, 1), x(n, 1, 2), y(n, 1, 3);
      for (int i = 0; i < n; ++i)
        a.x[i + i * a.ld] = make_cuDoubleComplex(9, 2), a.old[i + i * a.ld] = {9, 2};
      GOOD(cublasZtrmv(handle, uplo, op, CUBLAS_DIAG_NON_UNIT, n, a.x, a.ld, x.x, 1));
      OK(cudaDeviceSynchronize());
      const View t = triangle(a, uplo, op, CUBLAS_DIAG_NON_UNIT);
      for (int i = 0; i < n; ++i) {
        Complex sum = 0;
        for (int j = 0; j < n; ++j) sum += t(i, j) * x.was(j, 0);
        EXPECT(near(x.now(i, 0), sum));
      }
      GOOD(cublasZtrsv(handle, uplo, op, CUBLAS_DIAG_NON_UNIT, n, a.x, a.ld, x.x, 1));
      OK(cudaDeviceSynchronize());
      for (int i = 0; i < n; ++i) EXPECT(near(x.now(i, 0), x.was(i, 0)));
      for (const bool hermitian : {false, true}) {
        GOOD((hermitian ? cublasZhemv : cublasZsymv)(handle, uplo, n, &kAlpha, a.x, a.ld, x.x, 1,
                                                     &kBeta, y.x, 1));
        OK(cudaDeviceSynchronize());
        const View full = whole(a, uplo, hermitian);
        for (int i = 0; i < n; ++i) {
          Complex sum = 0;
          for (int j = 0; j < n; ++j) sum += full(i, j) * x.now(j, 0);
          EXPECT(near(y.now(i, 0), kA * sum + kB * y.was(i, 0)));
          y.old[i] = y.now(i, 0);
        }
      }
    }
}

CASE(updates_of_rank_one_and_two) {
  Handle handle;
  const int n = 29;
  const double real_alpha = 0.6;
  for (const auto uplo : kFills)
    for (const bool hermitian : {false, true})
      for (const bool twice : {false, true}) {
        Array a(n, n, 1), x(n, 1, 2), y(n, 1, 3);
        if (twice)
          GOOD((hermitian ? cublasZher2 : cublasZsyr2)(handle, uplo, n, &kAlpha, x.x, 1, y.x, 1,
                                                       a.x, a.ld));
        else if (hermitian)
          GOOD(cublasZher(handle, uplo, n, &real_alpha, x.x, 1, a.x, a.ld));
        else
          GOOD(cublasZsyr(handle, uplo, n, &kAlpha, x.x, 1, a.x, a.ld));
        OK(cudaDeviceSynchronize());
        const Complex alpha = hermitian && !twice ? Complex(real_alpha) : kA;
        const auto mirror = [&](Complex z) { return hermitian ? std::conj(z) : z; };
        bool all = true;
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) {
            Complex wanted = a.was(i, j);
            if (i == j || (i > j) == (uplo == CUBLAS_FILL_MODE_LOWER)) {
              wanted += alpha * x.was(i, 0) * mirror((twice ? y : x).was(j, 0));
              if (twice) wanted += mirror(alpha) * y.was(i, 0) * mirror(x.was(j, 0));
              if (i == j && hermitian) wanted = wanted.real();
            }
            all &= near(a.now(i, j), wanted);
          }
        EXPECT(all);
      }
}

// Matrices of the host, on as many devices as there are; the result is there when the call returns.
CASE(matrices_of_the_host) {
  cublasXtHandle_t handle;
  int devices[] = {0}, block = 0;
  GOOD(cublasXtCreate(&handle));
  GOOD(cublasXtDeviceSelect(handle, 1, devices));
  devices[0] = 99;
  EXPECT_EQ(cublasXtDeviceSelect(handle, 1, devices), CUBLAS_STATUS_INVALID_VALUE);
  GOOD(cublasXtSetBlockDim(handle, 64));
  GOOD(cublasXtGetBlockDim(handle, &block));
  EXPECT_EQ(block, 64);
  const int n = 31;
  std::vector<double> a(n * n), b(n * n), c(n * n, 1);
  for (int i = 0; i < n * n; ++i) a[i] = noise(i), b[i] = noise(i + 9);
  const double alpha = 2, beta = 3;
  GOOD(cublasXtDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &alpha, a.data(), n, b.data(), n,
                     &beta, c.data(), n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i + k * n] * b[j + k * n];
      EXPECT(near(c[i + j * n], 2 * sum + 3));
    }
  GOOD(cublasXtDestroy(handle));
}

int main() { return run_cases(); }
