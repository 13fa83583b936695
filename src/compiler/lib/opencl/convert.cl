// convert_T, convert_T_sat and their rounding modes for one destination type VG_TO (defined by the build).
//
// An integer source never needs rounding to an integer, a floating one is rounded first and clamped after.
// convert_T without a mode rounds to zero for integers, to nearest for floating-point numbers.
// SPDX-License-Identifier: MIT
#include "opencl/round_float.h"

#define VG_MIN_char CHAR_MIN
#define VG_MAX_char CHAR_MAX
#define VG_MIN_uchar 0
#define VG_MAX_uchar UCHAR_MAX
#define VG_MIN_short SHRT_MIN
#define VG_MAX_short SHRT_MAX
#define VG_MIN_ushort 0
#define VG_MAX_ushort USHRT_MAX
#define VG_MIN_int INT_MIN
#define VG_MAX_int INT_MAX
#define VG_MIN_uint 0
#define VG_MAX_uint UINT_MAX
#define VG_MIN_long LONG_MIN
#define VG_MAX_long LONG_MAX
#define VG_MIN_ulong 0
#define VG_MAX_ulong ULONG_MAX

// The five vector sizes of convert_T<mode>, from the scalar function.
#define VG_LIFT(T, S, mode)                                                                \
  VG_FN T##2 convert_##T##2##mode(S##2 x) {                                                \
    return (T##2)(convert_##T##mode(x.x), convert_##T##mode(x.y));                         \
  }                                                                                        \
  VG_FN T##3 convert_##T##3##mode(S##3 x) {                                                \
    return (T##3)(convert_##T##mode(x.x), convert_##T##mode(x.y), convert_##T##mode(x.z)); \
  }                                                                                        \
  VG_FN T##4 convert_##T##4##mode(S##4 x) {                                                \
    return (T##4)(convert_##T##2##mode(x.lo), convert_##T##2##mode(x.hi));                 \
  }                                                                                        \
  VG_FN T##8 convert_##T##8##mode(S##8 x) {                                                \
    return (T##8)(convert_##T##4##mode(x.lo), convert_##T##4##mode(x.hi));                 \
  }                                                                                        \
  VG_FN T##16 convert_##T##16##mode(S##16 x) {                                             \
    return (T##16)(convert_##T##8##mode(x.lo), convert_##T##8##mode(x.hi));                \
  }
#define VG_CONVERT(T, S, mode, expression)              \
  VG_FN T convert_##T##mode(S x) { return expression; } \
  VG_LIFT(T, S, mode)
#define VG_CONVERT_PLAIN(N, T, S, mode) \
  VG_FN T##N convert_##T##N##mode(S##N x) { return __builtin_convertvector(x, T##N); }
#define VG_PLAIN(T, S, mode)                      \
  VG_FN T convert_##T##mode(S x) { return (T)x; } \
  VG_VECTOR_SIZES(VG_CONVERT_PLAIN, T, S, mode)

