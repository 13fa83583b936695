// Barriers and fences.
//
// A barrier of the group is execution and memory at once; narrower flags only allow less, so all are the same.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

void __attribute__((convergent, nothrow)) __vg_barrier(void);
void __attribute__((convergent, nothrow)) __vg_warp_barrier(void);

VG_FN void barrier(cl_mem_fence_flags flags) { __vg_barrier(); }
VG_FN void work_group_barrier(cl_mem_fence_flags flags) { __vg_barrier(); }
VG_FN void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { __vg_barrier(); }
VG_FN void sub_group_barrier(cl_mem_fence_flags flags) { __vg_warp_barrier(); }
VG_FN void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { __vg_warp_barrier(); }

// x86 orders loads with loads and stores with stores: these only bind the compiler.
VG_FN void mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
VG_FN void read_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
VG_FN void write_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_RELEASE); }

VG_FN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                  memory_scope scope) {
  if (order == memory_order_seq_cst) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  } else if (order != memory_order_relaxed) {
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
  }
}

