// Groups whose threads wait at different barriers: the hardware counts who waits, not where.
// SPDX-License-Identifier: MIT
#include "check.h"
#include "managed.h"

__global__ void exchange(int* out) {
  __shared__ int left, right;
  const int i = threadIdx.x + blockDim.x * threadIdx.y;
  if (i < 32) {
    left = 7;
    __syncthreads();
    out[i] = right;
  } else {
    right = 9;
    __syncthreads();
    out[i] = left;
  }
}
CASE(two_roles) {
  int* out = numbers(96);
  for (dim3 block : {dim3(96), dim3(12, 8), dim3(48, 2)}) {
    exchange<<<1, block>>>(out);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 96; ++i) EXPECT_EQ(out[i], i < 32 ? 9 : 7);
  }
  OK(cudaFree(out));
}

// One warp makes what the others take, twice; each role has two barriers a round.
__global__ void produce(int* out, int rounds) {
  __shared__ int value;
  int sum = 0;
  if (threadIdx.x / 32 == 0) {
    for (int round = 1; round <= rounds; ++round) {
      const int made = __shfl_sync(0xffffffff, round * (int)threadIdx.x, 3);
      if (threadIdx.x == 0) value = made;
      __syncthreads();
      __syncthreads();
    }
  } else {
    for (int round = 1; round <= rounds; ++round) {
      __syncthreads();
      sum += value;
      __syncthreads();
    }
  }
  out[threadIdx.x] = sum;
}
CASE(producers_and_consumers) {
  int* out = numbers(128);
  produce<<<1, 128>>>(out, 4);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], i < 32 ? 0 : 3 * (1 + 2 + 3 + 4));
  OK(cudaFree(out));
}

// One thread of a warp apart from the others.
__global__ void leader(int* out) {
  __shared__ int value;
  if (threadIdx.x == 0) {
    value = 7;
    __syncthreads();
    out[0] = 1;
  } else {
    __syncthreads();
    out[threadIdx.x] = value;
  }
}
CASE(leaders) {
  int* out = numbers(64);
  leader<<<1, 64>>>(out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], i == 0 ? 1 : 7);
  OK(cudaFree(out));
}

int main() { return run_cases(); }
