// DeviceSegmentedScan of cub: sums up to every element of each segment. A thread goes through a segment.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_SEGMENTED_SCAN_H
#define VG_CUB_DEVICE_SEGMENTED_SCAN_H

#include "cub/device.h"

namespace cub {
namespace detail {

// What a segment's first sum begins with: its first element.
struct NoStart {};

template <bool inclusive, class In, class Out, class Begins, class Ends, class OutBegins, class Op,
          class Start>
void scan_segments(In in, Out out, Begins begins, Ends ends, OutBegins out_begins, long segments,
                   Op op, Start start) {
  const auto from = on_device(in);
  const auto to = on_device(out);
  const auto firsts = on_device(begins), lasts = on_device(ends);
  const auto places = on_device(out_begins);
  typedef thrust::detail::accumulated<Op, value_of<In>, value_of<In>> Sum;
  thrust::for_each_n(thrust::device, thrust::counting_iterator<long>(0), segments,
                     [=] __host__ __device__(long s) mutable {
                       long at = (long)firsts[s], place = (long)places[s];
                       const long last = (long)lasts[s];
                       if (at >= last) return;
                       Sum sum;
                       if constexpr (std::is_same<Start, NoStart>::value) {
                         sum = from[at++];
                         to[place++] = sum;
                       } else {
                         sum = start;
                       }
                       for (; at < last; ++at, ++place) {
                         const Sum next = op(sum, from[at]);
                         to[place] = inclusive ? next : sum;
                         sum = next;
                       }
                     });
}

}  // namespace detail

// One scan with the same places for what is read and written, and with places of its own for what is written.
#define VG_SEGMENTED_SCAN(name, inclusive, templates, parameters, op, start)                    \
  VG_CUB(name, (class In, class Out, class Begins, class Ends VG_CUB_LIST templates),           \
         (In in, Out out, Begins begins, Ends ends, long segments VG_CUB_LIST parameters),      \
         detail::scan_segments<inclusive>(in, out, begins, ends, begins, segments, op, start))  \
  VG_CUB(name,                                                                                  \
         (class In, class Out, class Begins, class Ends, class OutBegins VG_CUB_LIST templates, \
          std::enable_if_t<!std::is_integral<OutBegins>::value, int> = 0),                      \
         (In in, Out out, Begins begins, Ends ends, OutBegins out_begins,                       \
          long segments VG_CUB_LIST parameters),                                                \
         detail::scan_segments<inclusive>(in, out, begins, ends, out_begins, segments, op, start))

struct DeviceSegmentedScan {
  VG_SEGMENTED_SCAN(InclusiveSegmentedSum, true, (), (), cub::Sum(), detail::NoStart())
  VG_SEGMENTED_SCAN(ExclusiveSegmentedSum, false, (), (), cub::Sum(), detail::value_of<In>())
  VG_SEGMENTED_SCAN(InclusiveSegmentedScan, true, (, class Op), (, Op op), op, detail::NoStart())
  VG_SEGMENTED_SCAN(InclusiveSegmentedScanInit, true, (, class Op, class T), (, Op op, T start), op,
                    start)
  VG_SEGMENTED_SCAN(ExclusiveSegmentedScan, false, (, class Op, class T), (, Op op, T start), op,
                    start)
};
#undef VG_SEGMENTED_SCAN

}  // namespace cub

#endif
