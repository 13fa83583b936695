// Cooperative groups: a block, its tiles, the threads that happen to be together, a cluster, the whole grid, several grids.
// SPDX-License-Identifier: MIT
#ifndef VG_COOPERATIVE_GROUPS_H
#define VG_COOPERATIVE_GROUPS_H

#ifndef __CUDA__
#include "vgpu_vector_types.h"
#else
#include "vgpu_cuda.h"

namespace cooperative_groups {

// Threads that have arrived go on when they have waited: here all of them come together when they wait.
struct arrival_token {};

class thread_block {
 public:
  typedef cooperative_groups::arrival_token arrival_token;
  VG_MEMBER static void sync() { __vg_barrier(); }
  VG_MEMBER static arrival_token barrier_arrive() { return {}; }
  VG_MEMBER static void barrier_wait(arrival_token&&) { __vg_barrier(); }
  VG_MEMBER static unsigned thread_rank() { return __vg_linear_id(); }
  VG_MEMBER static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  VG_MEMBER static unsigned num_threads() { return size(); }
  VG_MEMBER static dim3 group_index() { return blockIdx; }
  VG_MEMBER static dim3 thread_index() { return threadIdx; }
  VG_MEMBER static dim3 group_dim() { return blockDim; }
  VG_MEMBER static dim3 dim_threads() { return blockDim; }
};
VG_FN thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  VG_MEMBER static bool is_valid() { return true; }
  typedef cooperative_groups::arrival_token arrival_token;
  VG_MEMBER static void sync() { __vg_grid_barrier(); }
  VG_MEMBER static arrival_token barrier_arrive() { return {}; }
  VG_MEMBER static void barrier_wait(arrival_token&&) { __vg_grid_barrier(); }
  VG_MEMBER static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  VG_MEMBER static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  VG_MEMBER static unsigned long long size() { return num_blocks() * thread_block::size(); }
  VG_MEMBER static unsigned long long num_threads() { return size(); }
  VG_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  VG_MEMBER static dim3 group_dim() { return gridDim; }
  VG_MEMBER static dim3 dim_blocks() { return gridDim; }
  VG_MEMBER static dim3 block_index() { return blockIdx; }
};
VG_FN grid_group this_grid() { return {}; }

// Lanes of one warp, named by a mask; ranks count the members below a lane.
class coalesced_group {
 public:
  VG_MEMBER explicit coalesced_group(unsigned mask) : mask_(mask) {}
  VG_MEMBER unsigned size() const { return (unsigned)__popc(mask_); }
  VG_MEMBER unsigned num_threads() const { return size(); }
  VG_MEMBER unsigned thread_rank() const {
    return (unsigned)__popc(mask_ & ((1u << __vg_lane()) - 1u));
  }
  VG_MEMBER unsigned meta_group_size() const { return 1; }
  VG_MEMBER unsigned meta_group_rank() const { return 0; }
  VG_MEMBER void sync() const { __vg_warp_barrier(); }
  VG_MEMBER int any(int p) const { return __any_sync(mask_, p); }
  VG_MEMBER int all(int p) const { return __all_sync(mask_, p); }
  VG_MEMBER unsigned ballot(int p) const { return pack(__ballot_sync(mask_, p)); }
  template <class T>
  VG_MEMBER T shfl(T value, int rank) const {
    return __vg_shuffle(value, lane_of(rank));
  }
  template <class T>
  VG_MEMBER T shfl_up(T value, unsigned delta) const {
    int rank = (int)thread_rank() - (int)delta;
    return __vg_shuffle(value, rank < 0 ? (int)__vg_lane() : lane_of(rank));
  }
  template <class T>
  VG_MEMBER T shfl_down(T value, unsigned delta) const {
    unsigned rank = thread_rank() + delta;
    return __vg_shuffle(value, rank >= size() ? (int)__vg_lane() : lane_of((int)rank));
  }
  template <class T>
  VG_MEMBER unsigned match_any(T value) const {
    return pack(__match_any_sync(mask_, value));
  }
  template <class T>
  VG_MEMBER unsigned match_all(T value, int& same) const {
    return pack(__match_all_sync(mask_, value, &same));
  }
  VG_MEMBER unsigned lane_mask() const { return mask_; }

 private:
  VG_MEMBER int lane_of(int rank) const { return (int)__fns(mask_, 0, rank + 1) & 31; }
  VG_MEMBER unsigned pack(unsigned lanes) const {
    unsigned packed = 0, rank = 0;
    for (int lane = 0; lane < 32; ++lane) {
      packed |= (lanes >> lane & 1u) << (rank & 31u);
      rank += mask_ >> lane & 1u;
    }
    return packed;
  }
  unsigned mask_;
};
VG_FN coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <class Group>
VG_FN void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

#include "cooperative_groups/cluster.h"
#include "cooperative_groups/multi_grid.h"
#include "cooperative_groups/thread_group.h"
#include "cooperative_groups/tiles.h"
#include "vgpu_std_around.h"

#endif
#endif
