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
    exchange(in, out, items, 1, 1, X * Y * Z);
  }
  __device__ void StripedToBlocked(T (&in)[items], T (&out)[items]) {
    exchange(in, out, 1, X * Y * Z, items, 1);
  }
  // Every item to the place that its rank names.
  template <class Rank>
  __device__ void ScatterToBlocked(T (&in)[items], T (&out)[items], Rank (&ranks)[items]) {
    scatter(in, out, ranks, items, 1);
  }
  template <class Rank>
  __device__ void ScatterToStriped(T (&in)[items], T (&out)[items], Rank (&ranks)[items]) {
    scatter(in, out, ranks, 1, X * Y * Z);
  }
  template <class Rank>
  __device__ void ScatterToBlocked(T (&data)[items], Rank (&ranks)[items]) {
    scatter(data, data, ranks, items, 1);
  }
  template <class Rank>
  __device__ void ScatterToStriped(T (&data)[items], Rank (&ranks)[items]) {
    scatter(data, data, ranks, 1, X * Y * Z);
  }
  __device__ void BlockedToStriped(T (&data)[items]) { BlockedToStriped(data, data); }
  __device__ void StripedToBlocked(T (&data)[items]) { StripedToBlocked(data, data); }

 private:
  __device__ void exchange(T (&in)[items], T (&out)[items], int rank_step, int step,
                           int out_rank_step, int out_step) {
    const int rank = (int)__vg_linear_id();
    __syncthreads();
    for (int i = 0; i < items; ++i) values_[rank * rank_step + i * step] = in[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = values_[rank * out_rank_step + i * out_step];
    __syncthreads();
  }
  template <class Rank>
  __device__ void scatter(T (&in)[items], T (&out)[items], Rank (&ranks)[items], int rank_step,
                          int step) {
    const int rank = (int)__vg_linear_id();
    __syncthreads();
    for (int i = 0; i < items; ++i) values_[ranks[i]] = in[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = values_[rank * rank_step + i * step];
    __syncthreads();
  }
  T* values_;
};

}  // namespace cub

#endif
