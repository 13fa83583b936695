// DeviceFind of cub: the first element that is meant, and places in a sorted range, on thrust's algorithms.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_FIND_H
#define VG_CUB_DEVICE_FIND_H

#include <thrust/binary_search.h>
#include <thrust/find.h>

#include "cub/device.h"

namespace cub {

struct DeviceFind {
  // The element's place; the number of all where none is meant.
  VG_CUB(FindIf, (class In, class Out, class Is), (In in, Out out, Is is, long count), VG_FIRST;
         *detail::on_device(out) =
             (detail::taken_by<Out, In>)(thrust::find_if(first, first + count, is) - first))
  VG_CUB(LowerBound, (class In, class Values, class Out, class Less = thrust::less<>),
         (In in, long count, Values values, long wanted, Out out, Less less = {}), VG_FIRST;
         auto each = detail::on_device(values);
         thrust::lower_bound(first, first + count, each, each + wanted, detail::on_device(out),
                             less))
  VG_CUB(UpperBound, (class In, class Values, class Out, class Less = thrust::less<>),
         (In in, long count, Values values, long wanted, Out out, Less less = {}), VG_FIRST;
         auto each = detail::on_device(values);
         thrust::upper_bound(first, first + count, each, each + wanted, detail::on_device(out),
                             less))
};

}  // namespace cub

#endif
