// Sub-group functions: queries, votes, broadcasts, reductions, scans, shuffles and ballots.
//
// SPDX-License-Identifier: MIT
#include "opencl/subgroup.h"

VG_FN uint get_sub_group_size(void) { return lane_count(); }
VG_FN uint get_max_sub_group_size(void) { return 32; }
VG_FN uint get_num_sub_groups(void) { return (group_items() + 31) / 32; }
VG_FN uint get_enqueued_num_sub_groups(void) {
  return (uint)((__vg_enqueued_size(0) * __vg_enqueued_size(1) * __vg_enqueued_size(2) + 31) / 32);
}
VG_FN uint get_sub_group_id(void) { return linear_id() / 32; }
VG_FN uint get_sub_group_local_id(void) { return lane_id(); }

VG_FN int sub_group_all(int x) { return __vg_ballot(x == 0) == 0; }
VG_FN int sub_group_any(int x) { return __vg_ballot(x != 0) != 0; }
VG_FN int sub_group_non_uniform_all(int x) { return __vg_ballot(x == 0) == 0; }
VG_FN int sub_group_non_uniform_any(int x) { return __vg_ballot(x != 0) != 0; }
VG_FN int sub_group_elect(void) { return (uint)__builtin_ctz(__vg_active_mask()) == lane_id(); }

// reduce is the last lane's inclusive scan; exclusive takes the lane before, the first one the neutral value.
#define VG_COLLECTIVE(name, T, operation, neutral)                            \
  VG_SCAN_LANES(name, T, operation)                                           \
  VG_FN T sub_group_reduce_##name(T x) {                                      \
    return from_lane(scan_##name(x), 31 - __builtin_clz(__vg_active_mask())); \
  }                                                                           \
  VG_FN T sub_group_scan_inclusive_##name(T x) { return scan_##name(x); }     \
  VG_FN T sub_group_scan_exclusive_##name(T x) {                              \
    T before = from_lane(scan_##name(x), lane_id() - 1);                      \
    return lane_id() == 0 ? (T)(neutral) : before;                            \
  }
#define VG_COLLECTIVES(T)                    \
  VG_COLLECTIVE(add, T, VG_ADD, 0)           \
  VG_COLLECTIVE(min, T, VG_MIN, VG_HIGH_##T) \
  VG_COLLECTIVE(max, T, VG_MAX, VG_LOW_##T)

// Any set of active lanes, one lane after the other.
#define VG_NON_UNIFORM(name, T, operation, neutral)                               \
  VG_IN T walk_##name(T x, uint last) {                                           \
    uint active = __vg_active_mask();                                             \
    T sum = (T)(neutral);                                                         \
    for (uint i = 0; i < 32; i++) {                                               \
      T other = from_lane(x, i);                                                  \
      sum = (active >> i & 1) && i < last ? (T)operation(sum, other) : sum;       \
    }                                                                             \
    return sum;                                                                   \
  }                                                                               \
  VG_FN T sub_group_non_uniform_reduce_##name(T x) { return walk_##name(x, 32); } \
  VG_FN T sub_group_non_uniform_scan_inclusive_##name(T x) {                      \
    return walk_##name(x, lane_id() + 1);                                         \
  }                                                                               \
  VG_FN T sub_group_non_uniform_scan_exclusive_##name(T x) { return walk_##name(x, lane_id()); }
