// inclusive_scan and exclusive_scan over a tile or over coalesced threads.
// SPDX-License-Identifier: MIT
#if defined(__CUDA__) && !defined(VG_COOPERATIVE_GROUPS_SCAN_H)
#define VG_COOPERATIVE_GROUPS_SCAN_H

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Op>
VG_FN T inclusive_scan(const Group& group, T value, Op op) {
  for (unsigned delta = 1; delta < group.size(); delta *= 2) {
    T other = group.shfl_up(value, delta);
    if (group.thread_rank() >= delta) value = op(other, value);
  }
  return value;
}
template <class Group, class T>
VG_FN T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
// The first thread's result is T(): the neutral element of plus.
template <class Group, class T, class Op>
VG_FN T exclusive_scan(const Group& group, T value, Op op) {
  T all = inclusive_scan(group, value, op), before = group.shfl_up(all, 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
VG_FN T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups

#endif
