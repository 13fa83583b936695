// DeviceMerge of cub: two sorted ranges become one, on thrust's algorithms.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_MERGE_H
#define VG_CUB_DEVICE_MERGE_H

#include <thrust/merge.h>

#include "cub/device.h"

namespace cub {

struct DeviceMerge {
  VG_CUB(MergeKeys, (class In, class Other, class Out, class Less = thrust::less<>),
         (In in, long count, Other other, long others, Out out, Less less = {}), VG_FIRST;
         auto second = detail::on_device(other);
         thrust::merge(first, first + count, second, second + others, detail::on_device(out), less))
  VG_CUB(MergePairs,
         (class In, class Values, class Other, class OtherValues, class Out, class OutValues,
          class Less = thrust::less<>),
         (In in, Values values, long count, Other other, OtherValues other_values, long others,
          Out out, OutValues out_values, Less less = {}),
         VG_FIRST;
         auto second = detail::on_device(other);
         thrust::merge_by_key(first, first + count, second, second + others,
                              detail::on_device(values), detail::on_device(other_values),
                              detail::on_device(out), detail::on_device(out_values), less))
};

}  // namespace cub

#endif
