// What blocks of cub's kernels have together: a barrier of the whole grid, and a queue of work.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_GRID_H
#define VG_CUB_GRID_H

#include <cuda_runtime.h>

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

}  // namespace cub

#endif
