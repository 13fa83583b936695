// thrust::transform_if: elements that are computed where they hold, or where a stencil does.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_STENCILS_H
#define VGPU_THRUST_STENCILS_H

#include "vgpu_thrust/elements.h"

namespace thrust {
namespace detail {
namespace core {
VG_ALL_BOTH_BEGIN

template <class In, class Stencil, class Out, class Function, class Predicate>
Out transform_if(In first, In last, Stencil stencil, Out out, Function function,
                 Predicate predicate) {
  for_each_index<joined<In, Out>>(last - first, [=] VG_THRUST(long i) mutable {
    if (predicate(stencil[i])) out[i] = function(first[i]);
  });
  return out + (last - first);
}
template <class In, class Out, class Function, class Predicate>
Out transform_if(In first, In last, Out out, Function function, Predicate predicate) {
  return core::transform_if(first, last, first, out, function, predicate);
}
// Of two ranges.
template <class In, class Other, class Stencil, class Out, class Function, class Predicate>
Out transform_if(In first, In last, Other other, Stencil stencil, Out out, Function function,
                 Predicate predicate) {
  for_each_index<joined<In, Out>>(last - first, [=] VG_THRUST(long i) mutable {
    if (predicate(stencil[i])) out[i] = function(first[i], other[i]);
  });
  return out + (last - first);
}

VG_ALL_BOTH_END
}  // namespace core
}  // namespace detail

VG_ALGORITHM(transform_if)

}  // namespace thrust

#endif
