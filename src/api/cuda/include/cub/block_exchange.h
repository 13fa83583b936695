// Exchanges of cub: items of a block's threads change places.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_EXCHANGE_H
#define VG_CUB_BLOCK_EXCHANGE_H

#include "cub/block.h"

namespace cub {

template <class T, int X, int items, bool = false, int Y = 1, int Z = 1>
class BlockExchange {
 public:
  struct TempStorage : Uninitialized<T[X * Y * Z * items]> {};
  __device__ explicit BlockExchange(TempStorage& storage) : values_(storage.Alias()) {}
  __device__ BlockExchange() {
    __shared__ TempStorage storage;
    values_ = storage.Alias();
  }
  __device__ void BlockedToStriped(T (&in)[items], T (&out)[items]) {
    exchange(in, out, blocked, striped);
  }
  __device__ void StripedToBlocked(T (&in)[items], T (&out)[items]) {
    exchange(in, out, striped, blocked);
  }
  __device__ void BlockedToWarpStriped(T (&in)[items], T (&out)[items]) {
    exchange(in, out, blocked, warp_striped);
  }
  __device__ void WarpStripedToBlocked(T (&in)[items], T (&out)[items]) {
    exchange(in, out, warp_striped, blocked);
  }
  // Every item to the place that its rank names.
  template <class Rank>
  __device__ void ScatterToBlocked(T (&in)[items], T (&out)[items], Rank (&ranks)[items]) {
    scatter(in, out, ranks, blocked);
  }
  template <class Rank>
  __device__ void ScatterToStriped(T (&in)[items], T (&out)[items], Rank (&ranks)[items]) {
    scatter(in, out, ranks, striped);
  }
  template <class Rank>
  __device__ void ScatterToBlocked(T (&data)[items], Rank (&ranks)[items]) {
    scatter(data, data, ranks, blocked);
  }
  template <class Rank>
  __device__ void ScatterToStriped(T (&data)[items], Rank (&ranks)[items]) {
    scatter(data, data, ranks, striped);
  }
  __device__ void BlockedToStriped(T (&data)[items]) { BlockedToStriped(data, data); }
  __device__ void StripedToBlocked(T (&data)[items]) { StripedToBlocked(data, data); }
  __device__ void BlockedToWarpStriped(T (&data)[items]) { BlockedToWarpStriped(data, data); }
  __device__ void WarpStripedToBlocked(T (&data)[items]) { WarpStripedToBlocked(data, data); }
  // Items without a place, a negative rank or a flag that is not set, go nowhere.
  template <class Rank>
  __device__ void ScatterToStripedGuarded(T (&data)[items], Rank (&ranks)[items]) {
    scatter(data, data, ranks, striped, [&](int i) { return ranks[i] >= 0; });
  }
  template <class Rank, class Flag>
  __device__ void ScatterToStripedFlagged(T (&data)[items], Rank (&ranks)[items],
                                          Flag (&flags)[items]) {
    scatter(data, data, ranks, striped, [&](int i) { return (bool)flags[i]; });
  }

 private:
  // Where the calling thread's item i lies in each arrangement.
  __device__ static int blocked(int i) { return (int)__vg_linear_id() * items + i; }
  __device__ static int striped(int i) { return (int)__vg_linear_id() + i * X * Y * Z; }
  __device__ static int warp_striped(int i) {
    const int rank = (int)__vg_linear_id(), first = rank / 32 * 32;
    const int width = X * Y * Z - first < 32 ? X * Y * Z - first : 32;  // of the last warp
    return first * items + rank - first + i * width;
  }
  template <class From, class To>
  __device__ void exchange(T (&in)[items], T (&out)[items], From from, To to) {
    __syncthreads();
    for (int i = 0; i < items; ++i) values_[from(i)] = in[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = values_[to(i)];
    __syncthreads();
  }
  struct Always {
    __device__ bool operator()(int) const { return true; }
  };
  template <class Rank, class To, class Chosen = Always>
  __device__ void scatter(T (&in)[items], T (&out)[items], Rank (&ranks)[items], To to,
                          Chosen chosen = Chosen()) {
    __syncthreads();
    for (int i = 0; i < items; ++i)
      if (chosen(i)) values_[ranks[i]] = in[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = values_[to(i)];
    __syncthreads();
  }
  T* values_;
};

}  // namespace cub

#endif
