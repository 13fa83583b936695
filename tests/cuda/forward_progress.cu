// Threads, warps and blocks that wait for each other in loops of their own: flags, locks, barriers made by hand, queues.
//
// environment: VGPU_KERNEL_TIMEOUT=20000
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include <numeric>

#include "check.h"
#include "managed.h"

namespace {

constexpr int kBlocks = 48, kThreads = 96;

// Flags of other blocks, read as programs read them.

__global__ void wait_for_earlier(volatile int* flag) {
  const int b = blockIdx.x;
  if (threadIdx.x == 0) {
    while (b > 0 && flag[b - 1] == 0) {
    }
    flag[b] = b == 0 ? 1 : flag[b - 1] + 1;
  }
}

__global__ void wait_for_later(int* flag, int* out) {
  const int b = blockIdx.x, last = gridDim.x - 1;
  if (threadIdx.x == 0) {
    while (b < last && atomicAdd(&flag[b + 1], 0) == 0) {
    }
    atomicExch(&flag[b], b == last ? 1 : flag[b + 1] + 1);
  }
  __syncthreads();
  out[b * blockDim.x + threadIdx.x] = flag[b];
}

__global__ void wait_with_fences(int* flag) {
  if (blockIdx.x + 1 < gridDim.x) {
    while (flag[blockIdx.x + 1] == 0) __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0) flag[blockIdx.x] = 1;
}

__global__ void wait_and_sleep(int* flag) {
  if (threadIdx.x == 0) {
    unsigned ns = 8;
    while (blockIdx.x + 1 < gridDim.x && atomicCAS(&flag[blockIdx.x + 1], 1, 1) != 1) {
      __nanosleep(ns);
      if (ns < 256) ns *= 2;
    }
    flag[blockIdx.x] = 1;
  }
}

// Locks.

__global__ void lock_of_blocks(int* lock, int* sum) {
  __shared__ int part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  atomicAdd(&part, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *static_cast<volatile int*>(sum) = *static_cast<volatile int*>(sum) + part;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void lock_of_threads_with_flag(int* lock, volatile int* sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum = *sum + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__device__ void acquire(int* lock) {
  while (atomicExch(lock, 1) != 0) {
  }
  __threadfence();
}
__device__ void release(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// Works since Volta: threads of a warp are scheduled independently.
__global__ void lock_of_threads(int* lock, int* sum) {
  acquire(lock);
  ++*static_cast<volatile int*>(sum);
  release(lock);
}

__global__ void locks_of_buckets(int* locks, volatile int* counts, int buckets) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) % buckets;
  acquire(&locks[i]);
  counts[i] = counts[i] + 1;
  release(&locks[i]);
}

// Among the threads of one block.

__global__ void warp_waits_for_warp(int* out, int forwards) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  const int warps = blockDim.x / 32, warp = threadIdx.x / 32;
  const int mine = forwards ? warp : warps - 1 - warp;
  if (threadIdx.x % 32 == 0) {
    while (turn != mine) {
    }
    out[blockIdx.x * warps + warp] = turn;
    __threadfence_block();
    turn = mine + 1;
  }
}

__global__ void lane_waits_for_lane(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncwarp();
  if (threadIdx.x == 3) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    out[blockIdx.x] = 7;
  } else if (threadIdx.x == 17) {
    atomicExch(&flag, 1);
  }
}

__global__ void producer_and_consumer(int* out, int rounds) {
  __shared__ volatile int box, full;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x == 0) {
      while (full == 0) {
      }
      sum += box;
      __threadfence_block();
      full = 0;
    } else if (threadIdx.x == 64) {
      while (full == 1) {
      }
      box = i;
      __threadfence_block();
      full = 1;
    }
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Lanes of one warp wait for different blocks, and meet again when all have what they want.
__global__ void lanes_wait_and_shuffle(volatile int* values) {
  int sum = 0;
  for (int b = threadIdx.x; b < blockIdx.x; b += 32) {
    while (values[b] == 0) {
    }
    sum += values[b];
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x == 0) values[blockIdx.x] = sum % 100 + 1;
}
__global__ void lanes_wait_and_share(volatile int* values) {
  __shared__ int sums[32];
  int sum = 0;
  for (int b = threadIdx.x; b < blockIdx.x; b += 32) {
    while (values[b] == 0) {
    }
    sum += values[b];
  }
  sums[threadIdx.x] = sum;
  __syncwarp();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 32; ++i) sum += sums[i];
    values[blockIdx.x] = sum % 100 + 1;
  }
}

