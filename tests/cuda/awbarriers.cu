// Barriers in 64 bits: those who arrive, wait, and drop out.
// SPDX-License-Identifier: MIT
#include <cuda_awbarrier.h>

#include "check.h"
#include "managed.h"

namespace {

constexpr int kThreads = 96, kRounds = 5;

// Even warps write what odd ones read a phase later.
__global__ void hand_over(int* out) {
  __shared__ __mbarrier_t barrier;
  __shared__ int kept[32];
  const int t = threadIdx.x, warp = t / 32;
  if (t == 0) __mbarrier_init(&barrier, kThreads);
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (warp == 0) kept[t] = 100 * round + t;
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {
    }
    if (warp > 0) sum += kept[31 - t % 32] * warp;
    const bool parity = (2 * round + 1) & 1;
    __mbarrier_arrive(&barrier);
    while (!__mbarrier_try_wait_parity(&barrier, parity, 100)) {
    }
  }
  out[t] = sum;
}

CASE(phases) {
  Managed<int> out(kThreads);
  hand_over<<<1, kThreads>>>(out.get());
  OK(cudaDeviceSynchronize());
  for (int t = 32; t < kThreads; ++t)
    EXPECT_EQ(out[t], (100 * (0 + 1 + 2 + 3 + 4) + kRounds * (31 - t % 32)) * (t / 32));
}

// The second warp drops out after the first phase.
__global__ void drop_out(unsigned* out) {
  using nvcuda::experimental::awbarrier;
  __shared__ awbarrier barrier;
  __shared__ int arrived;
  if (threadIdx.x == 0) {
    init(&barrier, 64);
    arrived = 0;
  }
  __syncthreads();
  atomicAdd(&arrived, 1);
  if (threadIdx.x >= 32) {
    out[threadIdx.x] = barrier.arrive_and_drop().pending_count();
    return;
  }
  barrier.arrive_and_wait();
  out[threadIdx.x] = (unsigned)arrived;
  barrier.arrive_and_wait();
  if (threadIdx.x == 0) arrived = 7;
  barrier.wait(barrier.arrive());
  out[threadIdx.x] += 1000 * (unsigned)arrived;
}

CASE(some_drop_out) {
  Managed<unsigned> out(64);
  drop_out<<<1, 64>>>(out.get());
  OK(cudaDeviceSynchronize());
  unsigned all = 0;
  for (int t = 0; t < 32; ++t) EXPECT_EQ(out[t], 7064u);
  for (int t = 32; t < 64; ++t) EXPECT(out[t] >= 1 && out[t] <= 64);
  for (int t = 32; t < 64; ++t) all |= out[t];
  EXPECT(all != 0);
}

}  // namespace

int main() { return run_cases(); }
