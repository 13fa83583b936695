// Algorithms of thrust that put a value in the place of others: replace in all its forms.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_REPLACEMENTS_H
#define VGPU_THRUST_REPLACEMENTS_H

#include "vgpu_thrust/elements.h"

namespace thrust {
namespace detail {
namespace core {
VG_ALL_BOTH_BEGIN

template <class In, class Stencil, class Out, class Predicate, class T>
Out replace_copy_if(In first, In last, Stencil stencil, Out out, Predicate predicate, T value) {
  for_each_index<joined<In, Out>>(last - first, [=] VG_THRUST(long i) mutable {
    const value_of<In> old = first[i];
    out[i] = predicate(stencil[i]) ? (value_of<In>)value : old;
  });
  return out + (last - first);
}
template <class In, class Out, class Predicate, class T>
Out replace_copy_if(In first, In last, Out out, Predicate predicate, T value) {
  return core::replace_copy_if(first, last, first, out, predicate, value);
}
template <class In, class Out, class T>
Out replace_copy(In first, In last, Out out, T old_value, T new_value) {
  return core::replace_copy_if(
      first, last, out, [=] VG_THRUST(const value_of<In>& x) mutable { return x == old_value; },
      new_value);
}
template <class It, class Stencil, class Predicate, class T>
void replace_if(It first, It last, Stencil stencil, Predicate predicate, T new_value) {
  for_each_index<typename system_of<It>::type>(last - first, [=] VG_THRUST(long i) mutable {
    if (predicate(stencil[i])) first[i] = new_value;
  });
}
template <class It, class Predicate, class T>
void replace_if(It first, It last, Predicate predicate, T new_value) {
  core::replace_if(first, last, first, predicate, new_value);
}
template <class It, class T>
void replace(It first, It last, T old_value, T new_value) {
  core::replace_if(
      first, last, [=] VG_THRUST(const value_of<It>& x) mutable { return x == old_value; },
      new_value);
}

VG_ALL_BOTH_END
}  // namespace core
}  // namespace detail

VG_ALGORITHM(replace)
VG_ALGORITHM(replace_if)
VG_ALGORITHM(replace_copy)
VG_ALGORITHM(replace_copy_if)

}  // namespace thrust

#endif
