// Math functions with a second result behind a pointer: fract, modf, sincos, frexp, lgamma_r, remquo.
//
// Vectors keep the results of their halves in private memory first, so one definition serves all address spaces.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#define VG_DECLARE_POINTER(name, P32, P64)        \
  float __vg_##name##_f32(float, __private P32*); \
  double __vg_##name##_f64(double, __private P64*);
VG_DECLARE_POINTER(fract, float, double)
VG_DECLARE_POINTER(modf, float, double)
VG_DECLARE_POINTER(sincos, float, double)
VG_DECLARE_POINTER(frexp, int, int)
VG_DECLARE_POINTER(lgamma_r, int, int)
float __vg_remquo_f32(float, float, __private int*);
double __vg_remquo_f64(double, double, __private int*);

// T name(T x, P* p) for private pointers: scalar, then the sizes by halves.
#define VG_PRIVATE1(name, T, P)                  \
  VG_PRIVATE1_VECTOR(name, T, P, 2, , .x, .y)    \
  VG_FN T##3 name(T##3 x, __private P##3 * p) {  \
    P##2 a;                                      \
    P b;                                         \
    T##2 r = name(x.xy, &a);                     \
    T s = name(x.z, &b);                         \
    *p = (P##3)(a, b);                           \
    return (T##3)(r, s);                         \
  }                                              \
  VG_PRIVATE1_VECTOR(name, T, P, 4, 2, .lo, .hi) \
  VG_PRIVATE1_VECTOR(name, T, P, 8, 4, .lo, .hi) \
  VG_PRIVATE1_VECTOR(name, T, P, 16, 8, .lo, .hi)
#define VG_PRIVATE1_VECTOR(name, T, P, N, H, low, high) \
  VG_FN T##N name(T##N x, __private P##N* p) {          \
    P##H a, b;                                          \
    T##H r = name(x low, &a), s = name(x high, &b);     \
    *p = (P##N)(a, b);                                  \
    return (T##N)(r, s);                                \
  }
#define VG_OTHER_SPACE1(N, name, T, P, space) \
  VG_FN T##N name(T##N x, space P##N* p) {    \
    P##N result;                              \
    T##N r = name(x, &result);                \
    *p = result;                              \
    return r;                                 \
  }
#define VG_SPACES1(name, T, P)                    \
  VG_PRIVATE1(name, T, P)                         \
  VG_SIZES(VG_OTHER_SPACE1, name, T, P, __global) \
  VG_SIZES(VG_OTHER_SPACE1, name, T, P, __local)  \
  VG_SIZES(VG_OTHER_SPACE1, name, T, P, __generic)

#define VG_POINTER1_INT(name)                                                                \
  VG_FN float name(float x, __private int* p) { return __vg_##name##_f32(x, p); }            \
  VG_FN double name(double x, __private int* p) { return __vg_##name##_f64(x, p); }          \
  VG_FN half name(half x, __private int* p) { return (half)__vg_##name##_f32((float)x, p); } \
  VG_SPACES1(name, float, int)                                                               \
  VG_SPACES1(name, double, int)                                                              \
  VG_SPACES1(name, half, int)
// A half's result is the float's, but at most `top`.
#define VG_POINTER1(name, top)                                                         \
  VG_FN float name(float x, __private float* p) { return __vg_##name##_f32(x, p); }    \
  VG_FN double name(double x, __private double* p) { return __vg_##name##_f64(x, p); } \
  VG_FN half name(half x, __private half* p) {                                         \
    float result;                                                                      \
    half r = (half)__vg_##name##_f32((float)x, &result);                               \
    *p = (half)result;                                                                 \
    return r > (half)top ? (half)top : r;                                              \
  }                                                                                    \
  VG_SPACES1(name, float, float)                                                       \
  VG_SPACES1(name, double, double)                                                     \
  VG_SPACES1(name, half, half)

VG_POINTER1(fract, 0x1.ffcp-1f)  // the float nearest to 1 would round to 1
VG_POINTER1(modf, 1.0f)
VG_POINTER1(sincos, 1.0f)
VG_POINTER1_INT(frexp)
VG_POINTER1_INT(lgamma_r)

#define VG_REMQUO_VECTOR(T, N, H, low, high)                           \
  VG_FN T##N remquo(T##N x, T##N y, __private int##N* p) {             \
    int##H a, b;                                                       \
    T##H r = remquo(x low, y low, &a), s = remquo(x high, y high, &b); \
    *p = (int##N)(a, b);                                               \
    return (T##N)(r, s);                                               \
  }
#define VG_REMQUO_SPACE(N, T, space)                   \
  VG_FN T##N remquo(T##N x, T##N y, space int##N* p) { \
    int##N result;                                     \
    T##N r = remquo(x, y, &result);                    \
    *p = result;                                       \
    return r;                                          \
  }
#define VG_REMQUO(T, S)                                                              \
  VG_FN T remquo(T x, T y, __private int* p) { return (T)__vg_remquo_##S(x, y, p); } \
  VG_REMQUO_VECTOR(T, 2, , .x, .y)                                                   \
  VG_FN T##3 remquo(T##3 x, T##3 y, __private int##3 * p) {                          \
    int2 a;                                                                          \
    int b;                                                                           \
    T##2 r = remquo(x.xy, y.xy, &a);                                                 \
    T s = remquo(x.z, y.z, &b);                                                      \
    *p = (int3)(a, b);                                                               \
    return (T##3)(r, s);                                                             \
  }                                                                                  \
  VG_REMQUO_VECTOR(T, 4, 2, .lo, .hi)                                                \
  VG_REMQUO_VECTOR(T, 8, 4, .lo, .hi)                                                \
  VG_REMQUO_VECTOR(T, 16, 8, .lo, .hi)                                               \
  VG_SIZES(VG_REMQUO_SPACE, T, __global)                                             \
  VG_SIZES(VG_REMQUO_SPACE, T, __local)                                              \
  VG_SIZES(VG_REMQUO_SPACE, T, __generic)
VG_REMQUO(float, f32)
VG_REMQUO(double, f64)
VG_REMQUO(half, f32)
