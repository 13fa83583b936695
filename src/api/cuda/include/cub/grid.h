// What blocks of cub's kernels have together: a barrier of the whole grid, and a queue of work.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_GRID_H
#define VG_CUB_GRID_H

#include <cuda_runtime.h>

#include "cub/types.h"

namespace cub {

// Blocks count their arrivals; the last of a round lets the others go on.
class GridBarrier {
 public:
  __host__ __device__ GridBarrier() : arrivals_(nullptr) {}
  __device__ void Sync() const {
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
      const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
      __threadfence();
      const unsigned arrived = atomicAdd(arrivals_, 1u);
      const unsigned wanted = arrived - arrived % blocks + blocks;
      while ((int)(atomicAdd(arrivals_, 0u) - wanted) < 0) {
      }
      __threadfence();
    }
    __syncthreads();
  }

 protected:
  unsigned* arrivals_;
};

// The barrier's memory, which a grid of any size can use once it is set up.
class GridBarrierLifetime : public GridBarrier {
 public:
  ~GridBarrierLifetime() { HostReset(); }
  cudaError_t HostReset() {
    const cudaError_t error = cudaFree(arrivals_);
    arrivals_ = nullptr;
    return error;
  }
  // Blocks of one launch count from zero, so the grid's size must not change in between.
  cudaError_t Setup(int) {
    if (arrivals_ == nullptr)
      if (const cudaError_t error = cudaMalloc(&arrivals_, sizeof(unsigned))) return error;
    return cudaMemset(arrivals_, 0, sizeof(unsigned));
  }
};

// Two counters: how many items there are to fill, and how many were taken.
template <class Offset>
class GridQueue {
 public:
  __host__ __device__ static size_t AllocationSize() { return 2 * sizeof(Offset); }
  __host__ __device__ GridQueue() : counters_(nullptr) {}
  __host__ __device__ explicit GridQueue(void* storage) : counters_((Offset*)storage) {}
  __device__ cudaError_t FillAndResetDrain(Offset size) const {
    counters_[0] = size, counters_[1] = 0;
    return cudaSuccess;
  }
  __device__ cudaError_t ResetDrain() const { return counters_[1] = 0, cudaSuccess; }
  __device__ cudaError_t ResetFill() const { return counters_[0] = 0, cudaSuccess; }
  __device__ Offset FillSize() const { return counters_[0]; }
  __device__ Offset Drain(Offset items) const { return atomicAdd(counters_ + 1, items); }
  __device__ Offset Fill(Offset items) const { return atomicAdd(counters_, items); }

 private:
  Offset* counters_;
};

enum GridMappingStrategy { GRID_MAPPING_RAKE, GRID_MAPPING_STRIP_MINE, GRID_MAPPING_DYNAMIC };

// Which tiles of many items a block works on: as many as the others or one more, side by side or a grid apart.
template <class Offset>
struct GridEvenShare {
  Offset num_items = 0;
  int grid_size = 0;
  Offset block_offset = 0, block_end = 0, block_stride = 0;

  __host__ __device__ void DispatchInit(Offset items, int most_blocks, int tile_items) {
    num_items = block_offset = block_end = items;
    tiles_ = (items + tile_items - 1) / tile_items;
    grid_size = tiles_ < (Offset)most_blocks ? (int)tiles_ : most_blocks;
  }
  template <int tile_items>
  __device__ void BlockInit(int block, Int2Type<GRID_MAPPING_RAKE>) {
    const Offset share = tiles_ / grid_size, longer = tiles_ % grid_size;
    const Offset first = block * share + (block < longer ? block : longer);
    block_stride = tile_items;
    block_offset = first * tile_items;
    block_end = block_offset + (share + (block < longer)) * tile_items;
    if (block_end > num_items) block_end = num_items;
  }
  template <int tile_items>
  __device__ void BlockInit(int block, Int2Type<GRID_MAPPING_STRIP_MINE>) {
    block_stride = (Offset)grid_size * tile_items;
    block_offset = (Offset)block * tile_items;
    block_end = num_items;
  }
  template <int tile_items, GridMappingStrategy strategy>
  __device__ void BlockInit() {
    BlockInit<tile_items>((int)blockIdx.x, Int2Type<strategy>());
  }
  template <int tile_items>
  __device__ void BlockInit(Offset offset, Offset end) {
    block_offset = offset, block_end = end, block_stride = tile_items;
  }

 private:
  Offset tiles_ = 0;
};

}  // namespace cub

#endif
