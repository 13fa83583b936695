// Device-wide algorithms of cub beyond sums: segments, sorts by any order, borders of bins, three parts, differences.
// SPDX-License-Identifier: MIT
#include <cub/cub.cuh>

// What programs take from cub without including it themselves.
static_assert(sizeof(std::mutex) != sizeof(std::chrono::steady_clock::now()));
static_assert(sizeof(std::map<int, int>) == sizeof(std::set<int>));

#include <algorithm>
#include <numeric>

#include "check.h"
#include "managed.h"

static char storage = 0;
static size_t bytes = 1;

CASE(segments) {
  const int count = 1000, segments = 7;
  int *in = numbers(count), *out = numbers(count), *values = numbers(count);
  int *moved = numbers(count), *borders = managed<int>(segments + 1);
  for (int s = 0; s <= segments; ++s)
    borders[s] = s * s * 20;  // the first one is short, the rest beyond 980 stays
  for (int i = 0; i < count; ++i) values[i] = i, out[i] = 7;
  OK(cub::DeviceSegmentedSort::StableSortPairsDescending(&storage, bytes, in, out, values, moved,
                                                         count, segments, borders, borders + 1));
  for (int s = 0; s < segments; ++s) {
    EXPECT(std::is_sorted(out + borders[s], out + borders[s + 1], std::greater<int>()));
    for (int i = borders[s]; i < borders[s + 1]; ++i) EXPECT_EQ(out[i], in[moved[i]]);
  }
  EXPECT_EQ(out[borders[segments]], 7);
  auto* best = managed<cub::KeyValuePair<int, int>>(segments);
  OK(cub::DeviceSegmentedReduce::ArgMin(&storage, bytes, in, best, segments, borders, borders + 1));
  OK(cudaDeviceSynchronize());
  for (int s = 0; s < segments; ++s) {
    const int* first = in + borders[s];
    const int* least = std::min_element(first, (const int*)in + borders[s + 1]);
    EXPECT_EQ(best[s].key, (int)(least - first));
    EXPECT_EQ(best[s].value, *least);
  }
  cub::DoubleBuffer<int> keys(in, out);
  OK(cub::DeviceSegmentedRadixSort::SortKeys(&storage, bytes, keys, count, segments, borders,
                                             borders + 1));
  EXPECT(std::is_sorted(keys.Current() + borders[5], keys.Current() + borders[6]));
}

struct Backwards {
  __host__ __device__ bool operator()(int a, int b) const { return b < a; }
};

CASE(merge_sorts_and_differences) {
  const int count = 777;
  int *in = numbers(count), *out = numbers(count), *before = numbers(count);
  OK(cub::DeviceMergeSort::SortKeysCopy(&storage, bytes, in, out, count, Backwards()));
  EXPECT(std::is_sorted(out, out + count, std::greater<int>()));
  EXPECT(std::equal(in, in + count, before));
  OK(cub::DeviceMergeSort::StableSortPairs(&storage, bytes, in, before, count, Backwards()));
  EXPECT(std::equal(in, in + count, before));
  OK(cub::DeviceAdjacentDifference::SubtractLeft(&storage, bytes, in, count));
  OK(cub::DeviceAdjacentDifference::SubtractRightCopy(&storage, bytes, before, out, count));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(in[0], before[0]);
  for (int i = 1; i < count; ++i) EXPECT_EQ(in[i], before[i] - before[i - 1]);
  EXPECT_EQ(out[10], before[10] - before[11]);
}

