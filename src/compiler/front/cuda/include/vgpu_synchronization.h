// Barriers of a block, with and without a vote, and fences.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_SYNCHRONIZATION_H
#define VG_VGPU_SYNCHRONIZATION_H

#include "vgpu_builtin_variables.h"

// __syncthreads itself is known to clang.
VG_FN void __syncwarp(unsigned mask = 0xffffffffu) { __vg_warp_barrier(); }
VG_FN void __barrier_sync(unsigned) { __vg_barrier(); }
VG_FN void __barrier_sync_count(unsigned id, unsigned count) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}
VG_FN void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
VG_FN void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
VG_FN void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

VG_FN unsigned __vg_linear_id() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
VG_FN unsigned __vg_lane() { return __vg_linear_id() & 31u; }

// Counts over the block by the group's scratch word. The first barrier waits for readers of an earlier vote.
VG_FN int __syncthreads_count(int predicate) {
  int* word = (int*)__vg_group_scratch();
  __vg_barrier();
  if (__vg_linear_id() == 0) *word = 0;
  __vg_barrier();
  if (predicate) __atomic_fetch_add(word, 1, __ATOMIC_RELAXED);
  __vg_barrier();
  return *word;
}
VG_FN int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
VG_FN int __syncthreads_and(int predicate) { return __syncthreads_count(!predicate) == 0; }

VG_FN long long clock64() { return __vg_clock(); }
typedef long clock_t;  // as the host has it
VG_FN clock_t clock() { return (int)__vg_clock(); }
VG_FN unsigned long long __vg_global_timer() { return (unsigned long long)__vg_timer_ns(); }
VG_FN void __nanosleep(unsigned) { __vg_yield(); }
// Kernels of a stream run one after another, also those that a program would let overlap: nothing is left to wait for.
VG_FN void cudaGridDependencySynchronize() {}
VG_FN void cudaTriggerProgrammaticLaunchCompletion() {}
VG_FN void __trap() { __vg_trap(); }
VG_FN void __brkpt() {}
VG_FN void __prof_trigger(int) {}
// Counters of a profiler, which nobody reads here.
VG_FN void __pm0() {}
VG_FN void __pm1() {}
VG_FN void __pm2() {}
VG_FN void __pm3() {}

#endif
