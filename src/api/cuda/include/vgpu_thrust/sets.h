// Algorithms of thrust on sorted ranges: merges and set operations.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_SETS_H
#define VGPU_THRUST_SETS_H

#include "vgpu_thrust/more_iterators.h"
#include "vgpu_thrust/ordering.h"

namespace thrust {
namespace detail {
VG_ALL_BOTH_BEGIN
namespace core {

template <class A, class B, class Out, class Less>
Out merge(A first, A last, B second, B second_last, Out out, Less less_than) {
  const long count = last - first, second_count = second_last - second;
  for_each_index<joined<A, Out>>(count, [=] VG_THRUST(long i) mutable {
    out[i + place_in(second, second_count, (value_of<A>)first[i], less_than, false)] = first[i];
  });
  for_each_index<joined<B, Out>>(second_count, [=] VG_THRUST(long i) mutable {
    out[i + place_in(first, count, (value_of<B>)second[i], less_than, true)] = second[i];
  });
  return out + (count + second_count);
}
template <class A, class B, class Out>
Out merge(A first, A last, B second, B second_last, Out out) {
  return core::merge(first, last, second, second_last, out, less<value_of<A>>());
}
// Set operations: an element that stands k-th among its equals in one range has a partner in the other if that holds
// more than k of them.
template <class A, class B, class Less>
bool has_partner(A first, long i, B second, long second_count, Less less_than) {
  const value_of<A> value = first[i];
  const long rank = i - place_in(first, i, value, less_than, false);
  const long from = place_in(second, second_count, value, less_than, false);
  return place_in(second, second_count, value, less_than, true) - from > rank;
}
template <class A, class B, class Out, class Less>
Out set_intersection(A first, A last, B second, B second_last, Out out, Less less_than) {
  const long second_count = second_last - second;
  return out + compact<joined<A, Out>>(first, last - first, out, [=] VG_THRUST(long i) mutable {
           return has_partner(first, i, second, second_count, less_than);
         });
}
template <class A, class B, class Out, class Less>
Out set_difference(A first, A last, B second, B second_last, Out out, Less less_than) {
  const long second_count = second_last - second;
  return out + compact<joined<A, Out>>(first, last - first, out, [=] VG_THRUST(long i) mutable {
           return !has_partner(first, i, second, second_count, less_than);
         });
}
template <class A, class B, class Out, class Less>
Out set_union(A first, A last, B second, B second_last, Out out, Less less_than) {
  typedef joined<A, Out> System;
  Temporary<value_of<B>> kept(second_last - second);
  auto rest = owned<System>(kept.get());
  auto rest_last = core::set_difference(second, second_last, first, last, rest, less_than);
  return core::merge(first, last, rest, rest_last, out, less_than);
}
template <class A, class B, class Out, class Less>
Out set_symmetric_difference(A first, A last, B second, B second_last, Out out, Less less_than) {
  typedef joined<A, Out> System;
  Temporary<value_of<A>> kept(last - first);
  Temporary<value_of<B>> second_kept(second_last - second);
  auto rest = owned<System>(kept.get());
  auto second_rest = owned<System>(second_kept.get());
  auto rest_last = core::set_difference(first, last, second, second_last, rest, less_than);
  auto second_rest_last =
      core::set_difference(second, second_last, first, last, second_rest, less_than);
  return core::merge(rest, rest_last, second_rest, second_rest_last, out, less_than);
}
#define VG_SET_OPERATION(name)                                                     \
  template <class A, class B, class Out>                                           \
  Out name(A first, A last, B second, B second_last, Out out) {                    \
    return core::name(first, last, second, second_last, out, less<value_of<A>>()); \
  }
VG_SET_OPERATION(set_intersection)
VG_SET_OPERATION(set_difference)
VG_SET_OPERATION(set_union)
VG_SET_OPERATION(set_symmetric_difference)
#undef VG_SET_OPERATION

}  // namespace core
VG_ALL_BOTH_END
}  // namespace detail

VG_ALGORITHM(merge)
VG_ALGORITHM(set_intersection)
VG_ALGORITHM(set_difference)
VG_ALGORITHM(set_union)
VG_ALGORITHM(set_symmetric_difference)

}  // namespace thrust

#endif
