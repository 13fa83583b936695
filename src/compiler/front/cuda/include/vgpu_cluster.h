// Clusters: blocks that run together and see each other's shared memory.
//
// The launch says how many blocks a cluster has, in each direction, and how far the memories of two of them lie apart
// (src/device/cpu/waiting_grid.h); behind the last one is the word at which they wait. Addresses are made of integers, so
// that the compiler does not take another block's memory for this one's. Without clusters each block is one.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_CLUSTER_H
#define VG_VGPU_CLUSTER_H

#include "vgpu_synchronization.h"

VG_FN unsigned __vg_cluster_size(int axis) {
  const unsigned size = (unsigned)(__vg_global_offset(0) >> 8 * axis) & 0xffu;
  return size == 0 ? 1u : size;
}
VG_FN unsigned __clusterDimIsSpecified() { return __vg_global_offset(0) != 0; }
VG_FN dim3 __clusterDim() {
  return dim3(__vg_cluster_size(0), __vg_cluster_size(1), __vg_cluster_size(2));
}
VG_FN unsigned __clusterSizeInBlocks() {
  return __vg_cluster_size(0) * __vg_cluster_size(1) * __vg_cluster_size(2);
}
VG_FN dim3 __clusterRelativeBlockIdx() {
  return dim3(blockIdx.x % __vg_cluster_size(0), blockIdx.y % __vg_cluster_size(1),
              blockIdx.z % __vg_cluster_size(2));
}
VG_FN unsigned __clusterRelativeBlockRank() {
  const dim3 at = __clusterRelativeBlockIdx();
  return (at.z * __vg_cluster_size(1) + at.y) * __vg_cluster_size(0) + at.x;
}
VG_FN dim3 __clusterIdx() {
  return dim3(blockIdx.x / __vg_cluster_size(0), blockIdx.y / __vg_cluster_size(1),
              blockIdx.z / __vg_cluster_size(2));
}
VG_FN dim3 __clusterGridDimInClusters() {
  return dim3(gridDim.x / __vg_cluster_size(0), gridDim.y / __vg_cluster_size(1),
              gridDim.z / __vg_cluster_size(2));
}

// The same place in the shared memory of another block, and whose memory an address lies in.
VG_FN void* __cluster_map_shared_rank(const void* place, unsigned rank) {
  const long blocks = (long)rank - (long)__clusterRelativeBlockRank();
  return (void*)((long)place + blocks * (long)__vg_global_offset(1));
}
VG_FN unsigned __cluster_query_shared_rank(const void* place) {
  const long bytes = (long)__vg_global_offset(1);
  if (bytes == 0) return 0;
  const long first = (long)__vg_local_begin() - (long)__clusterRelativeBlockRank() * bytes;
  return (unsigned)(((long)place - first) / bytes);
}

// Below how many threads have arrived, above how often all had.
VG_FN unsigned* __vg_cluster_word() {
  return (unsigned*)__cluster_map_shared_rank((const void*)__vg_local_begin(),
                                              __clusterSizeInBlocks());
}
VG_FN unsigned __vg_cluster_arrive(unsigned threads) {
  const unsigned all = __clusterSizeInBlocks() * blockDim.x * blockDim.y * blockDim.z;
  unsigned* word = __vg_cluster_word();
  const unsigned before = __atomic_fetch_add(word, threads, __ATOMIC_SEQ_CST);
  if ((before & 0xffffu) + threads == all)
    __atomic_fetch_add(word, 0x10000u - all, __ATOMIC_SEQ_CST);
  return before >> 16;
}
VG_FN void __vg_cluster_wait(unsigned opened) {
  while (*(volatile unsigned*)__vg_cluster_word() >> 16 == opened) {
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
VG_FN void __vg_cluster_sync() {
  __vg_barrier();
  if (__clusterSizeInBlocks() == 1) return;
  if (__vg_linear_id() == 0)
    __vg_cluster_wait(__vg_cluster_arrive(blockDim.x * blockDim.y * blockDim.z));
  __vg_barrier();
}

#endif
