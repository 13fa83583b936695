// __syncthreads, its kin and the fences.
// SPDX-License-Identifier: MIT
#pragma once

#include "vgpu_convention.h"

// __syncthreads itself is known to clang.
VG_FN void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
VG_FN void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
VG_FN void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
VG_FN void __syncwarp(unsigned mask = 0xffffffffu) { __vg_warp_barrier(); }
