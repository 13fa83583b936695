// Kernels for pictures: filters, colours, histograms.
// SPDX-License-Identifier: MIT

kernel void blur3x3(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++) {
      int xx = clamp(x + i, 0, w - 1), yy = clamp(y + j, 0, h - 1);
      s += a[yy * w + xx];
    }
  o[y * w + x] = s / 9;
}

kernel void sobel(global const uchar* a, global uchar* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int i = y * w + x;
  int gx = a[i - w + 1] + 2 * a[i + 1] + a[i + w + 1] - a[i - w - 1] - 2 * a[i - 1] - a[i + w - 1];
  int gy = a[i + w - 1] + 2 * a[i + w] + a[i + w + 1] - a[i - w - 1] - 2 * a[i - w] - a[i - w + 1];
  o[i] = convert_uchar_sat(sqrt((float)(gx * gx + gy * gy)));
}

kernel void grey_of_rgb(global const uchar* a, global uchar* o) {
  int i = get_global_id(0);
  o[i] = (uchar)(0.299f * a[3 * i] + 0.587f * a[3 * i + 1] + 0.114f * a[3 * i + 2]);
}

kernel void swap_channels(global const uchar4* a, global uchar4* o) {
  int i = get_global_id(0);
  uchar4 p = a[i];
  float4 q = convert_float4(p) * 0.5f + 16.0f;
  o[i] = convert_uchar4_sat(q.zyxw);
}

kernel void bilinear(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float fx = x * 0.73f, fy = y * 0.61f;
  int ix = (int)fx, iy = (int)fy;
  fx -= ix;
  fy -= iy;
  int b = iy * w + ix;
  o[y * w + x] = mix(mix(a[b], a[b + 1], fx), mix(a[b + w], a[b + w + 1], fx), fy);
}

kernel void bilateral(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float c = a[y * w + x], s = 0, t = 0;
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++) {
      int xx = clamp(x + i, 0, w - 1), yy = clamp(y + j, 0, h - 1);
      float v = a[yy * w + xx], d = v - c, g = exp(-(i * i + j * j) * 0.1f - d * d * 4);
      s += g * v;
      t += g;
    }
  o[y * w + x] = s / t;
}

#define S(a, b)                \
  {                            \
    uchar t = min(v[a], v[b]); \
    v[b] = max(v[a], v[b]);    \
    v[a] = t;                  \
  }
kernel void median3x3(global const uchar* a, global uchar* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  uchar v[9];
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) v[j * 3 + i] = a[(y + j - 1) * w + x + i - 1];
  S(1, 2)
  S(4, 5) S(7, 8) S(0, 1) S(3, 4) S(6, 7) S(1, 2) S(4, 5) S(7, 8) S(0, 3) S(5, 8) S(4, 7) S(3, 6)
      S(1, 4) S(2, 5) S(4, 7) S(4, 2) S(6, 4) S(4, 2) o[y * w + x] = v[4];
}
#undef S

kernel void scale_and_clip(global const short* a, global uchar* o, int n) {
  int i = get_global_id(0);
  if (i < n) {
    int v = (a[i] * 77 + 128) >> 8;
    o[i] = v < 0 ? 0 : v > 255 ? 255 : v;
  }
}

kernel void dct8x8(global const float* a, global float* o, int w) {
  local float t[8][8];
  int x = get_local_id(0), y = get_local_id(1);
  int g = get_global_id(1) * w + get_global_id(0);
  t[y][x] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int i = 0; i < 8; i++) s += t[y][i] * native_cos((2 * i + 1) * x * 0.19635f);
  barrier(CLK_LOCAL_MEM_FENCE);
  t[y][x] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  s = 0;
  for (int i = 0; i < 8; i++) s += t[i][x] * native_cos((2 * i + 1) * y * 0.19635f);
  o[g] = s;
}

#define R 4
kernel void convolve_rows_local(global const float* a, constant float* c, global float* o, int w) {
  local float t[16][128 + 8];
  int lx = get_local_id(0), ly = get_local_id(1);
  int y = get_global_id(1), x0 = get_group_id(0) * 128;
  for (int i = lx; i < 128 + 8; i += 16) {
    int x = x0 + i - 4;
    t[ly][i] = (x >= 0 && x < w) ? a[y * w + x] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = lx; i < 128; i += 16) {
    float s = 0;
    for (int j = 0; j < 9; j++) s += c[j] * t[ly][i + j];
    o[y * w + x0 + i] = s;
  }
}
#undef R

kernel void histogram_u8(global const uchar* a, global int* h, int n) {
  local int t[256];
  int l = get_local_id(0);
  t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&t[a[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&h[l], t[l]);
}

kernel void convolve_1d(global const float* a, constant float* c, global float* o, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int j = 0; j < 17; j++) {
    int p = i + j - 8;
    if (p >= 0 && p < n) s += a[p] * c[j];
  }
  o[i] = s;
}
