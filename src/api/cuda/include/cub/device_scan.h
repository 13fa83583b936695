// Device-wide scans of cub, on thrust's: also in place, by keys, and with a first value that is still to be computed.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_SCAN_H
#define VG_CUB_DEVICE_SCAN_H

#include "cub/device.h"

namespace cub {

// A first value that stands in memory when the scan starts.
template <class T, class It = T*>
struct FutureValue {
  explicit FutureValue(It at) : at(at) {}
  operator T() const { return *detail::on_device(at); }
  It at;
};

struct DeviceScan {
  VG_CUB(InclusiveScan, (class In, class Out, class Op), (In in, Out out, Op op, long count),
         VG_SUMMED;
         thrust::inclusive_scan(first, first + count, detail::on_device(out), op))
  VG_CUB(ExclusiveScan, (class In, class Out, class Op, class T),
         (In in, Out out, Op op, T start, long count), VG_FIRST;
         typedef thrust::detail::accumulated<Op, T, detail::value_of<In>> Start;
         thrust::exclusive_scan(first, first + count, detail::on_device(out), (Start)start, op))
  VG_CUB(InclusiveSum, (class In, class Out), (In in, Out out, long count), VG_ADDED;
         thrust::inclusive_scan(first, first + count, detail::on_device(out)))
  VG_CUB(ExclusiveSum, (class In, class Out), (In in, Out out, long count), VG_ADDED;
         thrust::exclusive_scan(first, first + count, detail::on_device(out)))
  template <class In, class Out, class Op, class T, class It>
  static cudaError_t ExclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op,
                                   FutureValue<T, It> start, long count, cudaStream_t stream = 0) {
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;
    return ExclusiveScan(storage, bytes, in, out, op, (T)start, count, stream);
  }
  VG_CUB(InclusiveScanInit, (class In, class Out, class Op, class T),
         (In in, Out out, Op op, T start, long count), VG_SUMMED;
         typedef thrust::detail::accumulated<Op, T, detail::value_of<In>> Start;
         thrust::inclusive_scan(first, first + count, detail::on_device(out), (Start)start, op))
  // The results in place of the elements.
  VG_CUB(InclusiveScan, (class It, class Op), (It in, Op op, long count),
         return InclusiveScan(storage, bytes, in, in, op, count, stream))
  VG_CUB(ExclusiveScan, (class It, class Op, class T), (It in, Op op, T start, long count),
         return ExclusiveScan(storage, bytes, in, in, op, start, count, stream))
  VG_CUB(InclusiveSum, (class It), (It in, long count),
         return InclusiveSum(storage, bytes, in, in, count, stream))
  VG_CUB(ExclusiveSum, (class It), (It in, long count),
         return ExclusiveSum(storage, bytes, in, in, count, stream))
  VG_CUB(InclusiveSumByKey, (class Keys, class In, class Out),
         (Keys in, In values, Out out, long count), VG_FIRST;
         thrust::inclusive_scan_by_key(first, first + count, detail::summed_by<cub::Sum>(values),
                                       detail::on_device(out)))
  VG_CUB(ExclusiveSumByKey, (class Keys, class In, class Out),
         (Keys in, In values, Out out, long count), VG_FIRST;
         thrust::exclusive_scan_by_key(first, first + count, detail::summed_by<cub::Sum>(values),
                                       detail::on_device(out)))
  VG_CUB(InclusiveScanByKey,
         (class Keys, class In, class Out, class Op, class Same = thrust::equal_to<>),
         (Keys in, In values, Out out, Op op, long count, Same same = Same()), VG_FIRST;
         thrust::inclusive_scan_by_key(first, first + count, detail::summed_by<Op>(values),
                                       detail::on_device(out), same, op))
  VG_CUB(ExclusiveScanByKey,
         (class Keys, class In, class Out, class Op, class T, class Same = thrust::equal_to<>),
         (Keys in, In values, Out out, Op op, T start, long count, Same same = Same()), VG_FIRST;
         thrust::exclusive_scan_by_key(first, first + count, detail::on_device(values),
                                       detail::on_device(out), start, same, op))
};

}  // namespace cub

#endif
