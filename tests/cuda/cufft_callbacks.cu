// cuFFT calls functions of the program for what it loads and stores: complex, real, in place, strided, in batches.
// SPDX-License-Identifier: MIT
#include <cufftXt.h>

#include <cmath>
#include <complex>
#include <vector>

#include "check.h"

#define GOOD(call) EXPECT_EQ(call, CUFFT_SUCCESS)

typedef std::complex<double> Complex;

__device__ cufftComplex load_scaled(void* data, size_t offset, void* info, void*) {
  const cufftComplex z = ((cufftComplex*)data)[offset];
  const float factor = ((float*)info)[offset % 3];
  return make_cuComplex(factor * z.x, factor * z.y);
}
__device__ void store_swapped(void* data, size_t offset, cufftComplex z, void*, void*) {
  ((cufftComplex*)data)[offset] = make_cuComplex(z.y, z.x);
}
__device__ cufftDoubleReal load_real(void* data, size_t offset, void*, void*) {
  return 2 * ((short*)data)[offset];  // another type than the transform's
}
__device__ cufftCallbackLoadC p_load = load_scaled;
__device__ cufftCallbackStoreC p_store = store_swapped;
__device__ cufftCallbackLoadD p_real = load_real;

static double noise(size_t i) { return std::sin(1.3 * i + 0.1); }

static std::vector<Complex> transformed(const std::vector<Complex>& x, int sign) {
  const size_t n = x.size();
  std::vector<Complex> out(n);
  for (size_t k = 0; k < n; ++k)
    for (size_t j = 0; j < n; ++j) out[k] += x[j] * std::polar(1.0, sign * 2 * M_PI * j * k / n);
  return out;
}

static bool near(Complex got, Complex wanted) {
  return std::abs(got - wanted) < 1e-3 * (1 + std::abs(wanted));
}

// Elements two apart, lines of 30 places for 12 elements: the places between are not touched.
CASE(loads_and_stores_in_place) {
  const int n = 12, batch = 3, stride = 2, distance = 30;
  cufftComplex* x;
  float* factors;
  OK(cudaMallocManaged(&x, sizeof *x * batch * distance));
  OK(cudaMallocManaged(&factors, 3 * sizeof(float)));
  for (int i = 0; i < batch * distance; ++i) x[i] = make_cuComplex(noise(i), noise(i + 50));
  for (int i = 0; i < 3; ++i) factors[i] = 1.5f + i;
  std::vector<Complex> old;
  for (int i = 0; i < batch * distance; ++i) old.push_back({x[i].x, x[i].y});
  cufftHandle plan;
  int lengths[] = {n};
  GOOD(cufftPlanMany(&plan, 1, lengths, lengths, stride, distance, lengths, stride, distance,
                     CUFFT_C2C, batch));
  cufftCallbackLoadC load;
  cufftCallbackStoreC store;
  void* info = factors;
  OK(cudaMemcpyFromSymbol(&load, p_load, sizeof load));
  OK(cudaMemcpyFromSymbol(&store, p_store, sizeof store));
  GOOD(cufftXtSetCallback(plan, (void**)&load, CUFFT_CB_LD_COMPLEX, &info));
  GOOD(cufftXtSetCallback(plan, (void**)&store, CUFFT_CB_ST_COMPLEX, nullptr));
  EXPECT_EQ(cufftXtSetCallback(plan, (void**)&load, CUFFT_CB_LD_REAL, &info), CUFFT_INVALID_TYPE);
  GOOD(cufftExecC2C(plan, x, x, CUFFT_FORWARD));
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < batch; ++b) {
    std::vector<Complex> line;
    for (int i = 0; i < n; ++i) {
      const int at = b * distance + i * stride;
      line.push_back(old[at] * double(factors[at % 3]));
    }
    const std::vector<Complex> wanted = transformed(line, -1);
    for (int i = 0; i < n; ++i) {
      const cufftComplex z = x[b * distance + i * stride];
      EXPECT(near({z.y, z.x}, wanted[i]));
      EXPECT_EQ(x[b * distance + i * stride + 1].x,
                float(old[b * distance + i * stride + 1].real()));
    }
  }
  GOOD(cufftXtClearCallback(plan, CUFFT_CB_ST_COMPLEX));
  GOOD(cufftDestroy(plan));
  OK(cudaFree(x));
  OK(cudaFree(factors));
}

CASE(real_numbers_of_another_type) {
  const int n = 18;
  short* x;
  cufftDoubleComplex* y;
  OK(cudaMallocManaged(&x, n * sizeof *x));
  OK(cudaMallocManaged(&y, (n / 2 + 1) * sizeof *y));
  std::vector<Complex> line;
  for (int i = 0; i < n; ++i) x[i] = short(100 * noise(i)), line.push_back(2.0 * x[i]);
  cufftHandle plan;
  GOOD(cufftPlan1d(&plan, n, CUFFT_D2Z, 1));
  cufftCallbackLoadD load;
  OK(cudaMemcpyFromSymbol(&load, p_real, sizeof load));
  GOOD(cufftXtSetCallback(plan, (void**)&load, CUFFT_CB_LD_REAL_DOUBLE, nullptr));
  GOOD(cufftExecD2Z(plan, (cufftDoubleReal*)x, y));
  OK(cudaDeviceSynchronize());
  const std::vector<Complex> wanted = transformed(line, -1);
  for (int i = 0; i <= n / 2; ++i) EXPECT(near({y[i].x, y[i].y}, wanted[i]));
  GOOD(cufftDestroy(plan));
  OK(cudaFree(x));
  OK(cudaFree(y));
}

int main() { return run_cases(); }
