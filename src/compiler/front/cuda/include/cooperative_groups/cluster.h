// The blocks of a cluster as a group; see vgpu_cluster.h. Included by cooperative_groups.h.
// SPDX-License-Identifier: MIT
#ifndef VG_COOPERATIVE_GROUPS_CLUSTER_H
#define VG_COOPERATIVE_GROUPS_CLUSTER_H

namespace cooperative_groups {

class cluster_group {
 public:
  // How often the cluster's barrier had opened when a thread arrived.
  struct arrival_token {
    unsigned opened;
  };
  VG_MEMBER static void sync() { __vg_cluster_sync(); }
  VG_MEMBER static arrival_token barrier_arrive() {
    if (num_blocks() == 1) return {0};
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return {__vg_cluster_arrive(1)};
  }
  VG_MEMBER static void barrier_wait(arrival_token&& token) {
    if (num_blocks() == 1)
      __vg_barrier();
    else
      __vg_cluster_wait(token.opened);
  }
  VG_MEMBER static unsigned query_shared_rank(const void* place) {
    return __cluster_query_shared_rank(place);
  }
  template <class T>
  VG_MEMBER static T* map_shared_rank(T* place, int rank) {
    return (T*)__cluster_map_shared_rank((const void*)place, (unsigned)rank);
  }
  VG_MEMBER static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  VG_MEMBER static unsigned block_rank() { return __clusterRelativeBlockRank(); }
  VG_MEMBER static dim3 dim_blocks() { return __clusterDim(); }
  VG_MEMBER static unsigned num_blocks() { return __clusterSizeInBlocks(); }
  VG_MEMBER static dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  VG_MEMBER static unsigned thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  VG_MEMBER static dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  VG_MEMBER static unsigned num_threads() { return num_blocks() * thread_block::size(); }
  VG_MEMBER static unsigned size() { return num_threads(); }
};
VG_FN cluster_group this_cluster() { return {}; }

}  // namespace cooperative_groups

#endif
