// Pi by throwing darts, with cuRAND's generators in the kernel.
// SPDX-License-Identifier: MIT
#include <curand_kernel.h>

#include <cmath>

#include "check.h"

__global__ void throw_darts(unsigned long long* hits, int darts) {
  curandState state;
  curand_init(42, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  unsigned mine = 0;
  for (int i = 0; i < darts; ++i) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    mine += x * x + y * y <= 1.0f;
  }
  atomicAdd(hits, (unsigned long long)mine);
}

int main() {
  const int blocks = 32, threads = 128, darts = 500;
  unsigned long long* hits;
  CHECK(cudaMallocManaged(&hits, sizeof *hits));
  *hits = 0;
  throw_darts<<<blocks, threads>>>(hits, darts);
  CHECK(cudaDeviceSynchronize());
  const double pi = 4.0 * double(*hits) / (double(blocks) * threads * darts);
  std::printf("pi is about %.4f\n", pi);
  return finish("pi", std::fabs(pi - 3.14159265) < 0.01);
}
