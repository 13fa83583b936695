// Algorithms of thrust that move elements: sort, compaction, unique, reduce_by_key, searches.
//
// Sorting merges runs: every element finds its place in the merged run by a search in the other one, so all elements
// move at once, and equal ones keep their order. SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ORDERING_H
#define VGPU_THRUST_ORDERING_H

#include "vgpu_thrust/radix.h"
#include "vgpu_thrust/reductions.h"

namespace thrust {
namespace detail {
VG_ALL_BOTH_BEGIN

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
  if constexpr (number_order<T, Less>::value >= 0)
    return sort_numbers(keys, order, count, number_order<T, Less>::value == 1);
  for_each_index<System>((count + kRun - 1) / kRun, [=] VG_THRUST(long run) mutable {
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
    for_each_index<System>(count, [=] VG_THRUST(long i) mutable {
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
  for_each_index<System>(
      count, [=] VG_THRUST(long i) mutable { keys[i] = from[i], order[i] = from_order[i]; });
}

namespace core {

template <class It, class Less>
void sort(It first, It last, Less less_than) {
  typedef typename system_of<It>::type System;
  const long count = last - first;
  Temporary<value_of<It>> keys(count);
  Temporary<long> order(count);
  value_of<It>* sorted = keys.get();
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable { sorted[i] = first[i]; });
  sort_indices<System>(sorted, order.get(), count, less_than);
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable { first[i] = sorted[i]; });
}
template <class It>
void sort(It first, It last) {
  core::sort(first, last, less<value_of<It>>());
}
template <class It, class... Less>
void stable_sort(It first, It last, Less... less_than) {
  core::sort(first, last, less_than...);
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
      count, [=] VG_THRUST(long i) mutable { sorted[i] = first[i], old_values[i] = values[i]; });
  sort_indices<System>(sorted, places, count, less_than);
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable {
    first[i] = sorted[i], values[i] = old_values[places[i]];
  });
}
template <class Keys, class Values>
void sort_by_key(Keys first, Keys last, Values values) {
  core::sort_by_key(first, last, values, less<value_of<Keys>>());
}
template <class Keys, class Values, class... Less>
void stable_sort_by_key(Keys first, Keys last, Values values, Less... less_than) {
  core::sort_by_key(first, last, values, less_than...);
}
template <class It, class Less>
bool is_sorted(It first, It last, Less less_than) {
  if (last - first < 2) return true;
  return core::inner_product(first, last + -1, first + 1, true, logical_and<bool>(),
                             [=] VG_THRUST(const value_of<It>& a, const value_of<It>& b) mutable {
                               return !less_than(b, a);
                             });
}
template <class It>
bool is_sorted(It first, It last) {
  return core::is_sorted(first, last, less<value_of<It>>());
}

// Elements whose flag is set, closed up; gives how many.
template <class System, class In, class Out, class Flag>
long compact(In first, long count, Out out, Flag flag) {
  if (count <= 0) return 0;
  Temporary<long> places(count + 1);
  Temporary<value_of<In>> kept(count);
  value_of<In>* values = kept.get();
  auto at = owned<System>(places.get());
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable { values[i] = first[i]; });
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable { at[i] = flag(i) ? 1 : 0; });
  scan(at, at + (count + 1), at, 0l, plus<long>(), true, false);
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable {
    if (at[i + 1] != at[i]) out[at[i]] = values[i];
  });
  return places.get()[count];
}
template <class In, class Out, class Predicate>
Out copy_if(In first, In last, Out out, Predicate predicate) {
  return out + compact<joined<In, Out>>(first, last - first, out, [=] VG_THRUST(long i) mutable {
           return predicate(first[i]);
         });
}
template <class In, class Stencil, class Out, class Predicate>
Out copy_if(In first, In last, Stencil stencil, Out out, Predicate predicate) {
  return out + compact<joined<In, Out>>(first, last - first, out, [=] VG_THRUST(long i) mutable {
           return predicate(stencil[i]);
         });
}
template <class It, class Same>
It unique(It first, It last, Same same) {
  Temporary<bool> flags(last - first);
  bool* kept = flags.get();
  typedef typename system_of<It>::type System;
  for_each_index<System>(last - first, [=] VG_THRUST(long i) mutable {
    kept[i] = i == 0 || !same(first[i - 1], first[i]);
  });
  return first + compact<System>(first, last - first, first,
                                 [=] VG_THRUST(long i) mutable { return kept[i]; });
}
template <class It>
It unique(It first, It last) {
  return core::unique(first, last, equal_to<value_of<It>>());
}
template <class Keys, class Values, class OutKeys, class OutValues, class Same, class Op>
pair<OutKeys, OutValues> reduce_by_key(Keys first, Keys last, Values values, OutKeys out_keys,
                                       OutValues out_values, Same same, Op op) {
  typedef joined<Keys, OutValues> System;
  typedef value_of<Values> T;
  const long count = last - first;
  Temporary<long> starts(count + 1);
  auto at = owned<System>(starts.get());
  const long groups = compact<System>(
      counting_iterator<long>(0), count, at,
      [=] VG_THRUST(long i) mutable { return i == 0 || !same(first[i - 1], first[i]); });
  for_each_index<System>(groups, [=] VG_THRUST(long g) mutable {
    const long end = g + 1 < groups ? at[g + 1] : count;
    T sum = values[at[g]];
    for (long i = at[g] + 1; i < end; ++i) sum = op(sum, (T)values[i]);
    out_keys[g] = first[at[g]];
    out_values[g] = sum;
  });
  return {out_keys + groups, out_values + groups};
}
template <class Keys, class Values, class OutKeys, class OutValues, class Same>
pair<OutKeys, OutValues> reduce_by_key(Keys first, Keys last, Values values, OutKeys out_keys,
                                       OutValues out_values, Same same) {
  return core::reduce_by_key(first, last, values, out_keys, out_values, same,
                             plus<value_of<Values>>());
}
template <class Keys, class Values, class OutKeys, class OutValues>
pair<OutKeys, OutValues> reduce_by_key(Keys first, Keys last, Values values, OutKeys out_keys,
                                       OutValues out_values) {
  return core::reduce_by_key(first, last, values, out_keys, out_values, equal_to<value_of<Keys>>());
}
template <class Keys, class Values, class Same>
pair<Keys, Values> unique_by_key(Keys first, Keys last, Values values, Same same) {
  typedef joined<Keys, Values> System;
  Temporary<bool> flags(last - first);
  bool* kept = flags.get();
  for_each_index<System>(last - first, [=] VG_THRUST(long i) mutable {
    kept[i] = i == 0 || !same(first[i - 1], first[i]);
  });
  auto flag = [=] VG_THRUST(long i) mutable { return kept[i]; };
  const long count = compact<System>(values, last - first, values, flag);
  compact<System>(first, last - first, first, flag);
  return {first + count, values + count};
}
template <class Keys, class Values>
pair<Keys, Values> unique_by_key(Keys first, Keys last, Values values) {
  return core::unique_by_key(first, last, values, equal_to<value_of<Keys>>());
}
template <class In, class Out, class Same>
Out unique_copy(In first, In last, Out out, Same same) {
  return out + compact<joined<In, Out>>(first, last - first, out, [=] VG_THRUST(long i) mutable {
           return i == 0 || !same(first[i - 1], first[i]);
         });
}
template <class In, class Out>
Out unique_copy(In first, In last, Out out) {
  return core::unique_copy(first, last, out, equal_to<value_of<In>>());
}
template <class Keys, class Values, class OutKeys, class OutValues,
          class Same = equal_to<value_of<Keys>>>
