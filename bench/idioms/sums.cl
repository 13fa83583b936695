// Kernels that add up, count or sort.
// SPDX-License-Identifier: MIT

kernel void reduce_local(global const float* a, global float* o, local float* t) {
  int l = get_local_id(0), i = get_global_id(0);
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s) t[l] += t[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) o[get_group_id(0)] = t[0];
}

kernel void argmax_local(global const float* a, global int* o) {
  local float t[256];
  local int p[256];
  int l = get_local_id(0), i = get_global_id(0);
  t[l] = a[i];
  p[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s >>= 1) {
    if (l < s && t[l + s] > t[l]) {
      t[l] = t[l + s];
      p[l] = p[l + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) o[get_group_id(0)] = p[0];
}

kernel void scan_local(global const int* a, global int* o) {
  local int t[2][256];
  int l = get_local_id(0), p = 0;
  t[0][l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 256; d <<= 1) {
    t[1 - p][l] = t[p][l] + (l >= d ? t[p][l - d] : 0);
    p = 1 - p;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  o[get_global_id(0)] = t[p][l];
}

kernel void count_digits(global const uint* a, global int* c, int sh) {
  local int t[16];
  int l = get_local_id(0);
  if (l < 16) t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&t[(a[get_global_id(0)] >> sh) & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) c[l * get_num_groups(0) + get_group_id(0)] = t[l];
}

kernel void softmax_of_rows(global const float* a, global float* o, int w) {
  local float t[256];
  int l = get_local_id(0), r = get_group_id(0);
  float m = -1e30f;
  for (int i = l; i < w; i += 256) m = fmax(m, a[r * w + i]);
  t[l] = m;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s >>= 1) {
    if (l < s) t[l] = fmax(t[l], t[l + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  m = t[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float u = 0;
  for (int i = l; i < w; i += 256) u += exp(a[r * w + i] - m);
  t[l] = u;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s >>= 1) {
    if (l < s) t[l] += t[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = l; i < w; i += 256) o[r * w + i] = exp(a[r * w + i] - m) / t[0];
}

kernel void histogram(global const int* a, global int* h) {
  int i = get_global_id(0);
  atomic_inc(&h[a[i] & 63]);
}

kernel void maximum_of_all(global const int* a, global int* h) {
  int i = get_global_id(0);
  atomic_max(h, a[i]);
}

void add_float(volatile global float* p, float v) {
  uint o, n;
  do {
    o = as_uint(*p);
    n = as_uint(as_float(o) + v);
  } while (atomic_cmpxchg((volatile global uint*)p, o, n) != o);
}
kernel void add_floats_by_exchange(global const float* a, global const int* c, global float* g) {
  int i = get_global_id(0);
  add_float(&g[c[i]], a[i]);
}

kernel void stream_compact(global const int* a, global int* o, global int* c) {
  int i = get_global_id(0);
  if (a[i] > 500000) {
    int p = atomic_inc(c) & 1048575;
    o[p] = a[i];
  }
}

kernel void butterflies(global float2* d, int s, int n) {
  int i = get_global_id(0);
  int j = i % s, p = (i / s) * s * 2 + j;
  float2 a = d[p], b = d[p + s];
  float ang = -M_PI_F * j / s, c = native_cos(ang), z = native_sin(ang);
  float2 t = (float2)(b.x * c - b.y * z, b.x * z + b.y * c);
  d[p] = a + t;
  d[p + s] = a - t;
}
