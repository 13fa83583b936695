// Memory in a stream's order and the pools it comes from: counters, thresholds, reuse, misuse.
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <thread>

#include "check.h"

__global__ void fill(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}
__global__ void add(int* sum, const int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

static uint64_t number(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  uint64_t value = 0;
  OK(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

static cudaMemPool_t make_pool(size_t most = 0) {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  properties.maxSize = most;
  cudaMemPool_t pool = nullptr;
  OK(cudaMemPoolCreate(&pool, &properties));
  return pool;
}

CASE(memory_of_a_stream) {
  constexpr int n = 10000;
  cudaStream_t stream;
  int *sum, *x, result = 0;
  OK(cudaStreamCreate(&stream));
  OK(cudaMallocAsync(&sum, sizeof(int), stream));
  OK(cudaMemsetAsync(sum, 0, sizeof(int), stream));
  for (int turn = 0; turn < 50; ++turn) {  // the same block again and again, without a wait
    OK(cudaMallocAsync(&x, n * sizeof(int), stream));
    fill<<<(n + 255) / 256, 256, 0, stream>>>(x, n, turn);
    add<<<(n + 255) / 256, 256, 0, stream>>>(sum, x, n);
    OK(cudaFreeAsync(x, stream));
  }
  OK(cudaMemcpyAsync(&result, sum, sizeof result, cudaMemcpyDeviceToHost, stream));
  OK(cudaFreeAsync(sum, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(result, n * 49 * 50 / 2);
  OK(cudaStreamDestroy(stream));
}

CASE(counters_and_threshold) {
  cudaMemPool_t pool = make_pool();
  void *a, *b;
  OK(cudaMallocFromPoolAsync(&a, 1 << 20, pool, 0));
  OK(cudaMallocFromPoolAsync(&b, 1 << 20, pool, 0));
  EXPECT_EQ(number(pool, cudaMemPoolAttrUsedMemCurrent), uint64_t(2 << 20));
  EXPECT_EQ(number(pool, cudaMemPoolAttrReservedMemCurrent), uint64_t(2 << 20));
  uint64_t keep = 1 << 20;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
  EXPECT_EQ(number(pool, cudaMemPoolAttrReleaseThreshold), keep);
  OK(cudaFreeAsync(a, 0));
  OK(cudaFreeAsync(b, 0));
  EXPECT_EQ(number(pool, cudaMemPoolAttrUsedMemCurrent), uint64_t(0));
  EXPECT_EQ(number(pool, cudaMemPoolAttrUsedMemHigh), uint64_t(2 << 20));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(number(pool, cudaMemPoolAttrReservedMemCurrent), uint64_t(1 << 20));
  uint64_t zero = 0, one = 1;
  OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
  EXPECT_EQ(number(pool, cudaMemPoolAttrUsedMemHigh), uint64_t(0));
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero),
            cudaErrorInvalidValue);
  OK(cudaMemPoolTrimTo(pool, 0));
  EXPECT_EQ(number(pool, cudaMemPoolAttrReservedMemCurrent), uint64_t(0));
  EXPECT_EQ(number(pool, cudaMemPoolAttrReservedMemHigh), uint64_t(2 << 20));
  OK(cudaMemPoolDestroy(pool));
  EXPECT_EQ(cudaMemPoolTrimTo(pool, 0), cudaErrorInvalidValue);
  cudaGetLastError();
}

CASE(other_streams_wait_for_a_block) {
  cudaMemPool_t pool = make_pool();
  cudaStream_t first, second;
  OK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  constexpr int n = 1 << 20;
  int* sum;
  OK(cudaMallocManaged(&sum, sizeof(int)));
  *sum = 0;
  int *x, *y;
  OK(cudaMallocFromPoolAsync((void**)&x, n * sizeof(int), pool, first));
  fill<<<n / 256, 256, 0, first>>>(x, n, 1);
  add<<<n / 256, 256, 0, first>>>(sum, x, n);
  OK(cudaFreeAsync(x, first));
  OK(cudaMallocFromPoolAsync((void**)&y, n * sizeof(int), pool, second));
  fill<<<n / 256, 256, 0, second>>>(y, n, 100);  // must not come between the two above
  OK(cudaFreeAsync(y, second));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*sum, n);
  OK(cudaFree(sum));
  OK(cudaStreamDestroy(first));
  OK(cudaStreamDestroy(second));
  OK(cudaMemPoolDestroy(pool));
}

CASE(pools_of_a_device) {
  cudaMemPool_t first, current, own = make_pool();
  OK(cudaDeviceGetDefaultMemPool(&first, 0));
  OK(cudaDeviceGetMemPool(&current, 0));
  EXPECT_EQ(first, current);
  OK(cudaDeviceSetMemPool(0, own));
  OK(cudaDeviceGetMemPool(&current, 0));
  EXPECT_EQ(current, own);
  void* p;
  OK(cudaMallocAsync(&p, 1000, 0));
  EXPECT_EQ(number(own, cudaMemPoolAttrUsedMemCurrent), uint64_t(1024));
  OK(cudaMemPoolDestroy(own));  // lives on until p is freed; the device goes back to its first pool
  OK(cudaDeviceGetMemPool(&current, 0));
  EXPECT_EQ(first, current);
  OK(cudaFree(p));
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPoolDestroy(first), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetMemPool(&current, 7), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceSetMemPool(0, nullptr), cudaErrorInvalidValue);
  cudaGetLastError();
}

CASE(access) {
  cudaMemPool_t pool = make_pool();
  cudaMemLocation here{cudaMemLocationTypeDevice, 0};
  cudaMemAccessFlags flags{};
  OK(cudaMemPoolGetAccess(&flags, pool, &here));
  EXPECT_EQ(flags, cudaMemAccessFlagsProtReadWrite);
  cudaMemAccessDesc none{here, cudaMemAccessFlagsProtNone};
  EXPECT_EQ(cudaMemPoolSetAccess(pool, &none, 1), cudaErrorInvalidDevice);
  cudaMemAccessDesc stranger{{cudaMemLocationTypeDevice, 99}, cudaMemAccessFlagsProtReadWrite};
  EXPECT_EQ(cudaMemPoolSetAccess(pool, &stranger, 1), cudaErrorInvalidDevice);
  OK(cudaMemPoolDestroy(pool));
  cudaGetLastError();
}

CASE(misuse) {
  void* p = nullptr;
  int value = 0;
  cudaMemPool_t small = make_pool(4096);
  EXPECT_EQ(cudaMallocFromPoolAsync(&p, 8192, small, 0), cudaErrorMemoryAllocation);
  OK(cudaMallocFromPoolAsync(&p, 4096, small, 0));
  void* more = nullptr;
  EXPECT_EQ(cudaMallocFromPoolAsync(&more, 1, small, 0), cudaErrorMemoryAllocation);
  OK(cudaFreeAsync(p, 0));
  EXPECT_EQ(cudaFreeAsync(p, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeAsync(&value, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeAsync(nullptr, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocAsync(&p, 16, (cudaStream_t)0x1234), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaMallocAsync(&p, size_t(1) << 50, 0), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaMallocAsync((void**)nullptr, 16, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocFromPoolAsync(&p, 16, nullptr, 0), cudaErrorInvalidValue);
  OK(cudaMallocAsync(&p, 0, 0));
  EXPECT(p == nullptr);
  OK(cudaMemPoolDestroy(small));
  cudaMemPoolProps shared{};
  shared.allocType = cudaMemAllocationTypePinned;
  shared.handleTypes = cudaMemHandleTypeWin32;
  shared.location = {cudaMemLocationTypeDevice, 0};
  EXPECT_EQ(cudaMemPoolCreate(&small, &shared), cudaErrorNotSupported);
  EXPECT_EQ(cudaMemPoolCreate(&small, nullptr), cudaErrorInvalidValue);
  cudaGetLastError();
}

CASE(memory_of_cudaMalloc_freed_in_order) {
  int* x;
  OK(cudaMalloc(&x, 1024));
  fill<<<1, 256>>>(x, 256, 1);
  OK(cudaFreeAsync(x, 0));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(cudaFree(x), cudaErrorInvalidValue);
  cudaGetLastError();
}

CASE(captured) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int *x, *sum;
  OK(cudaMallocManaged(&sum, sizeof(int)));
  *sum = 0;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMallocAsync(&x, 256 * sizeof(int), stream));
  fill<<<1, 256, 0, stream>>>(x, 256, 2);
  add<<<1, 256, 0, stream>>>(sum, x, 256);
  OK(cudaFreeAsync(x, stream));
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(*sum, 3 * 512);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

CASE(two_threads) {
  const auto work = [] {
    for (int i = 0; i < 200; ++i) {
      int* x;
      OK(cudaMallocAsync(&x, 4096 + 512 * (i % 5), cudaStreamPerThread));
      fill<<<1, 256, 0, cudaStreamPerThread>>>(x, 256, i);
      OK(cudaFreeAsync(x, cudaStreamPerThread));
    }
    OK(cudaStreamSynchronize(cudaStreamPerThread));
  };
  std::thread other(work);
  work();
  other.join();
  OK(cudaDeviceSynchronize());
}

int main() { return run_cases(); }
