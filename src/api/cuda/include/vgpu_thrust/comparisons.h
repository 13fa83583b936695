// Algorithms of thrust that compare two ranges, or a sorted one with a value: equal, mismatch, equal_range.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_COMPARISONS_H
#define VGPU_THRUST_COMPARISONS_H

#include "vgpu_thrust/ordering.h"

namespace thrust {
namespace detail {
namespace core {
VG_ALL_BOTH_BEGIN

template <class A, class B, class Same>
pair<A, B> mismatch(A first, A last, B other, Same same) {
  const long count = last - first;
  long at = 0;
  if (count > 0) {
    Temporary<long> least(part_count(count));
    sum_parts<joined<A, B>>(
        count, part_count(count), least.get(),
        [=] VG_THRUST(long i) mutable { return same(first[i], other[i]) ? count : i; }, count,
        minimum<long>(), false);
    at = least.get()[0];
  }
  return {first + at, other + at};
}
template <class A, class B>
pair<A, B> mismatch(A first, A last, B other) {
  return core::mismatch(first, last, other, equal_to<value_of<A>>());
}
template <class A, class B, class Same>
bool equal(A first, A last, B other, Same same) {
  return core::inner_product(first, last, other, true, logical_and<bool>(), same);
}
template <class A, class B>
bool equal(A first, A last, B other) {
  return core::equal(first, last, other, equal_to<value_of<A>>());
}
template <class It, class T, class... Less>
pair<It, It> equal_range(It first, It last, const T& value, Less... less_than) {
  return {core::lower_bound(first, last, value, less_than...),
          core::upper_bound(first, last, value, less_than...)};
}

VG_ALL_BOTH_END
}  // namespace core
}  // namespace detail

VG_ALGORITHM(mismatch)
VG_ALGORITHM(equal)
VG_ALGORITHM(equal_range)

}  // namespace thrust

#endif
