// Reductions and scans of cub over a block.
//
// Results of a reduction are good in every thread; cub promises them to thread 0.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_H
#define VG_CUB_BLOCK_H

#include <thrust/functional.h>

namespace cub {

struct Sum {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a + b;
  }
};
struct Max {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
class BlockReduce {
 public:
  struct TempStorage {
    T values[X * Y * Z];
  };
  __device__ explicit BlockReduce(TempStorage& storage) : values_(storage.values) {}

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

template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
class BlockScan {
 public:
  struct TempStorage {
    T values[X * Y * Z];
  };
  __device__ explicit BlockScan(TempStorage& storage) : values_(storage.values) {}

  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op, T& total) {
    const int rank = (int)__vg_linear_id();
    values_[rank] = in;
    __syncthreads();
    for (int step = 1; step < X * Y * Z; step *= 2) {
      const T before = rank >= step ? values_[rank - step] : T();
      __syncthreads();
      if (rank >= step) values_[rank] = op(before, values_[rank]);
      __syncthreads();
    }
    out = values_[rank];
    total = values_[X * Y * Z - 1];
  }
  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op) {
    T total;
    InclusiveScan(in, out, op, total);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, T start, Op op, T& total) {
    T inclusive;
    InclusiveScan(in, inclusive, op, total);
    const int rank = (int)__vg_linear_id();
    out = rank == 0 ? start : op(start, values_[rank - 1]);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, T start, Op op) {
    T total;
    ExclusiveScan(in, out, start, op, total);
  }
  __device__ void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  __device__ void InclusiveSum(T in, T& out, T& total) {
    InclusiveScan(in, out, cub::Sum(), total);
  }
  __device__ void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T(0), cub::Sum()); }
  __device__ void ExclusiveSum(T in, T& out, T& total) {
    ExclusiveScan(in, out, T(0), cub::Sum(), total);
  }

 private:
  T* values_;
};

}  // namespace cub

#endif
