// Collectives of cub beyond sums: callbacks, sorts by any order, neighbours, histograms, warps with structures.
// SPDX-License-Identifier: MIT
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

#include "check.h"
#include "managed.h"

constexpr int kBlock = 96;  // not a power of two, three warps
constexpr int kItems = 5;
constexpr int kCount = kBlock * kItems;

struct Running {
  int total;
  __device__ int operator()(int block) {
    const int before = total;
    total += block;
    return before;
  }
};

__global__ void scan_tiles(const int* in, int* inclusive, int* exclusive, int count) {
  typedef cub::BlockScan<int, kBlock> Scan;
  __shared__ typename Scan::TempStorage storage;
  Running first{0}, second{1000};
  for (int tile = 0; tile < count; tile += kCount) {
    int items[kItems], sums[kItems], before[kItems];
    cub::LoadDirectBlocked(threadIdx.x, in + tile, items);
    Scan(storage).InclusiveSum(items, sums, first);
    __syncthreads();
    Scan(storage).ExclusiveSum(items, before, second);
    __syncthreads();
    cub::StoreDirectBlocked(threadIdx.x, inclusive + tile, sums);
    cub::StoreDirectBlocked(threadIdx.x, exclusive + tile, before);
  }
}

CASE(scans_continue_over_tiles) {
  const int count = 3 * kCount;
  int *in = numbers(count), *inclusive = numbers(count), *exclusive = numbers(count);
  scan_tiles<<<1, kBlock>>>(in, inclusive, exclusive, count);
  OK(cudaDeviceSynchronize());
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(exclusive[i], 1000 + sum);
    sum += in[i];
    EXPECT_EQ(inclusive[i], sum);
  }
}

struct Most {
  __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

__global__ void scan_forms(const int* in, int* out, int* totals) {
  typedef cub::BlockScan<int, kBlock> Scan;
  __shared__ typename Scan::TempStorage storage;
  const int value = in[threadIdx.x];
  int result, total;
  Scan(storage).ExclusiveScan(value, result, -1000, Most());
  out[threadIdx.x] = result;
  __syncthreads();
  Scan(storage).InclusiveScan(value, result, Most(), total);
  out[kBlock + threadIdx.x] = result;
  totals[0] = total;
  __syncthreads();
  Scan(storage).ExclusiveScan(value, result, Most());
  out[2 * kBlock + threadIdx.x] = result;
}

CASE(scans_with_other_operations) {
  int *in = numbers(kBlock), *out = numbers(3 * kBlock), *total = numbers(1);
  scan_forms<<<1, kBlock>>>(in, out, total);
  OK(cudaDeviceSynchronize());
  int most = -1000;
  for (int i = 0; i < kBlock; ++i) {
    EXPECT_EQ(out[i], most);
    if (i > 0) EXPECT_EQ(out[2 * kBlock + i], most);
    most = std::max(most, in[i]);
    EXPECT_EQ(out[kBlock + i], most);
  }
  EXPECT_EQ(*total, most);
}

struct ByLastDigit {
  __device__ bool operator()(int a, int b) const { return (a + 300) % 10 < (b + 300) % 10; }
};

__global__ void sort_blocks(int* keys, int* places, int* best) {
  typedef cub::BlockMergeSort<int, kBlock, kItems, int> Sort;
  typedef cub::BlockReduce<cub::KeyValuePair<int, int>, kBlock> Reduce;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Reduce::TempStorage reduce;
  } storage;
  int key[kItems], place[kItems];
  cub::LoadDirectBlocked(threadIdx.x, keys, key);
  cub::KeyValuePair<int, int> own(threadIdx.x, key[0]);
  own = Reduce(storage.reduce).Reduce(own, cub::ArgMax());
  if (threadIdx.x == 0) best[0] = own.key, best[1] = own.value;
  __syncthreads();
  for (int i = 0; i < kItems; ++i) place[i] = threadIdx.x * kItems + i;
  Sort(storage.sort).Sort(key, place, ByLastDigit());
  cub::StoreDirectBlocked(threadIdx.x, keys, key);
  cub::StoreDirectBlocked(threadIdx.x, places, place);
}

CASE(sorts_by_any_order) {
  int *keys = numbers(kCount), *places = numbers(kCount), *best = numbers(2);
  std::vector<int> before(keys, keys + kCount);
  sort_blocks<<<1, kBlock>>>(keys, places, best);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(keys[i], before[places[i]]);
  for (int i = 1; i < kCount; ++i) {
    const int a = (keys[i - 1] + 300) % 10, b = (keys[i] + 300) % 10;
    EXPECT(a < b || (a == b && places[i - 1] < places[i]));
  }
  int most = 0;
  for (int t = 1; t < kBlock; ++t)
    if (before[t * kItems] > before[most * kItems]) most = t;
  EXPECT_EQ(best[0], most);
  EXPECT_EQ(best[1], before[most * kItems]);
}

__global__ void radix_sort(float* keys) {
  typedef cub::BlockRadixSort<float, kBlock, kItems> Sort;
  __shared__ typename Sort::TempStorage storage;
  float key[kItems];
  cub::LoadDirectBlocked(threadIdx.x, keys, key);
  Sort(storage).SortDescendingBlockedToStriped(key);
  cub::StoreDirectStriped<kBlock>(threadIdx.x, keys, key);
}

