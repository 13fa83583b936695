// Limits that programs set hold: the heap of kernels; unknown ones are refused.
// SPDX-License-Identifier: MIT
#include "check.h"

__device__ void* g_blocks[64];

__global__ void take(int count, size_t bytes, int* got) {
  *got = 0;
  for (int i = 0; i < count; ++i) {
    g_blocks[i] = malloc(bytes);
    *got += g_blocks[i] != nullptr;
  }
}
__global__ void give_back(int count) {
  for (int i = 0; i < count; ++i) free(g_blocks[i]);
}

static int take_blocks(int count, size_t bytes) {
  int *got, result = -1;
  cudaMalloc(&got, sizeof(int));
  take<<<1, 1>>>(count, bytes, got);
  cudaMemcpy(&result, got, sizeof result, cudaMemcpyDeviceToHost);
  give_back<<<1, 1>>>(count);
  cudaFree(got);
  return result;
}

CASE(heap) {
  size_t value = 0;
  OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20));
  EXPECT_EQ(take_blocks(10, 1 << 20), 4);
  EXPECT_EQ(take_blocks(10, 1 << 20), 4);  // they were freed
  OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  EXPECT_EQ(take_blocks(10, 1 << 20), 10);
  OK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  EXPECT_EQ(value, size_t(64 << 20));
  OK(cudaDeviceSynchronize());
}

CASE(others) {
  size_t value = 0;
  OK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  OK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  EXPECT_EQ(value, size_t(4096));
  EXPECT_EQ(cudaDeviceSetLimit((cudaLimit)99, 1), cudaErrorUnsupportedLimit);
  EXPECT_EQ(cudaDeviceGetLimit(&value, (cudaLimit)-1), cudaErrorUnsupportedLimit);
  EXPECT_EQ(cudaDeviceGetLimit(nullptr, cudaLimitStackSize), cudaErrorInvalidValue);
  cudaGetLastError();
}

int main() { return run_cases(); }
