/* From one number of elements to another, and from one type to another; part of helper_math.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_VECTOR_CONVERSIONS_H
#define VGPU_VECTOR_CONVERSIONS_H

#include "cuda_runtime.h"
#include "vgpu_vector_operators.h"

#define VG_BOTH inline __host__ __device__

VG_BOTH float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
VG_BOTH float3 make_float3(float2 a) { return make_float3(a.x, a.y, float(0)); }
VG_BOTH float3 make_float3(float2 a, float z) { return make_float3(a.x, a.y, z); }
VG_BOTH float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
VG_BOTH float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, float(0)); }
VG_BOTH float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
VG_BOTH int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
VG_BOTH int3 make_int3(int2 a) { return make_int3(a.x, a.y, int(0)); }
VG_BOTH int3 make_int3(int2 a, int z) { return make_int3(a.x, a.y, z); }
VG_BOTH int3 make_int3(int4 a) { return make_int3(a.x, a.y, a.z); }
VG_BOTH int4 make_int4(int3 a) { return make_int4(a.x, a.y, a.z, int(0)); }
VG_BOTH int4 make_int4(int3 a, int w) { return make_int4(a.x, a.y, a.z, w); }
VG_BOTH uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
VG_BOTH uint3 make_uint3(uint2 a) { return make_uint3(a.x, a.y, uint(0)); }
VG_BOTH uint3 make_uint3(uint2 a, uint z) { return make_uint3(a.x, a.y, z); }
VG_BOTH uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
VG_BOTH uint4 make_uint4(uint3 a) { return make_uint4(a.x, a.y, a.z, uint(0)); }
VG_BOTH uint4 make_uint4(uint3 a, uint w) { return make_uint4(a.x, a.y, a.z, w); }
VG_BOTH float2 make_float2(int2 a) { return make_float2(float(a.x), float(a.y)); }
VG_BOTH float3 make_float3(int3 a) { return make_float3(float(a.x), float(a.y), float(a.z)); }
VG_BOTH float4 make_float4(int4 a) {
  return make_float4(float(a.x), float(a.y), float(a.z), float(a.w));
}
VG_BOTH float2 make_float2(uint2 a) { return make_float2(float(a.x), float(a.y)); }
VG_BOTH float3 make_float3(uint3 a) { return make_float3(float(a.x), float(a.y), float(a.z)); }
VG_BOTH float4 make_float4(uint4 a) {
  return make_float4(float(a.x), float(a.y), float(a.z), float(a.w));
}
VG_BOTH int2 make_int2(float2 a) { return make_int2(int(a.x), int(a.y)); }
VG_BOTH int3 make_int3(float3 a) { return make_int3(int(a.x), int(a.y), int(a.z)); }
VG_BOTH int4 make_int4(float4 a) { return make_int4(int(a.x), int(a.y), int(a.z), int(a.w)); }
VG_BOTH int2 make_int2(uint2 a) { return make_int2(int(a.x), int(a.y)); }
VG_BOTH int3 make_int3(uint3 a) { return make_int3(int(a.x), int(a.y), int(a.z)); }
VG_BOTH int4 make_int4(uint4 a) { return make_int4(int(a.x), int(a.y), int(a.z), int(a.w)); }
VG_BOTH uint2 make_uint2(int2 a) { return make_uint2(uint(a.x), uint(a.y)); }
VG_BOTH uint3 make_uint3(int3 a) { return make_uint3(uint(a.x), uint(a.y), uint(a.z)); }
VG_BOTH uint4 make_uint4(int4 a) { return make_uint4(uint(a.x), uint(a.y), uint(a.z), uint(a.w)); }
#undef VG_BOTH

#endif
