// Kernels that compute: integers of all sizes, hashes, random numbers, functions.
// SPDX-License-Identifier: MIT

kernel void rotate_and_mix(global const uint* a, global uint* o) {
  uint i = get_global_id(0);
  uint x = a[i], y = i, z = 0x9e3779b9u;
  for (int r = 0; r < 64; r++) {
    x = rotate(x, 7u) ^ y;
    y = rotate(y, 13u) + z;
    z ^= (x & y) | (~x & z);
  }
  o[i] = x + y + z;
}

kernel void tables(global const uint* a, constant uint* t, global uint* o) {
  int i = get_global_id(0);
  uint x = a[i];
  for (int r = 0; r < 10; r++)
    x = t[x & 255] ^ rotate(t[(x >> 8) & 255], 8u) ^ rotate(t[(x >> 16) & 255], 16u) ^
        rotate(t[x >> 24], 24u);
  o[i] = x;
}

kernel void xorshift(global uint* o, int n) {
  uint i = get_global_id(0);
  uint x = i * 2654435761u + 1;
  for (int j = 0; j < n; j++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  o[i] = x;
}

kernel void monte_carlo(global int* o, int n) {
  uint s = get_global_id(0) * 1103515245u + 12345u;
  int c = 0;
  for (int i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    float x = (s >> 8) * (1.0f / 16777216);
    s = s * 1664525u + 1013904223u;
    float y = (s >> 8) * (1.0f / 16777216);
    if (x * x + y * y < 1) c++;
  }
  o[get_global_id(0)] = c;
}

kernel void bits_of_longs(global const ulong* a, global int* o) {
  int i = get_global_id(0);
  ulong x = a[i];
  o[i] = popcount(x) + clz(x) * 2 + (int)(x * 0x123456789ul >> 60);
}

kernel void divide_by_one(global const int* a, global int* o, int d) {
  int i = get_global_id(0);
  o[i] = a[i] / d + a[i] % d;
}

kernel void divide(global const int* a, global const int* b, global int* o) {
  int i = get_global_id(0);
  o[i] = a[i] / (b[i] + 1);
}

kernel void multiply_longs(global const long* a, global long* o) {
  int i = get_global_id(0);
  long x = a[i];
  o[i] = x * x + mul_hi(x, x);
}

kernel void multiply_shorts(global const short* a, global const short* b, global short* o) {
  int i = get_global_id(0);
  o[i] = mul_hi(a[i], b[i]) + abs_diff(a[i], b[i]);
}

kernel void halves(global const half* a, global half* o) {
  int i = get_global_id(0);
  float x = vload_half(i, a);
  vstore_half(x * 2 + 1, i, o);
}

kernel void functions_f64(global const double* a, global double* o) {
  int i = get_global_id(0);
  double x = a[i];
  o[i] = sin(x) * exp(-x) + log(x + 1) * pow(x, 1.5);
}

kernel void functions_f32(global const float* a, global float* o) {
  int i = get_global_id(0);
  float x = a[i] * 10;
  o[i] = sin(x) * exp(-x) + log(x + 1) * pow(x, 1.5f) + atan2(x, 3.0f) + tanh(x);
}

kernel void exp_of_bytes(global const uchar* a, global float* o, int n) {
  int i = get_global_id(0);
  if (i < n) o[i] = exp((float)a[i] / 255);
}

int nearest(global const float* point, int step, global const float* centres, int count, int d) {
  int best = 0;
  float least = FLT_MAX;
  for (int j = 0; j < count; j++) {
    float sum = 0;
    for (int t = 0; t < d; t++) {
      float e = point[t * step] - centres[j * d + t];
      sum += e * e;
    }
    if (sum < least) {
      least = sum;
      best = j;
    }
  }
  return best;
}

kernel void kmeans(global const float* p, global const float* c, global int* o, int n, int kk,
                   int d) {
  int i = get_global_id(0);
  if (i < n) o[i] = nearest(p + i, n, c, kk, d);
}

kernel void kmeans_aos(global const float* p, global const float* c, global int* o, int n, int kk,
                       int d) {
  int i = get_global_id(0);
  if (i < n) o[i] = nearest(p + i * d, 1, c, kk, d);
}
