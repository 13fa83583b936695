// Integer functions for all types and sizes.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

#define VG_AS(T, x) __builtin_astype((x), T)

// T signed or unsigned, U its unsigned twin; everything elementwise on whole vectors.
#define VG_INTEGER(N, T, U, bits)                                                       \
  VG_FN T##N hadd(T##N x, T##N y) { return (T##N)((x & y) + ((x ^ y) >> (T##N)1)); }    \
  VG_FN T##N rhadd(T##N x, T##N y) { return (T##N)((x | y) - ((x ^ y) >> (T##N)1)); }   \
  VG_FN T##N max(T##N x, T##N y) { return __builtin_elementwise_max(x, y); }            \
  VG_FN T##N min(T##N x, T##N y) { return __builtin_elementwise_min(x, y); }            \
  VG_FN T##N clamp(T##N x, T##N low, T##N high) {                                       \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);          \
  }                                                                                     \
  VG_FN U##N abs_diff(T##N x, T##N y) {                                                 \
    T##N high = __builtin_elementwise_max(x, y), low = __builtin_elementwise_min(x, y); \
    return (U##N)(VG_AS(U##N, high) - VG_AS(U##N, low));                                \
  }                                                                                     \
  VG_FN T##N rotate(T##N x, T##N n) {                                                   \
    U##N value = VG_AS(U##N, x), left = VG_AS(U##N, n) & (U##N)(bits - 1);              \
    U##N right = ((U##N)bits - left) & (U##N)(bits - 1);                                \
    U##N turned = (value << left) | (value >> right);                                   \
    return VG_AS(T##N, turned);                                                         \
  }
#define VG_TYPE(T, U, bits) VG_SIZES(VG_INTEGER, T, U, bits)
VG_TYPE(char, uchar, 8)
VG_TYPE(uchar, uchar, 8)
VG_TYPE(short, ushort, 16)
VG_TYPE(ushort, ushort, 16)
VG_TYPE(int, uint, 32)
VG_TYPE(uint, uint, 32)
VG_TYPE(long, ulong, 64)
VG_TYPE(ulong, ulong, 64)

// C widens narrow scalars before the builtin sees them, so those go as the first element of a vector.
#define VG_SATURATE_VECTOR(N, T)                                                     \
  VG_FN T##N add_sat(T##N x, T##N y) { return __builtin_elementwise_add_sat(x, y); } \
  VG_FN T##N sub_sat(T##N x, T##N y) { return __builtin_elementwise_sub_sat(x, y); }
