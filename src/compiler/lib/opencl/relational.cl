// Relational functions, select and bitselect.
//
// A scalar comparison gives 0 or 1, a vector's 0 or -1 in integers of the element's width.
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#define VG_COMPARE(name, T, I, expression)        \
  VG_FN int name(T x, T y) { return expression; } \
  VG_COMPARE_VECTOR(2, name, T, I, expression)    \
  VG_COMPARE_VECTOR(3, name, T, I, expression)    \
  VG_COMPARE_VECTOR(4, name, T, I, expression)    \
  VG_COMPARE_VECTOR(8, name, T, I, expression)    \
  VG_COMPARE_VECTOR(16, name, T, I, expression)
#define VG_COMPARE_VECTOR(N, name, T, I, expression) \
  VG_FN I##N name(T##N x, T##N y) { return expression; }
#define VG_TEST(name, T, I, expression)      \
  VG_FN int name(T x) { return expression; } \
  VG_TEST_VECTOR(2, name, T, I, expression)  \
  VG_TEST_VECTOR(3, name, T, I, expression)  \
  VG_TEST_VECTOR(4, name, T, I, expression)  \
  VG_TEST_VECTOR(8, name, T, I, expression)  \
  VG_TEST_VECTOR(16, name, T, I, expression)
#define VG_TEST_VECTOR(N, name, T, I, expression) \
  VG_FN I##N name(T##N x) { return expression; }
#define VG_SIGN(N, T, I) \
  VG_FN I##N signbit(T##N x) { return as_##I##N(x) < (I##N)0; }

#define VG_RELATIONS(T, I, infinity, smallest)                                                    \
  VG_COMPARE(isequal, T, I, x == y)                                                               \
  VG_COMPARE(isnotequal, T, I, x != y)                                                            \
  VG_COMPARE(isgreater, T, I, x > y)                                                              \
  VG_COMPARE(isgreaterequal, T, I, x >= y)                                                        \
  VG_COMPARE(isless, T, I, x < y)                                                                 \
  VG_COMPARE(islessequal, T, I, x <= y)                                                           \
  VG_COMPARE(islessgreater, T, I, (x < y) | (x > y))                                              \
  VG_COMPARE(isordered, T, I, (x == x) & (y == y))                                                \
  VG_COMPARE(isunordered, T, I, (x != x) | (y != y))                                              \
  VG_TEST(isfinite, T, I, __builtin_elementwise_abs(x) < infinity)                                \
  VG_TEST(isinf, T, I, __builtin_elementwise_abs(x) == infinity)                                  \
  VG_TEST(isnan, T, I, x != x)                                                                    \
  VG_TEST(isnormal, T, I,                                                                         \
          (__builtin_elementwise_abs(x) < infinity) & (__builtin_elementwise_abs(x) >= smallest)) \
  VG_VECTOR_SIZES(VG_SIGN, T, I)
VG_RELATIONS(float, int, __builtin_inff(), 0x1p-126f)
VG_RELATIONS(double, long, __builtin_inf(), 0x1p-1022)
VG_RELATIONS(half, short, (half)__builtin_inff(), (half)0x1p-14f)
VG_FN int signbit(float x) { return as_int(x) < 0; }
VG_FN int signbit(double x) { return as_long(x) < 0; }
VG_FN int signbit(half x) { return as_short(x) < 0; }

// any and all look at the top bit of each element.
#define VG_ANY_ALL(T)                                         \
  VG_FN int any(T x) { return x < (T)0; }                     \
  VG_FN int all(T x) { return x < (T)0; }                     \
  VG_FN int any(T##2 x) { return any((T)(x.x | x.y)); }       \
  VG_FN int all(T##2 x) { return all((T)(x.x & x.y)); }       \
  VG_FN int any(T##3 x) { return any((T)(x.x | x.y | x.z)); } \
  VG_FN int all(T##3 x) { return all((T)(x.x & x.y & x.z)); } \
  VG_FN int any(T##4 x) { return any(x.lo | x.hi); }          \
  VG_FN int all(T##4 x) { return all(x.lo & x.hi); }          \
  VG_FN int any(T##8 x) { return any(x.lo | x.hi); }          \
  VG_FN int all(T##8 x) { return all(x.lo & x.hi); }          \
  VG_FN int any(T##16 x) { return any(x.lo | x.hi); }         \
  VG_FN int all(T##16 x) { return all(x.lo & x.hi); }
VG_ANY_ALL(char)
VG_ANY_ALL(short)
VG_ANY_ALL(int)
VG_ANY_ALL(long)

#define VG_AS(T, x) __builtin_astype((x), T)
// select: scalars by truth, vectors by the condition's top bit. S and U are the integers of T's width.
#define VG_SELECT(N, T, S)                                                  \
  VG_FN T##N select(T##N a, T##N b, S##N c) { return c < (S##N)0 ? b : a; } \
  VG_FN T##N select(T##N a, T##N b, u##S##N c) { return VG_AS(S##N, c) < (S##N)0 ? b : a; }
#define VG_BITSELECT(N, T, S)                                                              \
  VG_FN T##N bitselect(T##N a, T##N b, T##N c) {                                           \
    S##N mask = VG_AS(S##N, c), bits = (VG_AS(S##N, a) & ~mask) | (VG_AS(S##N, b) & mask); \
    return VG_AS(T##N, bits);                                                              \
  }
#define VG_SELECTS(T, S)                                 \
  VG_FN T select(T a, T b, S c) { return c ? b : a; }    \
  VG_FN T select(T a, T b, u##S c) { return c ? b : a; } \
  VG_VECTOR_SIZES(VG_SELECT, T, S)                       \
  VG_SIZES(VG_BITSELECT, T, S)
VG_SELECTS(char, char)
VG_SELECTS(uchar, char)
VG_SELECTS(short, short)
VG_SELECTS(ushort, short)
VG_SELECTS(half, short)
VG_SELECTS(int, int)
VG_SELECTS(uint, int)
VG_SELECTS(float, int)
VG_SELECTS(long, long)
VG_SELECTS(ulong, long)
VG_SELECTS(double, long)
