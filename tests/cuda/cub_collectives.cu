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

template <int items>
__global__ void sort_block(int* keys, int* values) {
  typedef cub::BlockLoad<int, kBlock, items, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockRadixSort<int, kBlock, items, int> Sort;
  typedef cub::BlockScan<int, kBlock> Scan;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
  } storage;
  int key[items], value[items];
  Load(storage.load).Load(keys, key);
  for (int i = 0; i < items; ++i) value[i] = (int)threadIdx.x * items + i;
  __syncthreads();
  Sort(storage.sort).Sort(key, value);
  __syncthreads();
  cub::BlockStore<int, kBlock, items>().Store(keys, key);
  Scan(storage.scan).ExclusiveSum(key, value);
  cub::BlockStore<int, kBlock, items>().Store(values, value);
}

CASE(several_items_a_thread) {
  const int count = 3 * kBlock;
  int *keys = managed(count), *sums = managed(count);
  for (int i = 0; i < count; ++i) keys[i] = (i * 7919) % 1000 - 500;
  std::vector<int> sorted(keys, keys + count);
  std::sort(sorted.begin(), sorted.end());
  sort_block<3><<<1, kBlock>>>(keys, sums);
  OK(cudaDeviceSynchronize());
  EXPECT(std::equal(sorted.begin(), sorted.end(), keys));
  EXPECT_EQ(sums[count - 1], std::accumulate(keys, keys + count - 1, 0));
}

// Equal bits keep their order, so sorts by digit after digit sort by the whole key.
CASE(sorts_by_some_bits) {
  const int count = 500;
  int *in = managed(count), *out = managed(count), *values = managed(count),
      *moved = managed(count);
  for (int i = 0; i < count; ++i) in[i] = (i * 7919) % 256, values[i] = i;
  size_t bytes = 1;
  char storage = 0;
  OK(cub::DeviceRadixSort::SortPairs(&storage, bytes, in, out, values, moved, count, 4, 8));
  for (int i = 1; i < count; ++i)
    EXPECT(out[i - 1] >> 4 < out[i] >> 4 ||
           (out[i - 1] >> 4 == out[i] >> 4 && moved[i - 1] < moved[i]));
  OK(cub::DeviceRadixSort::SortKeysDescending(&storage, bytes, in, out, count));
  EXPECT(std::is_sorted(out, out + count, std::greater<int>()));
  cub::DoubleBuffer<int> buffer(in, out);
  OK(cub::DeviceRadixSort::SortKeys(&storage, bytes, buffer, count));
  EXPECT(std::is_sorted(buffer.Current(), buffer.Current() + count));
}

CASE(selections_runs_and_histograms) {
  const int count = 100;
  int *in = managed(count), *out = managed(count), *lengths = managed(count), *chosen = managed(1);
  char* flags = (char*)managed(count);
  for (int i = 0; i < count; ++i) in[i] = i / 10, flags[i] = i % 4 == 0;
  size_t bytes = 1;
  char storage = 0;
  OK(cub::DeviceSelect::Flagged(&storage, bytes, in, flags, out, chosen, count));
  EXPECT_EQ(*chosen, 25);
  OK(cub::DeviceSelect::Unique(&storage, bytes, in, out, chosen, count));
  EXPECT_EQ(*chosen, 10);
  OK(cub::DeviceRunLengthEncode::Encode(&storage, bytes, in, out, lengths, chosen, count));
  EXPECT_EQ(*chosen, 10);
  EXPECT_EQ(lengths[9], 10);
  OK(cub::DevicePartition::Flagged(&storage, bytes, in, flags, out, chosen, count));
  EXPECT_EQ(*chosen, 25);
  EXPECT_EQ(out[count - 1], in[1]);
  OK(cub::DeviceHistogram::HistogramEven(&storage, bytes, in, out, 6, 0, 10, count));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 20);
  EXPECT_EQ(out[4], 20);
  auto* best = (cub::KeyValuePair<int, int>*)managed(2);
  OK(cub::DeviceReduce::ArgMax(&storage, bytes, in, best, count));
  EXPECT_EQ(best->key, 90);
  cub::CachingDeviceAllocator allocator(true);
  void* memory = nullptr;
  OK(allocator.DeviceAllocate(&memory, 100));
  CubDebugExit(allocator.DeviceFree(memory));
}

int main() { return run_cases(); }
