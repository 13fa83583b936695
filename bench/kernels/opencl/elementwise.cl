// Memory-bound and math-bound kernels, one element an item.
// SPDX-License-Identifier: MIT
__kernel void vadd(__global const float* a, __global const float* b, __global float* c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}

__kernel void saxpy(__global const float* x, __global float* y, float a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
}

__kernel void gelu(__global const float* x, __global float* y, uint n) {
  size_t i = get_global_id(0);
  if (i < n) y[i] = 0.5f * x[i] * (1.0f + erf(x[i] * 0.70710678f));
}

float normal_distribution(float x) { return 0.5f * erfc(-x * 0.70710678f); }

__kernel void black_scholes(__global const float* spot, __global const float* strike, __global const float* years,
                            __global float* call, __global float* put, float rate, float volatility, uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  float spread = volatility * sqrt(years[i]);
  float d1 = (log(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
  float d2 = d1 - spread, discounted = strike[i] * exp(-rate * years[i]);
  call[i] = spot[i] * normal_distribution(d1) - discounted * normal_distribution(d2);
  put[i] = discounted * normal_distribution(-d2) - spot[i] * normal_distribution(-d1);
}

__kernel void mandelbrot(__global int* iterations, int width, int height, int limit) {
  int px = get_global_id(0), py = get_global_id(1);
  float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / height, x = 0, y = 0;
  int k = 0;
  while (k < limit && x * x + y * y < 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++k;
  }
  iterations[py * width + px] = k;
}
