// Common and geometric functions: clamp, mix, step, dot, length and the like.
//
// SPDX-License-Identifier: MIT
#include "opencl/builtin.h"

float __vg_hypot_f32(float, float);

#define VG_COMMON(N, T)                                                        \
  VG_FN T##N max(T##N x, T##N y) { return __builtin_elementwise_max(x, y); }   \
  VG_FN T##N min(T##N x, T##N y) { return __builtin_elementwise_min(x, y); }   \
  VG_FN T##N clamp(T##N x, T##N low, T##N high) {                              \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high); \
  }                                                                            \
  VG_FN T##N degrees(T##N x) { return x * (T##N)(57.295779513082320877); }     \
  VG_FN T##N radians(T##N x) { return x * (T##N)(0.017453292519943295769); }   \
  VG_FN T##N mix(T##N x, T##N y, T##N a) { return x + (y - x) * a; }
#define VG_COMMON_SCALARS(N, T)                                                       \
  VG_FN T##N max(T##N x, T y) { return max(x, (T##N)y); }                             \
  VG_FN T##N min(T##N x, T y) { return min(x, (T##N)y); }                             \
  VG_FN T##N clamp(T##N x, T low, T high) { return clamp(x, (T##N)low, (T##N)high); } \
  VG_FN T##N mix(T##N x, T##N y, T a) { return mix(x, y, (T##N)a); }                  \
  VG_FN T##N step(T edge, T##N x) { return step((T##N)edge, x); }                     \
  VG_FN T##N smoothstep(T low, T high, T##N x) { return smoothstep((T##N)low, (T##N)high, x); }
#define VG_STEPS(T)                                            \
  VG_FN T step(T edge, T x) { return x < edge ? (T)0 : (T)1; } \
  VG_FN T smoothstep(T low, T high, T x) {                     \
    T t = clamp((x - low) / (high - low), (T)0, (T)1);         \
    return t * t * ((T)3 - (T)2 * t);                          \
  }                                                            \
  VG_FN T sign(T x) {                                          \
    T one = __builtin_elementwise_copysign((T)1, x);           \
    return x != x ? (T)0 : x == (T)0 ? x : one;                \
  }                                                            \
  VG_VECTORS2(T, step, T, T)                                   \
  VG_VECTORS3(T, smoothstep, T, T, T)                          \
  VG_VECTORS1(T, sign, T)

// The squares of a long vector could overflow: it is scaled by the largest component's power of two first.
#define VG_GEOMETRY(T)                                                                    \
  VG_FN T dot(T a, T b) { return a * b; }                                                 \
  VG_FN T dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; }                           \
  VG_FN T dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }               \
  VG_FN T dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + (a.z * b.z + a.w * b.w); } \
  VG_FN T##3 cross(T##3 a, T##3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }              \
  VG_FN T##4 cross(T##4 a, T##4 b) { return (T##4)(cross(a.xyz, b.xyz), (T)0); }
