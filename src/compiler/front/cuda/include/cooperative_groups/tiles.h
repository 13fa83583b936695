// Tiles of 1 to 32 neighbouring threads.
// SPDX-License-Identifier: MIT
#ifndef VG_COOPERATIVE_GROUPS_TILES_H
#define VG_COOPERATIVE_GROUPS_TILES_H

namespace cooperative_groups {

template <unsigned Size, class Parent = thread_block>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1 to 32 threads");

 public:
  VG_MEMBER static constexpr unsigned size() { return Size; }
  VG_MEMBER static constexpr unsigned num_threads() { return Size; }
  VG_MEMBER static unsigned thread_rank() { return __vg_lane() & (Size - 1); }
  VG_MEMBER static unsigned meta_group_rank() { return __vg_linear_id() / Size; }
  VG_MEMBER static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
  VG_MEMBER static void sync() { __vg_warp_barrier(); }
  VG_MEMBER static int any(int p) { return __any_sync(lane_mask(), p); }
  VG_MEMBER static int all(int p) { return __all_sync(lane_mask(), p); }
  VG_MEMBER static unsigned ballot(int p) { return __ballot_sync(lane_mask(), p) >> first(); }
  template <class T>
  VG_MEMBER static T shfl(T value, int rank) {
    return __shfl_sync(~0u, value, rank, Size);
  }
  template <class T>
  VG_MEMBER static T shfl_up(T value, unsigned delta) {
    return __shfl_up_sync(~0u, value, delta, Size);
  }
  template <class T>
  VG_MEMBER static T shfl_down(T value, unsigned delta) {
    return __shfl_down_sync(~0u, value, delta, Size);
  }
  template <class T>
  VG_MEMBER static T shfl_xor(T value, unsigned bits) {
    return __shfl_xor_sync(~0u, value, (int)bits, Size);
  }
  template <class T>
  VG_MEMBER static unsigned match_any(T value) {
    return __match_any_sync(lane_mask(), value) >> first();
  }
  VG_MEMBER static unsigned lane_mask() {
    return (Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1u) << first();
  }

 private:
  VG_MEMBER static unsigned first() { return __vg_lane() & ~(Size - 1); }
};

template <unsigned Size, class Parent>
VG_FN thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}
VG_FN coalesced_group tiled_partition(const thread_block&, unsigned size) {
  unsigned first = __vg_lane() & ~(size - 1);
  return coalesced_group((size == 32 ? 0xffffffffu : (1u << size) - 1u) << first);
}
template <class Parent>
VG_FN coalesced_group binary_partition(const Parent& parent, bool predicate) {
  unsigned yes = __ballot_sync(parent.lane_mask(), predicate);
  return coalesced_group(predicate ? yes : parent.lane_mask() & ~yes);
}
template <class Parent, class T>
VG_FN coalesced_group labeled_partition(const Parent& parent, T label) {
  return coalesced_group(__match_any_sync(parent.lane_mask(), label));
}

}  // namespace cooperative_groups

#endif
