// Kernels that never end are ended by the watchdog, and the program goes on.
// environment: VGPU_KERNEL_TIMEOUT=300
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include "check.h"

__global__ void nothing() {}
__global__ void spin(volatile int* flag) {
  while (flag[threadIdx.x] == 0) {
  }
}
__global__ void print_forever(volatile int* flag) {
  while (*flag == 0) printf("");
}
__global__ void allocate_forever(volatile int* flag) {
  while (*flag == 0) free(malloc(16));
}
__global__ void barrier_forever(volatile int* flag) {
  do __syncthreads();
  while (flag[blockIdx.x] == 0);
}
__global__ void grid_forever(volatile int* flag) {
  do cooperative_groups::this_grid().sync();
  while (*flag == 0);
}

static int* flags() {
  int* made = nullptr;
  cudaMallocManaged(&made, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) made[i] = 0;
  return made;
}

static void expect_timeout() {
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchTimeout);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchTimeout);
  OK(cudaDeviceReset());
  nothing<<<4, 32>>>();
  OK(cudaDeviceSynchronize());
}

CASE(one_block) {
  spin<<<1, 32>>>(flags());
  expect_timeout();
}
CASE(many_blocks) {
  spin<<<1000, 256>>>(flags());
  expect_timeout();
}
CASE(in_the_middle_of_printf) {
  print_forever<<<4, 32>>>(flags());
  expect_timeout();
}
CASE(in_the_middle_of_malloc) {
  allocate_forever<<<4, 32>>>(flags());
  expect_timeout();
}
CASE(at_barriers) {
  barrier_forever<<<8, 128>>>(flags());
  expect_timeout();
}
CASE(at_barriers_of_the_grid) {
  int* flag = flags();
  void* arguments[] = {&flag};
  OK(cudaLaunchCooperativeKernel(grid_forever, 4, 64, arguments));
  expect_timeout();
}

CASE(properties_say_so) {
  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 0));
  EXPECT_EQ(p.kernelExecTimeoutEnabled, 1);
}

CASE(short_kernels_live) {
  int* flag = flags();
  flag[0] = 1;
  for (int i = 0; i < 1000; ++i) {
    spin<<<1, 1>>>(flag);
    nothing<<<8, 64>>>();
  }
  OK(cudaDeviceSynchronize());
  OK(cudaFree(flag));
}

int main() { return run_cases(); }