// Some lanes meet while the others wait for what comes after that.
__global__ void lanes_meet_while_others_wait(int* out, int rounds) {
  __shared__ int round;
  if (threadIdx.x == 0) round = 0;
  __syncwarp();
  for (int i = 1; i <= rounds; ++i) {
    if (threadIdx.x < 8) {
      __syncwarp(0xff);
      if (threadIdx.x == 0) atomicExch(&round, i);
      __syncwarp(0xff);
    } else {
      while (atomicAdd(&round, 0) < i) {
      }
    }
  }
  out[blockIdx.x * 32 + threadIdx.x] = atomicAdd(&round, 0);
}

// Barriers of the grid, made by hand.

__device__ unsigned g_arrived;
__device__ void grid_barrier(unsigned round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&g_arrived, 1);
    while (*static_cast<volatile unsigned*>(&g_arrived) < gridDim.x * round) {
    }
    __threadfence();
  }
  __syncthreads();
}
__global__ void rounds_of_the_grid(int* a, int* b, int rounds) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 1; round <= rounds; ++round) {
    b[i] = a[(i + 1) % n] + 1;
    grid_barrier(round);
    int* swap = a;
    a = b;
    b = swap;
  }
}
__global__ void rounds_and_locks(int* lock, volatile int* sum, int* seen) {
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x == 0) {
      acquire(lock);
      *sum = *sum + 1;
      release(lock);
    }
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) seen[round * gridDim.x + blockIdx.x] = *sum;
    cooperative_groups::this_grid().sync();
  }
}

// A tree summed up from its leaves; node i has the children 2i + 1 and 2i + 2, so threads wait for others of all blocks.
__global__ void sum_up(volatile int* sums, int inner, int nodes) {
  const int step = gridDim.x * blockDim.x;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < inner; k += step) {
    const int node = inner - 1 - k, left = 2 * node + 1, right = left + 1;
    bool done = false;
    do {
      if (sums[left] >= 0 && (right >= nodes || sums[right] >= 0)) {
        sums[node] = 1 + sums[left] + (right < nodes ? sums[right] : 0);
        __threadfence();
        done = true;
      }
    } while (!done);
  }
}

// A scan in which every block looks back at what others have published; blocks take their parts from the far end.
__global__ void look_back(const int* in, int* out, unsigned long long* state) {
  __shared__ int part[kThreads], before;
  const int tile = gridDim.x - 1 - blockIdx.x, i = tile * kThreads + threadIdx.x;
  part[threadIdx.x] = in[i];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    const int more = threadIdx.x >= step ? part[threadIdx.x - step] : 0;
    __syncthreads();
    part[threadIdx.x] += more;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const unsigned own = part[kThreads - 1];
    atomicExch(&state[tile], (1ULL << 32) | own);
    unsigned sum = 0;
    for (int j = tile - 1; j >= 0;) {
      const unsigned long long seen = *static_cast<volatile unsigned long long*>(&state[j]);
      if (seen >> 32 == 0) continue;
      sum += unsigned(seen);
      if (seen >> 32 == 2) break;
      --j;
    }
    atomicExch(&state[tile], (2ULL << 32) | (sum + own));
    before = sum;
  }
  __syncthreads();
  out[i] = before + part[threadIdx.x];
}

