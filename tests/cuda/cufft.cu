// Transforms by cufft.h against sums in double precision: types, ranks, batches, strides, in place, misuse.
// SPDX-License-Identifier: MIT
#include <cufftXt.h>

#include <cmath>
#include <complex>
#include <vector>

#include "check.h"

typedef std::complex<double> Complex;

static double noise(size_t i) { return std::sin(0.7 * i) + 0.3 * std::cos(2.9 * i * i); }

// The transform of `n` complex numbers by its definition.
static std::vector<Complex> sums(const std::vector<Complex>& x, int direction) {
  const size_t n = x.size();
  std::vector<Complex> y(n);
  for (size_t k = 0; k < n; ++k)
    for (size_t j = 0; j < n; ++j)
      y[k] += x[j] * std::polar(1.0, direction * 2 * M_PI * double(j * k % n) / n);
  return y;
}

template <typename T>
struct Array {
  T* x = nullptr;
  explicit Array(size_t count) { OK(cudaMallocManaged(&x, count * sizeof(T))); }
  ~Array() { cudaFree(x); }
};

static void expect_near(Complex got, Complex wanted, double tolerance) {
  EXPECT(std::abs(got - wanted) <= tolerance);
}

CASE(complex_lines_in_batches) {
  const int n = 60, batch = 5;
  Array<cufftComplex> x(n * batch), y(n * batch);
  for (int i = 0; i < n * batch; ++i) x.x[i] = make_float2(noise(i), noise(i + 1000));
  cufftHandle plan;
  EXPECT_EQ(cufftPlan1d(&plan, n, CUFFT_C2C, batch), CUFFT_SUCCESS);
  for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
    EXPECT_EQ(cufftExecC2C(plan, x.x, y.x, direction), CUFFT_SUCCESS);
    OK(cudaDeviceSynchronize());
    for (int b = 0; b < batch; ++b) {
      std::vector<Complex> line;
      for (int i = 0; i < n; ++i) line.push_back({x.x[b * n + i].x, x.x[b * n + i].y});
      const std::vector<Complex> wanted = sums(line, direction);
      for (int i = 0; i < n; ++i)
        expect_near({y.x[b * n + i].x, y.x[b * n + i].y}, wanted[i], 1e-4);
    }
  }
  EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
  EXPECT_EQ(cufftDestroy(plan), CUFFT_INVALID_PLAN);
}

CASE(real_there_and_back_in_place) {
  const int nx = 6, ny = 10, pitch = 2 * (ny / 2 + 1);
  Array<double> x(nx * pitch);
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) x.x[i * pitch + j] = noise(i * ny + j);
  cufftHandle forward, back;
  EXPECT_EQ(cufftPlan2d(&forward, nx, ny, CUFFT_D2Z), CUFFT_SUCCESS);
  EXPECT_EQ(cufftPlan2d(&back, nx, ny, CUFFT_Z2D), CUFFT_SUCCESS);
  auto* spectrum = (cufftDoubleComplex*)x.x;
  EXPECT_EQ(cufftExecD2Z(forward, x.x, spectrum), CUFFT_SUCCESS);
  OK(cudaDeviceSynchronize());
  double sum = 0;
  for (int i = 0; i < nx * ny; ++i) sum += noise(i);
  expect_near({spectrum[0].x, spectrum[0].y}, sum, 1e-10);
  EXPECT_EQ(cufftExecZ2D(back, spectrum, x.x), CUFFT_SUCCESS);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      expect_near(x.x[i * pitch + j] / (nx * ny), noise(i * ny + j), 1e-12);
  EXPECT_EQ(cufftDestroy(forward), CUFFT_SUCCESS);
  EXPECT_EQ(cufftDestroy(back), CUFFT_SUCCESS);
}

CASE(real_out_of_place_in_three_dimensions) {
  const int n[] = {3, 4, 5}, count = 60;
  Array<float> x(count), z(count);
  Array<cufftComplex> y(3 * 4 * 3);
  for (int i = 0; i < count; ++i) x.x[i] = noise(i);
  cufftHandle forward, back;
  EXPECT_EQ(cufftPlan3d(&forward, n[0], n[1], n[2], CUFFT_R2C), CUFFT_SUCCESS);
  EXPECT_EQ(cufftPlan3d(&back, n[0], n[1], n[2], CUFFT_C2R), CUFFT_SUCCESS);
  EXPECT_EQ(cufftExecR2C(forward, x.x, y.x), CUFFT_SUCCESS);
  EXPECT_EQ(cufftExecC2R(back, y.x, z.x), CUFFT_SUCCESS);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) expect_near(z.x[i] / count, x.x[i], 1e-5);
  cufftDestroy(forward);
  cufftDestroy(back);
}

