// cuda::barrier with all and with some threads of a block, pipelines between producers and consumers.
//
// environment: VGPU_KERNEL_TIMEOUT=20000
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/pipeline>

#include "check.h"
#include "managed.h"

namespace {

namespace cg = cooperative_groups;
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

// Two halves of a block at barriers of their own, a different number of times.
__global__ void halves(int* out) {
  __shared__ BlockBarrier barriers[2];
  __shared__ int sums[2];
  const int half = threadIdx.x / 64;
  if (threadIdx.x < 2) {
    init(&barriers[threadIdx.x], 64);
    sums[threadIdx.x] = 0;
  }
  __syncthreads();
  for (int round = 1; round <= 3 + 2 * half; ++round) {
    atomicAdd(&sums[half], 1);
    barriers[half].arrive_and_wait();
    if (sums[half] != 64 * round) out[threadIdx.x] = -1;
    barriers[half].arrive_and_wait();
  }
  if (threadIdx.x % 64 == 0) out[half] = sums[half];
}

// Work between arriving and waiting, and a thread that leaves.
__global__ void split_phases(int* out) {
  __shared__ BlockBarrier barrier;
  __shared__ int values[96];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  auto token = barrier.arrive();
  const int own = threadIdx.x * 2;
  barrier.wait(std::move(token));
  out[threadIdx.x] = own + values[(threadIdx.x + 1) % 96];
  if (threadIdx.x == 95) {
    barrier.arrive_and_drop();
    return;
  }
  barrier.arrive_and_wait();
  barrier.arrive_and_wait();
  out[threadIdx.x] += 1;
}

constexpr int kStages = 2, kRows = 9, kRow = 64;

// Threads of the first warps fill rows, the others add them up.
template <bool kByCount>
__global__ void produce_and_consume(const int* in, int* out) {
  __shared__ int rows[kStages][kRow];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  auto block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  const auto role = produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = kByCount ? cuda::make_pipeline(block, &state, size_t(32))
                       : cuda::make_pipeline(block, &state, role);
  int sum = 0;
  for (int row = 0; row < kRows; ++row) {
    if (produces) {
      pipe.producer_acquire();
      for (int i = threadIdx.x; i < kRow; i += 32)
        cuda::memcpy_async(&rows[row % kStages][i], &in[row * kRow + i], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += rows[row % kStages][threadIdx.x - 32];
      pipe.consumer_release();
    }
  }
  if (!produces) out[threadIdx.x - 32] = sum;
}

CASE(barriers_of_some_threads) {
  Managed<int> out(128);
  halves<<<1, 128>>>(out.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 64 * 3);
  EXPECT_EQ(out[1], 64 * 5);
  for (int i = 2; i < 128; ++i) EXPECT_EQ(out[i], 0);
  split_phases<<<1, 96>>>(out.get());
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 96; ++i) EXPECT_EQ(out[i], 2 * i + (i + 1) % 96 + (i < 95));
}

CASE(producers_and_consumers) {
  Managed<int> in(kRows * kRow), out(kRow);
  for (int i = 0; i < kRows * kRow; ++i) in[i] = i * 7 % 101;
  const auto check = [&] {
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < kRow; ++i) {
      int sum = 0;
      for (int row = 0; row < kRows; ++row) sum += in[row * kRow + i];
      EXPECT_EQ(out[i], sum);
    }
    out.fill(0);
  };
  produce_and_consume<false><<<1, 32 + kRow>>>(in.get(), out.get());
  check();
  produce_and_consume<true><<<1, 32 + kRow>>>(in.get(), out.get());
  check();
}

}  // namespace

int main() { return run_cases(); }
