// reduce over a tile or over coalesced threads, and the operations it takes.
// SPDX-License-Identifier: MIT
#if defined(__CUDA__) && !defined(VG_COOPERATIVE_GROUPS_REDUCE_H)
#define VG_COOPERATIVE_GROUPS_REDUCE_H

#include "cooperative_groups.h"

namespace cooperative_groups {

#define VG_OPERATION(name, value)                            \
  template <class T>                                         \
  struct name {                                              \
    VG_MEMBER T operator()(T a, T b) const { return value; } \
  };
VG_OPERATION(plus, a + b)
VG_OPERATION(less, b < a ? b : a)
VG_OPERATION(greater, a < b ? b : a)
VG_OPERATION(bit_and, a& b)
VG_OPERATION(bit_or, a | b)
VG_OPERATION(bit_xor, a ^ b)
#undef VG_OPERATION

template <unsigned Size, class Parent, class T, class Op>
VG_FN T reduce(const thread_block_tile<Size, Parent>& tile, T value, Op op) {
  for (unsigned bits = Size / 2; bits > 0; bits /= 2) value = op(value, tile.shfl_xor(value, bits));
  return value;
}
// Warps first, then the results of the tile's warps by way of shared memory.
template <unsigned Size, class T, class Op>
VG_FN T reduce(const large_tile<Size>&, T value, Op op) {
  __shared__ __align__(16) char scratch[32 * sizeof(T)];
  T* sums = (T*)scratch;
  const unsigned warp = __vg_linear_id() / 32, first = __vg_linear_id() / Size * (Size / 32);
  value = reduce(thread_block_tile<32>(), value, op);
  __vg_barrier();
  if (__vg_lane() == 0) sums[warp] = value;
  __vg_barrier();
  value = sums[first];
  for (unsigned i = 1; i < Size / 32; ++i) value = op(value, sums[first + i]);
  return value;
}
template <class T, class Op>
VG_FN T reduce(const coalesced_group& group, T value, Op op) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank)
    result = op(result, group.shfl(value, (int)rank));
  return result;
}

// One thread of the group stores the sum, or joins it with a cuda::atomic.
template <class Group, class T, class Value, class Op>
VG_FN void reduce_store_async(const Group& group, T* to, Value value, Op op) {
  const Value result = reduce(group, value, op);
  if (group.thread_rank() == 0) *to = result;
}
template <class Group, class T, class Value, class Op,
          class = decltype(((T*)nullptr)->store(Value()))>
VG_FN void reduce_store_async(const Group& group, T& to, Value value, Op op) {
  const Value result = reduce(group, value, op);
  if (group.thread_rank() == 0) to.store(result);
}
template <class Group, class T, class Value, class Op>
VG_FN void reduce_update_async(const Group& group, T& to, Value value, Op op) {
  const Value result = reduce(group, value, op);
  if (group.thread_rank() != 0) return;
  Value before = to.load();
  while (!to.compare_exchange_weak(before, op(before, result))) {
  }
}

}  // namespace cooperative_groups

#endif
