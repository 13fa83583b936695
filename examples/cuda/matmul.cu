// Product of matrices by tiles in shared memory, timed with events.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include "check.h"

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[kTile][kTile], right[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = 256;
  float *a, *b, *c;
  CHECK(cudaMallocManaged(&a, n * n * sizeof(float)));
  CHECK(cudaMallocManaged(&b, n * n * sizeof(float)));
  CHECK(cudaMallocManaged(&c, n * n * sizeof(float)));
  for (int i = 0; i < n * n; ++i) a[i] = float(i % 7) - 3, b[i] = float(i % 5) - 2;
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  multiply<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(a, b, c, n);
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  bool good = milliseconds > 0;
  for (int row = 0; row < n; row += 37)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      good = good && std::fabs(sum - c[row * n + column]) < 1e-2f;
    }
  std::printf("%.2f GFLOP/s\n", 2.0 * n * n * n / milliseconds / 1e6);
  return finish("matmul", good);
}
