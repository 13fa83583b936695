// Algorithms of thrust whose elements do not know each other: fill, transform, copy, gather, for_each and so on.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ELEMENTS_H
#define VGPU_THRUST_ELEMENTS_H

#include "vgpu_thrust/functional.h"
#include "vgpu_thrust/iterators.h"
#include "vgpu_thrust/placed.h"
#include "vgpu_thrust/temporary.h"

namespace thrust {
namespace detail {
VG_ALL_BOTH_BEGIN

// Memory of an algorithm's own as an iterator of the system that the algorithm runs on.
template <class System, class T>
VG_THRUST auto owned(T* memory) {
  if constexpr (std::is_same<System, device_system_tag>::value)
    return device_ptr<T>(memory);
  else
    return memory;
}

template <class It>
using value_of = typename std::iterator_traits<It>::value_type;

namespace core {

template <class It, class Function>
It for_each(It first, It last, Function function) {
  for_each_index<typename system_of<It>::type>(
      last - first, [=] VG_THRUST(long i) mutable { function(first[i]); });
  return last;
}
template <class It, class Count, class Function>
It for_each_n(It first, Count count, Function function) {
  return core::for_each(first, first + (long)count, function);
}
template <class It, class T>
void fill(It first, It last, T given) {
  const auto value = as_element<value_of<It>>(given);
  for_each_index<typename system_of<It>::type>(last - first,
                                               [=] VG_THRUST(long i) mutable { first[i] = value; });
}
template <class It, class Count, class T>
It fill_n(It first, Count count, T value) {
  core::fill(first, first + (long)count, value);
  return first + (long)count;
}
template <class It, class T, class U>
void sequence(It first, It last, T start, U step) {
  for_each_index<typename system_of<It>::type>(last - first, [=] VG_THRUST(long i) mutable {
    first[i] = (value_of<It>)(start + (T)i * step);
  });
}
template <class It, class T>
void sequence(It first, It last, T start) {
  core::sequence(first, last, start, T(1));
}
template <class It>
void sequence(It first, It last) {
  core::sequence(first, last, value_of<It>(0), value_of<It>(1));
}
template <class It, class Function>
void tabulate(It first, It last, Function function) {
  for_each_index<typename system_of<It>::type>(
      last - first, [=] VG_THRUST(long i) mutable { first[i] = function((int)i); });
}
template <class It, class Function>
void generate(It first, It last, Function function) {
  if constexpr (std::is_same<typename system_of<It>::type, device_system_tag>::value)
    for_each_index<device_system_tag>(last - first,
                                      [=] VG_THRUST(long i) mutable { first[i] = function(); });
  else
    for (long i = 0, count = last - first; i < count; ++i, ++first) *first = function();
}
template <class In, class Out, class Function>
Out transform(In first, In last, Out out, Function function) {
  for_each_index<joined<In, Out>>(last - first,
                                  [=] VG_THRUST(long i) mutable { out[i] = function(first[i]); });
  return out + (last - first);
}
template <class In, class In2, class Out, class Function>
Out transform(In first, In last, In2 second, Out out, Function function) {
  for_each_index<joined<In, Out>>(
      last - first, [=] VG_THRUST(long i) mutable { out[i] = function(first[i], second[i]); });
  return out + (last - first);
}
template <class In, class Out>
Out copy(In first, In last, Out out) {
  constexpr bool device = std::is_same<typename system_of<In>::type, device_system_tag>::value ||
                          std::is_same<typename system_of<Out>::type, device_system_tag>::value;
  constexpr bool both = std::is_same<joined<In, Out>, device_system_tag>::value &&
                        !std::is_same<typename system_of<Out>::type, host_system_tag>::value;
  if constexpr (both) {
    const long count = last - first;
    for_each_index<device_system_tag>(count, [=] VG_THRUST(long i) mutable { out[i] = first[i]; });
    return out + count;
  } else {
    if constexpr (device) wait_for_device();
    auto to = plain(out);
    for (auto from = plain(first), end = plain(last); from != end; ++from, ++to) *to = *from;
    return Out(to);
  }
}
template <class In, class Count, class Out>
Out copy_n(In first, Count count, Out out) {
  return core::copy(first, first + (long)count, out);
}
template <class Map, class In, class Out>
Out gather(Map first, Map last, In in, Out out) {
  for_each_index<joined<Map, Out>>(last - first,
                                   [=] VG_THRUST(long i) mutable { out[i] = in[(long)first[i]]; });
  return out + (last - first);
}
template <class In, class Map, class Out>
void scatter(In first, In last, Map map, Out out) {
  for_each_index<joined<In, Out>>(last - first,
                                  [=] VG_THRUST(long i) mutable { out[(long)map[i]] = first[i]; });
}
template <class It>
void reverse(It first, It last) {
  const long count = last - first;
  for_each_index<typename system_of<It>::type>(count / 2, [=] VG_THRUST(long i) mutable {
    value_of<It> kept = first[i];
    first[i] = first[count - 1 - i];
    first[count - 1 - i] = kept;
  });
}
template <class A, class B>
B swap_ranges(A first, A last, B other) {
  for_each_index<joined<A, B>>(last - first, [=] VG_THRUST(long i) mutable {
    value_of<A> kept = first[i];
    first[i] = other[i];
    other[i] = kept;
  });
  return other + (last - first);
}

template <class Map, class Stencil, class In, class Out, class Predicate>
Out gather_if(Map first, Map last, Stencil stencil, In in, Out out, Predicate predicate) {
  for_each_index<joined<Map, Out>>(last - first, [=] VG_THRUST(long i) mutable {
    if (predicate(stencil[i])) out[i] = in[(long)first[i]];
  });
  return out + (last - first);
}
template <class Map, class Stencil, class In, class Out>
Out gather_if(Map first, Map last, Stencil stencil, In in, Out out) {
  return core::gather_if(first, last, stencil, in, out, identity<>());
}
template <class In, class Map, class Stencil, class Out, class Predicate>
void scatter_if(In first, In last, Map map, Stencil stencil, Out out, Predicate predicate) {
  for_each_index<joined<In, Out>>(last - first, [=] VG_THRUST(long i) mutable {
    if (predicate(stencil[i])) out[(long)map[i]] = first[i];
  });
}
template <class In, class Map, class Stencil, class Out>
void scatter_if(In first, In last, Map map, Stencil stencil, Out out) {
  core::scatter_if(first, last, map, stencil, out, identity<>());
}
template <class It, class Count, class Function>
It generate_n(It first, Count count, Function function) {
  core::generate(first, first + (long)count, function);
  return first + (long)count;
}
template <class In, class Out>
Out reverse_copy(In first, In last, Out out) {
  const long count = last - first;
  for_each_index<joined<In, Out>>(count,
                                  [=] VG_THRUST(long i) mutable { out[i] = first[count - 1 - i]; });
  return out + count;
}
template <class It, class T>
void uninitialized_fill(It first, It last, T value) {
  core::fill(first, last, value);
}
template <class In, class Out>
Out uninitialized_copy(In first, In last, Out out) {
  return core::copy(first, last, out);
}
template <class It, class Count, class T>
It uninitialized_fill_n(It first, Count count, T value) {
  return core::fill_n(first, count, value);
}
template <class In, class Count, class Out>
Out uninitialized_copy_n(In first, Count count, Out out) {
  return core::copy_n(first, count, out);
}

VG_ALL_BOTH_END
}  // namespace core
}  // namespace detail

VG_ALGORITHM(for_each)
VG_ALGORITHM(for_each_n)
VG_ALGORITHM(fill)
VG_ALGORITHM(fill_n)
VG_ALGORITHM(sequence)
VG_ALGORITHM(tabulate)
VG_ALGORITHM(generate)
VG_ALGORITHM(transform)
VG_ALGORITHM(copy)
VG_ALGORITHM(copy_n)
VG_ALGORITHM(gather)
VG_ALGORITHM(gather_if)
VG_ALGORITHM(scatter)
VG_ALGORITHM(scatter_if)
VG_ALGORITHM(generate_n)
VG_ALGORITHM(reverse_copy)
VG_ALGORITHM(uninitialized_fill)
VG_ALGORITHM(uninitialized_fill_n)
VG_ALGORITHM(uninitialized_copy)
VG_ALGORITHM(uninitialized_copy_n)
VG_ALGORITHM(reverse)
VG_ALGORITHM(swap_ranges)

}  // namespace thrust

#endif
