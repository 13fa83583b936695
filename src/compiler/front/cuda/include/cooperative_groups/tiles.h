// Tiles of 1 to 32 neighbouring threads.
// SPDX-License-Identifier: MIT
#ifndef VG_COOPERATIVE_GROUPS_TILES_H
#define VG_COOPERATIVE_GROUPS_TILES_H

namespace cooperative_groups {

template <bool>
struct __vg_enable {};
template <>
struct __vg_enable<true> {
  typedef int type;
};
template <bool condition>
using __vg_if = typename __vg_enable<condition>::type;

template <unsigned Size, class Parent = thread_block>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1 to 32 threads");

 public:
  thread_block_tile() = default;
  // A tile of a tile is a tile.
  template <class Other>
  VG_MEMBER thread_block_tile(const thread_block_tile<Size, Other>&) {}
  VG_MEMBER static constexpr unsigned size() { return Size; }
  VG_MEMBER static constexpr unsigned num_threads() { return Size; }
  VG_MEMBER static unsigned thread_rank() { return __vg_lane() & (Size - 1); }
  VG_MEMBER static unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
  VG_MEMBER static unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }
  VG_MEMBER static void sync() {
    if constexpr (Size > 1) __vg_warp_barrier();
  }
  VG_MEMBER static int any(int p) { return __any_sync(lane_mask(), p); }
  VG_MEMBER static int all(int p) { return __all_sync(lane_mask(), p); }
  VG_MEMBER static unsigned ballot(int p) { return __ballot_sync(lane_mask(), p) >> first(); }
  template <class T>
  VG_MEMBER static T shfl(T value, int rank) {
    return __vg_shuffle(value, __vg_index_lane(rank, Size));
  }
  template <class T>
  VG_MEMBER static T shfl_up(T value, unsigned delta) {
    return __vg_shuffle(value, __vg_up_lane(delta, Size));
  }
  template <class T>
  VG_MEMBER static T shfl_down(T value, unsigned delta) {
    return __vg_shuffle(value, __vg_down_lane(delta, Size));
  }
  template <class T>
  VG_MEMBER static T shfl_xor(T value, unsigned bits) {
    return __vg_shuffle(value, __vg_xor_lane((int)bits, Size));
  }
  template <class T>
  VG_MEMBER static unsigned match_any(T value) {
    return __match_any_sync(lane_mask(), value) >> first();
  }
  template <class T>
  VG_MEMBER static unsigned match_all(T value, int& same) {
    return __match_all_sync(lane_mask(), value, &same) >> first();
  }
  VG_MEMBER static unsigned lane_mask() {
    return (Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1u) << first();
  }

 private:
  VG_MEMBER static unsigned first() { return __vg_lane() & ~(Size - 1); }
};

template <unsigned Size, class Parent, __vg_if<Size <= 32> = 0>
VG_FN thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}
VG_FN coalesced_group tiled_partition(const thread_block&, unsigned size) {
  unsigned first = __vg_lane() & ~(size - 1);
  return coalesced_group((size == 32 ? 0xffffffffu : (1u << size) - 1u) << first);
}
VG_FN coalesced_group tiled_partition(const coalesced_group& group, unsigned size) {
  unsigned rank = 0, first = group.thread_rank() / size * size, mask = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (!(group.lane_mask() >> lane & 1u)) continue;
    mask |= (unsigned)(rank >= first && rank < first + size) << lane;
    ++rank;
  }
  return coalesced_group(mask);
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

template <class Group>
VG_FN auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
VG_FN auto group_size(const Group& group) {
  return group.size();
}
// One member does it; the others go on.
template <class Group, class Function, class... Arguments>
VG_FN void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
// One member's result for all.
template <class Group, class Function, class... Arguments>
VG_FN auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

#endif