// Columns of a row-major matrix: stride and distance change places.
CASE(strides) {
  const int rows = 8, columns = 3;
  Array<cufftDoubleComplex> x(rows * columns), y(rows * columns);
  for (int i = 0; i < rows * columns; ++i) x.x[i] = make_double2(noise(i), noise(i + 7));
  int n[] = {rows};
  cufftHandle plan;
  EXPECT_EQ(cufftPlanMany(&plan, 1, n, n, columns, 1, n, 1, rows, CUFFT_Z2Z, columns),
            CUFFT_SUCCESS);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  EXPECT_EQ(cufftSetStream(plan, stream), CUFFT_SUCCESS);
  EXPECT_EQ(cufftExecZ2Z(plan, x.x, y.x, CUFFT_FORWARD), CUFFT_SUCCESS);
  OK(cudaStreamSynchronize(stream));
  for (int c = 0; c < columns; ++c) {
    std::vector<Complex> line;
    for (int r = 0; r < rows; ++r) line.push_back({x.x[r * columns + c].x, x.x[r * columns + c].y});
    const std::vector<Complex> wanted = sums(line, CUFFT_FORWARD);
    for (int r = 0; r < rows; ++r)
      expect_near({y.x[c * rows + r].x, y.x[c * rows + r].y}, wanted[r], 1e-12);
  }
  cufftDestroy(plan);
  OK(cudaStreamDestroy(stream));
}

CASE(extended_plans) {
  const int length = 12;
  long long n = length;
  std::vector<Complex> line;
  double2 *x = nullptr, *y = nullptr;
  OK(cudaMallocManaged(&x, length * sizeof *x));
  OK(cudaMallocManaged(&y, length * sizeof *y));
  for (int i = 0; i < length; ++i) {
    x[i] = {i * 0.5 - 1, 2.0 - i};
    line.push_back({x[i].x, x[i].y});
  }
  cufftHandle plan = 0;
  size_t size = 1;
  EXPECT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  EXPECT_EQ(cufftXtExec(plan, x, y, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 1, CUDA_C_64F, nullptr, 1, 1, CUDA_C_32F,
                                1, &size, CUDA_C_32F),
            CUFFT_INVALID_TYPE);
  EXPECT_EQ(cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 1, CUDA_C_64F, nullptr, 1, 1, CUDA_C_64F,
                                1, &size, CUDA_C_64F),
            CUFFT_SUCCESS);
  EXPECT_EQ(cufftXtExec(plan, x, y, CUFFT_INVERSE), CUFFT_SUCCESS);
  OK(cudaDeviceSynchronize());
  const std::vector<Complex> wanted = sums(line, CUFFT_INVERSE);
  for (int i = 0; i < length; ++i) expect_near({y[i].x, y[i].y}, wanted[i], 1e-12);
  cufftDestroy(plan);
  EXPECT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  n = 1ll << 40;
  EXPECT_EQ(cufftMakePlanMany64(plan, 1, &n, nullptr, 1, 1, nullptr, 1, 1, CUFFT_C2C, 1, &size),
            CUFFT_INVALID_SIZE);
  EXPECT_EQ(cufftGetSize1d(plan, 8, CUFFT_C2C, 1, &size), CUFFT_SUCCESS);
  cufftDestroy(plan);
  OK(cudaFree(x));
  OK(cudaFree(y));
}

CASE(misuse) {
  cufftHandle plan = 0;
  cufftComplex x[8];
  size_t size = 1;
  EXPECT_EQ(cufftPlan1d(nullptr, 8, CUFFT_C2C, 1), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftPlan1d(&plan, 0, CUFFT_C2C, 1), CUFFT_INVALID_SIZE);
  EXPECT_EQ(cufftPlan1d(&plan, 8, CUFFT_C2C, 0), CUFFT_INVALID_SIZE);
  EXPECT_EQ(cufftPlan1d(&plan, 8, (cufftType)1, 1), CUFFT_INVALID_TYPE);
  EXPECT_EQ(cufftExecC2C(12345, x, x, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  EXPECT_EQ(cufftExecC2C(plan, x, x, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size), CUFFT_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(cufftExecZ2Z(plan, (cufftDoubleComplex*)x, (cufftDoubleComplex*)x, CUFFT_FORWARD),
            CUFFT_INVALID_TYPE);
  EXPECT_EQ(cufftExecC2C(plan, nullptr, x, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftExecC2C(plan, x, x, 2), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftSetStream(54321, nullptr), CUFFT_INVALID_PLAN);
  cufftDestroy(plan);
}

int main() { return run_cases(); }
