// BlockRadixSort and BlockMergeSort of cub.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_SORT_H
#define VG_CUB_BLOCK_SORT_H

#include "cub/block.h"
#include "cub/device_sort.h"

namespace cub {
namespace detail {

// Items of a group of threads in an array that all see, sorted by merging runs: every item searches its place in the
// other run of its pair, so all move at once, and equal ones keep their order.
template <class Key, class Value, int threads, int items>
struct RunMerger {
  static constexpr int count = threads * items;
  static constexpr bool has_values = !std::is_same<Value, NullType>::value;
  struct Storage {
    Uninitialized<Key[count]> keys;
    Uninitialized<Value[has_values ? count : 1]> values;
  };
  Storage& storage;
  int rank;

  // `wait` is a barrier of the group. The result is in the storage.
  template <class Before, class Wait>
  __device__ void sort(Key* keys, Value* values, Before before, Wait wait) {
    sort_own(keys, values, before);
    store(keys, values, [=](int i) { return rank * items + i; });
    wait();
    for (int width = items; width < count; width *= 2) {
      int places[items];
      for (int i = 0; i < items; ++i) places[i] = merged_place(rank * items + i, width, before);
      load(keys, values, [=](int i) { return rank * items + i; });
      wait();
      store(keys, values, [&](int i) { return places[i]; });
      wait();
    }
  }
  template <class Place>
  __device__ void load(Key* keys, Value* values, Place place) const {
    for (int i = 0; i < items; ++i) {
      keys[i] = storage.keys.Alias()[place(i)];
      if (has_values && values != nullptr) values[i] = storage.values.Alias()[place(i)];
    }
  }

 private:
  template <class Before>
  __device__ static void sort_own(Key* keys, Value* values, Before before) {
    for (int i = 1; i < items; ++i)
      for (int at = i; at > 0 && before(keys[at], keys[at - 1]); --at) {
        thrust::swap(keys[at], keys[at - 1]);
        if (has_values && values != nullptr) thrust::swap(values[at], values[at - 1]);
      }
  }
  template <class Place>
  __device__ void store(const Key* keys, const Value* values, Place place) {
    for (int i = 0; i < items; ++i) {
      storage.keys.Alias()[place(i)] = keys[i];
      if (has_values && values != nullptr) storage.values.Alias()[place(i)] = values[i];
    }
  }
  template <class Before>
  __device__ int merged_place(int at, int width, Before before) const {
    const Key* all = storage.keys.Alias();
    const int first = at / (2 * width) * (2 * width);
    const int middle = first + width < count ? first + width : count;
    const int last = middle + width < count ? middle + width : count;
    const bool left = at < middle;
    int low = left ? middle : first, high = left ? last : middle;
    const int base = low;
    while (low < high) {
      const int half = (low + high) / 2;
      const bool stands_before = left ? before(all[half], all[at]) : !before(all[at], all[half]);
      (stands_before ? low : high) = stands_before ? half + 1 : half;
    }
    return left ? at + (low - base) : at - (middle - first) + (low - base);
  }
};

}  // namespace detail

template <class Key, int X, int items, class Value = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1>
class BlockRadixSort {
  typedef detail::RunMerger<Key, Value, X * Y * Z, items> Merger;

 public:
  typedef typename Merger::Storage TempStorage;
  __device__ explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}
  __device__ BlockRadixSort() : storage_(own()) {}
#define VG_BLOCK_SORT(suffix, descending, striped)                                            \
  __device__ void Sort##suffix(Key(&keys)[items], int begin = 0, int end = sizeof(Key) * 8) { \
    sort<descending, striped>(keys, nullptr, begin, end);                                     \
  }                                                                                           \
  __device__ void Sort##suffix(Key(&keys)[items], Value(&values)[items], int begin = 0,       \
                               int end = sizeof(Key) * 8) {                                   \
    sort<descending, striped>(keys, values, begin, end);                                      \
  }
  VG_BLOCK_SORT(, false, false)
  VG_BLOCK_SORT(Descending, true, false)
  VG_BLOCK_SORT(BlockedToStriped, false, true)
  VG_BLOCK_SORT(DescendingBlockedToStriped, true, true)
#undef VG_BLOCK_SORT

 private:
  __device__ static TempStorage& own() {
    __shared__ TempStorage storage;
    return storage;
  }
  template <bool descending, bool striped>
  __device__ void sort(Key* keys, Value* values, int begin, int end) {
    const int rank = (int)__vg_linear_id();
    Merger merger{storage_, rank};
    __syncthreads();
    merger.sort(keys, values, detail::ByBits<Key, descending>{begin, end}, [] { __syncthreads(); });
    merger.load(keys, values,
                [=](int i) { return striped ? i * X * Y * Z + rank : rank * items + i; });
  }
  TempStorage& storage_;
};

}  // namespace cub

#endif
