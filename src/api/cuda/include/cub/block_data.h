// Loads and stores of cub over a block with several items a thread.
//
// A blocked arrangement gives a thread items that follow each other, a striped one items a block apart.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_DATA_H
#define VG_CUB_BLOCK_DATA_H

#include "cub/block.h"
#include "cub/direct_data.h"

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int Y = 1,
          int Z = 1>
class BlockLoad {
 public:
  struct TempStorage {};
  __device__ BlockLoad() {}
  __device__ explicit BlockLoad(TempStorage&) {}
  template <class It>
  __device__ void Load(It from, T (&data)[items]) {
    for (int i = 0; i < items; ++i) data[i] = from[place(i)];
  }
  template <class It>
  __device__ void Load(It from, T (&data)[items], int count) {
    for (int i = 0; i < items; ++i)
      if (place(i) < count) data[i] = from[place(i)];
  }
  template <class It, class Default>
  __device__ void Load(It from, T (&data)[items], int count, Default other) {
    for (int i = 0; i < items; ++i) data[i] = place(i) < count ? (T)from[place(i)] : (T)other;
  }

 private:
  __device__ static int place(int i) {
    const int rank = (int)__vg_linear_id();
    return algorithm == BLOCK_LOAD_STRIPED ? i * X * Y * Z + rank : rank * items + i;
  }
};

template <class T, int X, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int Y = 1,
          int Z = 1>
class BlockStore {
 public:
  struct TempStorage {};
  __device__ BlockStore() {}
  __device__ explicit BlockStore(TempStorage&) {}
  template <class It>
  __device__ void Store(It to, T (&data)[items], int count = X * Y * Z * items) {
    const int rank = (int)__vg_linear_id();
    for (int i = 0; i < items; ++i) {
      const int place = algorithm == BLOCK_STORE_STRIPED ? i * X * Y * Z + rank : rank * items + i;
      if (place < count) to[place] = data[i];
    }
  }
};

}  // namespace cub

#endif
