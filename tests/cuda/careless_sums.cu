// Programs that read a result right behind a barrier and write its place again without another one: hardware reads first.
// SPDX-License-Identifier: MIT
#include "check.h"
#include "managed.h"

__device__ float warp_sum(float x) {
  for (int step = 16; step > 0; step /= 2) x += __shfl_down_sync(0xffffffff, x, step);
  return x;
}
__device__ float block_sum(float x) {
  __shared__ float sums[32];
  const int warp = threadIdx.x / 32;
  x = warp_sum(x);
  if (threadIdx.x % 32 == 0) sums[warp] = x;
  __syncthreads();
  if (warp == 0) x = warp_sum(threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0.0f);
  if (threadIdx.x == 0) sums[0] = x;
  __syncthreads();
  return sums[0];
}
__global__ void sum_again(float* out) {
  const float count = block_sum(1), square = block_sum(count), again = block_sum(square / count);
  out[threadIdx.x] = count + square + again;
}
CASE(sums_that_follow_each_other) {
  float* out = managed<float>(256);
  sum_again<<<1, 256>>>(out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 256; ++i) EXPECT_EQ(out[i], 256 + 2 * 65536.0f);
  OK(cudaFree(out));
}

// The result stands behind a loop whose last step is the barrier.
__global__ void maximum_of_parts(const int* in, int count, int* out) {
  extern __shared__ int best[];
  int most = -1;
  for (int part = 0; part < count; part += blockDim.x) {
    const int i = part + threadIdx.x;
    best[threadIdx.x] = i < count ? in[i] : -1;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
      if (threadIdx.x < step) best[threadIdx.x] = max(best[threadIdx.x], best[threadIdx.x + step]);
      __syncthreads();
    }
    most = max(most, best[0]);
  }
  out[threadIdx.x] = most;
}
CASE(maxima_of_parts) {
  int *in = numbers(1000), *out = numbers(128);
  in[300] = 5000;
  maximum_of_parts<<<1, 128, 128 * sizeof(int)>>>(in, 1000, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], 5000);
  OK(cudaFree(in));
  OK(cudaFree(out));
}

int main() { return run_cases(); }
