// vstore_half and vstorea_half with all rounding modes, for one address space VG_SPACE (defined by the build).
//
// The a forms of three elements stand four apart in memory.
// SPDX-License-Identifier: MIT
#include "opencl/round_float.h"

#define VG_TO_HALF(S, mode)                               \
  VG_IN half half_##mode(S x) {                           \
    half y = nearest_half(x);                             \
    return round_##mode(y, (S)y > x, (S)y < x, x < (S)0); \
  }
VG_TO_HALF(float, rte)
VG_TO_HALF(float, rtz)
VG_TO_HALF(float, rtp)
VG_TO_HALF(float, rtn)
VG_TO_HALF(double, rte)
VG_TO_HALF(double, rtz)
VG_TO_HALF(double, rtp)
VG_TO_HALF(double, rtn)

#define VG_STORE_MODE(S, space, suffix, mode)                                              \
  VG_FN void vstore_half##suffix(S x, size_t i, space half* p) { p[i] = half_##mode(x); }  \
  VG_FN void vstorea_half##suffix(S x, size_t i, space half* p) { p[i] = half_##mode(x); } \
  VG_STORE_HALVES(2, 2, S, space, suffix, mode)                                            \
  VG_STORE_HALVES(3, 4, S, space, suffix, mode)                                            \
  VG_STORE_HALVES(4, 4, S, space, suffix, mode)                                            \
  VG_STORE_HALVES(8, 8, S, space, suffix, mode)                                            \
  VG_STORE_HALVES(16, 16, S, space, suffix, mode)
#define VG_STORE_HALVES(n, apart, S, space, suffix, mode)                               \
  VG_FN void vstore_half##n##suffix(S##n x, size_t i, space half* p) {                  \
    _Pragma("unroll") for (int k = 0; k < n; k++) p[i * n + k] = half_##mode(x[k]);     \
  }                                                                                     \
  VG_FN void vstorea_half##n##suffix(S##n x, size_t i, space half* p) {                 \
    _Pragma("unroll") for (int k = 0; k < n; k++) p[i * apart + k] = half_##mode(x[k]); \
  }
#define VG_STORE_HALF(S, space)      \
  VG_STORE_MODE(S, space, , rte)     \
  VG_STORE_MODE(S, space, _rte, rte) \
  VG_STORE_MODE(S, space, _rtz, rtz) \
  VG_STORE_MODE(S, space, _rtp, rtp) \
  VG_STORE_MODE(S, space, _rtn, rtn)
#define VG_STORE_SPACE(space) \
  VG_STORE_HALF(float, space) \
  VG_STORE_HALF(double, space)
VG_STORE_SPACE(VG_SPACE)
