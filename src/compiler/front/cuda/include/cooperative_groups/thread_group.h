// cooperative_groups::thread_group and tiles of more than a warp.
// SPDX-License-Identifier: MIT
#ifndef VG_COOPERATIVE_GROUPS_THREAD_GROUP_H
#define VG_COOPERATIVE_GROUPS_THREAD_GROUP_H

#include "cooperative_groups/tiles.h"

namespace cooperative_groups {

// Any of the groups, for functions that do not care which: sync, size and thread_rank.
class thread_group {
 public:
  VG_MEMBER thread_group(const thread_block&) : kind_(block) {}
  VG_MEMBER thread_group(const grid_group&) : kind_(grid) {}
  VG_MEMBER thread_group(const coalesced_group& group) : kind_(lanes), mask_(group.lane_mask()) {}
  template <unsigned Size, class Parent>
  VG_MEMBER thread_group(const thread_block_tile<Size, Parent>& tile)
      : kind_(lanes), mask_(tile.lane_mask()) {}
  VG_MEMBER void sync() const {
    kind_ == lanes ? __vg_warp_barrier() : kind_ == block ? __vg_barrier() : __vg_grid_barrier();
  }
  VG_MEMBER unsigned long long size() const {
    return kind_ == lanes   ? members().size()
           : kind_ == block ? thread_block::size()
                            : grid_group::size();
  }
  VG_MEMBER unsigned long long num_threads() const { return size(); }
  VG_MEMBER unsigned long long thread_rank() const {
    return kind_ == lanes   ? members().thread_rank()
           : kind_ == block ? thread_block::thread_rank()
                            : grid_group::thread_rank();
  }
  VG_MEMBER bool is_valid() const { return true; }
  VG_MEMBER unsigned lane_mask() const { return kind_ == lanes ? mask_ : 0xffffffffu; }

 private:
  enum { lanes, block, grid } kind_;
  unsigned mask_ = 0;
  VG_MEMBER coalesced_group members() const { return coalesced_group(mask_); }
};
VG_FN thread_group tiled_partition(const thread_group& group, unsigned size) {
  return group.size() > 32 ? tiled_partition(thread_block(), size)
                           : tiled_partition(coalesced_group(group.lane_mask()), size);
}

// A thread by itself.
VG_FN thread_block_tile<1> this_thread() { return {}; }

// Memory that CUDA wants for tiles of several warps; none is needed here.
template <unsigned Threads = 1024>
struct block_tile_memory {};
template <unsigned Threads>
VG_FN thread_block this_thread_block(block_tile_memory<Threads>&) {
  return {};
}

// More than a warp: the tiles of a block come to their barriers together.
template <unsigned Size>
class large_tile {
 public:
  VG_MEMBER static constexpr unsigned size() { return Size; }
  VG_MEMBER static constexpr unsigned num_threads() { return Size; }
  VG_MEMBER static unsigned thread_rank() { return __vg_linear_id() % Size; }
  VG_MEMBER static unsigned meta_group_rank() { return __vg_linear_id() / Size; }
  VG_MEMBER static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
  VG_MEMBER static void sync() { __vg_barrier(); }
};
template <unsigned Size, class Parent, __vg_if<(Size > 32)> = 0>
VG_FN large_tile<Size> tiled_partition(const Parent&) {
  return {};
}
}  // namespace cooperative_groups

#endif
