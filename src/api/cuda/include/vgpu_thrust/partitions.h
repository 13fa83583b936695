// Algorithms of thrust that take elements away or put them into two halves, by themselves or by a stencil.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_PARTITIONS_H
#define VGPU_THRUST_PARTITIONS_H

#include "vgpu_thrust/ordering.h"

namespace thrust {
namespace detail {
namespace core {
VG_ALL_BOTH_BEGIN

template <class In, class Stencil, class Out, class Predicate>
Out remove_copy_if(In first, In last, Stencil stencil, Out out, Predicate predicate) {
  return out + compact<joined<In, Out>>(first, last - first, out, [=] VG_THRUST(long i) mutable {
           return !predicate(stencil[i]);
         });
}
template <class In, class Out, class Predicate>
Out remove_copy_if(In first, In last, Out out, Predicate predicate) {
  return core::remove_copy_if(first, last, first, out, predicate);
}
template <class In, class Out, class T>
Out remove_copy(In first, In last, Out out, T value) {
  return core::remove_copy_if(first, last, out,
                              [=] VG_THRUST(const value_of<In>& x) mutable { return x == value; });
}

// What stays is known before anything moves: the stencil may be the elements themselves.
template <class It, class Stencil, class Predicate>
It remove_if(It first, It last, Stencil stencil, Predicate predicate) {
  Temporary<bool> flags(last - first);
  bool* kept = flags.get();
  typedef typename system_of<It>::type System;
  for_each_index<System>(last - first,
                         [=] VG_THRUST(long i) mutable { kept[i] = !predicate(stencil[i]); });
  return first + compact<System>(first, last - first, first,
                                 [=] VG_THRUST(long i) mutable { return kept[i]; });
}
template <class It, class Predicate>
It remove_if(It first, It last, Predicate predicate) {
  return core::remove_if(first, last, first, predicate);
}
template <class It, class T>
It remove(It first, It last, T value) {
  return core::remove_if(first, last,
                         [=] VG_THRUST(const value_of<It>& x) mutable { return x == value; });
}

template <class It, class Stencil, class Predicate>
It partition(It first, It last, Stencil stencil, Predicate predicate) {
  const long count = last - first;
  Temporary<value_of<It>> sorted(count);
  typedef typename system_of<It>::type System;
  auto to = owned<System>(sorted.get());
  const long front = compact<System>(
      first, count, to, [=] VG_THRUST(long i) mutable { return predicate(stencil[i]); });
  compact<System>(first, count, to + front,
                  [=] VG_THRUST(long i) mutable { return !predicate(stencil[i]); });
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable { first[i] = to[i]; });
  return first + front;
}
template <class It, class Predicate>
It partition(It first, It last, Predicate predicate) {
  return core::partition(first, last, first, predicate);
}
template <class It, class... Rest>
It stable_partition(It first, It last, Rest... rest) {
  return core::partition(first, last, rest...);
}

template <class In, class Stencil, class Yes, class No, class Predicate>
pair<Yes, No> partition_copy(In first, In last, Stencil stencil, Yes yes, No no,
                             Predicate predicate) {
  return {core::copy_if(first, last, stencil, yes, predicate),
          core::remove_copy_if(first, last, stencil, no, predicate)};
}
template <class In, class Yes, class No, class Predicate>
pair<Yes, No> partition_copy(In first, In last, Yes yes, No no, Predicate predicate) {
  return core::partition_copy(first, last, first, yes, no, predicate);
}
template <class In, class... Rest>
auto stable_partition_copy(In first, In last, Rest... rest) {
  return core::partition_copy(first, last, rest...);
}

// The first element that does not hold; of a range in two halves that is where the second begins.
template <class It, class Predicate>
It find_if_not(It first, It last, Predicate predicate) {
  return core::find_if(first, last,
                       [=] VG_THRUST(const value_of<It>& x) mutable { return !predicate(x); });
}
template <class It, class Predicate>
It partition_point(It first, It last, Predicate predicate) {
  return core::find_if_not(first, last, predicate);
}
template <class It, class Predicate>
bool is_partitioned(It first, It last, Predicate predicate) {
  It middle = core::find_if_not(first, last, predicate);
  return core::find_if(middle, last, predicate) == last;
}
// The first element that stands behind a greater one.
template <class It, class Less>
It is_sorted_until(It first, It last, Less less_than) {
  const long count = last - first;
  if (count < 2) return last;
  typedef counting_iterator<long> Places;
  auto wrong = [=] VG_THRUST(long i) mutable { return less_than(first[i], first[i - 1]); };
  // The system is the elements', which a counting iterator does not know.
  Temporary<long> found(count);
  auto at = owned<typename system_of<It>::type>(found.get());
  const long steps = compact<typename system_of<It>::type>(
      Places(1), count - 1, at, [=] VG_THRUST(long i) mutable { return wrong(i + 1); });
  wait_for_device();
  return steps == 0 ? last : first + found.get()[0];
}
template <class It>
It is_sorted_until(It first, It last) {
  return core::is_sorted_until(first, last, less<value_of<It>>());
}

VG_ALL_BOTH_END
}  // namespace core
}  // namespace detail

VG_ALGORITHM(remove_copy_if)
VG_ALGORITHM(remove_copy)
VG_ALGORITHM(remove_if)
VG_ALGORITHM(remove)
VG_ALGORITHM(partition)
VG_ALGORITHM(stable_partition)
VG_ALGORITHM(partition_copy)
VG_ALGORITHM(stable_partition_copy)
VG_ALGORITHM(find_if_not)
VG_ALGORITHM(partition_point)
VG_ALGORITHM(is_partitioned)
VG_ALGORITHM(is_sorted_until)

}  // namespace thrust

#endif
