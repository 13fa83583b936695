// Counts by atomic additions, first in shared memory, then in global memory.
// SPDX-License-Identifier: MIT
#include <vector>

#include "check.h"

constexpr int kBins = 64;

__global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned mine[kBins];
  if (threadIdx.x < kBins) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[in[i] % kBins], 1u);
  __syncthreads();
  if (threadIdx.x < kBins) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main() {
  const int n = 300000;
  std::vector<unsigned char> host(n);
  std::vector<unsigned> wanted(kBins), got(kBins);
  for (int i = 0; i < n; ++i) ++wanted[(host[i] = (unsigned char)(i * i / 7)) % kBins];
  unsigned char* in;
  unsigned* bins;
  CHECK(cudaMalloc(&in, n));
  CHECK(cudaMalloc(&bins, kBins * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, host.data(), n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(bins, 0, kBins * sizeof(unsigned)));
  histogram<<<32, 256>>>(in, bins, n);
  CHECK(cudaMemcpy(got.data(), bins, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  return finish("histogram", got == wanted);
}
