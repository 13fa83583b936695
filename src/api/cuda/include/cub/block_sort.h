// BlockRadixSort of cub.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_SORT_H
#define VG_CUB_BLOCK_SORT_H

#include "cub/block.h"
#include "cub/device_sort.h"

namespace cub {

// Every item counts those that stand before it in the order asked for, and goes there.
template <class Key, int X, int items, class Value = thrust::use_default, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1>
class BlockRadixSort {
 public:
  struct TempStorage {
    Key keys[X * Y * Z * items];
    Value values[X * Y * Z * items];
  };
  __device__ explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}
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
  template <bool descending, bool striped>
  __device__ void sort(Key* keys, Value* values, int begin, int end) {
    const detail::ByBits<Key, descending> before{begin, end};
    const int rank = (int)__vg_linear_id(), count = X * Y * Z * items;
    int places[items];
    __syncthreads();
    for (int i = 0; i < items; ++i) storage_.keys[rank * items + i] = keys[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) {
      const int own = rank * items + i;
      places[i] = 0;
      for (int other = 0; other < count; ++other)
        places[i] += before(storage_.keys[other], keys[i]) ||
                     (other < own && !before(keys[i], storage_.keys[other]));
    }
    __syncthreads();
    for (int i = 0; i < items; ++i) {
      storage_.keys[places[i]] = keys[i];
      if (values != nullptr) storage_.values[places[i]] = values[i];
    }
    __syncthreads();
    for (int i = 0; i < items; ++i) {
      const int place = striped ? i * X * Y * Z + rank : rank * items + i;
      keys[i] = storage_.keys[place];
      if (values != nullptr) values[i] = storage_.values[place];
    }
  }
  TempStorage& storage_;
};

}  // namespace cub

#endif
