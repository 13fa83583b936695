// BlockMergeSort and WarpMergeSort of cub: sorts by any order.
//
// Where not all items are valid the others count as `other`, which stands behind all of them.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_MERGE_SORT_H
#define VG_CUB_MERGE_SORT_H

#include "cub/block_sort.h"
#include "cub/warp.h"

namespace cub {
namespace detail {

template <class Key, class Value, int threads, int items, class Group>
class MergeSort {
  typedef RunMerger<Key, Value, threads, items> Merger;

 public:
  typedef typename Merger::Storage TempStorage;
  __device__ explicit MergeSort(TempStorage& storage) : storage_(storage) {}
  template <class Before>
  __device__ void Sort(Key (&keys)[items], Before before) {
    sort(keys, nullptr, before);
  }
  template <class Before>
  __device__ void Sort(Key (&keys)[items], Value (&values)[items], Before before) {
    sort(keys, values, before);
  }
  template <class Before>
  __device__ void Sort(Key (&keys)[items], Before before, int valid, Key other) {
    fill(keys, valid, other);
    sort(keys, nullptr, before);
  }
  template <class Before>
  __device__ void Sort(Key (&keys)[items], Value (&values)[items], Before before, int valid,
                       Key other) {
    fill(keys, valid, other);
    sort(keys, values, before);
  }
  template <class... Arguments>
  __device__ void StableSort(Arguments&&... arguments) {
    Sort(arguments...);
  }

 private:
  __device__ static void fill(Key* keys, int valid, Key other) {
    for (int i = 0; i < items; ++i)
      if (Group::rank() * items + i >= valid) keys[i] = other;
  }
  template <class Before>
  __device__ void sort(Key* keys, Value* values, Before before) {
    const int rank = Group::rank();
    Merger merger{storage_, rank};
    Group::wait();
    merger.sort(keys, values, before, [] { Group::wait(); });
    merger.load(keys, values, [=](int i) { return rank * items + i; });
  }
  TempStorage& storage_;
};

struct WholeBlock {
  __device__ static int rank() { return (int)__vg_linear_id(); }
  __device__ static void wait() { __syncthreads(); }
};
template <int lanes>
struct PartOfWarp {
  __device__ static int rank() { return (int)__vg_lane() & (lanes - 1); }
  __device__ static void wait() { __syncwarp(); }
};

}  // namespace detail

template <class Key, int X, int items, class Value = NullType, int Y = 1, int Z = 1>
class BlockMergeSort : public detail::MergeSort<Key, Value, X * Y * Z, items, detail::WholeBlock> {
  using detail::MergeSort<Key, Value, X * Y * Z, items, detail::WholeBlock>::MergeSort;
};
template <class Key, int items, int lanes = 32, class Value = NullType>
class WarpMergeSort
    : public detail::MergeSort<Key, Value, lanes, items, detail::PartOfWarp<lanes>> {
  using detail::MergeSort<Key, Value, lanes, items, detail::PartOfWarp<lanes>>::MergeSort;
};

}  // namespace cub

#endif
