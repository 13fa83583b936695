// Selections, partitions and runs of cub over the device, on thrust's algorithms.
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
  VG_CUB(FlaggedIf, (class In, class Flags, class Out, class Count, class Predicate),
         (In in, Flags flags, Out out, Count selected, long count, Predicate predicate), VG_FIRST;
         auto to = detail::on_device(out);
         *selected = (int)(thrust::copy_if(first, first + count, detail::on_device(flags), to,
                                           predicate) -
                           to))
  // In place.
  VG_CUB(If, (class In, class Count, class Predicate),
         (In in, Count selected, long count, Predicate predicate), VG_FIRST;
         *selected = (int)(thrust::copy_if(first, first + count, first, predicate) - first))
  VG_CUB(Flagged, (class In, class Flags, class Count),
         (In in, Flags flags, Count selected, long count), VG_FIRST;
         *selected = (int)(thrust::copy_if(first, first + count, detail::on_device(flags), first,
                                           thrust::identity<>()) -
                           first))
  VG_CUB(Unique, (class In, class Out, class Count), (In in, Out out, Count selected, long count),
         VG_FIRST;
         auto to = detail::on_device(out);
         *selected = (int)(thrust::unique_copy(first, first + count, to) - to))
  VG_CUB(UniqueByKey, (class In, class Values, class Out, class OutValues, class Count),
         (In in, Values values, Out out, OutValues out_values, Count selected, long count),
         VG_FIRST;
         auto to = detail::on_device(out);
         *selected = (int)(thrust::unique_by_key_copy(first, first + count,
                                                      detail::on_device(values), to,
                                                      detail::on_device(out_values))
                               .first -
                           to))
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
  // Three ways; here the rest keeps its order.
  VG_CUB(
      If, (class In, class Yes, class Second, class Rest, class Counts, class First, class Then),
      (In in, Yes yes, Second second, Rest rest, Counts counts, long count, First is_first,
       Then is_second),
      VG_FIRST;
      auto to = detail::on_device(yes); auto to_second = detail::on_device(second);
      auto is_other =
          [=] __host__ __device__(const detail::value_of<In>& x) mutable {
            return !is_first(x) && is_second(x);
          };
      auto is_rest =
          [=] __host__ __device__(const detail::value_of<In>& x) mutable {
            return !is_first(x) && !is_second(x);
          };
      counts[0] = (int)(thrust::copy_if(first, first + count, to, is_first) - to);
      counts[1] = (int)(thrust::copy_if(first, first + count, to_second, is_other) - to_second);
      thrust::copy_if(first, first + count, detail::on_device(rest), is_rest))
};

struct DeviceRunLengthEncode {
  VG_CUB(Encode, (class In, class Out, class Lengths, class Runs),
         (In in, Out out, Lengths lengths, Runs runs, long count), VG_FIRST;
         auto keys = detail::on_device(out);
         auto end = thrust::reduce_by_key(first, first + count,
                                          thrust::constant_iterator<detail::value_of<Lengths>>(1),
                                          keys, detail::on_device(lengths));
         *runs = (int)(end.first - keys))
  // Where runs of more than one begin, and how long they are.
  VG_CUB(
      NonTrivialRuns, (class In, class Offsets, class Lengths, class Runs),
      (In in, Offsets offsets, Lengths lengths, Runs runs, long count), VG_FIRST;
      long found = 0; for (long i = 0, end = 0; i < count; i = end) {
        for (end = i + 1; end < count && first[end] == first[i];) ++end;
        if (end - i > 1) offsets[found] = i, lengths[found] = end - i, ++found;
      }* runs = (int)found)
};

}  // namespace cub

#endif
