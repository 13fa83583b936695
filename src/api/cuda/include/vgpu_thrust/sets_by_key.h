// Merges and set operations of thrust on sorted keys whose values go along.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_SETS_BY_KEY_H
#define VGPU_THRUST_SETS_BY_KEY_H

#include "vgpu_thrust/sets.h"

namespace thrust {
namespace detail {
VG_ALL_BOTH_BEGIN
namespace core {

template <class A, class B, class AV, class BV, class Out, class OutV, class Less>
pair<Out, OutV> merge_by_key(A first, A last, B second, B second_last, AV values, BV second_values,
                             Out out, OutV out_values, Less less_than) {
  const long count = last - first, second_count = second_last - second;
  for_each_index<joined<A, Out>>(count, [=] VG_THRUST(long i) mutable {
    const long at = i + place_in(second, second_count, (value_of<A>)first[i], less_than, false);
    out[at] = first[i], out_values[at] = values[i];
  });
  for_each_index<joined<B, Out>>(second_count, [=] VG_THRUST(long i) mutable {
    const long at = i + place_in(first, count, (value_of<B>)second[i], less_than, true);
    out[at] = second[i], out_values[at] = second_values[i];
  });
  return {out + (count + second_count), out_values + (count + second_count)};
}

// Keys of the first range that have a partner in the second, or that have none.
template <class A, class B, class AV, class Out, class OutV, class Less>
pair<Out, OutV> paired(A first, A last, B second, B second_last, AV values, Out out,
                       OutV out_values, Less less_than, bool wanted) {
  const long second_count = second_last - second;
  auto flag = [=] VG_THRUST(long i) mutable {
    return has_partner(first, i, second, second_count, less_than) == wanted;
  };
  typedef joined<A, Out> System;
  const long count = compact<System>(values, last - first, out_values, flag);
  compact<System>(first, last - first, out, flag);
  return {out + count, out_values + count};
}
template <class A, class B, class AV, class Out, class OutV, class Less>
pair<Out, OutV> set_intersection_by_key(A first, A last, B second, B second_last, AV values,
                                        Out out, OutV out_values, Less less_than) {
  return paired(first, last, second, second_last, values, out, out_values, less_than, true);
}
template <class A, class B, class AV, class BV, class Out, class OutV, class Less>
pair<Out, OutV> set_difference_by_key(A first, A last, B second, B second_last, AV values, BV,
                                      Out out, OutV out_values, Less less_than) {
  return paired(first, last, second, second_last, values, out, out_values, less_than, false);
}
template <class A, class B, class AV, class BV, class Out, class OutV, class Less>
pair<Out, OutV> set_union_by_key(A first, A last, B second, B second_last, AV values,
                                 BV second_values, Out out, OutV out_values, Less less_than) {
  typedef joined<A, Out> System;
  Temporary<value_of<B>> keys(second_last - second);
  Temporary<value_of<BV>> kept(second_last - second);
  auto rest = owned<System>(keys.get());
  auto rest_values = owned<System>(kept.get());
  auto ends =
      paired(second, second_last, first, last, second_values, rest, rest_values, less_than, false);
  return core::merge_by_key(first, last, rest, ends.first, values, rest_values, out, out_values,
                            less_than);
}
template <class A, class B, class AV, class BV, class Out, class OutV, class Less>
pair<Out, OutV> set_symmetric_difference_by_key(A first, A last, B second, B second_last, AV values,
                                                BV second_values, Out out, OutV out_values,
                                                Less less_than) {
  typedef joined<A, Out> System;
  Temporary<value_of<A>> keys(last - first);
  Temporary<value_of<AV>> kept(last - first);
  auto rest = owned<System>(keys.get());
  auto rest_values = owned<System>(kept.get());
  auto ends = paired(first, last, second, second_last, values, rest, rest_values, less_than, false);
  Temporary<value_of<B>> second_keys(second_last - second);
  Temporary<value_of<BV>> second_kept(second_last - second);
  auto other = owned<System>(second_keys.get());
  auto other_values = owned<System>(second_kept.get());
  auto other_ends = paired(second, second_last, first, last, second_values, other, other_values,
                           less_than, false);
  return core::merge_by_key(rest, ends.first, other, other_ends.first, rest_values, other_values,
                            out, out_values, less_than);
}

template <class A, class B, class AV, class Out, class OutV>
pair<Out, OutV> set_intersection_by_key(A first, A last, B second, B second_last, AV values,
                                        Out out, OutV out_values) {
  return core::set_intersection_by_key(first, last, second, second_last, values, out, out_values,
                                       less<value_of<A>>());
}
#define VG_BY_KEY(name)                                                                         \
  template <class A, class B, class AV, class BV, class Out, class OutV>                        \
  pair<Out, OutV> name(A first, A last, B second, B second_last, AV values, BV second_values,   \
                       Out out, OutV out_values) {                                              \
    return core::name(first, last, second, second_last, values, second_values, out, out_values, \
                      less<value_of<A>>());                                                     \
  }
VG_BY_KEY(merge_by_key)
VG_BY_KEY(set_difference_by_key)
VG_BY_KEY(set_union_by_key)
VG_BY_KEY(set_symmetric_difference_by_key)
#undef VG_BY_KEY

}  // namespace core
VG_ALL_BOTH_END
}  // namespace detail

VG_ALGORITHM(merge_by_key)
VG_ALGORITHM(set_intersection_by_key)
VG_ALGORITHM(set_difference_by_key)
VG_ALGORITHM(set_union_by_key)
VG_ALGORITHM(set_symmetric_difference_by_key)

}  // namespace thrust

#endif
