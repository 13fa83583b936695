// cub's barrier of the grid, its queue, merges, direct loads and stores and sorts of a thread; small functions of groups.
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cub/cub.cuh>
#include <cub/grid/grid_barrier.cuh>

#include <algorithm>
#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

// Every round reads what another block wrote in the round before.
__global__ void pass_on(cub::GridBarrier barrier, int* values, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const int next = values[(blockIdx.x + 1) % gridDim.x];
    barrier.Sync();
    if (threadIdx.x == 0) values[blockIdx.x] = next + 1;
    barrier.Sync();
  }
}

CASE(barrier_of_the_grid) {
  const int blocks = 6, rounds = 5;
  int* values;
  OK(cudaMallocManaged(&values, blocks * sizeof(int)));
  for (int i = 0; i < blocks; ++i) values[i] = 100 * i;
  cub::GridBarrierLifetime barrier;
  OK(barrier.Setup(blocks));
  pass_on<<<blocks, 64>>>(barrier, values, rounds);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < blocks; ++i) EXPECT_EQ(values[i], 100 * ((i + rounds) % blocks) + rounds);
  OK(cudaFree(values));
}

__global__ void drain(cub::GridQueue<int> queue, int* seen) {
  for (int at = queue.Drain(1); at < queue.FillSize(); at = queue.Drain(1)) atomicAdd(seen + at, 1);
}
__global__ void fill(cub::GridQueue<int> queue, int size) { queue.FillAndResetDrain(size); }

CASE(queue_of_the_grid) {
  int *seen, *storage;
  OK(cudaMallocManaged(&seen, 100 * sizeof(int)));
  OK(cudaMemset(seen, 0, 100 * sizeof(int)));
  OK(cudaMalloc(&storage, cub::GridQueue<int>::AllocationSize()));
  cub::GridQueue<int> queue(storage);
  fill<<<1, 1>>>(queue, 100);
  drain<<<3, 32>>>(queue, seen);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(std::count(seen, seen + 100, 1), 100);
  OK(cudaFree(seen));
  OK(cudaFree(storage));
}

struct Greater {
  __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};

CASE(merges) {
  std::vector<int> a(500), b(300), wanted;
  for (int i = 0; i < 500; ++i) a[i] = 3 * i;
  for (int i = 0; i < 300; ++i) b[i] = 5 * i;
  int *x, *y, *out, *values;
  OK(cudaMallocManaged(&x, 500 * sizeof(int)));
  OK(cudaMallocManaged(&y, 300 * sizeof(int)));
  OK(cudaMallocManaged(&out, 800 * sizeof(int)));
  OK(cudaMallocManaged(&values, 800 * sizeof(int)));
  for (const bool down : {false, true}) {
    if (down) std::reverse(a.begin(), a.end()), std::reverse(b.begin(), b.end());
    std::copy(a.begin(), a.end(), x), std::copy(b.begin(), b.end(), y);
    wanted.resize(800);
    if (down)
      std::merge(a.begin(), a.end(), b.begin(), b.end(), wanted.begin(), Greater());
    else
      std::merge(a.begin(), a.end(), b.begin(), b.end(), wanted.begin());
    size_t bytes = 0;
    if (down) {
      OK(cub::DeviceMerge::MergePairs(nullptr, bytes, x, x, 500, y, y, 300, out, values,
                                      Greater()));
      OK(cub::DeviceMerge::MergePairs(values, bytes, x, x, 500, y, y, 300, out, values, Greater()));
      EXPECT(std::equal(wanted.begin(), wanted.end(), values));
    } else {
      OK(cub::DeviceMerge::MergeKeys(nullptr, bytes, x, 500, y, 300, out));
      OK(cub::DeviceMerge::MergeKeys(values, bytes, x, 500, y, 300, out));
    }
    EXPECT(std::equal(wanted.begin(), wanted.end(), out));
  }
  for (int* memory : {x, y, out, values}) OK(cudaFree(memory));
}

