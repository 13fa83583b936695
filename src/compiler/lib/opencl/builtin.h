// Macros that define OpenCL builtins for all vector sizes from the scalar one.
//
// Vectors are split in halves down to the scalar function; the compiler takes vectors of one work-item apart
// anyway, so nothing is lost. Compiled as OpenCL C for spir64, because clang mangles the address spaces of
// pointer arguments by that target when it declares the builtins for kernels.
// SPDX-License-Identifier: MIT
#pragma once

#include <opencl-c-base.h>

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Not inlined within the library, so that a vector function stays two calls on its halves and the parts stay
// small; build_part.py turns noinline into alwaysinline, so all of it melts into the kernel.
#define VG_FN __attribute__((overloadable, noinline))
#define VG_IN static inline __attribute__((overloadable, always_inline))
#define VG_CAT(a, b) VG_CAT_(a, b)
#define VG_CAT_(a, b) a##b

// R name(T): the five vector sizes from the scalar function.
#define VG_VECTORS1(R, name, T)                                               \
  VG_FN R##2 name(T##2 x) { return (R##2)(name(x.x), name(x.y)); }            \
  VG_FN R##3 name(T##3 x) { return (R##3)(name(x.x), name(x.y), name(x.z)); } \
  VG_FN R##4 name(T##4 x) { return (R##4)(name(x.lo), name(x.hi)); }          \
  VG_FN R##8 name(T##8 x) { return (R##8)(name(x.lo), name(x.hi)); }          \
  VG_FN R##16 name(T##16 x) { return (R##16)(name(x.lo), name(x.hi)); }
#define VG_VECTORS2(R, name, T, U)                                                       \
  VG_FN R##2 name(T##2 x, U##2 y) { return (R##2)(name(x.x, y.x), name(x.y, y.y)); }     \
  VG_FN R##3 name(T##3 x, U##3 y) {                                                      \
    return (R##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z));                       \
  }                                                                                      \
  VG_FN R##4 name(T##4 x, U##4 y) { return (R##4)(name(x.lo, y.lo), name(x.hi, y.hi)); } \
  VG_FN R##8 name(T##8 x, U##8 y) { return (R##8)(name(x.lo, y.lo), name(x.hi, y.hi)); } \
  VG_FN R##16 name(T##16 x, U##16 y) { return (R##16)(name(x.lo, y.lo), name(x.hi, y.hi)); }
#define VG_VECTORS3(R, name, T, U, V)                                             \
  VG_FN R##2 name(T##2 x, U##2 y, V##2 z) {                                       \
    return (R##2)(name(x.x, y.x, z.x), name(x.y, y.y, z.y));                      \
  }                                                                               \
  VG_FN R##3 name(T##3 x, U##3 y, V##3 z) {                                       \
    return (R##3)(name(x.x, y.x, z.x), name(x.y, y.y, z.y), name(x.z, y.z, z.z)); \
  }                                                                               \
  VG_FN R##4 name(T##4 x, U##4 y, V##4 z) {                                       \
    return (R##4)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                \
  }                                                                               \
  VG_FN R##8 name(T##8 x, U##8 y, V##8 z) {                                       \
    return (R##8)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                \
  }                                                                               \
  VG_FN R##16 name(T##16 x, U##16 y, V##16 z) {                                   \
    return (R##16)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));               \
  }

// One macro call for each size of a type; N is the size in names, nothing for a scalar.
#define VG_SIZES(M, ...) \
  M(, __VA_ARGS__)       \
  M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)
#define VG_VECTOR_SIZES(M, ...) \
  M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)
#define VG_INTEGERS(M, ...) \
  M(char, __VA_ARGS__)      \
  M(uchar, __VA_ARGS__)     \
  M(short, __VA_ARGS__)     \
  M(ushort, __VA_ARGS__)    \
  M(int, __VA_ARGS__) M(uint, __VA_ARGS__) M(long, __VA_ARGS__) M(ulong, __VA_ARGS__)

// Functions of the math library: float, double, and half by way of float.
#define VG_DECLARE1(name)         \
  float __vg_##name##_f32(float); \
  double __vg_##name##_f64(double);
#define VG_DECLARE2(name)                \
  float __vg_##name##_f32(float, float); \
  double __vg_##name##_f64(double, double);
#define VG_MATH1(name)                                                  \
  VG_DECLARE1(name)                                                     \
  VG_FN float name(float x) { return __vg_##name##_f32(x); }            \
  VG_FN double name(double x) { return __vg_##name##_f64(x); }          \
  VG_FN half name(half x) { return (half)__vg_##name##_f32((float)x); } \
  VG_VECTORS1(float, name, float) VG_VECTORS1(double, name, double) VG_VECTORS1(half, name, half)
#define VG_MATH2(name)                                                                    \
  VG_DECLARE2(name)                                                                       \
  VG_FN float name(float x, float y) { return __vg_##name##_f32(x, y); }                  \
  VG_FN double name(double x, double y) { return __vg_##name##_f64(x, y); }               \
  VG_FN half name(half x, half y) { return (half)__vg_##name##_f32((float)x, (float)y); } \
  VG_VECTORS2(float, name, float, float)                                                  \
  VG_VECTORS2(double, name, double, double) VG_VECTORS2(half, name, half, half)

// Functions that LLVM has for all vectors.
#define VG_ELEMENT1_(N, name, builtin)                     \
  VG_FN float##N name(float##N x) { return builtin(x); }   \
  VG_FN double##N name(double##N x) { return builtin(x); } \
  VG_FN half##N name(half##N x) { return builtin(x); }
#define VG_ELEMENT1(name, builtin) VG_SIZES(VG_ELEMENT1_, name, builtin)
