// What goes wrong in CUDA programs, and what the run time says: the process always survives.
// SPDX-License-Identifier: MIT
#include "check.h"

#include <cstring>

__global__ void nothing() {}
__global__ void touch(int* p) { p[threadIdx.x] = 1; }
__global__ void check_assert(int limit) { assert(threadIdx.x < limit); }
__global__ void stop() { __trap(); }
__global__ void __launch_bounds__(128) bounded() {}
__global__ void shared_user(int* out) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = memory[threadIdx.x];
}

__global__ void divide(int* x, int by) {
  x[threadIdx.x] = x[threadIdx.x] / by + x[threadIdx.x] % by;
}
__device__ int go_deeper(int depth, volatile int* zero) {
  volatile int kept[64];
  kept[depth & 63] = depth;
  return *zero != 0 ? depth : go_deeper(depth + 1, zero) + kept[depth & 63];
}
__global__ void recurse(int* zero, int* out) { out[threadIdx.x] = go_deeper(0, zero); }
typedef int (*Function)(int);
__device__ Function nobody[2];
__global__ void call_nobody(int* which) { which[0] = nobody[which[0]](3); }

// A lasting error stays with the device until it is reset.
static void expect_lasting(cudaError_t wanted) {
  void* pointer = nullptr;
  EXPECT_EQ(cudaDeviceSynchronize(), wanted);
  EXPECT_EQ(cudaMalloc(&pointer, 16), wanted);
  EXPECT_EQ(cudaGetLastError(), wanted);
  EXPECT_EQ(cudaGetLastError(), wanted);
  OK(cudaDeviceReset());
  OK(cudaGetLastError());
  nothing<<<1, 32>>>();
  OK(cudaDeviceSynchronize());
}

CASE(illegal_address) {
  touch<<<1, 32>>>((int*)16);
  expect_lasting(cudaErrorIllegalAddress);
}

CASE(device_assert) {
  check_assert<<<2, 64>>>(64);
  OK(cudaDeviceSynchronize());
  check_assert<<<2, 64>>>(60);
  expect_lasting(cudaErrorAssert);
}

// Whatever the numbers are: on the hardware no division fails.
CASE(division_by_zero) {
  int* x = nullptr;
  OK(cudaMalloc(&x, 4 * sizeof(int)));
  OK(cudaMemset(x, 0x80, 4 * sizeof(int)));
  for (int by : {0, -1}) divide<<<1, 4>>>(x, by);
  OK(cudaDeviceSynchronize());
  OK(cudaFree(x));
}

CASE(endless_recursion) {
  int* x = nullptr;
  OK(cudaMalloc(&x, 65 * sizeof(int)));
  OK(cudaMemset(x, 0, 65 * sizeof(int)));
  recurse<<<2, 64>>>(x, x + 1);
  expect_lasting(cudaErrorLaunchFailure);
}

CASE(call_of_no_function) {
  int* x = nullptr;
  OK(cudaMalloc(&x, sizeof(int)));
  OK(cudaMemset(x, 0, sizeof(int)));
  call_nobody<<<1, 1>>>(x);
  expect_lasting(cudaErrorIllegalAddress);
}

CASE(trap) {
  stop<<<1, 1>>>();
  expect_lasting(cudaErrorLaunchFailure);
}

CASE(error_shows_at_the_next_copy) {
  int host = 0, *device = nullptr;
  OK(cudaMalloc(&device, 64));
  touch<<<1, 1>>>((int*)16);
  EXPECT_EQ(cudaMemcpy(&host, device, 4, cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
  cudaDeviceReset();
  EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue);  // gone with the reset
  cudaGetLastError();
}

CASE(bad_configuration) {
  nothing<<<1, 2048>>>();
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  OK(cudaGetLastError());
  nothing<<<0, 32>>>();
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  nothing<<<1, dim3(1, 1, 65)>>>();
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  OK(cudaDeviceSynchronize());
}

CASE(shared_memory_needs_to_be_asked_for) {
  int* out = nullptr;
  OK(cudaMallocManaged(&out, 64 * sizeof(int)));
  shared_user<<<1, 64, 60 << 10>>>(out);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  OK(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 << 10));
  shared_user<<<1, 64, 60 << 10>>>(out);
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[63], 63);
  EXPECT_EQ(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
            cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaFree(out));
}

CASE(launch_bounds) {
  bounded<<<1, 256>>>();
  EXPECT(cudaGetLastError() != cudaSuccess);
  bounded<<<1, 128>>>();
  OK(cudaGetLastError());
  OK(cudaDeviceSynchronize());
}

CASE(wrong_arguments) {
  int value = 0;
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaFree(&value), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(&value, &value, 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaStreamDestroy((cudaStream_t)0x1234), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(nullptr), cudaErrorInvalidResourceHandle);
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, (const void*)&value),
            cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
  void* pointer = nullptr;
  EXPECT_EQ(cudaMalloc(&pointer, size_t(1) << 50), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
}

CASE(names_and_texts) {
  EXPECT_EQ(std::string(cudaGetErrorName(cudaErrorInvalidValue)), "cudaErrorInvalidValue");
  EXPECT_EQ(std::string(cudaGetErrorString(cudaSuccess)), "no error");
  EXPECT_EQ(std::string(cudaGetErrorString(cudaErrorMemoryAllocation)), "out of memory");
  EXPECT_EQ(std::string(cudaGetErrorString((cudaError_t)4711)), "unrecognized error code");
}

int main() { return run_cases(); }
