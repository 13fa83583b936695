// Inline PTX with labels, branches and exits, and instructions that a guard keeps whole threads out of.
// SPDX-License-Identifier: MIT
#include "check.h"
#include "managed.h"

__device__ unsigned collatz(unsigned start) {
  unsigned steps;
  asm("{\n"
      "  .reg .pred p, q;\n"
      "  .reg .b32 x, low;\n"
      "  mov.u32 %0, 0;\n"
      "  mov.u32 x, %1;\n"
      "AGAIN:\n"
      "  setp.le.u32 p, x, 1;\n"
      "  @p bra.uni DONE;\n"
      "  and.b32 low, x, 1;\n"
      "  setp.eq.u32 q, low, 0;\n"
      "  @q shr.u32 x, x, 1;\n"
      "  @!q mad.lo.u32 x, x, 3, 1;\n"
      "  add.u32 %0, %0, 1;\n"
      "  bra AGAIN;\n"
      "DONE: }"
      : "=&r"(steps)
      : "r"(start));
  return steps;
}

__global__ void count_steps(unsigned* x) { x[threadIdx.x] = collatz(threadIdx.x + 1); }

CASE(loops_end_for_each_thread) {
  unsigned* x = managed<unsigned>(64);
  count_steps<<<1, 64>>>(x);
  OK(cudaDeviceSynchronize());
  for (unsigned i = 0; i < 64; ++i) {
    unsigned steps = 0;
    for (unsigned n = i + 1; n > 1; n = n % 2 ? 3 * n + 1 : n / 2) ++steps;
    EXPECT(x[i] == steps);
  }
}

// Block 0 waits for a flag that block 1 sets; labels of one text are unique by %=.
__device__ void wait_for(const int* flag) {
  int value;
  asm volatile(
      "WAIT_%=: ld.acquire.gpu.global.s32 %0, [%1]; { .reg .pred p; setp.eq.s32 p, %0, 0; @p bra "
      "WAIT_%=; }"
      : "=&r"(value)
      : "l"(flag)
      : "memory");
}
__global__ void hand_over(int* x) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      x[1] = 42;
      asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(x), "r"(1) : "memory");
    }
    return;
  }
  wait_for(x);
  wait_for(x);
  x[2 + threadIdx.x] = x[1] + threadIdx.x;
}

CASE(waits_on_flags) {
  int* x = managed<int>(2 + 32);
  x[0] = x[1] = 0;
  hand_over<<<2, 32>>>(x);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) EXPECT(x[2 + i] == 42 + i);
}

__device__ void leave_beyond(int i, int n) {
  asm volatile("{ .reg .pred p; setp.ge.s32 p, %0, %1; @p exit; }" ::"r"(i), "r"(n));
}
__global__ void early_out(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  leave_beyond(i, n);
  x[i] = i + 1;
}

CASE(threads_leave_early) {
  int* x = managed<int>(128);
  for (int i = 0; i < 128; ++i) x[i] = 0;
  early_out<<<2, 64>>>(x, 70);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 128; ++i) EXPECT(x[i] == (i < 70 ? i + 1 : 0));
}

// Registers declared as a range, a carry across a branch, and a guard before a barrier and a shuffle.
__global__ void guarded(unsigned* x, unsigned limit) {
  const unsigned i = threadIdx.x;
  unsigned low = 0xffffffffu, high = i;
  asm volatile(
      "{\n"
      " .reg .b32 %%r<3>;\n"
      " .reg .pred %%p<2>;\n"
      " setp.lt.u32 %%p1, %2, %3;\n"
      " add.cc.u32 %%r0, %0, 1;\n"
      " @%%p1 bra $over;\n"
      " mov.u32 %%r0, 7;\n"
      "$over: // both come here\n"
      " addc.u32 %%r2, %1, 0;\n"
      " mov.b32 %0, %%r0; mov.b32 %1, %%r2;\n"
      "}"
      : "+r"(low), "+r"(high)
      : "r"(i), "r"(limit));
  unsigned theirs = 1000;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 8; @p shfl.sync.bfly.b32 %0, %2, 1, 31, 255; }"
               : "+r"(theirs)
               : "r"(i), "r"(high));
  asm volatile("{ .reg .pred p; setp.ge.u32 p, %0, 64; @p trap; @p bar.sync 0; }" ::"r"(i));
  x[3 * i] = low, x[3 * i + 1] = high, x[3 * i + 2] = theirs;
}

CASE(guards_around_what_threads_do_together) {
  unsigned* x = managed<unsigned>(3 * 32);
  guarded<<<1, 32>>>(x, 5);
  OK(cudaDeviceSynchronize());
  for (unsigned i = 0; i < 32; ++i) {
    EXPECT(x[3 * i] == (i < 5 ? 0 : 7));
    EXPECT(x[3 * i + 1] == i + 1);
    EXPECT(x[3 * i + 2] == (i < 8 ? (i ^ 1) + 1 : 1000));
  }
}

int main() { return run_cases(); }
