// Reductions and scans of cub over a block.
//
// Results of a reduction are good in every thread; cub promises them to thread 0.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_H
#define VG_CUB_BLOCK_H

#include "cub/operators.h"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
class BlockReduce {
 public:
  struct TempStorage : Uninitialized<T[X * Y * Z]> {};
  __device__ explicit BlockReduce(TempStorage& storage) : values_(storage.Alias()) {}
  // Memory of the block's own.
  __device__ BlockReduce() {
    __shared__ TempStorage storage;
    values_ = storage.Alias();
  }

  // Halves the number of partial results until one is left; any operation that is associative.
  template <class Op>
  __device__ T Reduce(T value, Op op, int count = X * Y * Z) {
    const int rank = (int)__vg_linear_id();
    values_[rank] = value;
    __syncthreads();
    for (int step = 1; step < count; step *= 2) {
      const bool joins = rank % (2 * step) == 0 && rank + step < count;
      const T joined = joins ? op(values_[rank], values_[rank + step]) : T();
      __syncthreads();
      if (joins) values_[rank] = joined;
      __syncthreads();
    }
    return values_[0];
  }
  template <int items, class Op>
  __device__ T Reduce(T (&values)[items], Op op) {
    T total = values[0];
    for (int i = 1; i < items; ++i) total = op(total, values[i]);
    return Reduce(total, op);
  }
  __device__ T Sum(T value) { return Reduce(value, cub::Sum()); }
  __device__ T Sum(T value, int count) { return Reduce(value, cub::Sum(), count); }
  template <int items>
  __device__ T Sum(T (&values)[items]) {
    return Reduce(values, cub::Sum());
  }

 private:
  T* values_;
};

}  // namespace cub

#include "cub/block_scan.h"

#endif