#define VG_NON_UNIFORM_NUMBERS(T)             \
  VG_NON_UNIFORM(add, T, VG_ADD, 0)           \
  VG_NON_UNIFORM(mul, T, VG_MUL, 1)           \
  VG_NON_UNIFORM(min, T, VG_MIN, VG_HIGH_##T) \
  VG_NON_UNIFORM(max, T, VG_MAX, VG_LOW_##T)
#define VG_NON_UNIFORM_BITS(T)          \
  VG_NON_UNIFORM(and, T, VG_AND, ~(T)0) \
  VG_NON_UNIFORM(or, T, VG_OR, 0)       \
  VG_NON_UNIFORM(xor, T, VG_XOR, 0)

// The lane whose place in its cluster of `size` lanes (a power of two) is turned by `distance`.
VG_IN uint rotated(uint distance, uint size) {
  uint lane = lane_id();
  return (lane & ~(size - 1)) | ((lane + distance) & (size - 1));
}
// The active ones among the `size` lanes beside this lane's own `size`.
VG_IN uint lanes_beside(uint size) {
  return __vg_active_mask() & ((1u << size) - 1) << ((lane_id() ^ size) & ~(size - 1));
}
// Halves of clusters are put together, then halves of twice the size: all lanes of a half that are active know its sum.
#define VG_CLUSTERED(name, T, operation)                              \
  VG_FN T sub_group_clustered_reduce_##name(T x, uint size) {         \
    for (uint d = 1; d < size && d < 32; d *= 2) {                    \
      uint beside = lanes_beside(d);                                  \
      T other = from_lane(x, __builtin_ctzg(beside, (int)lane_id())); \
      x = beside != 0 ? (T)operation(x, other) : x;                   \
    }                                                                 \
    return x;                                                         \
  }
#define VG_CLUSTERED_NUMBERS(T) \
  VG_CLUSTERED(add, T, VG_ADD)  \
  VG_CLUSTERED(mul, T, VG_MUL)  \
  VG_CLUSTERED(min, T, VG_MIN)  \
  VG_CLUSTERED(max, T, VG_MAX)
#define VG_CLUSTERED_BITS(T)   \
  VG_CLUSTERED(and, T, VG_AND) \
  VG_CLUSTERED(or, T, VG_OR)   \
  VG_CLUSTERED(xor, T, VG_XOR)

#define VG_MOVES(T)                                                                        \
  VG_FN T sub_group_broadcast(T x, uint lane) { return from_lane(x, lane); }               \
  VG_FN T sub_group_non_uniform_broadcast(T x, uint lane) { return from_lane(x, lane); }   \
  VG_FN T sub_group_broadcast_first(T x) {                                                 \
    return from_lane(x, __builtin_ctz(__vg_active_mask()));                                \
  }                                                                                        \
  VG_FN T sub_group_shuffle(T x, uint lane) { return from_lane(x, lane); }                 \
  VG_FN T sub_group_shuffle_xor(T x, uint mask) { return from_lane(x, lane_id() ^ mask); } \
  VG_FN T sub_group_shuffle_up(T x, uint n) { return from_lane(x, lane_id() - n); }        \
  VG_FN T sub_group_shuffle_down(T x, uint n) { return from_lane(x, lane_id() + n); }      \
  VG_FN T sub_group_rotate(T x, int n) { return from_lane(x, rotated((uint)n, 32)); }      \
  VG_FN T sub_group_clustered_rotate(T x, int n, uint size) {                              \
    return from_lane(x, rotated((uint)n, size));                                           \
  }                                                                                        \
  VG_FN int sub_group_non_uniform_all_equal(T x) {                                         \
    T first = from_lane(x, __builtin_ctz(__vg_active_mask()));                             \
    return __vg_ballot(x != first) == 0;                                                   \
  }
#define VG_NUMBER(T) VG_MOVES(T) VG_COLLECTIVES(T) VG_NON_UNIFORM_NUMBERS(T) VG_CLUSTERED_NUMBERS(T)
#define VG_WHOLE(T, unused) VG_NUMBER(T) VG_NON_UNIFORM_BITS(T) VG_CLUSTERED_BITS(T)
VG_INTEGERS(VG_WHOLE, )
VG_NUMBER(float)
VG_NUMBER(double)
VG_NUMBER(half)

// Truth values: any number counts as true.
#define VG_LOGICAL(name, operation, neutral)                                                   \
  VG_IN int logic_##name(int x, uint last) {                                                   \
    uint active = __vg_active_mask(), bits = __vg_ballot(x != 0);                              \
    uint mask = active & (last > 31 ? ~0u : (1u << last) - 1);                                 \
    return mask == 0 ? neutral : (operation);                                                  \
  }                                                                                            \
  VG_FN int sub_group_non_uniform_reduce_logical_##name(int x) { return logic_##name(x, 32); } \
  VG_FN int sub_group_non_uniform_scan_inclusive_logical_##name(int x) {                       \
    return logic_##name(x, lane_id() + 1);                                                     \
  }                                                                                            \
  VG_FN int sub_group_non_uniform_scan_exclusive_logical_##name(int x) {                       \
    return logic_##name(x, lane_id());                                                         \
  }                                                                                            \
  VG_FN int sub_group_clustered_reduce_logical_##name(int x, uint size) {                      \
    uint bits = __vg_ballot(x != 0), first = lane_id() & ~(size - 1);                          \
    uint mask = (size > 31 ? ~0u : (1u << size) - 1) << (first & 31);                          \
    mask &= __vg_active_mask();                                                                \
    return (operation);                                                                        \
  }
