// Generic pointers: which address space they point into.
//
// Memory is flat and pointers carry no space, so the host is asked where an address lies.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

enum { kGlobalMemory = 0, kPrivateMemory = 1, kLocalMemory = 2 };

__local void* __attribute__((const, nothrow)) __vg_local_begin(void);
__local void* __attribute__((const, nothrow)) __vg_local_end(void);
int __attribute__((nothrow)) __vg_memory_kind(const __generic void* p, __local void* begin,
                                              __local void* end);

VG_IN int kind_of(const __generic void* p) {
  return __vg_memory_kind(p, __vg_local_begin(), __vg_local_end());
}

// What clang makes of to_global, to_local and to_private.
__attribute__((noinline)) __global void* __to_global(__generic void* p) {
  return kind_of(p) == kGlobalMemory ? (__global void*)p : 0;
}
__attribute__((noinline)) __local void* __to_local(__generic void* p) {
  return kind_of(p) == kLocalMemory ? (__local void*)p : 0;
}
__attribute__((noinline)) __private void* __to_private(__generic void* p) {
  return kind_of(p) == kPrivateMemory ? (__private void*)p : 0;
}

VG_FN cl_mem_fence_flags get_fence(const void* pointer) {
  return kind_of(pointer) == kLocalMemory ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
VG_FN cl_mem_fence_flags get_fence(void* pointer) { return get_fence((const void*)pointer); }
