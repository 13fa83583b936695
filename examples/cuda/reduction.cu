// A sum by shared memory, then by shuffles within the last warp; one template for every block size.
// SPDX-License-Identifier: MIT
#include "check.h"

template <int kBlock>
__global__ void sum_blocks(const int* in, long long* out, int n) {
  __shared__ int part[kBlock];
  int sum = 0;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = kBlock / 2; step >= 32; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    sum = part[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x == 0) atomicAdd((unsigned long long*)out, (unsigned long long)sum);
  }
}

int main() {
  const int n = 1 << 20;
  int* in;
  long long *out, wanted = 0;
  CHECK(cudaMallocManaged(&in, n * sizeof(int)));
  CHECK(cudaMallocManaged(&out, sizeof *out));
  for (int i = 0; i < n; ++i) wanted += in[i] = i % 13;
  bool good = true;
  *out = 0;
  sum_blocks<128><<<64, 128>>>(in, out, n);
  CHECK(cudaDeviceSynchronize());
  good = good && *out == wanted;
  *out = 0;
  sum_blocks<512><<<32, 512>>>(in, out, n);
  CHECK(cudaDeviceSynchronize());
  return finish("reduction", good && *out == wanted);
}
