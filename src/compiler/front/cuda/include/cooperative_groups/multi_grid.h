// The grids of one cudaLaunchCooperativeKernelMultiDevice as a group. Included by cooperative_groups.h.
//
// What a grid must know of the others the run time writes into a variable of its device, before the grid begins
// (api/cuda/multi_grid.cpp, which knows the variable's name and what it holds).
// SPDX-License-Identifier: MIT
#ifndef VG_COOPERATIVE_GROUPS_MULTI_GRID_H
#define VG_COOPERATIVE_GROUPS_MULTI_GRID_H

namespace cooperative_groups {

struct __vg_multi_grid_place {
  unsigned rank, grids;  // 0 grids: it was launched alone
  unsigned rounds;       // barriers so far
  unsigned reserved;
  unsigned* arrived;  // how often one of the grids has come to a barrier
  unsigned long long threads_before, threads;
};
// A template's member, so that only programs that ask for it have one.
template <int unused>
struct __vg_multi_grid {
  static __device__ __vg_multi_grid_place place;
};
template <int unused>
__device__ __vg_multi_grid_place __vg_multi_grid<unused>::place;

class multi_grid_group {
 public:
  VG_MEMBER static bool is_valid() { return place().grids != 0; }
  VG_MEMBER static unsigned num_grids() { return is_valid() ? place().grids : 1; }
  VG_MEMBER static unsigned grid_rank() { return place().rank; }
  VG_MEMBER static unsigned long long size() {
    return is_valid() ? place().threads : grid_group::size();
  }
  VG_MEMBER static unsigned long long num_threads() { return size(); }
  VG_MEMBER static unsigned long long thread_rank() {
    return place().threads_before + grid_group::thread_rank();
  }
  // One thread waits for the other grids, its own grid for that one.
  VG_MEMBER static void sync() {
    __vg_grid_barrier();
    if (place().grids > 1 && grid_group::thread_rank() == 0) {
      const unsigned all = place().grids * ++place().rounds;
      __threadfence_system();
      atomicAdd_system(place().arrived, 1u);
      while (*(volatile unsigned*)place().arrived < all) {
      }
      __threadfence_system();
    }
    __vg_grid_barrier();
  }

 private:
  VG_MEMBER static __vg_multi_grid_place& place() { return __vg_multi_grid<0>::place; }
};
VG_FN multi_grid_group this_multi_grid() { return {}; }

}  // namespace cooperative_groups

#endif