CASE(radix_sorts_of_floats) {
  float* keys = managed<float>(kCount);
  for (int i = 0; i < kCount; ++i) keys[i] = (i * 7919 % 1000 - 500) * 0.25f;
  std::vector<float> sorted(keys, keys + kCount);
  std::sort(sorted.begin(), sorted.end(), std::greater<float>());
  radix_sort<<<1, kBlock>>>(keys);
  OK(cudaDeviceSynchronize());
  EXPECT(std::equal(sorted.begin(), sorted.end(), keys));
}

// Takes references to variables, as programs write it.
struct Difference {
  template <class T>
  __device__ T operator()(T& a, T& b) {
    return a - b;
  }
};

__global__ void look_beside(const int* in, int* heads, int* tails, int* left, int* right,
                            int* moved) {
  typedef cub::BlockDiscontinuity<int, kBlock> Flags;
  typedef cub::BlockAdjacentDifference<int, kBlock> Differences;
  typedef cub::BlockShuffle<int, kBlock> Shuffle;
  __shared__ typename Flags::TempStorage flags;
  __shared__ typename Differences::TempStorage differences;
  __shared__ typename Shuffle::TempStorage shuffles;
  int items[kItems], out[kItems], more[kItems];
  cub::LoadDirectBlocked(threadIdx.x, in, items);
  Flags(flags).FlagHeadsAndTails(out, more, items, cub::Inequality());
  cub::StoreDirectBlocked(threadIdx.x, heads, out);
  cub::StoreDirectBlocked(threadIdx.x, tails, more);
  Differences(differences).SubtractLeft(items, out, ::Difference());
  cub::StoreDirectBlocked(threadIdx.x, left, out);
  __syncthreads();
  Differences(differences).SubtractRight(items, out, cub::Difference(), 7);
  cub::StoreDirectBlocked(threadIdx.x, right, out);
  int rotated = 0;
  Shuffle(shuffles).Rotate(items[0], rotated, 2);
  moved[threadIdx.x] = rotated;
}

CASE(neighbours) {
  int *in = numbers(kCount), *heads = numbers(kCount), *tails = numbers(kCount);
  int *left = numbers(kCount), *right = numbers(kCount), *moved = numbers(kBlock);
  for (int i = 0; i < kCount; ++i) in[i] = i / 3;
  look_beside<<<1, kBlock>>>(in, heads, tails, left, right, moved);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) {
    EXPECT_EQ(heads[i], i == 0 || in[i] != in[i - 1]);
    EXPECT_EQ(tails[i], i == kCount - 1 || in[i] != in[i + 1]);
    EXPECT_EQ(left[i], i == 0 ? in[0] : in[i] - in[i - 1]);
    EXPECT_EQ(right[i], in[i] - (i == kCount - 1 ? 7 : in[i + 1]));
  }
  for (int i = 0; i < kBlock; ++i) EXPECT_EQ(moved[i], in[(i + 2) % kBlock * kItems]);
}

struct Pair {
  double sum;
  int count;
};
struct Join {
  __device__ Pair operator()(const Pair& a, const Pair& b) const {
    return {a.sum + b.sum, a.count + b.count};
  }
};

__global__ void warps(const int* in, Pair* sums, int* segments, int* bins, int* turned) {
  typedef cub::WarpReduce<Pair> Reduce;
  typedef cub::WarpReduce<int, 8> Eighth;
  typedef cub::BlockHistogram<int, kBlock, 1, 10> Histogram;
  typedef cub::WarpExchange<int, 4> Exchange;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Eighth::TempStorage eighth;
  __shared__ typename Exchange::TempStorage exchange[kBlock / 32];
  __shared__ int counts[10];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Pair sum = Reduce(reduce).Reduce(Pair{in[threadIdx.x] * 0.5, 1}, Join(), 20);
  if (lane == 0) sums[warp] = sum;
  // A segment begins at every third lane of each group of eight.
  segments[threadIdx.x] = Eighth(eighth).HeadSegmentedSum(in[threadIdx.x], lane % 8 % 3 == 0);
  int digit[1] = {(in[threadIdx.x] + 300) % 10};
  Histogram().Histogram(digit, counts);
  __syncthreads();
  if (threadIdx.x < 10) bins[threadIdx.x] = counts[threadIdx.x];
  int items[4], striped[4];
  cub::WarpLoad<int, 4>().Load(in + warp * 128, items);
  Exchange(exchange[warp]).BlockedToStriped(items, striped);
  cub::WarpStore<int, 4, cub::WARP_STORE_STRIPED>().Store(turned + warp * 128, striped);
}

CASE(structures_segments_and_histograms) {
  int *in = numbers(4 * kBlock), *segments = numbers(kBlock), *bins = numbers(10);
  int* turned = managed<int>(4 * kBlock);
  Pair* sums = managed<Pair>(3);
  warps<<<1, kBlock>>>(in, sums, segments, bins, turned);
  OK(cudaDeviceSynchronize());
  for (int w = 0; w < 3; ++w) {
    EXPECT_EQ(sums[w].count, 20);
    EXPECT_EQ(sums[w].sum, 0.5 * std::accumulate(in + 32 * w, in + 32 * w + 20, 0));
  }
  for (int i = 0; i < kBlock; ++i)
    if (i % 8 % 3 == 0)
      EXPECT_EQ(segments[i], std::accumulate(in + i, in + i + (i % 8 == 6 ? 2 : 3), 0));
  for (int digit = 0; digit < 10; ++digit)
    EXPECT_EQ(bins[digit],
              (int)std::count_if(in, in + kBlock, [=](int x) { return (x + 300) % 10 == digit; }));
  EXPECT(std::equal(in, in + 4 * kBlock, turned));
}

int main() { return run_cases(); }
