// The part of cub that vGPU has: collectives of blocks and warps, device-wide algorithms.
// SPDX-License-Identifier: MIT
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

#include "check.h"
#include "managed.h"

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

__global__ void decode(int* out, int* places, int* total) {
  typedef cub::BlockRunLengthDecode<int, 32, 2, 3> Decode;
  __shared__ typename Decode::TempStorage storage;
  int values[2], lengths[2], size = 0;
  for (int i = 0; i < 2; ++i) {
    values[i] = 2 * threadIdx.x + i;
    lengths[i] = (int)(values[i] % 5);  // some runs are empty
  }
  Decode runs(storage, values, lengths, size);
  for (int from = 0; from < size; from += 96) {
    int items[3], relative[3];
    runs.RunLengthDecode(items, relative, from);
    for (int i = 0; i < 3; ++i)
      if (from + (int)threadIdx.x * 3 + i < size) {
        out[from + threadIdx.x * 3 + i] = items[i];
        places[from + threadIdx.x * 3 + i] = relative[i];
      }
  }
  if (threadIdx.x == 0) *total = size;
}
CASE(runs_are_written_out) {
  int *out = managed<int>(256), *places = managed<int>(256), *total = managed<int>(1);
  decode<<<1, 32>>>(out, places, total);
  OK(cudaDeviceSynchronize());
  int at = 0;
  for (int value = 0; value < 64; ++value)
    for (int i = 0; i < value % 5; ++i, ++at) {
      EXPECT_EQ(out[at], value);
      EXPECT_EQ(places[at], i);
    }
  EXPECT_EQ(*total, at);
}

template <bool descending>
__global__ void rank(const unsigned* in, int* out, int* before) {
  typedef cub::BlockRadixRank<64, 4, descending> Rank;
  __shared__ typename Rank::TempStorage storage;
  unsigned keys[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]};
  int ranks[2], first[Rank::BINS_TRACKED_PER_THREAD];
  Rank(storage).RankKeys(keys, ranks, cub::BFEDigitExtractor<unsigned>(4, 4), first);
  for (int i = 0; i < 2; ++i) out[2 * threadIdx.x + i] = ranks[i];
  if (threadIdx.x < 16) before[threadIdx.x] = first[0];
}
CASE(ranks_by_a_digit) {
  unsigned* in = managed<unsigned>(128);
  int *out = managed<int>(128), *before = managed<int>(16);
  for (unsigned i = 0; i < 128; ++i) in[i] = i * 2654435761u >> 7;
  for (const bool descending : {false, true}) {
    if (descending)
      rank<true><<<1, 64>>>(in, out, before);
    else
      rank<false><<<1, 64>>>(in, out, before);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 128; ++i) {
      const auto digit = [&](int k) { return (int)(in[k] >> 4 & 15) * (descending ? -1 : 1); };
      int wanted = 0;
      for (int k = 0; k < 128; ++k)
        wanted += digit(k) < digit(i) || (digit(k) == digit(i) && k < i);
      EXPECT_EQ(out[i], wanted);
    }
    EXPECT_EQ(before[descending ? 15 : 0], 0);
  }
}

__global__ void pass_on(int* flags, int* out, int way) {
  if (threadIdx.x != 0) return;
  const int block = (int)blockIdx.x;
  if (block > 0 && way == 0)
    while (cub::ThreadLoad<cub::LOAD_CG>(flags + block - 1) == 0) {
    }
  if (block > 0 && way == 1)
    while (__ldcv(flags + block - 1) == 0) {
    }
  out[block] = block > 0 ? out[block - 1] + 1 : 1;
  __threadfence();
  atomicExch(flags + block, 1);
}
CASE(loads_past_the_first_cache_see_other_blocks) {
  for (const int way : {0, 1}) {
    int *flags = managed<int>(50), *out = managed<int>(50);
    OK(cudaMemset(flags, 0, 50 * sizeof(int)));
    pass_on<<<50, 32>>>(flags, out, way);
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(out[49], 50);
  }
}

int main() { return run_cases(); }
