// Reductions and scans of cub over a warp, or a part of it.
//
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_WARP_H
#define VG_CUB_WARP_H

#include "cub/block.h"

namespace cub {

template <class T, int lanes = 32>
class WarpReduce {
 public:
  struct TempStorage {};
  __device__ explicit WarpReduce(TempStorage&) {}
  template <class Op>
  __device__ T Reduce(T value, Op op) {
    for (int step = lanes / 2; step > 0; step /= 2)
      value = op(value, __shfl_down_sync(0xffffffffu, value, step, lanes));
    return value;
  }
  // The first `count` lanes only.
  template <class Op>
  __device__ T Reduce(T value, Op op, int count) {
    const int rank = (int)__vg_lane() & (lanes - 1);
    for (int step = 1; step < lanes; step *= 2) {
      const T other = __shfl_down_sync(0xffffffffu, value, step, lanes);
      if (rank + step < count) value = op(value, other);
    }
    return value;
  }
  __device__ T Sum(T value) { return Reduce(value, cub::Sum()); }
  __device__ T Sum(T value, int count) { return Reduce(value, cub::Sum(), count); }
};

template <class T, int lanes = 32>
class WarpScan {
 public:
  struct TempStorage {};
  __device__ explicit WarpScan(TempStorage&) {}
  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op) {
    const int rank = (int)__vg_lane() & (lanes - 1);
    for (int step = 1; step < lanes; step *= 2) {
      const T before = __shfl_up_sync(0xffffffffu, in, step, lanes);
      if (rank >= step) in = op(before, in);
    }
    out = in;
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, T start, Op op) {
    T inclusive;
    InclusiveScan(in, inclusive, op);
    const T before = __shfl_up_sync(0xffffffffu, inclusive, 1, lanes);
    out = ((int)__vg_lane() & (lanes - 1)) == 0 ? start : op(start, before);
  }
  __device__ void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  __device__ void InclusiveSum(T in, T& out, T& total) {
    InclusiveSum(in, out);
    total = __shfl_sync(0xffffffffu, out, lanes - 1, lanes);
  }
  __device__ void ExclusiveSum(T in, T& out) {
    T inclusive;
    InclusiveSum(in, inclusive);
    out = inclusive - in;
  }
};

}  // namespace cub

#endif
