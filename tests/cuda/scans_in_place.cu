// Scans that add in place with one barrier a step, where two are needed: textbooks print them, and GPUs mostly run them
// as meant, since all warps of a block have read before the first of them writes.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "check.h"
#include "managed.h"

namespace {

constexpr int kMost = 1024;
constexpr int kSizes[] = {32, 100, 256, 512, 1000};

__global__ void scan(int* row, int count) {
  __shared__ int part[kMost];
  const int t = threadIdx.x;
  if (t < count) part[t] = row[t];
  __syncthreads();
  for (int step = 1; step < count; step *= 2) {
    if (t >= step && t < count) part[t] += part[t - step];
    __syncthreads();
  }
  if (t < count) row[t] = part[t];
}

__global__ void scan_from_the_end(int* row) {
  extern __shared__ int part[];
  const unsigned t = threadIdx.x;
  part[t] = row[t];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step <<= 1) {
    if (t + step < blockDim.x) part[t] = part[t] + part[t + step];
    __syncthreads();
  }
  row[t] = part[t];
}

// A thread is done when nothing is left to add.
__global__ void scan_until_done(int* row) {
  __shared__ int part[kMost];
  part[threadIdx.x] = row[threadIdx.x];
  for (unsigned step = 1; step <= threadIdx.x; step *= 2) {
    __syncthreads();
    part[threadIdx.x] += part[threadIdx.x - step];
  }
  row[threadIdx.x] = part[threadIdx.x];
}

// One warp, and one of its threads after the other has the word.
__global__ void take_turns(const int* said, int* heard, int rounds) {
  __shared__ int word;
  const int t = threadIdx.x;
  if (t >= 32) return;
  for (int i = 0; i < rounds; ++i) {
    if (t == i % 32) word = said[i];
    heard[i * 32 + t] = word * t;
  }
}

std::vector<int> start(const Managed<int>& row, int count) {
  std::vector<int> numbers(count);
  for (int i = 0; i < count; ++i) row[i] = numbers[i] = i * 37 % 11;
  return numbers;
}

int wrong(const Managed<int>& row, const std::vector<int>& want) {
  OK(cudaDeviceSynchronize());
  int count = 0;
  for (std::size_t i = 0; i < want.size(); ++i) count += row[i] != want[i];
  return count;
}

std::vector<int> summed(std::vector<int> numbers) {
  for (std::size_t i = 1; i < numbers.size(); ++i) numbers[i] += numbers[i - 1];
  return numbers;
}

CASE(scans) {
  Managed<int> row(kMost);
  for (const int size : kSizes) {
    const std::vector<int> want = summed(start(row, size));
    scan<<<1, kMost>>>(row.get(), size);
    EXPECT_EQ(wrong(row, want), 0);
    start(row, size);
    scan_until_done<<<1, size>>>(row.get());
    EXPECT_EQ(wrong(row, want), 0);
  }
}

CASE(scans_from_the_end) {
  Managed<int> row(kMost);
  for (const int size : kSizes) {
    std::vector<int> want = start(row, size);
    std::reverse(want.begin(), want.end());
    want = summed(want);
    std::reverse(want.begin(), want.end());
    scan_from_the_end<<<1, size, size * sizeof(int)>>>(row.get());
    EXPECT_EQ(wrong(row, want), 0);
  }
}

CASE(turns) {
  constexpr int kRounds = 70;
  Managed<int> said(kRounds), heard(kRounds * 32);
  for (int i = 0; i < kRounds; ++i) said[i] = i * i;
  for (const int size : {32, 64, 256}) {
    heard.fill(-1);
    take_turns<<<1, size>>>(said.get(), heard.get(), kRounds);
    OK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < kRounds * 32; ++i) wrong += heard[i] != said[i / 32] * (i % 32);
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace

int main() { return run_cases(); }
