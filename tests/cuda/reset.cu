// cudaDeviceReset: everything made on the device is gone, stale handles are errors, variables begin anew; and errors of
// each thread. SPDX-License-Identifier: MIT
#include <thread>

#include "check.h"

__device__ int counter = 7;
__global__ void count(int* out) { *out = ++counter; }
__global__ void crash() { *(volatile int*)16 = 1; }
__global__ void nothing() {}
__global__ void print_hello() { printf("hello from the last kernel\n"); }

CASE(memory_streams_events) {
  void *device, *managed, *host, *pooled, *pitched;
  size_t pitch = 0, free_before = 0, free_after = 0, total = 0;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMemGetInfo(&free_before, &total));
  OK(cudaMalloc(&device, 1 << 20));
  OK(cudaMallocManaged(&managed, 1 << 20));
  OK(cudaMallocHost(&host, 1 << 20));
  OK(cudaMallocPitch(&pitched, &pitch, 100, 100));
  OK(cudaStreamCreate(&stream));
  OK(cudaMallocAsync(&pooled, 1 << 20, stream));
  OK(cudaEventCreate(&event));
  OK(cudaEventRecord(event, stream));
  OK(cudaMallocArray(&array, &format, 16, 16));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  OK(cudaDeviceReset());
  OK(cudaMemGetInfo(&free_after, &total));
  EXPECT_EQ(free_before, free_after);
  EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(managed), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(pooled), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeAsync(pooled, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(host), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventQuery(event), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaFreeArray(array), cudaErrorInvalidResourceHandle);
  nothing<<<1, 1, 0, stream>>>();
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaMemset(device, 0, 16), cudaErrorInvalidValue);
  cudaGetLastError();
}

CASE(variables_begin_anew) {
  int *out, host = 0;
  OK(cudaMalloc(&out, sizeof(int)));
  for (int i = 0; i < 3; ++i) count<<<1, 1>>>(out);
  OK(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT_EQ(host, 10);
  OK(cudaDeviceReset());
  OK(cudaMemcpyFromSymbol(&host, counter, sizeof host));
  EXPECT_EQ(host, 7);
  OK(cudaMalloc(&out, sizeof(int)));
  count<<<1, 1>>>(out);
  OK(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT_EQ(host, 8);
}

CASE(limits_begin_anew) {
  size_t first = 0, value = 0;
  OK(cudaDeviceGetLimit(&first, cudaLimitPrintfFifoSize));
  OK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, first * 2));
  OK(cudaDeviceReset());
  OK(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  EXPECT_EQ(value, first);
}

CASE(work_under_way_ends_first) {
  print_hello<<<1, 1>>>();
  OK(cudaDeviceReset());
}

CASE(reset_from_another_thread_while_a_kernel_runs) {
  int* x;
  OK(cudaMalloc(&x, 1 << 20));
  for (int i = 0; i < 100; ++i) cudaMemsetAsync(x, i, 1 << 20);
  std::thread([] { OK(cudaDeviceReset()); }).join();
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(cudaFree(x), cudaErrorInvalidValue);
  cudaGetLastError();
}

CASE(last_error_is_the_threads_own) {
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  std::thread([] {
    OK(cudaPeekAtLastError());
    EXPECT_EQ(cudaFree((void*)1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  }).join();
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  OK(cudaGetLastError());
}

// A fault is the device's: every thread sees it until somebody resets.
CASE(faults_are_seen_by_all_threads) {
  crash<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  std::thread([] {
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    OK(cudaDeviceReset());
    OK(cudaGetLastError());
  }).join();
  OK(cudaDeviceSynchronize());
  cudaGetLastError();  // what this thread saw before the reset
  OK(cudaGetLastError());
  nothing<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
}

CASE(success_does_not_clear_the_last_error) {
  int count = 0;
  EXPECT_EQ(cudaSetDevice(-5), cudaErrorInvalidDevice);
  OK(cudaGetDeviceCount(&count));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaStreamQuery(0), cudaSuccess);
  OK(cudaGetLastError());
}

int main() { return run_cases(); }
