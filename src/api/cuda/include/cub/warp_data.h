// Loads, stores and exchanges of cub over a warp, or a part of it, with several items a lane.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_WARP_DATA_H
#define VG_CUB_WARP_DATA_H

#include "cub/warp.h"

namespace cub {

enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};
enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};

namespace detail {
template <int lanes, int items, bool striped>
__device__ int place_in_warp(int i) {
  const int rank = (int)__vg_lane() & (lanes - 1);
  return striped ? i * lanes + rank : rank * items + i;
}
}  // namespace detail

template <class T, int items, WarpLoadAlgorithm algorithm = WARP_LOAD_DIRECT, int lanes = 32>
class WarpLoad {
 public:
  struct TempStorage {};
  __device__ WarpLoad() {}
  __device__ explicit WarpLoad(TempStorage&) {}
  template <class It>
  __device__ void Load(It from, T (&data)[items], int count = lanes * items) {
    for (int i = 0; i < items; ++i)
      if (place(i) < count) data[i] = from[place(i)];
  }
  template <class It, class Default>
  __device__ void Load(It from, T (&data)[items], int count, Default other) {
    for (int i = 0; i < items; ++i) data[i] = place(i) < count ? (T)from[place(i)] : (T)other;
  }

 private:
  __device__ static int place(int i) {
    return detail::place_in_warp < lanes, items, algorithm == WARP_LOAD_STRIPED > (i);
  }
};

template <class T, int items, WarpStoreAlgorithm algorithm = WARP_STORE_DIRECT, int lanes = 32>
class WarpStore {
 public:
  struct TempStorage {};
  __device__ WarpStore() {}
  __device__ explicit WarpStore(TempStorage&) {}
  template <class It>
  __device__ void Store(It to, T (&data)[items], int count = lanes * items) {
    for (int i = 0; i < items; ++i) {
      const int place = detail::place_in_warp < lanes, items, algorithm == WARP_STORE_STRIPED > (i);
      if (place < count) to[place] = data[i];
    }
  }
};

template <class T, int items, int lanes = 32>
class WarpExchange {
 public:
  struct TempStorage : Uninitialized<T[lanes * items]> {};
  __device__ explicit WarpExchange(TempStorage& storage) : values_(storage.Alias()) {}
  __device__ void BlockedToStriped(T (&in)[items], T (&out)[items]) {
    exchange<false, true>(in, out);
  }
  __device__ void StripedToBlocked(T (&in)[items], T (&out)[items]) {
    exchange<true, false>(in, out);
  }
  // Every item to the place that its rank names.
  template <class Rank>
  __device__ void ScatterToStriped(T (&in)[items], T (&out)[items], Rank (&ranks)[items]) {
    __syncwarp();
    for (int i = 0; i < items; ++i) values_[ranks[i]] = in[i];
    __syncwarp();
    for (int i = 0; i < items; ++i) out[i] = values_[detail::place_in_warp<lanes, items, true>(i)];
  }
  template <class Rank>
  __device__ void ScatterToStriped(T (&data)[items], Rank (&ranks)[items]) {
    ScatterToStriped(data, data, ranks);
  }

 private:
  template <bool from_striped, bool to_striped>
  __device__ void exchange(T (&in)[items], T (&out)[items]) {
    __syncwarp();
    for (int i = 0; i < items; ++i)
      values_[detail::place_in_warp<lanes, items, from_striped>(i)] = in[i];
    __syncwarp();
    for (int i = 0; i < items; ++i)
      out[i] = values_[detail::place_in_warp<lanes, items, to_striped>(i)];
  }
  T* values_;
};

}  // namespace cub

#endif
