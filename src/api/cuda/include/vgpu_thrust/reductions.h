// Algorithms of thrust that bring elements together: reduce, scan, count, extrema, compaction.
//
// The input is cut into parts, one a thread; what the parts give is joined in order, so an operation need not commute.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_REDUCTIONS_H
#define VGPU_THRUST_REDUCTIONS_H

#include "vgpu_thrust/accumulators.h"
#include "vgpu_thrust/elements.h"

namespace thrust {
namespace detail {
VG_ALL_BOTH_BEGIN

// sums[p] of each part, then sums[p] = what stands before part p, on the same system as the data.
template <class System, class T, class Get, class Op>
void sum_parts(long count, long parts, T* sums, Get get, T start, Op op, bool running) {
  const long length = (count + parts - 1) / parts;
  for_each_index<System>(parts, [=] VG_THRUST(long p) mutable {
    const long begin = p * length, end = begin + length < count ? begin + length : count;
    if (begin >= end) return;
    T sum = get(begin);
    for (long i = begin + 1; i < end; ++i) sum = op(sum, get(i));
    sums[p] = sum;
  });
  for_each_index<System>(1, [=] VG_THRUST(long) mutable {
    T total = start;
    for (long p = 0; p * length < count; ++p) {
      const T part = sums[p];
      if (running) sums[p] = total;
      total = op(total, part);
    }
    if (!running) sums[0] = total;
  });
}

namespace core {

template <class It, class T, class Op>
T reduce(It first, It last, T start, Op op) {
  typedef accumulated<Op, T, value_of<It>> Sum;
  const long count = last - first;
  if (count <= 0) return start;
  Temporary<Sum> sums(part_count(count));
  sum_parts<typename system_of<It>::type>(
      count, part_count(count), sums.get(), [=] VG_THRUST(long i) mutable { return (Sum)first[i]; },
      (Sum)start, op, false);
  return (T)sums.get()[0];
}
template <class It, class T>
T reduce(It first, It last, T start) {
  return core::reduce(first, last, start, plus<T>());
}
template <class It>
value_of<It> reduce(It first, It last) {
  return core::reduce(first, last, zero_of<value_of<It>>(), plus<value_of<It>>());
}
template <class It, class Function, class T, class Op>
T transform_reduce(It first, It last, Function function, T start, Op op) {
  transform_iterator<Function, It> begin(first, function);
  return core::reduce(begin, begin + (last - first), start, op);
}
template <class A, class B, class T, class Op, class Product>
T inner_product(A first, A last, B second, T start, Op op, Product product) {
  const long count = last - first;
  if (count <= 0) return start;
  Temporary<T> sums(part_count(count));
  sum_parts<joined<A, B>>(
      count, part_count(count), sums.get(),
      [=] VG_THRUST(long i) mutable { return (T)product(first[i], second[i]); }, start, op, false);
  return sums.get()[0];
}
template <class A, class B, class T>
T inner_product(A first, A last, B second, T start) {
  return core::inner_product(first, last, second, start, plus<T>(), multiplies<T>());
}
template <class It, class Predicate>
long count_if(It first, It last, Predicate predicate) {
  return transform_reduce(
      first, last,
      [=] VG_THRUST(const value_of<It>& x) mutable -> long { return predicate(x) ? 1 : 0; }, 0l,
      plus<long>());
}
template <class It, class T>
long count(It first, It last, T value) {
  return core::count_if(first, last,
                        [=] VG_THRUST(const value_of<It>& x) mutable { return x == value; });
}
template <class It, class Predicate>
bool all_of(It first, It last, Predicate predicate) {
  return core::count_if(first, last, predicate) == last - first;
}
template <class It, class Predicate>
bool any_of(It first, It last, Predicate predicate) {
  return core::count_if(first, last, predicate) != 0;
}
template <class It, class Predicate>
bool none_of(It first, It last, Predicate predicate) {
  return core::count_if(first, last, predicate) == 0;
}

// The index of the first element that no other beats.
template <class It, class Beats>
It best_element(It first, It last, Beats beats) {
  const long count = last - first;
  if (count <= 0) return last;
  Temporary<long> best(part_count(count));
  sum_parts<typename system_of<It>::type>(
      count, part_count(count), best.get(), [=] VG_THRUST(long i) mutable { return i; }, 0l,
      [=] VG_THRUST(long a, long b) mutable { return beats(first[b], first[a]) ? b : a; }, false);
  return first + best.get()[0];
}
template <class It, class Less>
It min_element(It first, It last, Less less_than) {
  return best_element(first, last, less_than);
}
template <class It>
It min_element(It first, It last) {
  return best_element(first, last, less<value_of<It>>());
}
template <class It, class Less>
It max_element(It first, It last, Less less_than) {
  return best_element(first, last,
                      [=] VG_THRUST(const value_of<It>& a, const value_of<It>& b) mutable {
                        return less_than(b, a);
                      });
}
template <class It>
It max_element(It first, It last) {
  return best_element(first, last, greater<value_of<It>>());
}
template <class It, class Less>
pair<It, It> minmax_element(It first, It last, Less less_than) {
  return {core::min_element(first, last, less_than), core::max_element(first, last, less_than)};
}
template <class It>
pair<It, It> minmax_element(It first, It last) {
  return {core::min_element(first, last), core::max_element(first, last)};
}
template <class It, class Predicate>
It find_if(It first, It last, Predicate predicate) {
  const long count = last - first;
  auto place_of = [=] VG_THRUST(long i) mutable { return predicate(first[i]) ? i : count; };
  if (count <= 0) return last;
  Temporary<long> least(part_count(count));
  sum_parts<typename system_of<It>::type>(count, part_count(count), least.get(), place_of, count,
                                          minimum<long>(), false);
  return first + least.get()[0];
}
template <class It, class T>
It find(It first, It last, T value) {
  return core::find_if(first, last,
                       [=] VG_THRUST(const value_of<It>& x) mutable { return x == value; });
}

template <class In, class Out, class T, class Op>
Out scan(In first, In last, Out out, T start, Op op, bool has_start, bool inclusive) {
  const long count = last - first, parts = part_count(count);
  const long length = (count + parts - 1) / parts;
  if (count <= 0) return out;
  typedef joined<In, Out> System;
  Temporary<T> before(parts);
  T* sums = before.get();
  for_each_index<System>(parts, [=] VG_THRUST(long p) mutable {
    const long begin = p * length, end = begin + length < count ? begin + length : count;
    if (begin >= end) return;
    T sum = first[begin];
    for (long i = begin + 1; i < end; ++i) sum = op(sum, (T)first[i]);
    sums[p] = sum;
  });
  for_each_index<System>(1, [=] VG_THRUST(long) mutable {
    T total = start;
    for (long p = 0; p * length < count; ++p) {
      const T part = sums[p];
      sums[p] = total;
      total = p == 0 && !has_start ? part : op(total, part);
    }
  });
  for_each_index<System>(parts, [=] VG_THRUST(long p) mutable {
    const long begin = p * length, end = begin + length < count ? begin + length : count;
    T total = sums[p];
    for (long i = begin; i < end; ++i) {
      const T value = first[i];
      const T next = i == 0 && !has_start ? value : op(total, value);
      out[i] = inclusive ? next : total;
      total = next;
    }
  });
  return out + count;
}
template <class In, class Out, class Op>
Out inclusive_scan(In first, In last, Out out, Op op) {
  return scan(first, last, out, value_of<In>(), op, false, true);
}
template <class In, class Out>
Out inclusive_scan(In first, In last, Out out) {
  return core::inclusive_scan(first, last, out, plus<value_of<In>>());
}
template <class In, class Out, class T, class Op>
Out inclusive_scan(In first, In last, Out out, T start, Op op) {
  return scan(first, last, out, start, op, true, true);
}
template <class In, class Out, class T, class Op>
Out exclusive_scan(In first, In last, Out out, T start, Op op) {
  return scan(first, last, out, start, op, true, false);
}
template <class In, class Out, class T>
Out exclusive_scan(In first, In last, Out out, T start) {
  return core::exclusive_scan(first, last, out, start, plus<T>());
}
template <class In, class Out>
Out exclusive_scan(In first, In last, Out out) {
  return core::exclusive_scan(first, last, out, zero_of<value_of<In>>());
}
template <class In, class Out, class Function, class Op>
Out transform_inclusive_scan(In first, In last, Out out, Function function, Op op) {
  transform_iterator<Function, In> begin(first, function);
  return core::inclusive_scan(begin, begin + (last - first), out, op);
}
template <class In, class Out, class Function, class T, class Op>
Out transform_inclusive_scan(In first, In last, Out out, Function function, T start, Op op) {
  transform_iterator<Function, In> begin(first, function);
  return core::inclusive_scan(begin, begin + (last - first), out, start, op);
}
template <class In, class Out, class Function, class T, class Op>
Out transform_exclusive_scan(In first, In last, Out out, Function function, T start, Op op) {
  transform_iterator<Function, In> begin(first, function);
  return core::exclusive_scan(begin, begin + (last - first), out, start, op);
}
template <class In, class Out, class Op>
Out adjacent_difference(In first, In last, Out out, Op op) {
  Temporary<value_of<In>> kept(last - first);
  const long count = last - first;
  typedef joined<In, Out> System;
  value_of<In>* values = kept.get();
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable { values[i] = first[i]; });
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable {
    out[i] = i == 0 ? values[0] : (value_of<In>)op(values[i], values[i - 1]);
  });
  return out + count;
}
template <class In, class Out>
Out adjacent_difference(In first, In last, Out out) {
  return core::adjacent_difference(first, last, out, minus<value_of<In>>());
}

VG_ALL_BOTH_END
}  // namespace core
}  // namespace detail

VG_ALGORITHM(reduce)
VG_ALGORITHM(transform_reduce)
VG_ALGORITHM(inner_product)
VG_ALGORITHM(count_if)
VG_ALGORITHM(count)
VG_ALGORITHM(all_of)
VG_ALGORITHM(any_of)
VG_ALGORITHM(none_of)
VG_ALGORITHM(min_element)
VG_ALGORITHM(max_element)
VG_ALGORITHM(minmax_element)
VG_ALGORITHM(find_if)
VG_ALGORITHM(find)
VG_ALGORITHM(inclusive_scan)
VG_ALGORITHM(exclusive_scan)
VG_ALGORITHM(transform_inclusive_scan)
VG_ALGORITHM(transform_exclusive_scan)
VG_ALGORITHM(adjacent_difference)

}  // namespace thrust

#endif
