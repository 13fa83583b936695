// Groups that work together, transforms, small systems an item, odd element types.
// SPDX-License-Identifier: MIT

float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// 256 points a group, radix 2 with bit reversal at the start.
kernel void fft_radix2_local(global const float2* a, global float2* o) {
  local float2 s[256];
  int t = get_local_id(0), b = get_group_id(0) * 256;
  for (int j = t; j < 256; j += 128) {
    uint r = 0;
    for (int k = 0; k < 8; k++) r |= ((j >> k) & 1) << (7 - k);
    s[r] = a[b + j];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int h = 1; h < 256; h *= 2) {
    int k = t & (h - 1), i = ((t - k) << 1) + k;
    float c, w = sincos(-3.14159265f * k / h, &c);
    float2 u = s[i], v = times(s[i + h], (float2)(c, w));
    s[i] = u + v;
    s[i + h] = u - v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int j = t; j < 256; j += 128) o[b + j] = s[j];
}

// One pass of radix 4 through global memory.
kernel void fft_radix4_pass(global const float2* a, global float2* o, int p) {
  int n4 = get_global_size(0), i = get_global_id(0), k = i & (p - 1);
  float2 u0 = a[i], u1 = a[i + n4], u2 = a[i + 2 * n4], u3 = a[i + 3 * n4];
  float c, s = sincos(-1.57079632f * k / p, &c);
  float2 w = (float2)(c, s), w2 = times(w, w);
  u1 = times(u1, w), u2 = times(u2, w2), u3 = times(u3, times(w2, w));
  float2 v0 = u0 + u2, v1 = u0 - u2, v2 = u1 + u3, v3 = u1 - u3;
  v3 = (float2)(v3.y, -v3.x);
  int j = ((i - k) << 2) + k;
  o[j] = v0 + v2, o[j + p] = v1 + v3, o[j + 2 * p] = v0 - v2, o[j + 3 * p] = v1 - v3;
}

// Work-efficient sums of all before, with the tree of a group in local memory.
kernel void scan_blelloch(global const int* a, global int* o, local int* t) {
  int l = get_local_id(0), b = get_group_id(0) * 512, step = 1;
  t[2 * l] = a[b + 2 * l];
  t[2 * l + 1] = a[b + 2 * l + 1];
  for (int d = 256; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) t[step * (2 * l + 2) - 1] += t[step * (2 * l + 1) - 1];
    step *= 2;
  }
  if (l == 0) t[511] = 0;
  for (int d = 1; d < 512; d *= 2) {
    step >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      int i = step * (2 * l + 1) - 1, j = step * (2 * l + 2) - 1, v = t[i];
      t[i] = t[j];
      t[j] += v;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  o[b + 2 * l] = t[2 * l];
  o[b + 2 * l + 1] = t[2 * l + 1];
}

