// Scans of thrust that begin anew where the key changes.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_SCAN_BY_KEY_H
#define VGPU_THRUST_SCAN_BY_KEY_H

#include "vgpu_thrust/reductions.h"

namespace thrust {
namespace detail {
VG_ALL_BOTH_BEGIN
namespace core {

// A scan that begins anew where `first` changes: the scan of pairs (does a run begin here, the sum since then).
template <class T>
struct RunSum {
  T sum;
  bool begins;
};
template <class Keys, class Values, class Out, class Same, class Op>
Out inclusive_scan_by_key(Keys first, Keys last, Values values, Out out, Same same, Op op) {
  typedef value_of<Values> T;
  const long count = last - first;
  if (count <= 0) return out;
  typedef joined<Keys, Out> System;
  Temporary<RunSum<T>> kept(count);
  RunSum<T>* runs = kept.get();
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable {
    runs[i] = RunSum<T>{(T)values[i], i == 0 || !same(first[i - 1], first[i])};
  });
  auto at = owned<System>(runs);
  auto join = [=] VG_THRUST(const RunSum<T>& a, const RunSum<T>& b) mutable {
    return b.begins ? b : RunSum<T>{(T)op(a.sum, b.sum), a.begins};
  };
  scan(at, at + count, at, RunSum<T>(), join, false, true);
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable { out[i] = runs[i].sum; });
  return out + count;
}
template <class Keys, class Values, class Out, class Same>
Out inclusive_scan_by_key(Keys first, Keys last, Values values, Out out, Same same) {
  return core::inclusive_scan_by_key(first, last, values, out, same, plus<value_of<Values>>());
}
template <class Keys, class Values, class Out>
Out inclusive_scan_by_key(Keys first, Keys last, Values values, Out out) {
  return core::inclusive_scan_by_key(first, last, values, out, equal_to<value_of<Keys>>());
}
template <class Keys, class Values, class Out, class T, class Same, class Op>
Out exclusive_scan_by_key(Keys first, Keys last, Values values, Out out, T start, Same same,
                          Op op) {
  typedef accumulated<Op, T, value_of<Values>> Sum;
  const long count = last - first;
  if (count <= 0) return out;
  typedef joined<Keys, Out> System;
  Temporary<Sum> kept(count);
  Sum* sums = kept.get();
  core::inclusive_scan_by_key(first, last, elements_as<Sum>(values), owned<System>(sums), same, op);
  for_each_index<System>(count, [=] VG_THRUST(long i) mutable {
    out[i] = i == 0 || !same(first[i - 1], first[i]) ? (Sum)start : (Sum)op(start, sums[i - 1]);
  });
  return out + count;
}
template <class Keys, class Values, class Out, class T, class Same>
Out exclusive_scan_by_key(Keys first, Keys last, Values values, Out out, T start, Same same) {
  return core::exclusive_scan_by_key(first, last, values, out, start, same, plus<T>());
}
template <class Keys, class Values, class Out, class T>
Out exclusive_scan_by_key(Keys first, Keys last, Values values, Out out, T start) {
  return core::exclusive_scan_by_key(first, last, values, out, start, equal_to<value_of<Keys>>());
}
template <class Keys, class Values, class Out>
Out exclusive_scan_by_key(Keys first, Keys last, Values values, Out out) {
  return core::exclusive_scan_by_key(first, last, values, out, value_of<Values>(0));
}

}  // namespace core
VG_ALL_BOTH_END
}  // namespace detail

VG_ALGORITHM(inclusive_scan_by_key)
VG_ALGORITHM(exclusive_scan_by_key)

}  // namespace thrust

#endif
