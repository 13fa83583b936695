// cuda::std's algorithms that look at ranges and leave them as they are; see cuda/std/algorithm.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_SEARCHES_H
#define VG_VGPU_STD_SEARCHES_H

#include <vgpu_std.h>

namespace cuda {
namespace std {

template <class It, class Test>
VG_BOTH constexpr It find_if(It first, It last, Test test) {
  while (first != last && !test(*first)) ++first;
  return first;
}
template <class It, class Test>
VG_BOTH constexpr It find_if_not(It first, It last, Test test) {
  while (first != last && test(*first)) ++first;
  return first;
}
template <class It, class T>
VG_BOTH constexpr It find(It first, It last, const T& value) {
  while (first != last && !(*first == value)) ++first;
  return first;
}
template <class It, class Test>
VG_BOTH constexpr bool all_of(It first, It last, Test test) {
  return ::cuda::std::find_if_not(first, last, test) == last;
}
template <class It, class Test>
VG_BOTH constexpr bool any_of(It first, It last, Test test) {
  return ::cuda::std::find_if(first, last, test) != last;
}
template <class It, class Test>
VG_BOTH constexpr bool none_of(It first, It last, Test test) {
  return ::cuda::std::find_if(first, last, test) == last;
}
template <class It, class Test>
VG_BOTH constexpr ptrdiff_t count_if(It first, It last, Test test) {
  ptrdiff_t count = 0;
  for (; first != last; ++first) count += test(*first) ? 1 : 0;
  return count;
}
template <class It, class T>
VG_BOTH constexpr ptrdiff_t count(It first, It last, const T& value) {
  ptrdiff_t count = 0;
  for (; first != last; ++first) count += *first == value ? 1 : 0;
  return count;
}
template <class It, class Function>
VG_BOTH constexpr Function for_each(It first, It last, Function function) {
  for (; first != last; ++first) function(*first);
  return function;
}
template <class It, class Size, class Function>
VG_BOTH constexpr It for_each_n(It first, Size count, Function function) {
  for (; count > 0; --count, ++first) function(*first);
  return first;
}

template <class It, class Other, class Same>
VG_BOTH constexpr ::std::pair<It, Other> mismatch(It first, It last, Other other, Same same) {
  for (; first != last && same(*first, *other); ++first) ++other;
  return {first, other};
}
template <class It, class Other>
VG_BOTH constexpr ::std::pair<It, Other> mismatch(It first, It last, Other other) {
  for (; first != last && *first == *other; ++first) ++other;
  return {first, other};
}
template <class It, class Other, class Same>
VG_BOTH constexpr bool equal(It first, It last, Other other, Same same) {
  return ::cuda::std::mismatch(first, last, other, same).first == last;
}
template <class It, class Other>
VG_BOTH constexpr bool equal(It first, It last, Other other) {
  return ::cuda::std::mismatch(first, last, other).first == last;
}
template <class It>
VG_BOTH constexpr It adjacent_find(It first, It last) {
  if (first == last) return last;
  for (It next = first; ++next != last; first = next)
    if (*first == *next) return first;
  return last;
}
template <class It, class Other, class Less>
VG_BOTH constexpr bool lexicographical_compare(It first, It last, Other other, Other end,
                                               Less less) {
  for (; first != last && other != end; ++first, ++other) {
    if (less(*first, *other)) return true;
    if (less(*other, *first)) return false;
  }
  return first == last && other != end;
}
template <class It, class Other>
VG_BOTH constexpr It search(It first, It last, Other wanted, Other end) {
  for (;; ++first) {
    It here = first;
    for (Other it = wanted;; ++it, ++here) {
      if (it == end) return first;
      if (here == last) return last;
      if (!(*here == *it)) break;
    }
  }
}

template <class It, class Less>
VG_BOTH constexpr It min_element(It first, It last, Less less) {
  It best = first;
  if (first != last)
    while (++first != last)
      if (less(*first, *best)) best = first;
  return best;
}
template <class It, class Less>
VG_BOTH constexpr It max_element(It first, It last, Less less) {
  It best = first;
  if (first != last)
    while (++first != last)
      if (less(*best, *first)) best = first;
  return best;
}
template <class It>
VG_BOTH constexpr It min_element(It first, It last) {
  return ::cuda::std::min_element(first, last, ::std::less<>());
}
template <class It>
VG_BOTH constexpr It max_element(It first, It last) {
  return ::cuda::std::max_element(first, last, ::std::less<>());
}
template <class It>
VG_BOTH constexpr ::std::pair<It, It> minmax_element(It first, It last) {
  It most = first;
  for (It it = first; it != last; ++it)
    if (!(*it < *most)) most = it;
  return {::cuda::std::min_element(first, last), most};
}

}  // namespace std
}  // namespace cuda

#endif