#define VG_SATURATE(T, unused)                                          \
  VG_VECTOR_SIZES(VG_SATURATE_VECTOR, T)                                \
  VG_FN T add_sat(T x, T y) { return add_sat((T##2)(x), (T##2)(y)).x; } \
  VG_FN T sub_sat(T x, T y) { return sub_sat((T##2)(x), (T##2)(y)).x; }
VG_INTEGERS(VG_SATURATE, )

#define VG_SIGNED_ABS(N, T, U)             \
  VG_FN U##N abs(T##N x) {                 \
    T##N y = __builtin_elementwise_abs(x); \
    return VG_AS(U##N, y);                 \
  }
#define VG_UNSIGNED_ABS(N, U) \
  VG_FN U##N abs(U##N x) { return x; }
VG_SIZES(VG_SIGNED_ABS, char, uchar)
VG_SIZES(VG_SIGNED_ABS, short, ushort)
VG_SIZES(VG_SIGNED_ABS, int, uint)
VG_SIZES(VG_SIGNED_ABS, long, ulong)
VG_SIZES(VG_UNSIGNED_ABS, uchar)
VG_SIZES(VG_UNSIGNED_ABS, ushort)
VG_SIZES(VG_UNSIGNED_ABS, uint)
VG_SIZES(VG_UNSIGNED_ABS, ulong)

// Scalar bounds for vectors.
#define VG_SCALAR_BOUND(N, T)                             \
  VG_FN T##N max(T##N x, T y) { return max(x, (T##N)y); } \
  VG_FN T##N min(T##N x, T y) { return min(x, (T##N)y); } \
  VG_FN T##N clamp(T##N x, T low, T high) { return clamp(x, (T##N)low, (T##N)high); }
#define VG_SCALAR_BOUNDS(T, unused) VG_VECTOR_SIZES(VG_SCALAR_BOUND, T)
VG_INTEGERS(VG_SCALAR_BOUNDS, )

// Counting bits: scalar builtins, then halves.
#define VG_COUNT(T, U, bits)                                     \
  VG_FN T clz(T x) { return (T)__builtin_clzg((U)x, bits); }     \
  VG_FN T ctz(T x) { return (T)__builtin_ctzg((U)x, bits); }     \
  VG_FN T popcount(T x) { return (T)__builtin_popcountg((U)x); } \
  VG_VECTORS1(T, clz, T)                                         \
  VG_VECTORS1(T, ctz, T)                                         \
  VG_VECTORS1(T, popcount, T)
VG_COUNT(char, uchar, 8)
VG_COUNT(uchar, uchar, 8)
VG_COUNT(short, ushort, 16)
VG_COUNT(ushort, ushort, 16)
VG_COUNT(int, uint, 32)
VG_COUNT(uint, uint, 32)
VG_COUNT(long, ulong, 64)
VG_COUNT(ulong, ulong, 64)

// The upper half of a product: in the next wider type; 64 bits by parts of 32.
#define VG_HIGH(T, W, bits) \
  VG_FN T mul_hi(T x, T y) { return (T)(((W)x * (W)y) >> bits); }
VG_HIGH(char, int, 8)
VG_HIGH(uchar, uint, 8)
VG_HIGH(short, int, 16)
VG_HIGH(ushort, uint, 16)
VG_HIGH(int, long, 32)
VG_HIGH(uint, ulong, 32)
VG_FN ulong mul_hi(ulong x, ulong y) {
  ulong a = x >> 32, b = x & 0xffffffffu, c = y >> 32, d = y & 0xffffffffu;
  ulong low = b * d, left = a * d + (low >> 32), right = b * c + (left & 0xffffffffu);
  return a * c + (left >> 32) + (right >> 32);
}
VG_FN long mul_hi(long x, long y) {
  ulong high = mul_hi((ulong)x, (ulong)y);
  return (long)(high - (x < 0 ? (ulong)y : 0) - (y < 0 ? (ulong)x : 0));
}
#define VG_MAD_HIGH(T, unused)                                    \
  VG_VECTORS2(T, mul_hi, T, T)                                    \
  VG_FN T mad_hi(T x, T y, T z) { return (T)(mul_hi(x, y) + z); } \
  VG_VECTORS3(T, mad_hi, T, T, T)
VG_INTEGERS(VG_MAD_HIGH, )

#define VG_BITS_char 8
#define VG_BITS_short 16
#define VG_BITS_int 32
#define VG_BITS_long 64

// mad_sat clamps the exact x * y + z.
#define VG_MAD_SAT(T, W, low, high)            \
  VG_FN T mad_sat(T x, T y, T z) {             \
    W sum = (W)x * (W)y + (W)z;                \
    sum = sum < (W)low ? (W)low : sum;         \
    return (T)(sum > (W)high ? (W)high : sum); \
  }
VG_MAD_SAT(char, int, CHAR_MIN, CHAR_MAX)
VG_MAD_SAT(uchar, uint, 0, UCHAR_MAX)
VG_MAD_SAT(short, int, SHRT_MIN, SHRT_MAX)
VG_MAD_SAT(ushort, ulong, 0, USHRT_MAX)
VG_MAD_SAT(int, long, INT_MIN, INT_MAX)
VG_MAD_SAT(uint, ulong, 0, UINT_MAX)
VG_FN ulong mad_sat(ulong x, ulong y, ulong z) {
  ulong low = x * y, sum = low + z;
  return mul_hi(x, y) != 0 || sum < low ? ULONG_MAX : sum;
}
// 128 bits as high and low: the sum fits when the high part is the sign of the low one.
VG_FN long mad_sat(long x, long y, long z) {
  ulong low = (ulong)x * (ulong)y, sum = low + (ulong)z;
  long high = mul_hi(x, y) + (z >> 63) + (sum < low ? 1 : 0);
  return high == (long)sum >> 63 ? (long)sum : high < 0 ? LONG_MIN : LONG_MAX;
}
#define VG_MAD_SATS(T, unused) VG_VECTORS3(T, mad_sat, T, T, T)
VG_INTEGERS(VG_MAD_SATS, )

// 24-bit arithmetic is exact in 32 bits where the arguments are in range; elsewhere it is undefined.
#define VG_24(N, T)                                  \
  VG_FN T##N mul24(T##N x, T##N y) { return x * y; } \
  VG_FN T##N mad24(T##N x, T##N y, T##N z) { return x * y + z; }
VG_SIZES(VG_24, int)
VG_SIZES(VG_24, uint)

#define VG_UPSAMPLE(W, T, U, bits)                                          \
  VG_FN W upsample(T high, U low) { return (W)((W)high << bits) | (W)low; } \
  VG_VECTORS2(W, upsample, T, U)
VG_UPSAMPLE(short, char, uchar, 8)
VG_UPSAMPLE(ushort, uchar, uchar, 8)
VG_UPSAMPLE(int, short, ushort, 16)
VG_UPSAMPLE(uint, ushort, ushort, 16)
VG_UPSAMPLE(long, int, uint, 32)
VG_UPSAMPLE(ulong, uint, uint, 32)

// Dot products of packed bytes (cl_khr_integer_dot_product) and bit reversal (cl_khr_extended_bit_ops).
VG_FN uint dot(uchar4 a, uchar4 b) {
  return (uint)a.x * b.x + (uint)a.y * b.y + (uint)a.z * b.z + (uint)a.w * b.w;
}
VG_FN int dot(char4 a, char4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
VG_FN int dot(uchar4 a, char4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
VG_FN int dot(char4 a, uchar4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
VG_FN uint dot_acc_sat(uchar4 a, uchar4 b, uint c) { return add_sat(dot(a, b), c); }
VG_FN int dot_acc_sat(char4 a, char4 b, int c) { return add_sat(dot(a, b), c); }
VG_FN int dot_acc_sat(uchar4 a, char4 b, int c) { return add_sat(dot(a, b), c); }
VG_FN int dot_acc_sat(char4 a, uchar4 b, int c) { return add_sat(dot(a, b), c); }
#define VG_PACKED(kind, R, A, B)                                                           \
  VG_FN R dot_4x8packed_##kind##_##R(uint a, uint b) { return dot(as_##A(a), as_##B(b)); } \
  VG_FN R dot_acc_sat_4x8packed_##kind##_##R(uint a, uint b, R c) {                        \
    return dot_acc_sat(as_##A(a), as_##B(b), c);                                           \
  }
VG_PACKED(uu, uint, uchar4, uchar4)
VG_PACKED(ss, int, char4, char4)
VG_PACKED(us, int, uchar4, char4)
VG_PACKED(su, int, char4, uchar4)