CASE(histograms) {
  const int count = 400;
  int *in = numbers(count), *bins = managed<int>(8), *borders = managed<int>(5);
  const int limits[] = {-300, -100, 0, 5, 650};
  std::copy(limits, limits + 5, borders);
  OK(cub::DeviceHistogram::HistogramRange(&storage, bytes, in, bins, 5, borders, count));
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < 4; ++b)
    EXPECT_EQ(bins[b], (int)std::count_if(in, in + count, [=](int x) {
                return x >= limits[b] && x < limits[b + 1];
              }));
  // Pixels of four channels; three have histograms.
  unsigned char* pixels = managed<unsigned char>(count);
  for (int i = 0; i < count; ++i) pixels[i] = (unsigned char)(i * 37);
  int* histograms[3] = {managed<int>(256), managed<int>(256), managed<int>(256)};
  const int levels[3] = {257, 257, 17};
  const int low[3] = {0, 0, 0}, high[3] = {256, 256, 256};
  OK((cub::DeviceHistogram::MultiHistogramEven<4, 3>(&storage, bytes, pixels, histograms, levels,
                                                     low, high, count / 4)));
  OK(cudaDeviceSynchronize());
  int seen = 0;
  for (int i = 2; i < count; i += 4) seen += pixels[i] / 16 == 3;
  EXPECT_EQ(histograms[2][3], seen);
  EXPECT_EQ(std::accumulate(histograms[0], histograms[0] + 256, 0), count / 4);
}

struct Above {
  int limit;
  __host__ __device__ bool operator()(int x) const { return x > limit; }
};

CASE(selections_in_place_and_three_ways) {
  const int count = 500;
  int *in = numbers(count), *high = numbers(count), *middle = numbers(count);
  int *low = numbers(count), *counts = managed<int>(2);
  OK(cub::DevicePartition::If(&storage, bytes, in, high, middle, low, counts, count, Above{500},
                              Above{0}));
  EXPECT_EQ(counts[0], (int)std::count_if(in, in + count, Above{500}));
  EXPECT_EQ(counts[1], (int)std::count_if(in, in + count, Above{0}) - counts[0]);
  EXPECT(std::all_of(middle, middle + counts[1], [](int x) { return x > 0 && x <= 500; }));
  EXPECT(std::none_of(low, low + count - counts[0] - counts[1], Above{0}));
  std::vector<int> kept;
  std::copy_if(in, in + count, std::back_inserter(kept), Above{100});
  OK(cub::DeviceSelect::If(&storage, bytes, in, counts, count, Above{100}));
  EXPECT_EQ(counts[0], (int)kept.size());
  EXPECT(std::equal(kept.begin(), kept.end(), in));
}

CASE(loops_and_indices) {
  const int count = 300;
  int *in = numbers(count), *out = numbers(count);
  OK(cub::DeviceFor::Bulk(count, [=] __device__(int i) { out[i] = 2 * in[i]; }));
  OK(cub::DeviceTransform::Transform(out, out, count, [] __device__(int x) { return x + 1; }));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) EXPECT_EQ(out[i], 2 * in[i] + 1);
  OK(cub::DeviceTransform::Transform(std::make_tuple(in, out), out, count,
                                     [] __device__(int a, int b) { return b - a; }));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) EXPECT_EQ(out[i], in[i] + 1);
  cub::ArgIndexInputIterator<int*> indexed(in);
  auto* best = managed<cub::KeyValuePair<ptrdiff_t, int>>(1);
  OK(cub::DeviceReduce::Reduce(&storage, bytes, indexed, best, count, cub::ArgMax(),
                               cub::KeyValuePair<ptrdiff_t, int>(0, -1000)));
  EXPECT_EQ(best->key, std::max_element(in, in + count) - in);
}

