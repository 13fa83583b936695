// Reductions of cub over segments, each the work of one thread.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_SEGMENTED_REDUCE_H
#define VG_CUB_DEVICE_SEGMENTED_REDUCE_H

#include "cub/device.h"

namespace cub {

struct DeviceSegmentedReduce {
  VG_CUB(Reduce, (class In, class Out, class Begins, class Ends, class Op, class T),
         (In in, Out out, int segments, Begins begins, Ends ends, Op op, T start), VG_FIRST;
         typedef thrust::detail::accumulated<Op, T, detail::value_of<In>> Sum;
         auto to = detail::on_device(out); auto from = detail::on_device(begins);
         auto until = detail::on_device(ends);
         thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), segments,
                            [=] __host__ __device__(int s) mutable {
                              Sum sum = start;
                              for (long i = from[s]; i < (long)until[s]; ++i)
                                sum = op(sum, (Sum)first[i]);
                              to[s] = sum;
                            }))
  VG_CUB(Sum, (class In, class Out, class Begins, class Ends),
         (In in, Out out, int segments, Begins begins, Ends ends),
         Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(),
                thrust::detail::zero_of<detail::taken_by<Out, In>>()))
  VG_CUB(Max, (class In, class Out, class Begins, class Ends),
         (In in, Out out, int segments, Begins begins, Ends ends),
         Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(),
                std::numeric_limits<detail::value_of<In>>::lowest()))
  VG_CUB(Min, (class In, class Out, class Begins, class Ends),
         (In in, Out out, int segments, Begins begins, Ends ends),
         Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(),
                std::numeric_limits<detail::value_of<In>>::max()))
  VG_CUB(ArgMax, (class In, class Out, class Begins, class Ends),
         (In in, Out out, int segments, Begins begins, Ends ends),
         find(in, out, segments, begins, ends, cub::ArgMax(),
              std::numeric_limits<detail::value_of<In>>::lowest()))
  VG_CUB(ArgMin, (class In, class Out, class Begins, class Ends),
         (In in, Out out, int segments, Begins begins, Ends ends),
         find(in, out, segments, begins, ends, cub::ArgMin(),
              std::numeric_limits<detail::value_of<In>>::max()))

 private:
  // The best element of each segment with its place there; an empty one has place 1 and `none`.
  template <class In, class Out, class Begins, class Ends, class Better, class T>
  static void find(In in, Out out, int segments, Begins begins, Ends ends, Better better, T none) {
    VG_FIRST;
    auto to = detail::on_device(out);
    auto from = detail::on_device(begins);
    auto until = detail::on_device(ends);
    thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), segments,
                       [=] __host__ __device__(int s) mutable {
                         typedef KeyValuePair<int, T> Pair;
                         const long begin = from[s], end = until[s];
                         Pair best = begin < end ? Pair(0, first[begin]) : Pair(1, none);
                         for (long i = begin + 1; i < end; ++i)
                           best = better(best, Pair((int)(i - begin), first[i]));
                         to[s] = best;
                       });
  }
};

}  // namespace cub

#endif
