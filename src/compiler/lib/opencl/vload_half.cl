// vload_half and vloada_half.
//
// The a forms of three elements stand four apart in memory.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#define VG_LOAD_HALF(space)                                                      \
  VG_FN float vload_half(size_t i, const space half* p) { return (float)p[i]; }  \
  VG_FN float vloada_half(size_t i, const space half* p) { return (float)p[i]; } \
  VG_LOAD_HALVES(2, 2, space)                                                    \
  VG_LOAD_HALVES(3, 4, space)                                                    \
  VG_LOAD_HALVES(4, 4, space)                                                    \
  VG_LOAD_HALVES(8, 8, space)                                                    \
  VG_LOAD_HALVES(16, 16, space)
#define VG_LOAD_HALVES(n, apart, space)                                                         \
  VG_FN float##n vload_half##n(size_t i, const space half* p) { return VG_READ##n(p + i * n); } \
  VG_FN float##n vloada_half##n(size_t i, const space half* p) { return VG_READ##n(p + i * apart); }
#define VG_READ2(p) ((float2)((p)[0], (p)[1]))
#define VG_READ3(p) ((float3)((p)[0], (p)[1], (p)[2]))
#define VG_READ4(p) ((float4)((p)[0], (p)[1], (p)[2], (p)[3]))
#define VG_READ8(p) ((float8)(VG_READ4(p), VG_READ4((p) + 4)))
#define VG_READ16(p) ((float16)(VG_READ8(p), VG_READ8((p) + 8)))
VG_LOAD_HALF(__global)
VG_LOAD_HALF(__local)
VG_LOAD_HALF(__private)
VG_LOAD_HALF(__constant)
VG_LOAD_HALF(__generic)
