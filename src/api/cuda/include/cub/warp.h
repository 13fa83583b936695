// Reductions and scans of cub over a warp, or a part of it.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_WARP_H
#define VG_CUB_WARP_H

#include "cub/block.h"
#include "cub/thread.h"

namespace cub {

template <class T, int lanes = 32>
class WarpReduce {
 public:
  struct TempStorage {};
  __device__ explicit WarpReduce(TempStorage&) {}
  // Of the first `count` lanes.
  template <class Op>
  __device__ T Reduce(T value, Op op, int count = lanes) {
    for (int step = 1; step < lanes; step *= 2) {
      const T other = ShuffleDown<lanes>(value, step, lanes - 1, 0xffffffffu);
      if (rank() + step < count) value = op(value, other);
    }
    return value;
  }
  __device__ T Sum(T value, int count = lanes) { return Reduce(value, cub::Sum(), count); }
  __device__ T Max(T value, int count = lanes) { return Reduce(value, cub::Max(), count); }
  __device__ T Min(T value, int count = lanes) { return Reduce(value, cub::Min(), count); }

  // Of segments, each in its first lane: a flag says where one begins, or where one ends.
  template <class Flag, class Op>
  __device__ T HeadSegmentedReduce(T value, Flag head, Op op) {
    const unsigned heads = __ballot_sync(0xffffffffu, head != 0);
    return reduce_segment(value, op, heads >> 1);
  }
  template <class Flag, class Op>
  __device__ T TailSegmentedReduce(T value, Flag tail, Op op) {
    return reduce_segment(value, op, __ballot_sync(0xffffffffu, tail != 0));
  }
  template <class Flag>
  __device__ T HeadSegmentedSum(T value, Flag head) {
    return HeadSegmentedReduce(value, head, cub::Sum());
  }
  template <class Flag>
  __device__ T TailSegmentedSum(T value, Flag tail) {
    return TailSegmentedReduce(value, tail, cub::Sum());
  }

 private:
  __device__ static int rank() { return (int)__vg_lane() & (lanes - 1); }
  // `tails`: a bit for each lane of the warp that is the last of a segment.
  template <class Op>
  __device__ T reduce_segment(T value, Op op, unsigned tails) {
    const int first = (int)__vg_lane() - rank();
    const unsigned own = (tails >> first >> rank()) | 1u << (lanes - 1 - rank());
    return Reduce(value, op, rank() + __ffs((int)own));
  }
};

template <class T, int lanes = 32>
class WarpScan {
 public:
  struct TempStorage {};
  __device__ explicit WarpScan(TempStorage&) {}
  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op) {
    for (int step = 1; step < lanes; step *= 2) {
      const T before = ShuffleUp<lanes>(in, step, 0, 0xffffffffu);
      if (rank() >= step) in = op(before, in);
    }
    out = in;
  }
  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op, T& total) {
    InclusiveScan(in, out, op);
    total = Broadcast(out, lanes - 1);
  }
  template <class Op, std::enable_if_t<detail::joins_two<Op, T>::value, int> = 0>
  __device__ void InclusiveScan(T in, T& out, T start, Op op) {
    InclusiveScan(in, out, op);
    out = op(start, out);
  }
  template <class Op>
  __device__ void InclusiveScan(T in, T& out, T start, Op op, T& total) {
    InclusiveScan(in, out, start, op);
    total = Broadcast(out, lanes - 1);
  }
  // Without a first value lane 0's result means nothing, as in cub.
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, Op op) {
    InclusiveScan(in, out, op);
    out = ShuffleUp<lanes>(out, 1, 0, 0xffffffffu);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, Op op, T& total) {
    InclusiveScan(in, out, op, total);
    out = ShuffleUp<lanes>(out, 1, 0, 0xffffffffu);
  }
  template <class Op, std::enable_if_t<detail::joins_two<Op, T>::value, int> = 0>
  __device__ void ExclusiveScan(T in, T& out, T start, Op op) {
    ExclusiveScan(in, out, op);
    out = rank() == 0 ? start : op(start, out);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, T start, Op op, T& total) {
    ExclusiveScan(in, out, op, total);
    out = rank() == 0 ? start : op(start, out);
  }
  // Both results at once.
  template <class Op>
  __device__ void Scan(T in, T& inclusive, T& exclusive, Op op) {
    InclusiveScan(in, inclusive, op);
    exclusive = ShuffleUp<lanes>(inclusive, 1, 0, 0xffffffffu);
  }
  template <class Op>
  __device__ void Scan(T in, T& inclusive, T& exclusive, T start, Op op) {
    Scan(in, inclusive, exclusive, op);
    inclusive = op(start, inclusive);
    exclusive = rank() == 0 ? start : op(start, exclusive);
  }
  template <class... Total>
  __device__ void InclusiveSum(T in, T& out, Total&... total) {
    InclusiveScan(in, out, cub::Sum(), total...);
  }
  template <class... Total>
  __device__ void ExclusiveSum(T in, T& out, Total&... total) {
    ExclusiveScan(in, out, thrust::detail::zero_of<T>(), cub::Sum(), total...);
  }
  __device__ T Broadcast(T value, int lane) {
    return ShuffleIndex<lanes>(value, lane, 0xffffffffu);
  }

 private:
  __device__ static int rank() { return (int)__vg_lane() & (lanes - 1); }
};

}  // namespace cub

#endif
