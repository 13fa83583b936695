// cuda::std's algorithms that write ranges, by one thread; see cuda/std/algorithm.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_CHANGES_H
#define VG_VGPU_STD_CHANGES_H

#include <vgpu_std.h>

namespace cuda {
namespace std {

template <class It, class Out, class Test>
VG_BOTH constexpr Out copy_if(It first, It last, Out out, Test test) {
  for (; first != last; ++first)
    if (test(*first)) *out++ = *first;
  return out;
}
template <class It, class Out>
VG_BOTH constexpr Out copy(It first, It last, Out out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}
template <class It, class Size, class Out>
VG_BOTH constexpr Out copy_n(It first, Size count, Out out) {
  for (; count > 0; --count, ++first, ++out) *out = *first;
  return out;
}
template <class It, class Out>
VG_BOTH constexpr Out copy_backward(It first, It last, Out out) {
  while (first != last) *--out = *--last;
  return out;
}
template <class It, class T>
VG_BOTH constexpr void fill(It first, It last, const T& value) {
  for (; first != last; ++first) *first = value;
}
template <class It, class Size, class T>
VG_BOTH constexpr It fill_n(It first, Size count, const T& value) {
  for (; count > 0; --count, ++first) *first = value;
  return first;
}
template <class It, class Function>
VG_BOTH constexpr void generate(It first, It last, Function function) {
  for (; first != last; ++first) *first = function();
}
template <class It, class Size, class Function>
VG_BOTH constexpr It generate_n(It first, Size count, Function function) {
  for (; count > 0; --count, ++first) *first = function();
  return first;
}
template <class It, class Out, class Function>
VG_BOTH constexpr Out transform(It first, It last, Out out, Function function) {
  for (; first != last; ++first, ++out) *out = function(*first);
  return out;
}
template <class It, class Other, class Out, class Function>
VG_BOTH constexpr Out transform(It first, It last, Other other, Out out, Function function) {
  for (; first != last; ++first, ++other, ++out) *out = function(*first, *other);
  return out;
}
template <class It, class Test, class T>
VG_BOTH constexpr void replace_if(It first, It last, Test test, const T& by) {
  for (; first != last; ++first)
    if (test(*first)) *first = by;
}
template <class It, class T>
VG_BOTH constexpr void replace(It first, It last, const T& old, const T& by) {
  for (; first != last; ++first)
    if (*first == old) *first = by;
}

template <class A, class B>
VG_BOTH constexpr void iter_swap(A a, B b) {
  auto kept = ::std::move(*a);
  *a = ::std::move(*b);
  *b = ::std::move(kept);
}
template <class It, class Other>
VG_BOTH constexpr Other swap_ranges(It first, It last, Other other) {
  for (; first != last; ++first, ++other) ::cuda::std::iter_swap(first, other);
  return other;
}
template <class It>
VG_BOTH constexpr void reverse(It first, It last) {
  while (first != last && first != --last) ::cuda::std::iter_swap(first++, last);
}
template <class It, class Out>
VG_BOTH constexpr Out reverse_copy(It first, It last, Out out) {
  while (first != last) *out++ = *--last;
  return out;
}
// Each half turned round, and then the whole.
template <class It>
VG_BOTH constexpr It rotate(It first, It middle, It last) {
  It place = first;
  for (It it = middle; it != last; ++it) ++place;
  ::cuda::std::reverse(first, middle);
  ::cuda::std::reverse(middle, last);
  ::cuda::std::reverse(first, last);
  return place;
}
template <class It, class Test>
VG_BOTH constexpr It remove_if(It first, It last, Test test) {
  It out = first;
  for (; first != last; ++first)
    if (!test(*first)) *out++ = ::std::move(*first);
  return out;
}
template <class It, class T>
VG_BOTH constexpr It remove(It first, It last, const T& value) {
  It out = first;
  for (; first != last; ++first)
    if (!(*first == value)) *out++ = ::std::move(*first);
  return out;
}
template <class It>
VG_BOTH constexpr It unique(It first, It last) {
  if (first == last) return last;
  It out = first;
  while (++first != last)
    if (!(*out == *first)) *++out = ::std::move(*first);
  return ++out;
}
template <class It, class Test>
VG_BOTH constexpr It partition(It first, It last, Test test) {
  It out = first;
  for (; first != last; ++first)
    if (test(*first)) ::cuda::std::iter_swap(out++, first);
  return out;
}

}  // namespace std
}  // namespace cuda

#endif
