// Stream 0 as the calling thread's own, and how the legacy stream waits for others and they for it.
// build: --default-stream per-thread
// SPDX-License-Identifier: MIT
#include <atomic>
#include <thread>

#include "check.h"

__device__ int variable;
__global__ void add(int* x, int value) { x[threadIdx.x] += value; }
// Ends when the host says so; the test's order is wrong if it never does.
__global__ void wait_for(volatile int* flag) {
  while (*flag == 0) {
  }
}

static int* zeros(int count) {
  int* x = nullptr;
  cudaMallocManaged(&x, count * sizeof(int));
  for (int i = 0; i < count; ++i) x[i] = 0;
  return x;
}

// Other threads' default streams, and streams that do not block, run beside a kernel that waits.
CASE(threads_do_not_wait_for_each_other) {
  int *flag = zeros(1), *x = zeros(32);
  wait_for<<<1, 1>>>(flag);
  EXPECT_EQ(cudaStreamQuery(0), cudaErrorNotReady);
  std::thread([=] {
    add<<<1, 32>>>(x, 1);
    OK(cudaStreamSynchronize(0));
    int copy = 0;
    OK(cudaMemcpy(&copy, x, sizeof copy, cudaMemcpyDefault));
    EXPECT_EQ(copy, 1);
    OK(cudaMemset(x, 0, 4));
    OK(cudaMemcpyToSymbol(variable, &copy, sizeof copy));
    OK(cudaMemcpyFromSymbol(&copy, variable, sizeof copy));
    cudaEvent_t event;
    OK(cudaEventCreate(&event));
    OK(cudaEventRecord(event));
    OK(cudaEventSynchronize(event));
    OK(cudaEventDestroy(event));
    OK(cudaStreamQuery(0));
  }).join();
  *flag = 1;
  OK(cudaStreamSynchronize(0));
  EXPECT_EQ(x[0], 0);
  EXPECT_EQ(x[31], 1);
  OK(cudaFree(flag));
  OK(cudaFree(x));
}

CASE(legacy_stream_waits_for_blocking_ones) {
  int *flag = zeros(1), *x = zeros(32);
  cudaStream_t blocking, free_running;
  OK(cudaStreamCreate(&blocking));
  OK(cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking));
  wait_for<<<1, 1, 0, blocking>>>(flag);
  add<<<1, 32, 0, cudaStreamLegacy>>>(x, 1);
  EXPECT_EQ(cudaStreamQuery(cudaStreamLegacy), cudaErrorNotReady);
  add<<<1, 32, 0, free_running>>>(x, 2);  // beside both
  OK(cudaStreamSynchronize(free_running));
  EXPECT_EQ(x[0], 2);
  add<<<1, 32>>>(x, 4);  // the thread's own stream is a blocking one: behind the legacy stream
  EXPECT_EQ(cudaStreamQuery(cudaStreamPerThread), cudaErrorNotReady);
  *flag = 1;
  OK(cudaStreamSynchronize(cudaStreamPerThread));
  EXPECT_EQ(x[0], 7);
  OK(cudaStreamDestroy(blocking));
  OK(cudaStreamDestroy(free_running));
  OK(cudaFree(flag));
  OK(cudaFree(x));
}

CASE(places_and_configurations) {
  int* x = nullptr;
  OK(cudaMallocManaged(&x, 32 * sizeof(int)));
  memset(x, 0, 32 * sizeof(int));
  const cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  OK(cudaMemPrefetchAsync(x, 32 * sizeof(int), here, 0));
  OK(cudaMemPrefetchAsync_v2(x, 32 * sizeof(int), here, 0, 0));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1), config.blockDim = dim3(32);
  cudaStream_t other;
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  OK(cudaLaunchKernelEx(&config, add, x, 5));
  OK(cudaStreamSynchronize(cudaStreamPerThread));
  EXPECT_EQ(x[31], 5);
  OK(cudaStreamDestroy(other));
  OK(cudaFree(x));
}

CASE(handles) {
  unsigned flags = 99;
  unsigned long long mine = 0, legacy = 0;
  OK(cudaStreamGetFlags(cudaStreamPerThread, &flags));
  EXPECT_EQ(flags, unsigned(cudaStreamDefault));
  OK(cudaStreamGetId(cudaStreamPerThread, &mine));
  OK(cudaStreamGetId(cudaStreamLegacy, &legacy));
  EXPECT(mine != legacy);
  EXPECT(cudaStreamDestroy(cudaStreamPerThread) != cudaSuccess);
  EXPECT(cudaStreamDestroy(cudaStreamLegacy) != cudaSuccess);
  cudaGetLastError();
}

int main() { return run_cases(); }