VG_LOGICAL(and, (bits & mask) == mask, 1)
VG_LOGICAL(or, (bits & mask) != 0, 0)
VG_LOGICAL(xor, __builtin_popcount(bits& mask) & 1, 0)

// Ballots: bit per lane in the first component.
VG_FN uint4 sub_group_ballot(int x) { return (uint4)(__vg_ballot(x != 0), 0, 0, 0); }
VG_FN int sub_group_inverse_ballot(uint4 bits) { return bits.x >> lane_id() & 1; }
VG_FN int sub_group_ballot_bit_extract(uint4 bits, uint lane) { return bits.x >> (lane & 31) & 1; }
VG_IN uint lanes_below(uint lane) { return (1u << lane) - 1; }
VG_IN uint all_lanes(void) { return lane_count() > 31 ? ~0u : (1u << lane_count()) - 1; }
VG_FN uint sub_group_ballot_bit_count(uint4 bits) {
  return __builtin_popcount(bits.x & all_lanes());
}
VG_FN uint sub_group_ballot_inclusive_scan(uint4 bits) {
  return __builtin_popcount(bits.x & (lanes_below(lane_id()) | 1u << lane_id()));
}
VG_FN uint sub_group_ballot_exclusive_scan(uint4 bits) {
  return __builtin_popcount(bits.x & lanes_below(lane_id()));
}
VG_FN uint sub_group_ballot_find_lsb(uint4 bits) {
  return __builtin_ctzg(bits.x & all_lanes(), 32);
}
VG_FN uint sub_group_ballot_find_msb(uint4 bits) {
  return 31 - __builtin_clzg(bits.x & all_lanes(), 31);
}
VG_FN uint4 get_sub_group_eq_mask(void) { return (uint4)(1u << lane_id(), 0, 0, 0); }
VG_FN uint4 get_sub_group_ge_mask(void) {
  return (uint4)(~lanes_below(lane_id()) & all_lanes(), 0, 0, 0);
}
VG_FN uint4 get_sub_group_gt_mask(void) {
  return (uint4)(~lanes_below(lane_id()) & ~(1u << lane_id()) & all_lanes(), 0, 0, 0);
}
VG_FN uint4 get_sub_group_le_mask(void) {
  return (uint4)(lanes_below(lane_id()) | 1u << lane_id(), 0, 0, 0);
}
VG_FN uint4 get_sub_group_lt_mask(void) { return (uint4)(lanes_below(lane_id()), 0, 0, 0); }

// Vectors, component by component.
#define VG_BROADCAST_VECTOR(N, T)                                               \
  VG_FN T##N sub_group_broadcast(T##N x, uint lane) {                           \
    T##N r;                                                                     \
    _Pragma("unroll") for (int i = 0; i < N; i++) r[i] = from_lane(x[i], lane); \
    return r;                                                                   \
  }                                                                             \
  VG_FN T##N sub_group_non_uniform_broadcast(T##N x, uint lane) {               \
    return sub_group_broadcast(x, lane);                                        \
  }
#define VG_BROADCAST_VECTORS(T, unused) VG_VECTOR_SIZES(VG_BROADCAST_VECTOR, T)
VG_INTEGERS(VG_BROADCAST_VECTORS, )
VG_BROADCAST_VECTORS(float, )
VG_BROADCAST_VECTORS(double, )
VG_BROADCAST_VECTORS(half, )