// The first blocks wait for what the last ones put into a queue.
__global__ void queue(int* head, int* tail, volatile int* ready, int* items, int* sum, int n) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < gridDim.x / 2) {
    for (;;) {
      const int place = atomicAdd(head, 1);
      if (place >= n) break;
      while (ready[place] == 0) {
      }
      atomicAdd(sum, items[place]);
    }
  } else {
    for (;;) {
      const int place = atomicAdd(tail, 1);
      if (place >= n) break;
      items[place] = place;
      __threadfence();
      ready[place] = 1;
    }
  }
}

// Rows that wait for several before them, also of the same warp.
__global__ void wait_for_rows(volatile int* done, int needs) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = needs; k > 0;) {
    const int earlier = row - k * k;
    if (earlier < 0 || done[earlier] != 0) --k;
  }
  done[row] = 1;
}

__global__ void fail_while_others_wait(volatile int* flag) {
  if (blockIdx.x == gridDim.x - 1) __trap();
  while (*flag == 0) {
  }
}

__global__ void wait_for_flag(volatile int* flag, int* out) {
  while (*flag == 0) {
  }
  out[threadIdx.x] = *flag;
}
__global__ void set_flag(volatile int* flag) { *flag = 5; }

bool all_are(const int* values, int count, int wanted) {
  for (int i = 0; i < count; ++i)
    if (values[i] != wanted) return false;
  return true;
}

CASE(flags_of_blocks) {
  Managed<int> flag(kBlocks), out(kBlocks * kThreads);
  wait_for_earlier<<<kBlocks, kThreads>>>(flag.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(flag[kBlocks - 1], kBlocks);
  flag.fill(0);
  wait_for_later<<<kBlocks, kThreads>>>(flag.get(), out.get());
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < kBlocks; ++b)
    EXPECT(all_are(out.get() + b * kThreads, kThreads, kBlocks - b));
  flag.fill(0);
  wait_with_fences<<<kBlocks, kThreads>>>(flag.get());
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(flag.get(), kBlocks, 1));
  flag.fill(0);
  wait_and_sleep<<<kBlocks, 1>>>(flag.get());
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(flag.get(), kBlocks, 1));
}

CASE(locks) {
  Managed<int> lock(1), sum(1);
  const auto check = [&](int wanted) {
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(sum[0], wanted);
    sum.fill(0);
  };
  lock_of_blocks<<<kBlocks, kThreads>>>(lock.get(), sum.get());
  check(kBlocks * kThreads);
  lock_of_threads_with_flag<<<kBlocks, kThreads>>>(lock.get(), sum.get());
  check(kBlocks * kThreads);
  lock_of_threads<<<kBlocks, kThreads>>>(lock.get(), sum.get());
  check(kBlocks * kThreads);
  lock_of_threads<<<1, 32>>>(lock.get(), sum.get());
  check(32);
  Managed<int> locks(7), counts(7);
  locks_of_buckets<<<7, 64>>>(locks.get(), counts.get(), 7);
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(counts.get(), 7, 64));
}

CASE(lanes_that_wait_meet_again) {
  int wanted[kBlocks], sum = 0;
  for (int& value : wanted) sum += value = sum % 100 + 1;
  for (auto* kernel : {lanes_wait_and_shuffle, lanes_wait_and_share}) {
    Managed<int> values(kBlocks);
    kernel<<<kBlocks, 32>>>(values.get());
    OK(cudaDeviceSynchronize());
    for (int b = 0; b < kBlocks; ++b) EXPECT_EQ(values[b], wanted[b]);
  }
}

CASE(lanes_need_not_wait_for_those_that_wait_for_them) {
  Managed<int> out(3 * 32);
  lanes_meet_while_others_wait<<<3, 32>>>(out.get(), 20);
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(out.get(), 3 * 32, 20));
}

