// Kernels over grids of points, most of which read their neighbours.
// SPDX-License-Identifier: MIT

kernel void life(global const uchar* a, global uchar* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int n = 0;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      if (i || j) n += a[((y + j + h) % h) * w + ((x + i + w) % w)];
  uchar c = a[y * w + x];
  o[y * w + x] = n == 3 || (c && n == 2);
}

kernel void jacobi3d(global const float* a, global float* o, int n) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1) {
    int i = (z * n + y) * n + x;
    o[i] =
        (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n]) * 0.1666f - a[i];
  }
}

kernel void heat(global const float* p, global const float* t, global float* o, int w, int h,
                 float cap, float rx, float ry, float rz) {
  int x = get_global_id(0), y = get_global_id(1);
  int c = y * w + x;
  int n = y == 0 ? c : c - w, s = y == h - 1 ? c : c + w, e = x == w - 1 ? c : c + 1,
      v = x == 0 ? c : c - 1;
  o[c] = t[c] + cap * (p[c] + (t[s] + t[n] - 2 * t[c]) * ry + (t[e] + t[v] - 2 * t[c]) * rx +
                       (80 - t[c]) * rz);
}

kernel void diffusion(global const float* a, global float* o, int w, int h) {
  int i = get_global_id(0);
  int x = i % w, y = i / w;
  int n = max(y - 1, 0) * w + x, s = min(y + 1, h - 1) * w + x, e = y * w + min(x + 1, w - 1),
      v = y * w + max(x - 1, 0);
  float c = a[i];
  float g = (a[n] - c) * (a[n] - c) + (a[s] - c) * (a[s] - c) + (a[e] - c) * (a[e] - c) +
            (a[v] - c) * (a[v] - c);
  o[i] = 1 / (1 + g / (c * c + 1e-3f));
}

constant float kWeights[9] = {4.f / 9,  1.f / 9,  1.f / 9,  1.f / 9, 1.f / 9,
                              1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
constant int kX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, kY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
kernel void lattice_boltzmann(global const float* f, global float* g, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float v[9];
  float r = 0, u = 0, q = 0;
  for (int i = 0; i < 9; i++) {
    int xx = (x - kX[i] + w) % w, yy = (y - kY[i] + h) % h;
    v[i] = f[(i * h + yy) * w + xx];
    r += v[i];
    u += v[i] * kX[i];
    q += v[i] * kY[i];
  }
  u /= r;
  q /= r;
  float uu = 1.5f * (u * u + q * q);
  for (int i = 0; i < 9; i++) {
    float c = 3 * (kX[i] * u + kY[i] * q);
    g[(i * h + y) * w + x] = v[i] + 0.6f * (kWeights[i] * r * (1 + c + 0.5f * c * c - uu) - v[i]);
  }
}

kernel void stencil_16x16(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int i = y * w + x;
  o[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
}

kernel void stencil_32x32(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int i = y * w + x;
  o[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
}

kernel void stencil_rows_along_x(global const double* a, global double* o, int w, int h) {
  int y = get_global_id(0), x = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int i = y * w + x;
  o[i] = 0.2 * (a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
}

kernel void cheapest_paths(global const int* w, global const int* s, global int* o, int n, int r) {
  int x = get_global_id(0);
  if (x < n) {
    int m = s[x];
    if (x > 0) m = min(m, s[x - 1]);
    if (x < n - 1) m = min(m, s[x + 1]);
    o[x] = w[r * n + x] + m;
  }
}

kernel void cells_in_bits(global const uint* a, global uint* o, int n) {
  int i = get_global_id(0);
  uint x = a[i], l = a[(i + n - 1) % n], r = a[(i + 1) % n];
  uint L = (x << 1) | (l >> 31), Q = (x >> 1) | (r << 31);
  o[i] = (L ^ Q) | (x & L);
}

kernel void julia(global uchar* o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  float a = (x - w / 2) * 3.0f / w, b = (y - w / 2) * 3.0f / w;
  int i = 0;
  for (; i < 200; i++) {
    float t = a * a - b * b - 0.8f;
    b = 2 * a * b + 0.156f;
    a = t;
    if (a * a + b * b > 4) break;
  }
  o[y * w + x] = (uchar)i;
}

kernel void mandelbrot_f64(global int* o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  double cx = x * 3.0 / w - 2, cy = y * 2.0 / w - 1, a = 0, b = 0;
  int i = 0;
  while (i < 100 && a * a + b * b < 4) {
    double t = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = t;
    i++;
  }
  o[y * w + x] = i;
}

kernel void ray_sphere(global float* o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  float3 d = normalize((float3)((x - w / 2) * 2.0f / w, (y - w / 2) * 2.0f / w, 1));
  float c = 0;
  for (int s = 0; s < 16; s++) {
    float3 p = (float3)(s % 4 - 1.5f, s / 4 - 1.5f, 5);
    float b = dot(d, p), q = dot(p, p) - 1, t = b * b - q;
    if (t > 0) {
      t = b - sqrt(t);
      float3 n = d * t - p;
      c = fmax(c, dot(n, (float3)(0.57f, 0.57f, -0.57f)));
    }
  }
  o[y * w + x] = c;
}
