// The part of cub that vGPU has: collectives of blocks and warps, device-wide algorithms.
// SPDX-License-Identifier: MIT
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

#include "check.h"

constexpr int kBlock = 128;

__global__ void collect(const int* in, int* out, int* scans) {
  typedef cub::BlockReduce<int, kBlock> Reduce;
  typedef cub::BlockScan<int, kBlock> Scan;
  typedef cub::WarpReduce<int> Warp;
  __shared__ typename Reduce::TempStorage reduce_storage;
  __shared__ typename Scan::TempStorage scan_storage;
  __shared__ typename Warp::TempStorage warp_storage[kBlock / 32];
  const int value = in[threadIdx.x];
  const int sum = Reduce(reduce_storage).Sum(value);
  if (threadIdx.x == 0) out[0] = sum;
  __syncthreads();
  const int most = Reduce(reduce_storage).Reduce(value, cub::Max());
  if (threadIdx.x == 0) out[1] = most;
  int before = 0;
  Scan(scan_storage).ExclusiveSum(value, before);
  scans[threadIdx.x] = before;
  const int warp = Warp(warp_storage[threadIdx.x / 32]).Sum(value);
  if (threadIdx.x % 32 == 0) out[2 + threadIdx.x / 32] = warp;
}

static int* managed(int count) {
  int* x = nullptr;
  cudaMallocManaged(&x, count * sizeof(int));
  for (int i = 0; i < count; ++i) x[i] = i * 37 % 101;
  return x;
}

CASE(blocks_and_warps) {
  int *in = managed(kBlock), *out = managed(8), *scans = managed(kBlock);
  collect<<<1, kBlock>>>(in, out, scans);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], std::accumulate(in, in + kBlock, 0));
  EXPECT_EQ(out[1], *std::max_element(in, in + kBlock));
  EXPECT_EQ(out[3], std::accumulate(in + 32, in + 64, 0));
  EXPECT_EQ(scans[0], 0);
  EXPECT_EQ(scans[100], std::accumulate(in, in + 100, 0));
}

CASE(whole_device) {
  const int count = 3000;
  int *in = managed(count), *out = managed(count), *total = managed(1);
  void* storage = nullptr;
  size_t bytes = 0;
  OK(cub::DeviceReduce::Sum(storage, bytes, in, total, count));
  EXPECT(bytes > 0);
  OK(cudaMalloc(&storage, bytes));
  OK(cub::DeviceReduce::Sum(storage, bytes, in, total, count));
  EXPECT_EQ(*total, std::accumulate(in, in + count, 0));
  OK(cub::DeviceScan::InclusiveSum(storage, bytes, in, out, count));
  EXPECT_EQ(out[count - 1], *total);
  OK(cub::DeviceRadixSort::SortKeys(storage, bytes, in, out, count));
  EXPECT(std::is_sorted(out, out + count));
  OK(cudaFree(storage));
}

int main() { return run_cases(); }