// The power of two that brings the largest component near 1, so that no other loses bits that its quotient needs.
// An infinite component outweighs all finite ones.
#define VG_UNIT(T, I, places, top_field)                                            \
  VG_IN T unit_of(T top) {                                                          \
    I field = top_field - (as_##I(top) >> places);                                  \
    field = __builtin_elementwise_min(field, (I)(top_field - 1));                   \
    return as_##T(__builtin_elementwise_max(field, (I)1) << places);                \
  }                                                                                 \
  VG_IN T largest(T##2 v) { return __builtin_elementwise_max(v.x, v.y); }           \
  VG_IN T largest(T##3 v) { return __builtin_elementwise_max(largest(v.xy), v.z); } \
  VG_IN T largest(T##4 v) { return __builtin_elementwise_max(largest(v.lo), largest(v.hi)); }
VG_UNIT(float, int, 23, 254)
VG_UNIT(double, long, 52, 2046)
#define VG_LENGTH(N, T, tiny, huge, up, down)                                                      \
  VG_FN T length(T##N v) {                                                                         \
    T sum = dot(v, v);                                                                             \
    T large = dot(v * (T##N)down, v * (T##N)down), small = dot(v * (T##N)up, v * (T##N)up);        \
    T r = __builtin_elementwise_sqrt(sum);                                                         \
    r = sum > (T)huge ? __builtin_elementwise_sqrt(large) * (T)up : r;                             \
    return sum < (T)tiny ? __builtin_elementwise_sqrt(small) * (T)down : r;                        \
  }                                                                                                \
  VG_FN T##N normalize(T##N v) {                                                                   \
    T##N size = __builtin_elementwise_abs(v);                                                      \
    T top = largest(size);                                                                         \
    T##N ends = size == (T##N)INFINITY ? __builtin_elementwise_copysign((T##N)1, v) : v * (T##N)0; \
    T##N w = top == (T)INFINITY ? ends : v * (T##N)unit_of(top);                                   \
    T root = __builtin_elementwise_sqrt(dot(w, w));                                                \
    return root == (T)0 ? v : w / (T##N)root;                                                      \
  }                                                                                                \
  VG_FN T distance(T##N a, T##N b) { return length(a - b); }
#define VG_LENGTHS(T, ...)                                                    \
  VG_LENGTH(2, T, __VA_ARGS__)                                                \
  VG_LENGTH(3, T, __VA_ARGS__)                                                \
  VG_LENGTH(4, T, __VA_ARGS__)                                                \
  VG_FN T length(T x) { return __builtin_elementwise_abs(x); }                \
  VG_FN T normalize(T x) {                                                    \
    return x == (T)0 || x != x ? x : __builtin_elementwise_copysign((T)1, x); \
  }                                                                           \
  VG_FN T distance(T a, T b) { return __builtin_elementwise_abs(a - b); }

VG_SIZES(VG_COMMON, float)
VG_SIZES(VG_COMMON, double)
VG_SIZES(VG_COMMON, half)
VG_STEPS(float)
VG_STEPS(double)
VG_STEPS(half)
VG_VECTOR_SIZES(VG_COMMON_SCALARS, float)
VG_VECTOR_SIZES(VG_COMMON_SCALARS, double)
VG_VECTOR_SIZES(VG_COMMON_SCALARS, half)
VG_GEOMETRY(float)
VG_GEOMETRY(double)
VG_GEOMETRY(half)
VG_LENGTHS(float, 0x1p-90f, 0x1p120f, 0x1p75f, 0x1p-75f)
VG_LENGTHS(double, 0x1p-900, 0x1p1000, 0x1p600, 0x1p-600)

// Halves: the squares are exact in float.
#define VG_HALF_LENGTH(N)                                                                     \
  VG_FN half length(half##N v) {                                                              \
    float##N w = __builtin_convertvector(v, float##N);                                        \
    return (half)__builtin_elementwise_sqrt(dot(w, w));                                       \
  }                                                                                           \
  VG_FN half##N normalize(half##N v) {                                                        \
    return __builtin_convertvector(normalize(__builtin_convertvector(v, float##N)), half##N); \
  }                                                                                           \
  VG_FN half distance(half##N a, half##N b) { return length(a - b); }
VG_HALF_LENGTH(2)
VG_HALF_LENGTH(3)
VG_HALF_LENGTH(4)
VG_FN half length(half x) { return __builtin_elementwise_abs(x); }
VG_FN half normalize(half x) {
  return x == (half)0 || x != x ? x : __builtin_elementwise_copysign((half)1, x);
}
VG_FN half distance(half a, half b) { return __builtin_elementwise_abs(a - b); }

#define VG_FAST(N)                                                                      \
  VG_FN float fast_length(float##N v) { return __builtin_elementwise_sqrt(dot(v, v)); } \
  VG_FN float fast_distance(float##N a, float##N b) { return fast_length(a - b); }      \
  VG_FN float##N fast_normalize(float##N v) {                                           \
    float sum = dot(v, v);                                                              \
    return sum == 0.0f ? v : v * (float##N)(1.0f / __builtin_elementwise_sqrt(sum));    \
  }
VG_FAST()
VG_FAST(2)
VG_FAST(3)
VG_FAST(4)