CASE(scans_by_key_and_sparse_products) {
  const int count = 300;
  int *in = numbers(count), *out = managed<int>(count), *keys = managed<int>(count);
  for (int i = 0; i < count; ++i) keys[i] = i / 7;
  OK(cub::DeviceScan::InclusiveScanByKey(&storage, bytes, keys, in, out, cub::Max(), count));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) EXPECT_EQ(out[i], *std::max_element(in + i / 7 * 7, in + i + 1));
  OK(cub::DeviceScan::ExclusiveScanByKey(&storage, bytes, keys, in, out, cub::Sum(), 5, count));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) EXPECT_EQ(out[i], std::accumulate(in + i / 7 * 7, in + i, 5));
  // Row i has elements (i + 1) * k in columns k below i % 4.
  float *values = managed<float>(600), *x = managed<float>(4), *y = managed<float>(count);
  int *offsets = managed<int>(count + 1), *columns = managed<int>(600);
  offsets[0] = 0;
  for (int i = 0; i < count; ++i) {
    offsets[i + 1] = offsets[i] + i % 4;
    for (int k = 0; k < i % 4; ++k)
      columns[offsets[i] + k] = k, values[offsets[i] + k] = (i + 1) * k;
  }
  for (int k = 0; k < 4; ++k) x[k] = k + 2;
  OK(cub::DeviceSpmv::CsrMV(&storage, bytes, values, offsets, columns, x, y, count, 4,
                            offsets[count]));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i)
    EXPECT_EQ(y[i], (float)((i + 1) * (i % 4 == 2 ? 3 : i % 4 == 3 ? 11 : 0)));
}

CASE(many_ranges_at_once) {
  int *in = numbers(100), *out = managed<int>(100);
  int** from = managed<int*>(2);
  int** to = managed<int*>(2);
  int* sizes = managed<int>(2);
  from[0] = in, from[1] = in + 60, to[0] = out + 40, to[1] = out, sizes[0] = 60, sizes[1] = 40;
  OK(cub::DeviceCopy::Batched(&storage, bytes, from, to, sizes, 2));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(out[i], in[(i + 60) % 100]);
}

// Bytes and flags add up to whole numbers, and floats from a start of 0 to a float.
CASE(sums_hold_what_is_added) {
  const int count = 1000;
  auto* ones = managed<unsigned char>(count);
  auto* flags = managed<bool>(count);
  auto* halves = managed<float>(count);
  int *out = numbers(count), *keys = numbers(count), *unique = numbers(count);
  int *runs = numbers(1), *borders = managed<int>(3);
  for (int i = 0; i < count; ++i)
    ones[i] = 1, flags[i] = i % 2, halves[i] = 0.5f, keys[i] = i / 500;
  for (int s = 0; s < 3; ++s) borders[s] = 500 * s;
  long* total = managed<long>(1);
  float* sum = managed<float>(1);
  OK(cub::DeviceReduce::Sum(&storage, bytes, flags, total, count));
  EXPECT_EQ(*total, 500L);
  OK(cub::DeviceReduce::Reduce(&storage, bytes, halves, sum, count, cub::Sum(), 0));
  EXPECT_EQ(*sum, 500.0f);
  OK(cub::DeviceScan::ExclusiveSum(&storage, bytes, ones, out, count));
  EXPECT_EQ(out[999], 999);
  OK(cub::DeviceScan::InclusiveSum(&storage, bytes, flags, out, count));
  EXPECT_EQ(out[999], 500);
  OK(cub::DeviceScan::ExclusiveScan(&storage, bytes, ones, out, cub::Sum(), (unsigned char)3,
                                    count));
  EXPECT_EQ(out[999], 1002);
  OK(cub::DeviceScan::InclusiveSumByKey(&storage, bytes, keys, ones, out, count));
  EXPECT_EQ(out[499], 500);
  EXPECT_EQ(out[500], 1);
  OK(cub::DeviceReduce::ReduceByKey(&storage, bytes, keys, unique, ones, out, runs, cub::Sum(),
                                    count));
  EXPECT_EQ(out[1], 500);
  OK(cub::DeviceSegmentedReduce::Sum(&storage, bytes, ones, out, 2, borders, borders + 1));
  EXPECT_EQ(out[1], 500);
  for (void* memory : {(void*)ones, (void*)flags, (void*)halves, (void*)out, (void*)keys,
                       (void*)unique, (void*)runs, (void*)borders, (void*)total, (void*)sum})
    OK(cudaFree(memory));
}

int main() { return run_cases(); }