kernel void bitonic_local(global const int* a, global int* o) {
  local int t[256];
  int l = get_local_id(0), i = get_global_id(0);
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 2; k <= 256; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int p = l ^ j;
      if (p > l) {
        int u = t[l], v = t[p];
        if ((u > v) == ((l & k) == 0)) t[l] = v, t[p] = u;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  o[i] = t[l];
}

kernel void atomics_min_max(global const int* a, global int* low, global int* high) {
  int i = get_global_id(0), b = (a[i] >> 4) & 63;
  atomic_min(&low[b], a[i]);
  atomic_max(&high[b], a[i]);
}

kernel void bins_in_local(global const uchar* a, global int* h, int n) {
  local int c[256];
  int l = get_local_id(0);
  c[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&c[a[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&h[l], c[l]);
}

// A system of 6 x 6 an item by elimination with pivots.
kernel void solve_6x6(global const float* a, global const float* b, global float* x) {
  int i = get_global_id(0);
  float m[6][7];
  for (int r = 0; r < 6; r++) {
    for (int c = 0; c < 6; c++) m[r][c] = a[i * 36 + r * 6 + c] + (r == c ? 4 : 0);
    m[r][6] = b[i * 6 + r];
  }
  for (int k = 0; k < 6; k++) {
    int p = k;
    for (int r = k + 1; r < 6; r++)
      if (fabs(m[r][k]) > fabs(m[p][k])) p = r;
    if (p != k)
      for (int c = k; c < 7; c++) {
        float t = m[k][c];
        m[k][c] = m[p][c];
        m[p][c] = t;
      }
    for (int r = k + 1; r < 6; r++) {
      float f = m[r][k] / m[k][k];
      for (int c = k; c < 7; c++) m[r][c] -= f * m[k][c];
    }
  }
  for (int k = 5; k >= 0; k--) {
    for (int c = k + 1; c < 6; c++) m[k][6] -= m[k][c] * x[i * 6 + c];
    x[i * 6 + k] = m[k][6] / m[k][k];
  }
}

// Roots by Newton's method until they stand still.
kernel void newton_roots(global const double* a, global double* o) {
  int i = get_global_id(0);
  double x = a[i] + 1;
  for (int k = 0; k < 50; k++) {
    double f = x * x * x - a[i], d = f / (3 * x * x);
    x -= d;
    if (fabs(d) < 1e-12 * fabs(x)) break;
  }
  o[i] = x;
}

kernel void transpose_bytes(global const uchar* a, global uchar* o, int w, int h) {
  local uchar t[16][17];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  t[ly][lx] = a[y * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[(get_group_id(0) * 16 + ly) * h + get_group_id(1) * 16 + lx] = t[lx][ly];
}

kernel void transpose_float3(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  vstore3(vload3(y * w + x, a), x * h + y, o);
}

kernel void transpose_f64(global const double* a, global double* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  o[x * h + y] = a[y * w + x];
}

kernel void half_storage(global const half* a, global const half* b, global half* o) {
  int i = get_global_id(0);
  vstore_half(vload_half(i, a) * vload_half(i, b) + 0.5f, i, o);
}

kernel void product_vload_half(global const half* a, global const half* b, global float* c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int i = 0; i < n; i++) s += vload_half(y * n + i, a) * vload_half(i * n + x, b);
  c[y * n + x] = s;
}

typedef struct {
  float3 centre;
  float radius;
  int material;
} Sphere;
kernel void nearest_sphere(global const Sphere* s, global const float* rays, global int* o,
                           global float* distance, int count) {
  int i = get_global_id(0), hit = -1;
  float3 d = normalize((float3)(rays[i * 3] - 0.5f, rays[i * 3 + 1] - 0.5f, 1));
  float nearest = 1e30f;
  for (int k = 0; k < count; k++) {
    float3 v = s[k].centre * 10 - (float3)(5, 5, -4);
    float b = dot(v, d), q = b * b - dot(v, v) + s[k].radius * s[k].radius;
    if (q <= 0) continue;
    float t = b - sqrt(q);
    if (t > 1e-3f && t < nearest) nearest = t, hit = k;
  }
  o[i] = hit;
  distance[i] = nearest;
}

// An option's price by a binomial tree in private memory.
kernel void option_tree(global const float* price, global float* o) {
  int i = get_global_id(0);
  float v[33], s = price[i] * 100, u = 1.05f, d = 1 / u, p = (1.001f - d) / (u - d);
  for (int k = 0; k <= 32; k++) v[k] = fmax(s * pown(u, 2 * k - 32) - 50, 0.0f);
  for (int n = 32; n > 0; n--)
    for (int k = 0; k < n; k++) v[k] = 0.999f * (p * v[k + 1] + (1 - p) * v[k]);
  o[i] = v[0];
}

kernel void longest_common(global const uchar* a, global const uchar* b, global int* o, int n) {
  int i = get_global_id(0);
  ushort row[33];
  for (int j = 0; j <= 32; j++) row[j] = 0;
  for (int k = 0; k < n; k++) {
    ushort diagonal = 0;
    for (int j = 1; j <= 32; j++) {
      ushort up = row[j];
      row[j] = a[i * n + k] == b[j - 1] ? diagonal + 1 : max(up, row[j - 1]);
      diagonal = up;
    }
  }
  o[i] = row[32];
}
