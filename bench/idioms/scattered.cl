// Kernels that live by where they read and write.
// SPDX-License-Identifier: MIT

kernel void gather(global const float* a, global const int* p, global float* o) {
  int i = get_global_id(0);
  o[i] = a[p[i]] * 2;
}

kernel void scatter(global const float* a, global const int* p, global float* o) {
  int i = get_global_id(0);
  o[p[i]] = a[i] * 2;
}

kernel void spmv_ell(global const float* v, global const int* c, global const float* x,
                     global float* y, int n, int m) {
  int i = get_global_id(0);
  float s = 0;
  for (int j = 0; j < m; j++) s += v[j * n + i] * x[c[j * n + i]];
  y[i] = s;
}

kernel void pairs(global const float* a, global float* o) {
  int i = get_global_id(0);
  o[i] = a[2 * i] * a[2 * i + 1];
}

kernel void reverse(global const float* a, global float* o, int n) {
  int i = get_global_id(0);
  o[i] = a[n - 1 - i];
}

kernel void fluxes(global const int* nb, global const float* nx, global const float* v,
                   global float* fl, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float d = v[i], mx = v[i + n], my = v[i + 2 * n], e = v[i + 3 * n];
  float a = 0, b = 0, c = 0, z = 0;
  for (int j = 0; j < 4; j++) {
    int q = nb[i + j * n];
    float x = nx[i + (j * 2) * n], y = nx[i + (j * 2 + 1) * n];
    if (q >= 0) {
      float dd = v[q], m = v[q + n], w = v[q + 2 * n], ee = v[q + 3 * n];
      float p = 0.4f * (ee - 0.5f * (m * m + w * w) / (dd + 1));
      float s = sqrt(x * x + y * y) * (p + fabs(m));
      a += s * (d - dd) + x * m;
      b += s * (mx - m) + x * m * m;
      c += s * (my - w) + y * w * w;
      z += s * (e - ee) + p;
    } else if (q == -1) {
      b += x * d;
      c += y * d;
    }
  }
  fl[i] = a;
  fl[i + n] = b;
  fl[i + 2 * n] = c;
  fl[i + 3 * n] = z;
}

typedef struct {
  float lat, lng;
} Location;
kernel void distances_of_structs(global const Location* l, global float* d, int n, float a,
                                 float b) {
  int i = get_global_id(0);
  if (i < n) d[i] = sqrt((a - l[i].lat) * (a - l[i].lat) + (b - l[i].lng) * (b - l[i].lng));
}

kernel void sort_private(global const float* a, global float* o) {
  int i = get_global_id(0);
  float t[16];
  for (int j = 0; j < 16; j++) t[j] = a[i * 16 + j];
  for (int j = 0; j < 15; j++)
    for (int q = 0; q < 15 - j; q++)
      if (t[q] > t[q + 1]) {
        float z = t[q];
        t[q] = t[q + 1];
        t[q + 1] = z;
      }
  o[i] = t[7];
}

kernel void count_private(global const int* a, global int* o) {
  int i = get_global_id(0);
  int t[32];
  for (int j = 0; j < 32; j++) t[j] = 0;
  for (int j = 0; j < 64; j++) t[(a[(i * 7 + j) & 65535]) & 31]++;
  int m = 0;
  for (int j = 0; j < 32; j++) m = max(m, t[j]);
  o[i] = m;
}

kernel void grid_stride(global const float* a, global float* o, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) o[i] = a[i] * 2 + 1;
}

kernel void groups_of_one(global const float* a, global float* o) {
  int i = get_global_id(0);
  o[i] = a[i] * 2;
}

kernel void groups_of_32(global const float* a, global float* o) {
  int i = get_global_id(0);
  o[i] = a[i] * 2;
}
