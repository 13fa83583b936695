// What threads of a block read behind a barrier and others change before the next: queues, flags, sums, pivots, chains.
//
// Races that GPUs do not lose, since the warps of a block pass a barrier side by side; published programs have them.
// SPDX-License-Identifier: MIT
#include "check.h"
#include "managed.h"

namespace {

struct Task {
  int id, rounds;
};

// The task is read until the block is done with it, and overwritten without a barrier.
__global__ void work(const Task* queue, int count, int* taken, int* out) {
  extern __shared__ int memory[];
  int* next = memory;
  Task* task = reinterpret_cast<Task*>(memory + 1);
  if (threadIdx.x == 0) {
    *next = atomicAdd(taken, 1);
    *task = queue[*next];
  }
  __syncthreads();
  while (*next < count) {
    for (int i = 0; i < task->rounds; ++i) out[task->id * blockDim.x + threadIdx.x] += 1;
    if (threadIdx.x == 0) {
      *next = atomicAdd(taken, 1);
      *task = queue[*next];
    }
    __syncthreads();
  }
}

// A queue of the block's own that is written out when half full: all threads must see the same length.
__global__ void collect(int count, int* head, int* tail, int* out) {
  __shared__ int found[512], used, base, shift;
  if (threadIdx.x == 0) {
    used = 0;
    base = atomicAdd(head, blockDim.x);
  }
  __syncthreads();
  int mine = base;
  while (mine < count) {
    if (used >= 256) {
      if (threadIdx.x == 0) shift = atomicAdd(tail, used);
      __syncthreads();
      for (int i = threadIdx.x; i < used; i += blockDim.x) out[shift + i] = found[i];
      __syncthreads();
      if (threadIdx.x == 0) used = 0;
      __syncthreads();
    }
    const int i = mine + threadIdx.x;
    if (i < count && i % 3 != 0) found[atomicAdd(&used, 1)] = i;
    if (threadIdx.x == 0) base = atomicAdd(head, blockDim.x);
    __syncthreads();
    mine = base;
  }
  if (threadIdx.x == 0) shift = atomicAdd(tail, used);
  __syncthreads();
  for (int i = threadIdx.x; i < used; i += blockDim.x) out[shift + i] = found[i];
}

// The flag is cleared while others still read whether to go on.
__global__ void repeat(const int* wanted, int* rounds, int* ends) {
  __shared__ int again;
  int round = 0;
  do {
    if (threadIdx.x == 0) again = 0;
    __syncthreads();
    if (wanted[threadIdx.x] > round) again = 1;
    ++round;
    __syncthreads();
  } while (again);
  rounds[threadIdx.x] += round;
  atomicAdd(ends, 1);
}

// The next sum's parts are written where the last sum is still read.
__device__ int block_sum(int value) {
  __shared__ int parts[32];
  for (int i = 16; i > 0; i /= 2) value += __shfl_down_sync(0xffffffff, value, i);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i < blockDim.x / 32; ++i) parts[0] += parts[i];
  __syncthreads();
  return parts[0];
}

__global__ void sums(int* out) {
  const int count = block_sum(1);
  const int sum = block_sum(threadIdx.x);
  out[threadIdx.x] = block_sum(sum / count);
}

// A row is divided by its first element, which is in the row.
__global__ void divide(float* rows, int count) {
  __shared__ float row[256];
  for (int i = 0; i < count; ++i) {
    row[threadIdx.x] = rows[i * blockDim.x + threadIdx.x];
    __syncthreads();
    row[threadIdx.x] /= row[0];
    __syncthreads();
    rows[i * blockDim.x + threadIdx.x] = row[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}

// A chain: every thread takes what its neighbour had in the last round, and then leaves its own.
__global__ void chain(const int* in, int* out, int rounds) {
  __shared__ int passed[256];
  const int t = threadIdx.x, last = blockDim.x - 1;
  passed[t] = 0;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    int value;
    if (t == 0)
      value = in[i];
    else
      value = passed[t - 1];
    value = value * 3 + t;
    if (t < last)
      passed[t] = value;
    else
      out[i] = value;
    __syncthreads();
  }
}

// The next tile is loaded while others still read this one.
__global__ void all_pairs(const int* in, int* out, int count) {
  __shared__ int tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int sum = 0;
  for (int base = 0; base < count; base += 64) {
    if (threadIdx.x < 64 && base + threadIdx.x < count) tile[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < min(64, count - base); ++j) sum += (in[i] ^ tile[j]) % 7;
  }
  out[i] = sum;
}

constexpr int kSizes[] = {32, 64, 96, 256};

// Fewer and fewer threads pass on what their neighbour has, those of a second warp what one of the first has.
template <class T>
__global__ void pass_on_while_any(T* row, int rounds) {
  __shared__ T cells[96];
  const int t = threadIdx.x;
  cells[t] = row[t];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (t > round) {
      const T next = cells[t - 1] * T(3) + cells[t];
      if (t < 90)
        cells[t] = next;
      else
        row[t] = next;
    }
    __syncthreads();
  }
  if (t < 90) row[t] = cells[t];
}

