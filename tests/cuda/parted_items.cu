// Barriers that only some threads of a block come to: those in range wait inside of a branch or a loop, the others where
// all meet again.
// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include <vector>

#include "check.h"
#include "managed.h"

constexpr int kCount = 1000;

__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
  return value;
}

__global__ void sum_those_in_range(const float* in, float* out, float* sum, int n) {
  extern __shared__ float first[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = 0;
  if (i < n) {
    if (threadIdx.x < 8) first[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    mine = in[i] + first[3];
    out[i] = mine;
  }
  const float of_warp = warp_sum(mine);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, of_warp);
}

CASE(a_warp_is_whole_again_behind_a_barrier_of_some) {
  Managed<float> in(2 * kCount), out(2 * kCount), sum(1);
  float wanted = 0;
  for (int i = 0; i < 2 * kCount; ++i) in[i] = (float)(i % 7), out[i] = -5;
  for (int i = 0; i < kCount; ++i) wanted += in[i] + in[3];
  for (int threads : {32, 96, 128, 512}) {
    sum[0] = 0;
    const int blocks = (kCount + threads - 1) / threads;
    sum_those_in_range<<<blocks, threads, 64>>>(in.get(), out.get(), sum.get(), kCount);
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(sum[0], wanted);
    EXPECT_EQ(out[kCount], -5.0f);
  }
}

__global__ void wait_twice(const int* in, int* out, int n) {
  __shared__ int shared[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = -1;
  shared[threadIdx.x] = i;
  if (i < n) {
    shared[threadIdx.x] = in[i];
    __syncthreads();
    mine = shared[threadIdx.x ^ 1];
    __syncthreads();
    shared[threadIdx.x] = mine + 1;
  }
  __syncthreads();
  out[i] = shared[255 - threadIdx.x];
}

CASE(all_meet_at_the_barrier_behind_the_branch) {
  const int size = 1024;
  Managed<int> in(size), out(size);
  for (int i = 0; i < size; ++i) in[i] = 3 * i;
  wait_twice<<<size / 256, 256>>>(in.get(), out.get(), kCount);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < size; ++i) {
    const int other = i / 256 * 256 + 255 - i % 256;
    EXPECT_EQ(out[i], other < kCount ? 3 * (other ^ 1) + 1 : other);
  }
}

// Threads leave the loop at different times.
__global__ void rounds(const int* in, int* out, int n) {
  __shared__ int shared[128];
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    shared[threadIdx.x] = in[i];
    __syncthreads();
    sum += shared[threadIdx.x / 4 * 4];
    __syncthreads();
  }
  shared[threadIdx.x] = sum;
  __syncthreads();
  int total = 0;
  for (int i = 0; i < blockDim.x; ++i) total += shared[i];
  out[threadIdx.x] = total;
}

CASE(loops_that_threads_leave_one_after_another) {
  Managed<int> in(kCount), out(128);
  for (int i = 0; i < kCount; ++i) in[i] = i * i % 11;
  for (int n : {4, 100, 128, 300, 1000}) {
    rounds<<<1, 128>>>(in.get(), out.get(), n);
    OK(cudaDeviceSynchronize());
    int wanted = 0;
    for (int i = 0; i < n; ++i) wanted += in[i / 128 * 128 + i % 128 / 4 * 4];
    for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], wanted);
  }
}

// Branches in branches in a loop, each with a barrier.
__global__ void nested(int* out, int n, int turns) {
  __shared__ int shared[8][16];
  int* const mine = &shared[threadIdx.y][threadIdx.x];
  const int id = threadIdx.y * 16 + threadIdx.x;
  *mine = 0;
  for (int turn = 0; turn < turns; ++turn) {
    if (id < n) {
      *mine += 1;
      __syncthreads();
      if (id < n / 2) {
        const int next = shared[threadIdx.y][threadIdx.x ^ 1];
        __syncthreads();
        *mine += next;
      }
      __syncthreads();
      *mine += 100;
    }
    __syncthreads();
    const int opposite = shared[7 - threadIdx.y][threadIdx.x];
    __syncthreads();
    *mine += opposite > 1000 ? 1 : 0;
  }
  out[id] = *mine;
}

CASE(branches_in_branches) {
  const int threads = 128, n = 90, turns = 12;
  Managed<int> out(threads);
  nested<<<1, dim3(16, 8)>>>(out.get(), n, turns);
  OK(cudaDeviceSynchronize());
  std::vector<int> wanted(threads, 0);
  for (int turn = 0; turn < turns; ++turn) {
    for (int i = 0; i < n; ++i) wanted[i] += 1;
    std::vector<int> before = wanted;
    for (int i = 0; i < n / 2; ++i) wanted[i] += before[i ^ 1];
    for (int i = 0; i < n; ++i) wanted[i] += 100;
    before = wanted;
    for (int i = 0; i < threads; ++i)
      wanted[i] += before[(7 - i / 16) * 16 + i % 16] > 1000 ? 1 : 0;
  }
  for (int i = 0; i < threads; ++i) EXPECT_EQ(out[i], wanted[i]);
}

// Some wait before the loop, and in its rounds others than in the round before; the last round is not the same for all.
__global__ void uneven_rounds(unsigned* out, int n) {
  __shared__ unsigned shared[96];
  const int id = threadIdx.x;
  unsigned mine = id * 7 + 1;
  shared[id] = 0;
  __syncthreads();
  if (id >= n) {
    shared[id] = mine;
    __syncthreads();
    mine += shared[95 - id % 48];
  }
  for (int round = 0; round < id / 32 + 1; ++round) {
    if ((mine + round) % 3 == 0) {
      __syncthreads();
      shared[id] = mine;
      __syncthreads();
      mine += shared[(id + 64) % 96];
    }
    mine = mine * 5 + id;
  }
  __syncthreads();
  shared[id] = mine;
  __syncthreads();
  out[id] = shared[(id + 5) % 96];
}

CASE(rounds_of_a_loop_are_the_same_for_all_who_are_in_it) {
  const int threads = 96, n = 37;
  Managed<unsigned> out(threads);
  uneven_rounds<<<1, threads>>>(out.get(), n);
  OK(cudaDeviceSynchronize());
  std::vector<unsigned> mine(threads), shared(threads, 0);
  for (int i = 0; i < threads; ++i) mine[i] = i * 7 + 1;
  for (int i = n; i < threads; ++i) shared[i] = mine[i];
  for (int i = n; i < threads; ++i) mine[i] += shared[95 - i % 48];
  for (int round = 0; round < 3; ++round) {
    std::vector<int> waiting;
    for (int i = 32 * round; i < threads; ++i)
      if ((mine[i] + round) % 3 == 0) waiting.push_back(i);
    for (int i : waiting) shared[i] = mine[i];
    for (int i : waiting) mine[i] += shared[(i + 64) % 96];
    for (int i = 32 * round; i < threads; ++i) mine[i] = mine[i] * 5 + i;
  }
  for (int i = 0; i < threads; ++i) EXPECT_EQ(out[i], mine[(i + 5) % 96]);
}

int main() { return run_cases(); }
