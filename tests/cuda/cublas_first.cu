// cublas.h, the interface without handles, against loops.
// SPDX-License-Identifier: MIT
#include <cublas.h>

#include <cmath>
#include <vector>

#include "check.h"
#include "complex_numbers.h"

template <class T>
struct Device {
  T* x = nullptr;
  int count;
  explicit Device(const std::vector<T>& from) : count(int(from.size())) {
    EXPECT_EQ(cublasAlloc(count, sizeof(T), (void**)&x), CUBLAS_STATUS_SUCCESS);
    EXPECT_EQ(cublasSetVector(count, sizeof(T), from.data(), 1, x, 1), CUBLAS_STATUS_SUCCESS);
  }
  ~Device() { EXPECT_EQ(cublasFree(x), CUBLAS_STATUS_SUCCESS); }
  std::vector<T> read() const {
    std::vector<T> all(count);
    EXPECT_EQ(cublasGetVector(count, sizeof(T), x, 1, all.data(), 1), CUBLAS_STATUS_SUCCESS);
    return all;
  }
};

static std::vector<double> numbers(int n, int seed) {
  std::vector<double> all;
  for (int i = 0; i < n; ++i) all.push_back(noise(i + seed));
  return all;
}

static bool near(double got, double wanted) {
  return std::fabs(got - wanted) <= 1e-10 * (1 + std::fabs(wanted));
}

CASE(vectors) {
  EXPECT_EQ(cublasInit(), CUBLAS_STATUS_SUCCESS);
  const std::vector<double> x = numbers(301, 1), y = numbers(301, 5);
  Device<double> a(x), b(y);
  double dot = 0, sizes = 0;
  int largest = 0;
  for (int i = 0; i < 301; ++i) {
    dot += x[i] * y[i], sizes += std::fabs(x[i]);
    if (std::fabs(x[i]) > std::fabs(x[largest])) largest = i;
  }
  EXPECT(near(cublasDdot(301, a.x, 1, b.x, 1), dot));
  EXPECT(near(cublasDasum(301, a.x, 1), sizes));
  EXPECT_EQ(cublasIdamax(301, a.x, 1), largest + 1);
  cublasDaxpy(301, 2.5, a.x, 1, b.x, 1);
  cublasDscal(301, -1, a.x, 1);
  EXPECT(near(b.read()[300], y[300] + 2.5 * x[300]));
  EXPECT(near(a.read()[7], -x[7]));
  EXPECT_EQ(cublasGetError(), CUBLAS_STATUS_SUCCESS);
}

CASE(matrices) {
  const int m = 19, n = 23, k = 11;
  const std::vector<double> a = numbers(m * k, 1), b = numbers(n * k, 2), c = numbers(m * n, 3);
  Device<double> da(a), db(b), dc(c), dx(numbers(n, 4)), dy(numbers(m, 5));
  cublasDgemm('n', 'T', m, n, k, 2.0, da.x, m, db.x, n, -1.0, dc.x, m);
  const std::vector<double> product = dc.read(), x = dx.read(), y = dy.read();
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += a[i + l * m] * b[j + l * n];
      EXPECT(near(product[i + j * m], 2 * sum - c[i + j * m]));
    }
  cublasDgemv('N', m, n, 1.5, dc.x, m, dx.x, 1, 0.5, dy.x, 1);
  const std::vector<double> got = dy.read();
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += product[i + j * m] * x[j];
    EXPECT(near(got[i], 1.5 * sum + 0.5 * y[i]));
  }
}

CASE(triangles_in_place) {
  const int n = 13;
  std::vector<double> a = numbers(n * n, 1);
  for (int i = 0; i < n; ++i) a[i + i * n] = 5;
  const std::vector<double> b = numbers(n * 4, 2);
  Device<double> da(a), db(b);
  cublasDtrmm('L', 'l', 'N', 'N', n, 4, 2.0, da.x, n, db.x, n);
  const std::vector<double> product = db.read();
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j <= i; ++j) sum += a[i + j * n] * b[j];
    EXPECT(near(product[i], 2 * sum));
  }
  cublasDtrsm('l', 'L', 'n', 'n', n, 4, 0.5, da.x, n, db.x, n);
  const std::vector<double> back = db.read();
  for (int i = 0; i < n * 4; ++i) EXPECT(near(back[i], b[i]));
}

CASE(complex_numbers_and_errors) {
  const cuComplex one = make_cuComplex(1, 2), two = make_cuComplex(3, -1);
  Device<cuComplex> x(std::vector<cuComplex>{one, two});
  const cuComplex sum = cublasCdotc(2, x.x, 1, x.x, 1);
  EXPECT(near(sum.x, 15) && near(sum.y, 0));
  cublasDgemm('N', 'N', -1, 2, 2, 1, nullptr, 1, nullptr, 1, 0, nullptr, 1);
  EXPECT_EQ(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasGetError(), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasShutdown(), CUBLAS_STATUS_SUCCESS);
}

int main() { return run_cases(); }