template <class T>
int wrong_in_a_shorter_chain() {
  Managed<T> row(96);
  std::vector<T> cells(96), last(96);
  for (int t = 0; t < 96; ++t) row[t] = cells[t] = last[t] = T(t % 7);
  for (int round = 0; round < 20; ++round)
    for (int t = 95; t > round; --t)  // from the end: the neighbour's is still the old one
      (t < 90 ? cells : last)[t] = cells[t - 1] * T(3) + cells[t];
  pass_on_while_any<T><<<1, 96>>>(row.get(), 20);
  OK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int t = 0; t < 96; ++t) wrong += row[t] != (t < 90 ? cells : last)[t];
  return wrong;
}

CASE(tasks_are_fetched_while_others_work) {
  constexpr int kTasks = 40;
  Managed<Task> queue(kTasks + 8);
  for (int i = 0; i < kTasks; ++i) queue[i] = {i, 1 + i % 5};
  for (const int size : kSizes) {
    Managed<int> taken(1), out(kTasks * size);
    work<<<3, size, 64>>>(queue.get(), kTasks, taken.get(), out.get());
    OK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < kTasks * size; ++i) wrong += out[i] != 1 + i / size % 5;
    EXPECT_EQ(wrong, 0);
  }
}

CASE(a_queue_of_the_block) {
  constexpr int kCount = 3001;
  Managed<int> ends(2), out(kCount), hits(kCount);
  collect<<<2, 256>>>(kCount, &ends[0], &ends[1], out.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(ends[1], 2000);
  for (int i = 0; i < 2000; ++i) ++hits[out[i]];
  int wrong = 0;
  for (int i = 0; i < kCount; ++i) wrong += hits[i] != (i % 3 != 0);
  EXPECT_EQ(wrong, 0);
}

CASE(a_flag_that_is_cleared_early) {
  Managed<int> wanted(256), rounds(256), ends(1);
  wanted[200] = 7;
  repeat<<<1, 256>>>(wanted.get(), rounds.get(), ends.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(ends[0], 256);
  for (int i = 0; i < 256; ++i) EXPECT_EQ(rounds[i], 8);
}

CASE(one_sum_after_the_other) {
  for (const int size : kSizes) {
    Managed<int> out(size);
    sums<<<1, size>>>(out.get());
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < size; ++i) EXPECT_EQ(out[i], (size - 1) / 2 * size);
  }
}

CASE(a_row_is_divided_by_one_of_its_own) {
  Managed<float> rows(3 * 256);
  for (int i = 0; i < 3 * 256; ++i) rows[i] = static_cast<float>(i % 256 + 2);
  divide<<<1, 256>>>(rows.get(), 3);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 3 * 256; ++i) EXPECT_EQ(rows[i], (257 - i % 256) / 2.0f);
}

CASE(a_chain_of_threads) {
  constexpr int kRounds = 300;
  Managed<int> in(kRounds), out(kRounds);
  for (int i = 0; i < kRounds; ++i) in[i] = i % 10;
  for (const int size : kSizes) {
    chain<<<1, size>>>(in.get(), out.get(), kRounds);
    OK(cudaDeviceSynchronize());
    std::vector<unsigned> passed(size);
    for (int i = 0; i < kRounds; ++i) {
      for (int t = size - 1; t >= 0; --t) passed[t] = (t == 0 ? in[i] : passed[t - 1]) * 3 + t;
      EXPECT_EQ(unsigned(out[i]), passed[size - 1]);
    }
  }
}

CASE(a_chain_that_gets_shorter) {
  EXPECT_EQ(wrong_in_a_shorter_chain<unsigned>(), 0);
  EXPECT_EQ(wrong_in_a_shorter_chain<double>(), 0);
}

CASE(tiles_that_are_loaded_early) {
  constexpr int kCount = 500;
  Managed<int> in(kCount), out(kCount);
  for (int i = 0; i < kCount; ++i) in[i] = i * 31 % 257;
  all_pairs<<<2, 256>>>(in.get(), out.get(), kCount);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) {
    int sum = 0;
    for (int j = 0; j < kCount; ++j) sum += (in[i] ^ in[j]) % 7;
    EXPECT_EQ(out[i], sum);
  }
}

}  // namespace

int main() { return run_cases(); }