#ifdef VG_TO_INTEGER
// Clamps x of type S to what T holds; the limits are constants of type S.
#define VG_CLAMP(T, S)                                                                            \
  VG_IN T clamp_to(S x) {                                                                         \
    const S low =                                                                                 \
        (S)((VG_MIN_##S) < 0 && (VG_MIN_##T) > (long)(VG_MIN_##S) ? (VG_MIN_##T) : (VG_MIN_##S)); \
    const S high = (S)((ulong)(VG_MAX_##T) < (ulong)(VG_MAX_##S) ? (VG_MAX_##T) : (VG_MAX_##S));  \
    x = x < low ? low : x;                                                                        \
    return (T)(x > high ? high : x);                                                              \
  }
#define VG_FROM_INTEGER(S, T)                                                                      \
  VG_CLAMP(T, S)                                                                                   \
  VG_PLAIN(T, S, )                                                                                 \
  VG_PLAIN(T, S, _rte)                                                                             \
  VG_PLAIN(T, S, _rtz)                                                                             \
  VG_PLAIN(T, S, _rtp)                                                                             \
  VG_PLAIN(T, S, _rtn) VG_CONVERT(T, S, _sat, clamp_to(x)) VG_CONVERT(T, S, _sat_rte, clamp_to(x)) \
      VG_CONVERT(T, S, _sat_rtz, clamp_to(x)) VG_CONVERT(T, S, _sat_rtp, clamp_to(x))              \
          VG_CONVERT(T, S, _sat_rtn, clamp_to(x))

// x is whole. The bound above is a power of two, one more than the largest T, so it is exact in F.
#define VG_SATURATE(T, F)                                            \
  VG_IN T saturate(F x) {                                            \
    T y = (T)x;                                                      \
    y = x < (F)(VG_MIN_##T) ? (T)(VG_MIN_##T) : y;                   \
    y = x >= (F)((VG_MAX_##T) / 2 + 1) * (F)2 ? (T)(VG_MAX_##T) : y; \
    return x == x ? y : (T)0;                                        \
  }
#define VG_FROM_FLOAT_(T, S, F)                                           \
  VG_CONVERT(T, S, , (T)(F)x)                                             \
  VG_CONVERT(T, S, _rtz, (T)(F)x)                                         \
  VG_CONVERT(T, S, _rte, (T)__builtin_elementwise_rint((F)x))             \
  VG_CONVERT(T, S, _rtp, (T)__builtin_elementwise_ceil((F)x))             \
  VG_CONVERT(T, S, _rtn, (T)__builtin_elementwise_floor((F)x))            \
  VG_CONVERT(T, S, _sat, saturate(__builtin_elementwise_trunc((F)x)))     \
  VG_CONVERT(T, S, _sat_rtz, saturate(__builtin_elementwise_trunc((F)x))) \
  VG_CONVERT(T, S, _sat_rte, saturate(__builtin_elementwise_rint((F)x)))  \
  VG_CONVERT(T, S, _sat_rtp, saturate(__builtin_elementwise_ceil((F)x)))  \
  VG_CONVERT(T, S, _sat_rtn, saturate(__builtin_elementwise_floor((F)x)))
#define VG_ALL(T)                 \
  VG_INTEGERS(VG_FROM_INTEGER, T) \
  VG_SATURATE(T, float)           \
  VG_SATURATE(T, double)          \
  VG_FROM_FLOAT_(T, half, float) VG_FROM_FLOAT_(T, float, float) VG_FROM_FLOAT_(T, double, double)
#else
// From a wider floating-point type W, or the same: nearest is `near`, exact comparison in W.
#define VG_ROUNDED(T, S, mode, near)                      \
  VG_FN T convert_##T##_##mode(S x) {                     \
    T y = near(x);                                        \
    return round_##mode(y, (S)y > x, (S)y < x, x < (S)0); \
  }                                                       \
  VG_LIFT(T, S, _##mode)
#define VG_NARROW(T, S, near)     \
  VG_CONVERT(T, S, , near(x))     \
  VG_CONVERT(T, S, _rte, near(x)) \
  VG_ROUNDED(T, S, rtz, near) VG_ROUNDED(T, S, rtp, near) VG_ROUNDED(T, S, rtn, near)
#define VG_WIDEN(T, S) \
  VG_PLAIN(T, S, )     \
  VG_PLAIN(T, S, _rte) VG_PLAIN(T, S, _rtz) VG_PLAIN(T, S, _rtp) VG_PLAIN(T, S, _rtn)

// From integers: on which side y lies is decided in 64-bit integers, where 2^63 (2^64) does not fit any more.
#define VG_INTEGER_ROUNDED(T, S, L, end, mode)                                   \
  VG_FN T convert_##T##_##mode(S x) {                                            \
    T y = (T)x;                                                                  \
    bool over = y >= (T)end;                                                     \
    L back = over ? (L)0 : (L)y;                                                 \
    return round_##mode(y, over || back > (L)x, !over && back < (L)x, x < (S)0); \
  }                                                                              \
  VG_LIFT(T, S, _##mode)
#define VG_INTEGER_TO(T, S, L, end)     \
  VG_PLAIN(T, S, )                      \
  VG_PLAIN(T, S, _rte)                  \
  VG_INTEGER_ROUNDED(T, S, L, end, rtz) \
  VG_INTEGER_ROUNDED(T, S, L, end, rtp) VG_INTEGER_ROUNDED(T, S, L, end, rtn)
#define VG_INTEGERS_TO(T)                                                   \
  VG_INTEGER_TO(T, char, long, 0x1p63)                                      \
  VG_INTEGER_TO(T, uchar, ulong, 0x1p64)                                    \
  VG_INTEGER_TO(T, short, long, 0x1p63)                                     \
  VG_INTEGER_TO(T, ushort, ulong, 0x1p64)                                   \
  VG_INTEGER_TO(T, int, long, 0x1p63) VG_INTEGER_TO(T, uint, ulong, 0x1p64) \
      VG_INTEGER_TO(T, long, long, 0x1p63) VG_INTEGER_TO(T, ulong, ulong, 0x1p64)
// To half by way of float: what a float cannot hold is beyond a half anyway.
#define VG_INTEGER_TO_HALF(S, T)                        \
  VG_CONVERT(half, S, , (half)(float)x)                 \
  VG_CONVERT(half, S, _rte, (half)(float)x)             \
  VG_CONVERT(half, S, _rtz, convert_half_rtz((float)x)) \
  VG_CONVERT(half, S, _rtp, convert_half_rtp((float)x)) \
  VG_CONVERT(half, S, _rtn, convert_half_rtn((float)x))

#define VG_ALL_double \
  VG_INTEGERS_TO(double) VG_WIDEN(double, half) VG_WIDEN(double, float) VG_WIDEN(double, double)
#define VG_ALL_float    \
  VG_INTEGERS_TO(float) \
  VG_WIDEN(float, half) VG_WIDEN(float, float) VG_NARROW(float, double, (float))
#define VG_ALL_half                    \
  VG_WIDEN(half, half)                 \
  VG_NARROW(half, float, nearest_half) \
  VG_NARROW(half, double, nearest_half) VG_INTEGERS(VG_INTEGER_TO_HALF, half)
#define VG_ALL(T) VG_CAT(VG_ALL_, T)
#endif

VG_ALL(VG_TO)
