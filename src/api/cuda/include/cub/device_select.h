// Selections, partitions, runs, segments and histograms of cub over the device, on thrust's algorithms.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_SELECT_H
#define VG_CUB_DEVICE_SELECT_H

#include "cub/device.h"

namespace cub {

struct DeviceSelect {
  VG_CUB(If, (class In, class Out, class Count, class Predicate),
         (In in, Out out, Count selected, long count, Predicate predicate), VG_FIRST;
         auto to = detail::on_device(out);
         *selected = (int)(thrust::copy_if(first, first + count, to, predicate) - to))
  VG_CUB(Flagged, (class In, class Flags, class Out, class Count),
         (In in, Flags flags, Out out, Count selected, long count), VG_FIRST;
         auto to = detail::on_device(out);
         *selected = (int)(thrust::copy_if(first, first + count, detail::on_device(flags), to,
                                           thrust::identity<>()) -
                           to))
  VG_CUB(Unique, (class In, class Out, class Count), (In in, Out out, Count selected, long count),
         VG_FIRST;
         auto to = detail::on_device(out);
         *selected = (int)(thrust::unique_copy(first, first + count, to) - to))
};

// Those that are not chosen stand behind the others, in reverse order.
struct DevicePartition {
  VG_CUB(If, (class In, class Out, class Count, class Predicate),
         (In in, Out out, Count selected, long count, Predicate predicate), VG_FIRST;
         auto to = detail::on_device(out); auto rest = thrust::make_reverse_iterator(to + count);
         *selected = (int)(thrust::partition_copy(first, first + count, to, rest, predicate).first -
                           to))
  VG_CUB(Flagged, (class In, class Flags, class Out, class Count),
         (In in, Flags flags, Out out, Count selected, long count), VG_FIRST;
         auto to = detail::on_device(out); auto chosen = detail::on_device(flags);
         auto rest = thrust::make_reverse_iterator(to + count);
         *selected = (int)(thrust::copy_if(first, first + count, chosen, to, thrust::identity<>()) -
                           to);
         thrust::copy_if(first, first + count, chosen, rest, thrust::logical_not<>()))
};

struct DeviceRunLengthEncode {
  VG_CUB(Encode, (class In, class Out, class Lengths, class Runs),
         (In in, Out out, Lengths lengths, Runs runs, long count), VG_FIRST;
         auto keys = detail::on_device(out);
         auto end = thrust::reduce_by_key(first, first + count,
                                          thrust::constant_iterator<detail::value_of<Lengths>>(1),
                                          keys, detail::on_device(lengths));
         *runs = (int)(end.first - keys))
};

struct DeviceSegmentedReduce {
  VG_CUB(Reduce, (class In, class Out, class Begins, class Ends, class Op, class T),
         (In in, Out out, int segments, Begins begins, Ends ends, Op op, T start), VG_FIRST;
         auto to = detail::on_device(out); auto from = detail::on_device(begins);
         auto until = detail::on_device(ends);
         thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), segments,
                            [=] __host__ __device__(int s) mutable {
                              T sum = start;
                              for (long i = from[s]; i < (long)until[s]; ++i)
                                sum = op(sum, (T)first[i]);
                              to[s] = sum;
                            }))
  VG_CUB(Sum, (class In, class Out, class Begins, class Ends),
         (In in, Out out, int segments, Begins begins, Ends ends),
         Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(),
                detail::value_of<In>(0)))
  VG_CUB(Max, (class In, class Out, class Begins, class Ends),
         (In in, Out out, int segments, Begins begins, Ends ends),
         Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(),
                std::numeric_limits<detail::value_of<In>>::lowest()))
  VG_CUB(Min, (class In, class Out, class Begins, class Ends),
         (In in, Out out, int segments, Begins begins, Ends ends),
         Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(),
                std::numeric_limits<detail::value_of<In>>::max()))
};

struct DeviceHistogram {
  VG_CUB(HistogramEven, (class In, class Counter, class Level, class Count),
         (In in, Counter* bins, int levels, Level low, Level high, Count count), VG_FIRST;
         cudaMemset(bins, 0, sizeof(Counter) * (levels - 1));
         thrust::for_each_n(thrust::device, thrust::counting_iterator<long>(0), (long)count,
                            [=] __device__(long i) mutable {
                              const auto sample = first[i];
                              if (sample < low || !(sample < high)) return;
                              const int bin =
                                  (int)((sample - low) * (double)(levels - 1) / (high - low));
                              atomicAdd(&bins[bin], (Counter)1);
                            }))
};

}  // namespace cub

#endif