pair<OutKeys, OutValues> unique_by_key_copy(Keys first, Keys last, Values values, OutKeys out_keys,
                                            OutValues out_values, Same same = Same()) {
  auto flag = [=] VG_THRUST(long i) mutable { return i == 0 || !same(first[i - 1], first[i]); };
  typedef joined<Keys, OutKeys> System;
  const long count = compact<System>(values, last - first, out_values, flag);
  compact<System>(first, last - first, out_keys, flag);
  return {out_keys + count, out_values + count};
}
// Where an element stands among those of a sorted range: behind those less, and if `equal_too` its equals.
template <class It, class T, class Less>
long place_in(It first, long count, const T& value, Less less_than, bool equal_too) {
  long low = 0, high = count;
  while (low < high) {
    const long middle = (low + high) / 2;
    const bool before = equal_too ? !less_than(value, (value_of<It>)first[middle])
                                  : less_than((value_of<It>)first[middle], value);
    (before ? low : high) = before ? middle + 1 : middle;
  }
  return low;
}

// Searches for one value, or for every value of a second range.
#define VG_SEARCH(name, at, many)                                                           \
  template <class It, class T, class Less>                                                  \
  auto name(It first, It last, const T& value, Less less_than) {                            \
    wait_for_device();                                                                      \
    const long count = last - first;                                                        \
    return at;                                                                              \
  }                                                                                         \
  template <class It, class T>                                                              \
  auto name(It first, It last, const T& value) {                                            \
    return core::name(first, last, value, less<value_of<It>>());                            \
  }                                                                                         \
  template <class It, class Wanted, class Out, class Less>                                  \
  Out name(It first, It last, Wanted wanted, Wanted wanted_last, Out out, Less less_than) { \
    const long count = last - first;                                                        \
    for_each_index<joined<It, Out>>(wanted_last - wanted, [=] VG_THRUST(long i) mutable {   \
      const value_of<Wanted> value = wanted[i];                                             \
      out[i] = many;                                                                        \
    });                                                                                     \
    return out + (wanted_last - wanted);                                                    \
  }                                                                                         \
  template <class It, class Wanted, class Out>                                              \
  Out name(It first, It last, Wanted wanted, Wanted wanted_last, Out out) {                 \
    return core::name(first, last, wanted, wanted_last, out, less<value_of<It>>());         \
  }
VG_SEARCH(lower_bound, first + place_in(first, count, value, less_than, false),
          place_in(first, count, value, less_than, false))
VG_SEARCH(upper_bound, first + place_in(first, count, value, less_than, true),
          place_in(first, count, value, less_than, true))
VG_SEARCH(binary_search,
          place_in(first, count, value, less_than, true) !=
              place_in(first, count, value, less_than, false),
          place_in(first, count, value, less_than, true) !=
              place_in(first, count, value, less_than, false))
#undef VG_SEARCH

VG_ALL_BOTH_END
}  // namespace core
}  // namespace detail

VG_ALGORITHM(sort)
VG_ALGORITHM(stable_sort)
VG_ALGORITHM(sort_by_key)
VG_ALGORITHM(stable_sort_by_key)
VG_ALGORITHM(is_sorted)
VG_ALGORITHM(copy_if)
VG_ALGORITHM(unique)
VG_ALGORITHM(reduce_by_key)
VG_ALGORITHM(lower_bound)
VG_ALGORITHM(upper_bound)
VG_ALGORITHM(binary_search)
VG_ALGORITHM(unique_by_key)
VG_ALGORITHM(unique_copy)
VG_ALGORITHM(unique_by_key_copy)

}  // namespace thrust

#endif
