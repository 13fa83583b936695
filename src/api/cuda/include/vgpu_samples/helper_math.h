/* Operators and functions of vectors, with the names of the headers beside NVIDIA's samples. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_HELPER_MATH_H_
#define COMMON_HELPER_MATH_H_

#include "vgpu_vector_conversions.h"
#include "vgpu_vector_operators.h"

#define VG_BOTH inline __host__ __device__
VG_BOTH float lerp(float a, float b, float t) { return a + t * (b - a); }
VG_BOTH float fracf(float v) { return v - floorf(v); }
VG_BOTH float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}

VG_BOTH float2 floorf(float2 v) { return make_float2(floorf(v.x), floorf(v.y)); }
VG_BOTH float2 fracf(float2 v) { return make_float2(fracf(v.x), fracf(v.y)); }
VG_BOTH float2 fabs(float2 v) { return make_float2(fabsf(v.x), fabsf(v.y)); }
VG_BOTH float2 fminf(float2 a, float2 b) { return make_float2(fminf(a.x, b.x), fminf(a.y, b.y)); }
VG_BOTH float2 fmaxf(float2 a, float2 b) { return make_float2(fmaxf(a.x, b.x), fmaxf(a.y, b.y)); }
VG_BOTH float2 fmodf(float2 a, float2 b) { return make_float2(fmodf(a.x, b.x), fmodf(a.y, b.y)); }
VG_BOTH float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
VG_BOTH float length(float2 v) { return sqrtf(dot(v, v)); }
VG_BOTH float2 normalize(float2 v) { return v * rsqrtf(dot(v, v)); }
VG_BOTH float2 smoothstep(float2 a, float2 b, float2 x) {
  const float2 y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (make_float2(3.0f) - make_float2(2.0f) * y);
}
VG_BOTH float3 floorf(float3 v) { return make_float3(floorf(v.x), floorf(v.y), floorf(v.z)); }
VG_BOTH float3 fracf(float3 v) { return make_float3(fracf(v.x), fracf(v.y), fracf(v.z)); }
VG_BOTH float3 fabs(float3 v) { return make_float3(fabsf(v.x), fabsf(v.y), fabsf(v.z)); }
VG_BOTH float3 fminf(float3 a, float3 b) {
  return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
}
VG_BOTH float3 fmaxf(float3 a, float3 b) {
  return make_float3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z));
}
VG_BOTH float3 fmodf(float3 a, float3 b) {
  return make_float3(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z));
}
VG_BOTH float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
VG_BOTH float length(float3 v) { return sqrtf(dot(v, v)); }
VG_BOTH float3 normalize(float3 v) { return v * rsqrtf(dot(v, v)); }
VG_BOTH float3 smoothstep(float3 a, float3 b, float3 x) {
  const float3 y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (make_float3(3.0f) - make_float3(2.0f) * y);
}
VG_BOTH float4 floorf(float4 v) {
  return make_float4(floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w));
}
VG_BOTH float4 fracf(float4 v) {
  return make_float4(fracf(v.x), fracf(v.y), fracf(v.z), fracf(v.w));
}
VG_BOTH float4 fabs(float4 v) {
  return make_float4(fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w));
}
VG_BOTH float4 fminf(float4 a, float4 b) {
  return make_float4(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z), fminf(a.w, b.w));
}
VG_BOTH float4 fmaxf(float4 a, float4 b) {
  return make_float4(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w));
}
VG_BOTH float4 fmodf(float4 a, float4 b) {
  return make_float4(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z), fmodf(a.w, b.w));
}
VG_BOTH float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
VG_BOTH float length(float4 v) { return sqrtf(dot(v, v)); }
VG_BOTH float4 normalize(float4 v) { return v * rsqrtf(dot(v, v)); }
VG_BOTH float4 smoothstep(float4 a, float4 b, float4 x) {
  const float4 y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (make_float4(3.0f) - make_float4(2.0f) * y);
}
VG_BOTH float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
VG_BOTH float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
#undef VG_BOTH

#endif
