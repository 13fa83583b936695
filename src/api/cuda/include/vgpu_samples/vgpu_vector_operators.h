/* Sums, differences, products and quotients of vectors, and what every type of them has; part of helper_math.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_VECTOR_OPERATORS_H
#define VGPU_VECTOR_OPERATORS_H

#include <math.h>

#include "cuda_runtime.h"

typedef unsigned int uint;
typedef unsigned short ushort;

#define VG_BOTH inline __host__ __device__

VG_BOTH float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
VG_BOTH int clamp(int f, int a, int b) { return max(a, min(f, b)); }
VG_BOTH uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }

/* a op b of vectors and of vectors with numbers, and a op= b. */
#define VG_OPERATOR2(T, S, op)                                                             \
  VG_BOTH T##2 operator op(T##2 a, T##2 b) { return make_##T##2(a.x op b.x, a.y op b.y); } \
  VG_BOTH T##2 operator op(T##2 a, S b) { return make_##T##2(a.x op b, a.y op b); }        \
  VG_BOTH T##2 operator op(S a, T##2 b) { return make_##T##2(a op b.x, a op b.y); }        \
  VG_BOTH void operator op##=(T##2 & a, T##2 b) { a = a op b; }                            \
  VG_BOTH void operator op##=(T##2 & a, S b) { a = a op b; }
#define VG_OPERATOR3(T, S, op)                                                                \
  VG_BOTH T##3 operator op(T##3 a, T##3 b) {                                                  \
    return make_##T##3(a.x op b.x, a.y op b.y, a.z op b.z);                                   \
  }                                                                                           \
  VG_BOTH T##3 operator op(T##3 a, S b) { return make_##T##3(a.x op b, a.y op b, a.z op b); } \
  VG_BOTH T##3 operator op(S a, T##3 b) { return make_##T##3(a op b.x, a op b.y, a op b.z); } \
  VG_BOTH void operator op##=(T##3 & a, T##3 b) { a = a op b; }                               \
  VG_BOTH void operator op##=(T##3 & a, S b) { a = a op b; }
#define VG_OPERATOR4(T, S, op)                                          \
  VG_BOTH T##4 operator op(T##4 a, T##4 b) {                            \
    return make_##T##4(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w); \
  }                                                                     \
  VG_BOTH T##4 operator op(T##4 a, S b) {                               \
    return make_##T##4(a.x op b, a.y op b, a.z op b, a.w op b);         \
  }                                                                     \
  VG_BOTH T##4 operator op(S a, T##4 b) {                               \
    return make_##T##4(a op b.x, a op b.y, a op b.z, a op b.w);         \
  }                                                                     \
  VG_BOTH void operator op##=(T##4 & a, T##4 b) { a = a op b; }         \
  VG_BOTH void operator op##=(T##4 & a, S b) { a = a op b; }
#define VG_OPERATORS(T, S, op) VG_OPERATOR2(T, S, op) VG_OPERATOR3(T, S, op) VG_OPERATOR4(T, S, op)
VG_OPERATORS(float, float, +)
VG_OPERATORS(float, float, -)
VG_OPERATORS(float, float, *)
VG_OPERATORS(float, float, /)
VG_OPERATORS(int, int, +)
VG_OPERATORS(int, int, -)
VG_OPERATORS(int, int, *)
VG_OPERATORS(uint, uint, +)
VG_OPERATORS(uint, uint, -)
VG_OPERATORS(uint, uint, *)

/* What each type has, by its number of elements. */
#define VG_ALL_TYPES2(T, S)                                                                        \
  VG_BOTH T##2 make_##T##2(S s) { return make_##T##2(s, s); }                                      \
  VG_BOTH T##2 clamp(T##2 v, S a, S b) { return make_##T##2(clamp(v.x, a, b), clamp(v.y, a, b)); } \
  VG_BOTH T##2 clamp(T##2 v, T##2 a, T##2 b) {                                                     \
    return make_##T##2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y));                                \
  }                                                                                                \
  VG_BOTH S dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; }
