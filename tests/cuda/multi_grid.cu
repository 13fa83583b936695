// Grids on several devices that wait for each other.
// environment: VGPU_DEVICE_COUNT=3
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include "check.h"
#include "managed.h"

namespace cg = cooperative_groups;

namespace {

__device__ int own_rounds;  // every device's own

// Every thread adds what its neighbour of the round before had, across grids.
__global__ void pass_round(int* values, int* next, int rounds, unsigned* told) {
  const cg::multi_grid_group all = cg::this_multi_grid();
  const cg::grid_group grid = cg::this_grid();
  const unsigned long long me = all.thread_rank(), count = all.size();
  for (int round = 0; round < rounds; ++round) {
    next[me] = values[(me + count - 1) % count] + 1;
    all.sync();
    values[me] = next[me];
    cg::sync(all);
    if (grid.thread_rank() == 0) ++own_rounds;
  }
  if (grid.thread_rank() == 0) told[all.grid_rank()] = all.is_valid() ? all.num_grids() : 99;
}

CASE(all_grids_wait) {
  constexpr int kGrids = 3, kBlocks[] = {2, 1, 3}, kThreads = 64, kRounds = 20;
  int total = 0, rounds = kRounds;
  for (const int blocks : kBlocks) total += blocks * kThreads;
  Managed<int> values(total), next(total);
  Managed<unsigned> told(kGrids);
  for (int i = 0; i < total; ++i) values[i] = 1000 * i;
  int *v = values.get(), *n = next.get();
  unsigned* t = told.get();
  void* arguments[] = {&v, &n, &rounds, &t};
  cudaLaunchParams list[kGrids];
  for (int launch = 0; launch < 2; ++launch) {
    for (int d = 0; d < kGrids; ++d) {
      OK(cudaSetDevice(d));
      if (launch == 0) OK(cudaStreamCreate(&list[d].stream));
      int can = 0;
      OK(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeMultiDeviceLaunch, d));
      EXPECT_EQ(can, 1);
      list[d].func = (void*)pass_round;
      list[d].gridDim = dim3(kBlocks[d]);
      list[d].blockDim = dim3(kThreads);
      list[d].args = arguments;
      list[d].sharedMem = 0;
    }
    OK(cudaLaunchCooperativeKernelMultiDevice(list, kGrids, 0));
  }
  for (int d = 0; d < kGrids; ++d) {
    OK(cudaStreamSynchronize(list[d].stream));
    OK(cudaSetDevice(d));
    int had = 0;
    OK(cudaMemcpyFromSymbol(&had, own_rounds, sizeof had));
    EXPECT_EQ(had, 2 * kRounds);
    EXPECT_EQ(told[d], 3u);
  }
  const int passed = 2 * kRounds;
  for (int i = 0; i < total; ++i)
    EXPECT_EQ(values[i], 1000 * ((i + total - passed) % total) + passed);
  list[1].stream = list[0].stream;
  EXPECT_EQ(cudaLaunchCooperativeKernelMultiDevice(list, 2, 0), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaLaunchCooperativeKernelMultiDevice(list, 0, 0), cudaErrorInvalidValue);
  cudaGetLastError();
  for (int d : {0, 2}) OK(cudaStreamDestroy(list[d].stream));
}

// Launched alone, a grid is all there is.
CASE(one_grid) {
  OK(cudaSetDevice(1));
  Managed<int> values(64), next(64);
  Managed<unsigned> told(1);
  for (int i = 0; i < 64; ++i) values[i] = i;
  int rounds = 1, *v = values.get(), *n = next.get();
  unsigned* t = told.get();
  void* arguments[] = {&v, &n, &rounds, &t};
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  cudaLaunchParams one{(void*)pass_round, dim3(2), dim3(32), arguments, 0, stream};
  OK(cudaLaunchCooperativeKernelMultiDevice(&one, 1, 0));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(told[0], 1u);
  EXPECT_EQ(values[0], 64);
  EXPECT_EQ(values[5], 5);
  OK(cudaStreamDestroy(stream));
}

}  // namespace

int main() { return run_cases(); }