CASE(inside_a_block) {
  Managed<int> out(4 * 6);
  for (int forwards : {1, 0}) {
    warp_waits_for_warp<<<4, 6 * 32>>>(out.get(), forwards);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 4 * 6; ++i) EXPECT_EQ(out[i], forwards ? i % 6 : 5 - i % 6);
  }
  lane_waits_for_lane<<<3, 32>>>(out.get());
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(out.get(), 3, 7));
  producer_and_consumer<<<3, 96>>>(out.get(), 50);
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(out.get(), 3, 50 * 49 / 2));
}

CASE(barriers_of_the_grid) {
  cudaDeviceProp properties;
  OK(cudaGetDeviceProperties(&properties, 0));
  const int blocks = properties.multiProcessorCount, n = blocks * kThreads, rounds = 20;
  Managed<int> a(n), b(n);
  rounds_of_the_grid<<<blocks, kThreads>>>(a.get(), b.get(), rounds);
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(a.get(), n, rounds));
  Managed<int> lock(1), sum(1), seen(3 * blocks);
  int *lock_pointer = lock.get(), *sum_pointer = sum.get(), *seen_pointer = seen.get();
  void* arguments[] = {&lock_pointer, &sum_pointer, &seen_pointer};
  OK(cudaLaunchCooperativeKernel((void*)rounds_and_locks, blocks, kThreads, arguments, 0, nullptr));
  OK(cudaDeviceSynchronize());
  for (int round = 0; round < 3; ++round)
    EXPECT(all_are(seen.get() + round * blocks, blocks, (round + 1) * blocks));
}

CASE(trees_scans_and_queues) {
  constexpr int kNodes = 20001, kInner = kNodes / 2;
  Managed<int> sums(kNodes);
  for (int i = 0; i < kNodes; ++i) sums[i] = i < kInner ? -1 : 1;
  sum_up<<<6, 64>>>(sums.get(), kInner, kNodes);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(sums[0], kNodes);

  Managed<int> in(kBlocks * kThreads), out(kBlocks * kThreads);
  Managed<unsigned long long> state(kBlocks);
  std::iota(in.get(), in.get() + kBlocks * kThreads, 1);
  look_back<<<kBlocks, kThreads>>>(in.get(), out.get(), state.get());
  OK(cudaDeviceSynchronize());
  int sum = 0, wrong = 0;
  for (int i = 0; i < kBlocks * kThreads; ++i) wrong += out[i] != (sum += in[i]);
  EXPECT_EQ(wrong, 0);

  constexpr int kItems = 1000;
  Managed<int> counters(3), ready(kItems), items(kItems);
  queue<<<24, 32>>>(&counters[0], &counters[1], ready.get(), items.get(), &counters[2], kItems);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(counters[2], kItems * (kItems - 1) / 2);
}

CASE(rows_that_wait_for_rows) {
  Managed<int> done(kBlocks * kThreads);
  wait_for_rows<<<kBlocks, kThreads>>>(done.get(), 12);
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(done.get(), kBlocks * kThreads, 1));
}

CASE(other_streams_and_the_host) {
  Managed<int> flag(1), out(kThreads);
  cudaStream_t one, two;
  OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  wait_for_flag<<<1, kThreads, 0, one>>>(flag.get(), out.get());
  set_flag<<<1, 1, 0, two>>>(flag.get());
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(out.get(), kThreads, 5));
  flag.fill(0);
  wait_for_flag<<<20, kThreads, 0, one>>>(flag.get(), out.get());
  *static_cast<volatile int*>(flag.get()) = 6;
  OK(cudaDeviceSynchronize());
  EXPECT(all_are(out.get(), kThreads, 6));
  OK(cudaStreamDestroy(one));
  OK(cudaStreamDestroy(two));
}

// The last case: the error stays until the device is reset.
CASE(a_failure_ends_those_who_wait) {
  int* flag;
  OK(cudaMalloc(&flag, sizeof(int)));
  OK(cudaMemset(flag, 0, sizeof(int)));
  fail_while_others_wait<<<kBlocks, kThreads>>>(flag);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  OK(cudaDeviceReset());
}

}  // namespace

int main() { return run_cases(); }
