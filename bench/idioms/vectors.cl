// Kernels with vector types of two to sixteen elements.
// SPDX-License-Identifier: MIT

kernel void nbody_float4(global const float4* p, global float4* o, int n) {
  int i = get_global_id(0);
  float4 a = p[i];
  float4 s = (float4)(0);
  for (int j = 0; j < n; j++) {
    float4 d = p[j] - a;
    float r = rsqrt(dot(d.xyz, d.xyz) + 1e-3f);
    s += d * (r * r * r * p[j].w);
  }
  o[i] = s;
}

kernel void normalize_float3(global const float* a, global float* o) {
  int i = get_global_id(0);
  float3 v = vload3(i, a);
  v = normalize(v);
  float3 c = cross(v, (float3)(0, 0, 1));
  vstore3(c, i, o);
}

kernel void rotate_by_quaternions(global const float4* q, global const float4* v,
                                  global float4* o) {
  int i = get_global_id(0);
  float4 a = normalize(q[i]), b = v[i];
  float3 t = 2 * cross(a.xyz, b.xyz);
  o[i] = (float4)(b.xyz + a.w * t + cross(a.xyz, t), 1);
}

kernel void near_forces(global const float4* p, global float4* o, int n) {
  int i = get_global_id(0);
  float4 a = p[i], s = (float4)(0);
  int b = (i / 64) * 64;
  for (int j = b; j < b + 64; j++) {
    float4 q = p[j];
    float r = a.w + q.w - dot(a, q);
    float u = exp(-0.5f * r);
    s.x += u;
    s.y += u * (a.x - q.x);
    s.z += u * (a.y - q.y);
    s.w += u * (a.z - q.z);
  }
  o[i] = s;
}

kernel void multiply_complex(global const double2* a, global const double2* b, global double2* o) {
  int i = get_global_id(0);
  double2 x = a[i], y = b[i];
  o[i] = (double2)(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}

kernel void char16_swap(global const char16* a, global char16* o) {
  int i = get_global_id(0);
  char16 x = a[i];
  o[i] = add_sat(x, x.s1032547698badcfe) >> (char16)(1);
}

kernel void uchar16_add(global const uchar16* a, global uchar16* o) {
  int i = get_global_id(0);
  o[i] = add_sat(a[i], (uchar16)(16));
}

kernel void float8_saxpy(global const float8* a, global float8* o, float s) {
  int i = get_global_id(0);
  o[i] = a[i] * s + o[i];
}

kernel void float16_polynomial(global const float16* a, global float16* o) {
  int i = get_global_id(0);
  float16 x = a[i];
  o[i] = ((x * 0.3f + 0.7f) * x + 1.5f) * x - 2.0f;
}

kernel void float8_dot(global const float8* a, global float* o, int n) {
  int i = get_global_id(0);
  float8 s = (float8)(0);
  for (int j = 0; j < n; j++) s += a[i * n + j] * a[j];
  o[i] = s.s0 + s.s1 + s.s2 + s.s3 + s.s4 + s.s5 + s.s6 + s.s7;
}

kernel void uchar8_blend(global const uchar8* a, global const uchar8* b, global uchar8* o) {
  int i = get_global_id(0);
  o[i] = convert_uchar8((convert_ushort8(a[i]) * (ushort8)(3) + convert_ushort8(b[i])) >>
                        (ushort8)(2));
}

kernel void int16_max(global const int16* a, global int16* o) {
  int i = get_global_id(0);
  o[i] = max(a[i], a[i ^ 1]) & 0xffff;
}

kernel void vload8_sqrt(global const float* a, global float* o) {
  int i = get_global_id(0);
  float8 x = vload8(i, a);
  vstore8(sqrt(x) * 2.0f, i, o);
}

kernel void float16_exp(global const float16* a, global float16* o) {
  int i = get_global_id(0);
  o[i] = exp(a[i]);
}

kernel void double8_square(global const double8* a, global double8* o) {
  int i = get_global_id(0);
  o[i] = a[i] * a[i] + 1.0;
}