#define VG_SIGNED2(T) \
  VG_BOTH T##2 operator-(T##2 a) { return make_##T##2(-a.x, -a.y); }
#define VG_WHOLE2(T)                                                                     \
  VG_BOTH T##2 min(T##2 a, T##2 b) { return make_##T##2(min(a.x, b.x), min(a.y, b.y)); } \
  VG_BOTH T##2 max(T##2 a, T##2 b) { return make_##T##2(max(a.x, b.x), max(a.y, b.y)); }
VG_ALL_TYPES2(float, float)
VG_ALL_TYPES2(int, int)
VG_ALL_TYPES2(uint, uint)
VG_SIGNED2(float)
VG_SIGNED2(int)
VG_WHOLE2(int)
VG_WHOLE2(uint)
#define VG_ALL_TYPES3(T, S)                                                               \
  VG_BOTH T##3 make_##T##3(S s) { return make_##T##3(s, s, s); }                          \
  VG_BOTH T##3 clamp(T##3 v, S a, S b) {                                                  \
    return make_##T##3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b));             \
  }                                                                                       \
  VG_BOTH T##3 clamp(T##3 v, T##3 a, T##3 b) {                                            \
    return make_##T##3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); \
  }                                                                                       \
  VG_BOTH S dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
#define VG_SIGNED3(T) \
  VG_BOTH T##3 operator-(T##3 a) { return make_##T##3(-a.x, -a.y, -a.z); }
#define VG_WHOLE3(T)                                                 \
  VG_BOTH T##3 min(T##3 a, T##3 b) {                                 \
    return make_##T##3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)); \
  }                                                                  \
  VG_BOTH T##3 max(T##3 a, T##3 b) {                                 \
    return make_##T##3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)); \
  }
VG_ALL_TYPES3(float, float)
VG_ALL_TYPES3(int, int)
VG_ALL_TYPES3(uint, uint)
VG_SIGNED3(float)
VG_SIGNED3(int)
VG_WHOLE3(int)
VG_WHOLE3(uint)
#define VG_ALL_TYPES4(T, S)                                                                     \
  VG_BOTH T##4 make_##T##4(S s) { return make_##T##4(s, s, s, s); }                             \
  VG_BOTH T##4 clamp(T##4 v, S a, S b) {                                                        \
    return make_##T##4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b)); \
  }                                                                                             \
  VG_BOTH T##4 clamp(T##4 v, T##4 a, T##4 b) {                                                  \
    return make_##T##4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z),        \
                       clamp(v.w, a.w, b.w));                                                   \
  }                                                                                             \
  VG_BOTH S dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
#define VG_SIGNED4(T) \
  VG_BOTH T##4 operator-(T##4 a) { return make_##T##4(-a.x, -a.y, -a.z, -a.w); }
#define VG_WHOLE4(T)                                                                \
  VG_BOTH T##4 min(T##4 a, T##4 b) {                                                \
    return make_##T##4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)); \
  }                                                                                 \
  VG_BOTH T##4 max(T##4 a, T##4 b) {                                                \
    return make_##T##4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)); \
  }
VG_ALL_TYPES4(float, float)
VG_ALL_TYPES4(int, int)
VG_ALL_TYPES4(uint, uint)
VG_SIGNED4(float)
VG_SIGNED4(int)
VG_WHOLE4(int)
VG_WHOLE4(uint)

#undef VG_OPERATOR2
#undef VG_OPERATOR3
#undef VG_OPERATOR4
#undef VG_ALL_TYPES2
#undef VG_ALL_TYPES3
#undef VG_ALL_TYPES4
#undef VG_SIGNED2
#undef VG_SIGNED3
#undef VG_SIGNED4
#undef VG_WHOLE2
#undef VG_WHOLE3
#undef VG_WHOLE4
#undef VG_OPERATORS
#undef VG_BOTH

#endif
