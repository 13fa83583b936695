// Algorithms of thrust that move elements: sort, compaction, unique, reduce_by_key, searches.
//
// Sorting merges runs: every element finds its place in the merged run by a search in the other one, so all elements
// move at once, and equal ones keep their order. SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ORDERING_H
#define VGPU_THRUST_ORDERING_H

#include "vgpu_thrust/reductions.h"

namespace thrust {
namespace detail {

constexpr long kRun = 16;  // elements that one thread sorts by insertion

// How many of run[0..count) stand before value: those less, and if `equal_too` those that are the same.
template <class T, class Less>
VG_THRUST long rank_in(const T* run, long count, const T& value, Less less_than, bool equal_too) {
  long low = 0, high = count;
  while (low < high) {
    const long middle = (low + high) / 2;
    const bool before = equal_too ? !less_than(value, run[middle]) : less_than(run[middle], value);
    if (before)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The order of keys[0..count) as indices; keys themselves end sorted.
template <class System, class T, class Less>
void sort_indices(T* keys, long* order, long count, Less less_than) {
  for_each_index<System>((count + kRun - 1) / kRun, [=] VG_THRUST(long run) {
    const long begin = run * kRun, end = begin + kRun < count ? begin + kRun : count;
    for (long i = begin; i < end; ++i) {
      const T key = keys[i];
      long place = i;
      for (; place > begin && less_than(key, keys[place - 1]); --place)
        keys[place] = keys[place - 1], order[place] = order[place - 1];
      keys[place] = key, order[place] = i;
    }
  });
  Temporary<T> other_keys(count);
  Temporary<long> other_order(count);
  T *from = keys, *to = other_keys.get();
  long *from_order = order, *to_order = other_order.get();
  for (long width = kRun; width < count; width *= 2) {
    for_each_index<System>(count, [=] VG_THRUST(long i) {
      const long pair_begin = i / (2 * width) * (2 * width);
      const long middle = pair_begin + width < count ? pair_begin + width : count;
      const long pair_end = pair_begin + 2 * width < count ? pair_begin + 2 * width : count;
      const bool left = i < middle;
      const long place =
          left ? i + rank_in(from + middle, pair_end - middle, from[i], less_than, false)
               : i - (middle - pair_begin) +
                     rank_in(from + pair_begin, middle - pair_begin, from[i], less_than, true);
      to[place] = from[i], to_order[place] = from_order[i];
    });
    T* keys_kept = from;
    from = to, to = keys_kept;
    long* order_kept = from_order;
    from_order = to_order, to_order = order_kept;
  }
  if (from == keys) return;
  for_each_index<System>(count,
                         [=] VG_THRUST(long i) { keys[i] = from[i], order[i] = from_order[i]; });
}

namespace core {

template <class It, class Less>
void sort(It first, It last, Less less_than) {
  typedef typename system_of<It>::type System;
  const long count = last - first;
  Temporary<value_of<It>> keys(count);
  Temporary<long> order(count);
  value_of<It>* sorted = keys.get();
  for_each_index<System>(count, [=] VG_THRUST(long i) { sorted[i] = first[i]; });
  sort_indices<System>(sorted, order.get(), count, less_than);
  for_each_index<System>(count, [=] VG_THRUST(long i) { first[i] = sorted[i]; });
}
template <class It>
void sort(It first, It last) {
  sort(first, last, less<value_of<It>>());
}
template <class It, class... Less>
void stable_sort(It first, It last, Less... less_than) {
  sort(first, last, less_than...);
}
template <class Keys, class Values, class Less>
void sort_by_key(Keys first, Keys last, Values values, Less less_than) {
  typedef joined<Keys, Values> System;
  const long count = last - first;
  Temporary<value_of<Keys>> keys(count);
  Temporary<value_of<Values>> kept(count);
  Temporary<long> order(count);
  value_of<Keys>* sorted = keys.get();
  value_of<Values>* old_values = kept.get();
  long* places = order.get();
  for_each_index<System>(
      count, [=] VG_THRUST(long i) { sorted[i] = first[i], old_values[i] = values[i]; });
  sort_indices<System>(sorted, places, count, less_than);
  for_each_index<System>(
      count, [=] VG_THRUST(long i) { first[i] = sorted[i], values[i] = old_values[places[i]]; });
}
template <class Keys, class Values>
void sort_by_key(Keys first, Keys last, Values values) {
  sort_by_key(first, last, values, less<value_of<Keys>>());
}
template <class Keys, class Values, class... Less>
void stable_sort_by_key(Keys first, Keys last, Values values, Less... less_than) {
  sort_by_key(first, last, values, less_than...);
}
template <class It>
bool is_sorted(It first, It last) {
  if (last - first < 2) return true;
  return inner_product(first, last + -1, first + 1, true, logical_and<bool>(),
                       less_equal<value_of<It>>());
}

// Elements whose flag is set, closed up; gives how many.
template <class System, class In, class Out, class Flag>
long compact(In first, long count, Out out, Flag flag) {
  if (count <= 0) return 0;
  Temporary<long> places(count + 1);
  Temporary<value_of<In>> kept(count);
  value_of<In>* values = kept.get();
  device_ptr<long> at(places.get());
  for_each_index<System>(count, [=] VG_THRUST(long i) { values[i] = first[i]; });
  for_each_index<System>(count, [=] VG_THRUST(long i) { at[i] = flag(i) ? 1 : 0; });
  scan(at, at + (count + 1), at, 0l, plus<long>(), true, false);
  for_each_index<System>(count, [=] VG_THRUST(long i) {
    if (at[i + 1] != at[i]) out[at[i]] = values[i];
  });
  return places.get()[count];
}
template <class In, class Out, class Predicate>
Out copy_if(In first, In last, Out out, Predicate predicate) {
  return out + compact<joined<In, Out>>(first, last - first, out,
                                        [=] VG_THRUST(long i) { return predicate(first[i]); });
}
template <class In, class Stencil, class Out, class Predicate>
Out copy_if(In first, In last, Stencil stencil, Out out, Predicate predicate) {
  return out + compact<joined<In, Out>>(first, last - first, out,
                                        [=] VG_THRUST(long i) { return predicate(stencil[i]); });
}
template <class In, class Out, class Predicate>
Out remove_copy_if(In first, In last, Out out, Predicate predicate) {
  return out + compact<joined<In, Out>>(first, last - first, out,
                                        [=] VG_THRUST(long i) { return !predicate(first[i]); });
}
template <class It, class Predicate>
It remove_if(It first, It last, Predicate predicate) {
  Temporary<bool> flags(last - first);
  bool* kept = flags.get();
  typedef typename system_of<It>::type System;
  for_each_index<System>(last - first, [=] VG_THRUST(long i) { kept[i] = !predicate(first[i]); });
  return first +
         compact<System>(first, last - first, first, [=] VG_THRUST(long i) { return kept[i]; });
}
template <class It, class T>
It remove(It first, It last, T value) {
  return remove_if(first, last, [=] VG_THRUST(const value_of<It>& x) { return x == value; });
}
template <class It, class Predicate>
It partition(It first, It last, Predicate predicate) {
  const long count = last - first;
  Temporary<value_of<It>> sorted(count);
  device_ptr<value_of<It>> to(sorted.get());
  typedef typename system_of<It>::type System;
  const long front =
      compact<System>(first, count, to, [=] VG_THRUST(long i) { return predicate(first[i]); });
  compact<System>(first, count, to + front, [=] VG_THRUST(long i) { return !predicate(first[i]); });
  for_each_index<System>(count, [=] VG_THRUST(long i) { first[i] = to[i]; });
  return first + front;
}
template <class It, class Predicate>
It stable_partition(It first, It last, Predicate predicate) {
  return partition(first, last, predicate);
}
template <class It, class Same>
It unique(It first, It last, Same same) {
  Temporary<bool> flags(last - first);
  bool* kept = flags.get();
  typedef typename system_of<It>::type System;
  for_each_index<System>(
      last - first, [=] VG_THRUST(long i) { kept[i] = i == 0 || !same(first[i - 1], first[i]); });
  return first +
         compact<System>(first, last - first, first, [=] VG_THRUST(long i) { return kept[i]; });
}
template <class It>
It unique(It first, It last) {
  return unique(first, last, equal_to<value_of<It>>());
}
template <class Keys, class Values, class OutKeys, class OutValues>
pair<OutKeys, OutValues> reduce_by_key(Keys first, Keys last, Values values, OutKeys out_keys,
                                       OutValues out_values) {
  typedef joined<Keys, OutKeys> System;
  const long count = last - first;
  Temporary<long> starts(count + 1);
  device_ptr<long> at(starts.get());
  const long groups = compact<System>(counting_iterator<long>(0), count, at, [=] VG_THRUST(long i) {
    return i == 0 || !(first[i - 1] == first[i]);
  });
  for_each_index<System>(groups, [=] VG_THRUST(long g) {
    const long end = g + 1 < groups ? at[g + 1] : count;
    value_of<OutValues> sum = values[at[g]];
    for (long i = at[g] + 1; i < end; ++i) sum = sum + values[i];
    out_keys[g] = first[at[g]];
    out_values[g] = sum;
  });
  return {out_keys + groups, out_values + groups};
}

// Of one value, or of every value of a second range.
template <class It, class T>
It lower_bound(It first, It last, T value) {
  return find_if(first, last, [=] VG_THRUST(const value_of<It>& x) { return !(x < value); });
}
template <class It, class T>
It upper_bound(It first, It last, T value) {
  return find_if(first, last, [=] VG_THRUST(const value_of<It>& x) { return value < x; });
}
template <class It, class Wanted, class Out>
Out upper_bound(It first, It last, Wanted wanted, Wanted wanted_last, Out out) {
  const long count = last - first;
  for_each_index<joined<It, Out>>(wanted_last - wanted, [=] VG_THRUST(long i) {
    out[i] = rank_in(&first[0], count, (value_of<It>)wanted[i], less<value_of<It>>(), true);
  });
  return out + (wanted_last - wanted);
}
template <class It, class Wanted, class Out>
Out lower_bound(It first, It last, Wanted wanted, Wanted wanted_last, Out out) {
  const long count = last - first;
  for_each_index<joined<It, Out>>(wanted_last - wanted, [=] VG_THRUST(long i) {
    out[i] = rank_in(&first[0], count, (value_of<It>)wanted[i], less<value_of<It>>(), false);
  });
  return out + (wanted_last - wanted);
}

}  // namespace core
}  // namespace detail

VG_ALGORITHM(sort)
VG_ALGORITHM(stable_sort)
VG_ALGORITHM(sort_by_key)
VG_ALGORITHM(stable_sort_by_key)
VG_ALGORITHM(is_sorted)
VG_ALGORITHM(copy_if)
VG_ALGORITHM(remove_copy_if)
VG_ALGORITHM(remove_if)
VG_ALGORITHM(remove)
VG_ALGORITHM(partition)
VG_ALGORITHM(stable_partition)
VG_ALGORITHM(unique)
VG_ALGORITHM(reduce_by_key)
VG_ALGORITHM(lower_bound)
VG_ALGORITHM(upper_bound)

}  // namespace thrust

#endif
