// Barriers in 64 bits of shared memory, by functions: how many are expected and still to come, and which phase it is.
//
// Included also by cuda_awbarrier.h. SPDX-License-Identifier: MIT
#ifndef VG_CUDA_AWBARRIER_PRIMITIVES_H
#define VG_CUDA_AWBARRIER_PRIMITIVES_H

#include <stdint.h>

#include "cuda_runtime.h"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;  // the word before an arrival

// 20 bits for those to come, 20 for those expected, the phase above them.
enum : uint64_t { __vg_mbarrier_count = 0xfffff, __vg_mbarrier_phase = 40 };

#ifdef __CUDACC__
#define VG_MBARRIER static __device__ __forceinline__

VG_MBARRIER uint32_t __mbarrier_maximum_count() { return (uint32_t)__vg_mbarrier_count; }
VG_MBARRIER void __mbarrier_init(__mbarrier_t* barrier, uint32_t expected) {
  *barrier = expected | (uint64_t)expected << 20;
}
VG_MBARRIER void __mbarrier_inval(__mbarrier_t*) {}

// The last one to come opens the next phase; who drops out is not expected there.
VG_MBARRIER __mbarrier_token_t __vg_mbarrier_arrive(__mbarrier_t* barrier, uint64_t dropped) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  uint64_t before = __atomic_load_n(barrier, __ATOMIC_SEQ_CST), after;
  do {
    const uint64_t expected = (before >> 20 & __vg_mbarrier_count) - dropped;
    const uint64_t pending = (before & __vg_mbarrier_count) - 1;
    const uint64_t phase = (before >> __vg_mbarrier_phase) + (pending == 0);
    after = (pending == 0 ? expected : pending) | expected << 20 | phase << __vg_mbarrier_phase;
  } while (!__atomic_compare_exchange_n(barrier, &before, after, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST));
  return before;
}
VG_MBARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return __vg_mbarrier_arrive(barrier, 0);
}
VG_MBARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return __vg_mbarrier_arrive(barrier, 1);
}

// Whether the phase of an arrival is over, or one with this parity.
VG_MBARRIER bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  const uint64_t now = *(volatile __mbarrier_t*)barrier;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return now >> __vg_mbarrier_phase != token >> __vg_mbarrier_phase;
}
VG_MBARRIER bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  const uint64_t now = *(volatile __mbarrier_t*)barrier;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return (now >> __vg_mbarrier_phase & 1) != (uint64_t)parity;
}
VG_MBARRIER bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, uint32_t) {
  return __mbarrier_test_wait(barrier, token);
}
VG_MBARRIER bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, uint32_t) {
  return __mbarrier_test_wait_parity(barrier, parity);
}
VG_MBARRIER uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return (uint32_t)(token & __vg_mbarrier_count);
}

#undef VG_MBARRIER
#endif

#endif