// Loads 4 items a thread one way and stores them another; beyond `count` stands -1.
__global__ void direct(const int* from, int* out, int count) {
  int items[4];
  const int rank = threadIdx.x;
  cub::LoadDirectBlockedVectorized(rank, from, items);
  cub::StoreDirectStriped<64>(rank, out, items);
  cub::LoadDirectStriped<64>(rank, from, items, count, -1);
  cub::StoreDirectBlocked(rank, out + 256, items);
  cub::LoadDirectWarpStriped(rank, from, items);
  cub::StoreDirectBlocked(rank, out + 512, items, count);
  int keys[4] = {items[0] % 2, items[1] % 3, items[2] % 2, items[3] % 3};
  cub::StableOddEvenSort(keys, items, Greater());
  for (int i = 0; i < 4; ++i) out[768 + 4 * rank + i] = keys[i];
}

CASE(direct_data) {
  int *from, *out;
  const int count = 201;
  OK(cudaMallocManaged(&from, 256 * sizeof(int)));
  OK(cudaMallocManaged(&out, 1024 * sizeof(int)));
  for (int i = 0; i < 256; ++i) from[i] = i;
  for (int i = 0; i < 1024; ++i) out[i] = -2;
  direct<<<1, 64>>>(from, out, count);
  OK(cudaDeviceSynchronize());
  for (int rank = 0; rank < 64; ++rank)
    for (int i = 0; i < 4; ++i) {
      const int blocked = 4 * rank + i, striped = 64 * i + rank;
      EXPECT_EQ(out[striped], blocked);
      EXPECT_EQ(out[256 + blocked], striped < count ? striped : -1);
      EXPECT_EQ(out[512 + blocked], blocked < count ? rank / 32 * 128 + i * 32 + rank % 32 : -2);
      EXPECT(i == 0 || out[768 + blocked - 1] >= out[768 + blocked]);
    }
  EXPECT_EQ(cub::DivideAndRoundUp(10, 4), 3);
  OK(cudaFree(from));
  OK(cudaFree(out));
}

__global__ void small_things(int* ranks, float2* pairs, float4* fours, __half* h,
                             __nv_bfloat16* b) {
  auto block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  __shared__ int last;
  if (threadIdx.x == 63) last = 63;
  block.barrier_wait(static_cast<decltype(token)&&>(token));
  auto self = cg::this_thread();
  self.sync();
  ranks[threadIdx.x] = last + int(self.size()) + int(self.thread_rank());
  atomicAdd(pairs, make_float2(1, 2));
  atomicAdd(fours, make_float4(1, 2, 3, 4));
  if (threadIdx.x == 0) {
    h[1] = h[0]++;
    ++h[0];
    b[1] = --b[0];
    b[0]--;
  }
}

CASE(small_things_of_kernels) {
  int* ranks;
  float2* pairs;
  float4* fours;
  __half* h;
  __nv_bfloat16* b;
  OK(cudaMallocManaged(&ranks, 64 * sizeof(int)));
  OK(cudaMallocManaged(&pairs, sizeof(float2)));
  OK(cudaMallocManaged(&fours, sizeof(float4)));
  OK(cudaMallocManaged(&h, 2 * sizeof(__half)));
  OK(cudaMallocManaged(&b, 2 * sizeof(__nv_bfloat16)));
  *pairs = make_float2(0, 0), *fours = make_float4(0, 0, 0, 0);
  h[0] = 3.0f, b[0] = 3.0f;
  small_things<<<1, 64>>>(ranks, pairs, fours, h, b);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(std::count(ranks, ranks + 64, 64), 64);
  EXPECT(pairs->x == 64 && pairs->y == 128);
  EXPECT(fours->x == 64 && fours->y == 128 && fours->z == 192 && fours->w == 256);
  EXPECT(float(h[0]) == 5 && float(h[1]) == 3 && float(b[0]) == 1 && float(b[1]) == 2);
  for (void* memory : {(void*)ranks, (void*)pairs, (void*)fours, (void*)h, (void*)b})
    OK(cudaFree(memory));
}

int main() { return run_cases(); }
