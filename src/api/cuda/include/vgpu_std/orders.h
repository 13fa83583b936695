// cuda::std's algorithms on order, by one thread: sorts, searches in what is sorted, merges, heaps; see
// cuda/std/algorithm.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_ORDERS_H
#define VG_VGPU_STD_ORDERS_H

#include "vgpu_std/changes.h"

namespace cuda {
namespace std {

// The first place for which `before` does not hold; it holds for all places below one.
template <class It, class Before>
VG_BOTH constexpr It partition_point(It first, It last, Before before) {
  for (auto count = last - first; count > 0;) {
    const auto half = count / 2;
    const It middle = first + half;
    const bool above = before(*middle);
    first = above ? middle + 1 : first;
    count = above ? count - half - 1 : half;
  }
  return first;
}
template <class It, class T, class Less>
VG_BOTH constexpr It lower_bound(It first, It last, const T& value, Less less) {
  return ::cuda::std::partition_point(first, last, [&](const auto& x) { return less(x, value); });
}
template <class It, class T, class Less>
VG_BOTH constexpr It upper_bound(It first, It last, const T& value, Less less) {
  return ::cuda::std::partition_point(first, last, [&](const auto& x) { return !less(value, x); });
}
template <class It, class T, class Less>
VG_BOTH constexpr bool binary_search(It first, It last, const T& value, Less less) {
  const It it = ::cuda::std::lower_bound(first, last, value, less);
  return it != last && !less(value, *it);
}
template <class It, class T, class Less>
VG_BOTH constexpr ::std::pair<It, It> equal_range(It first, It last, const T& value, Less less) {
  return {::cuda::std::lower_bound(first, last, value, less),
          ::cuda::std::upper_bound(first, last, value, less)};
}
template <class It, class Less>
VG_BOTH constexpr It is_sorted_until(It first, It last, Less less) {
  if (first == last) return last;
  for (It next = first; ++next != last; first = next)
    if (less(*next, *first)) return next;
  return last;
}
template <class It, class Less>
VG_BOTH constexpr bool is_sorted(It first, It last, Less less) {
  return ::cuda::std::is_sorted_until(first, last, less) == last;
}
template <class It, class Other, class Out, class Less>
VG_BOTH constexpr Out merge(It first, It last, Other other, Other end, Out out, Less less) {
  for (; first != last && other != end; ++out) *out = less(*other, *first) ? *other++ : *first++;
  return ::cuda::std::copy(other, end, ::cuda::std::copy(first, last, out));
}

// A heap of `count` elements in which only the root may be too small.
template <class It, class Size, class Less>
VG_BOTH constexpr void __vg_sift_down(It first, Size count, Size root, Less less) {
  for (Size child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && less(first[child], first[child + 1])) ++child;
    if (!less(first[root], first[child])) return;
    ::cuda::std::iter_swap(first + root, first + child);
    root = child;
  }
}
template <class It, class Less>
VG_BOTH constexpr void make_heap(It first, It last, Less less) {
  const auto count = last - first;
  for (auto root = count / 2; root > 0; --root) __vg_sift_down(first, count, root - 1, less);
}
template <class It, class Less>
VG_BOTH constexpr void pop_heap(It first, It last, Less less) {
  if (last - first < 2) return;
  ::cuda::std::iter_swap(first, --last);
  __vg_sift_down(first, last - first, decltype(last - first)(0), less);
}
template <class It, class Less>
VG_BOTH constexpr void push_heap(It first, It last, Less less) {
  for (auto at = last - first - 1; at > 0;) {
    const auto parent = (at - 1) / 2;
    if (!less(first[parent], first[at])) return;
    ::cuda::std::iter_swap(first + parent, first + at);
    at = parent;
  }
}
template <class It, class Less>
VG_BOTH constexpr void sort_heap(It first, It last, Less less) {
  for (; last - first > 1; --last) ::cuda::std::pop_heap(first, last, less);
}
template <class It, class Less>
VG_BOTH constexpr void sort(It first, It last, Less less) {
  ::cuda::std::make_heap(first, last, less);
  ::cuda::std::sort_heap(first, last, less);
}
template <class It, class Less>
VG_BOTH constexpr void partial_sort(It first, It, It last, Less less) {
  ::cuda::std::sort(first, last, less);
}
template <class It, class Less>
VG_BOTH constexpr void nth_element(It first, It, It last, Less less) {
  ::cuda::std::sort(first, last, less);
}
// By insertion, where equals keep their order.
template <class It, class Less>
VG_BOTH constexpr void stable_sort(It first, It last, Less less) {
  for (It it = first; it != last; ++it)
    for (It at = it; at != first && less(*at, *(at - 1)); --at) ::cuda::std::iter_swap(at, at - 1);
}

// The same by operator <.
#define VG_BY_LESS(type, name, parameters, ...)             \
  template <VG_TYPES>                                       \
  VG_BOTH constexpr type name parameters {                  \
    return ::cuda::std::name(__VA_ARGS__, ::std::less<>()); \
  }
#define VG_TYPES class It, class T
#define VG_OF_VALUE (It first, It last, const T& value)
VG_BY_LESS(It, lower_bound, VG_OF_VALUE, first, last, value)
VG_BY_LESS(It, upper_bound, VG_OF_VALUE, first, last, value)
VG_BY_LESS(bool, binary_search, VG_OF_VALUE, first, last, value)
VG_BY_LESS(auto, equal_range, VG_OF_VALUE, first, last, value)
#undef VG_TYPES
#define VG_TYPES class It
#define VG_OF_RANGE (It first, It last)
VG_BY_LESS(bool, is_sorted, VG_OF_RANGE, first, last)
VG_BY_LESS(It, is_sorted_until, VG_OF_RANGE, first, last)
VG_BY_LESS(void, make_heap, VG_OF_RANGE, first, last)
VG_BY_LESS(void, pop_heap, VG_OF_RANGE, first, last)
VG_BY_LESS(void, push_heap, VG_OF_RANGE, first, last)
VG_BY_LESS(void, sort_heap, VG_OF_RANGE, first, last)
VG_BY_LESS(void, sort, VG_OF_RANGE, first, last)
VG_BY_LESS(void, stable_sort, VG_OF_RANGE, first, last)
VG_BY_LESS(void, partial_sort, (It first, It middle, It last), first, middle, last)
VG_BY_LESS(void, nth_element, (It first, It middle, It last), first, middle, last)
#undef VG_TYPES
#define VG_TYPES class It, class Other, class Out
VG_BY_LESS(Out, merge, (It first, It last, Other other, Other end, Out out), first, last, other,
           end, out)
#undef VG_TYPES
#undef VG_OF_RANGE
#undef VG_OF_VALUE
#undef VG_BY_LESS

}  // namespace std
}  // namespace cuda

#endif
