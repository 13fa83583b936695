// Filters of images, with the borders, formats and tables that programs have.
// SPDX-License-Identifier: MIT

kernel void gauss5_clamped(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  const float k[5] = {1.f / 16, 4.f / 16, 6.f / 16, 4.f / 16, 1.f / 16};
  float s = 0;
  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++)
      s += k[j + 2] * k[i + 2] * a[clamp(y + j, 0, h - 1) * w + clamp(x + i, 0, w - 1)];
  o[y * w + x] = s;
}

kernel void gauss_column(global const float* a, global const float* k, global float* o, int w,
                         int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int j = -4; j <= 4; j++) s += k[j + 4] * a[clamp(y + j, 0, h - 1) * w + x];
  o[y * w + x] = s;
}

kernel void sobel_uchar4(global const uchar4* a, global uchar4* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  float4 p = convert_float4(a[i - w - 1]), q = convert_float4(a[i - w]),
         r = convert_float4(a[i - w + 1]), s = convert_float4(a[i - 1]),
         t = convert_float4(a[i + 1]), u = convert_float4(a[i + w - 1]),
         v = convert_float4(a[i + w]), z = convert_float4(a[i + w + 1]);
  float4 gx = p + 2 * s + u - r - 2 * t - z, gy = p + 2 * q + r - u - 2 * v - z;
  o[i] = convert_uchar4_sat(hypot(gx, gy) / 2);
}

#define ORDER(a, b)      \
  {                      \
    float t = min(a, b); \
    b = max(a, b);       \
    a = t;               \
  }
kernel void median_network(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float v[9];
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      v[j * 3 + i] = a[clamp(y + j - 1, 0, h - 1) * w + clamp(x + i - 1, 0, w - 1)];
  ORDER(v[1], v[2])
  ORDER(v[4], v[5]) ORDER(v[7], v[8]) ORDER(v[0], v[1]) ORDER(v[3], v[4]) ORDER(v[6], v[7])
      ORDER(v[1], v[2]) ORDER(v[4], v[5]) ORDER(v[7], v[8]) ORDER(v[0], v[3]) ORDER(v[5], v[8])
          ORDER(v[4], v[7]) ORDER(v[3], v[6]) ORDER(v[1], v[4]) ORDER(v[2], v[5]) ORDER(v[4], v[7])
              ORDER(v[4], v[2]) ORDER(v[6], v[4]) ORDER(v[4], v[2]) o[y * w + x] = v[4];
}

kernel void erode_bytes(global const uchar* a, global uchar* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar m = 255;
  for (int j = max(y - 1, 0); j <= min(y + 1, h - 1); j++)
    for (int i = max(x - 1, 0); i <= min(x + 1, w - 1); i++) m = min(m, a[j * w + i]);
  o[y * w + x] = m;
}

kernel void resize_bilinear(global const uchar* a, global uchar* o, int w, int h, int ow, int oh) {
  int x = get_global_id(0), y = get_global_id(1);
  float fx = (x + 0.5f) * w / ow - 0.5f, fy = (y + 0.5f) * h / oh - 0.5f;
  int x0 = (int)floor(fx), y0 = (int)floor(fy);
  float u = fx - x0, v = fy - y0;
  int x1 = clamp(x0 + 1, 0, w - 1), y1 = clamp(y0 + 1, 0, h - 1);
  x0 = clamp(x0, 0, w - 1), y0 = clamp(y0, 0, h - 1);
  float p = mix((float)a[y0 * w + x0], (float)a[y0 * w + x1], u);
  float q = mix((float)a[y1 * w + x0], (float)a[y1 * w + x1], u);
  o[y * ow + x] = convert_uchar_sat_rte(mix(p, q, v));
}

kernel void resize_half_uchar4(global const uchar4* a, global uchar4* o, int w) {
  int x = get_global_id(0), y = get_global_id(1), i = 2 * y * 2 * w + 2 * x;
  ushort4 s = convert_ushort4(a[i]) + convert_ushort4(a[i + 1]) + convert_ushort4(a[i + 2 * w]) +
              convert_ushort4(a[i + 2 * w + 1]);
  o[y * w + x] = convert_uchar4((s + (ushort)2) >> (ushort)2);
}

kernel void yuv_to_rgb(global const uchar* luma, global const uchar* chroma, global uchar* o,
                       int w) {
  int x = get_global_id(0), y = get_global_id(1);
  int c = luma[y * w + x] - 16, d = chroma[(y / 2) * w + (x & ~1)] - 128,
      e = chroma[(y / 2) * w + (x & ~1) + 1] - 128, i = (y * w + x) * 3;
  o[i] = clamp((298 * c + 409 * e + 128) >> 8, 0, 255);
  o[i + 1] = clamp((298 * c - 100 * d - 208 * e + 128) >> 8, 0, 255);
  o[i + 2] = clamp((298 * c + 516 * d + 128) >> 8, 0, 255);
}

kernel void look_up_tone(global const uchar* a, constant uchar* table, global uchar* o) {
  int i = get_global_id(0);
  o[i] = table[a[i]];
}

kernel void warp_affine(global const float* a, global float* o, int w, int h, float c, float s) {
  int x = get_global_id(0), y = get_global_id(1);
  float fx = c * x - s * y + 3, fy = s * x + c * y - 5;
  int ix = (int)fx, iy = (int)fy;
  float r = 0;
  if (ix >= 0 && iy >= 0 && ix < w - 1 && iy < h - 1) {
    float u = fx - ix, v = fy - iy;
    global const float* p = a + iy * w + ix;
    r = (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * p[w] + u * p[w + 1]);
  }
  o[y * w + x] = r;
}

kernel void integral_rows(global const uchar* a, global int* o, int w) {
  int y = get_global_id(0), s = 0;
  for (int x = 0; x < w; x++) {
    s += a[y * w + x];
    o[y * w + x] = s;
  }
}

kernel void blend_alpha(global const uchar4* a, global const uchar4* b, global uchar4* o) {
  int i = get_global_id(0);
  uchar4 p = a[i], q = b[i];
  uint k = p.w;
  uchar4 r;
  r.x = (p.x * k + q.x * (255 - k)) / 255;
  r.y = (p.y * k + q.y * (255 - k)) / 255;
  r.z = (p.z * k + q.z * (255 - k)) / 255;
  r.w = max(p.w, q.w);
  o[i] = r;
}

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
float slope(int hash, float x, float y) {
  int h = hash & 7;
  float u = h < 4 ? x : y, v = h < 4 ? y : x;
  return ((h & 1) ? -u : u) + ((h & 2) ? -2 * v : 2 * v);
}
kernel void perlin_noise(constant uchar* perm, global float* o, int w, float scale) {
  int i = get_global_id(0), j = get_global_id(1);
  float x = i * scale, y = j * scale;
  int xi = (int)floor(x) & 255, yi = (int)floor(y) & 255;
  x -= floor(x), y -= floor(y);
  float u = fade(x), v = fade(y);
  int a = perm[xi] + yi, b = perm[(xi + 1) & 255] + yi;
  float p = mix(slope(perm[a & 255], x, y), slope(perm[b & 255], x - 1, y), u);
  float q = mix(slope(perm[(a + 1) & 255], x, y - 1), slope(perm[(b + 1) & 255], x - 1, y - 1), u);
  o[j * w + i] = mix(p, q, v);
}
