// Names from before CUDA 9 that programs still use.
//
// A shuffle without a mask takes all lanes that are there. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_LEGACY_H
#define VG_VGPU_LEGACY_H

#include "vgpu_cuda.h"
#include "vgpu_host_math.h"

#define VG_OLD_SHUFFLE(name)                             \
  template <class T, class Lane>                         \
  VG_FN T name(T value, Lane lane, int width = 32) {     \
    return name##_sync(0xffffffffu, value, lane, width); \
  }
VG_OLD_SHUFFLE(__shfl)
VG_OLD_SHUFFLE(__shfl_up)
VG_OLD_SHUFFLE(__shfl_down)
VG_OLD_SHUFFLE(__shfl_xor)
#undef VG_OLD_SHUFFLE
VG_FN int __any(int predicate) { return __any_sync(0xffffffffu, predicate); }
VG_FN int __all(int predicate) { return __all_sync(__activemask(), predicate); }
VG_FN unsigned __ballot(int predicate) { return __ballot_sync(0xffffffffu, predicate); }

#endif
