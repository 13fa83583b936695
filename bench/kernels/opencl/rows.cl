// Softmax and layer norm over the rows of a matrix: a row an item, and a row a group.
// SPDX-License-Identifier: MIT
__kernel void softmax_item(__global const float* x, __global float* y, int rows, int cols) {
  int row = get_global_id(0);
  if (row >= rows) return;
  x += (size_t)row * cols;
  y += (size_t)row * cols;
  float top = x[0], sum = 0;
  for (int i = 1; i < cols; ++i) top = fmax(top, x[i]);
  for (int i = 0; i < cols; ++i) sum += y[i] = exp(x[i] - top);
  for (int i = 0; i < cols; ++i) y[i] /= sum;
}

__kernel void softmax_group(__global const float* x, __global float* y, int cols, __local float* part) {
  int item = get_local_id(0), items = get_local_size(0);
  x += get_group_id(0) * (size_t)cols;
  y += get_group_id(0) * (size_t)cols;
  float top = -INFINITY, sum = 0;
  for (int i = item; i < cols; i += items) top = fmax(top, x[i]);
  part[item] = top;
  for (int step = items / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) part[item] = fmax(part[item], part[item + step]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  top = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = item; i < cols; i += items) sum += y[i] = exp(x[i] - top);
  part[item] = sum;
  for (int step = items / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) part[item] += part[item + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float scale = 1.0f / part[0];
  for (int i = item; i < cols; i += items) y[i] *= scale;
}

__kernel void layer_norm_item(__global const float* x, __global float* y, int rows, int cols) {
  int row = get_global_id(0);
  if (row >= rows) return;
  x += (size_t)row * cols;
  y += (size_t)row * cols;
  float mean = 0, variance = 0;
  for (int i = 0; i < cols; ++i) mean += x[i];
  mean /= cols;
  for (int i = 0; i < cols; ++i) variance += (x[i] - mean) * (x[i] - mean);
  float scale = rsqrt(variance / cols + 1e-5f);
  for (int i = 0; i < cols; ++i) y[i] = (x[i] - mean) * scale;
}

__kernel void layer_norm_group(__global const float* x, __global float* y, int cols, __local float2* part) {
  int item = get_local_id(0), items = get_local_size(0);
  x += get_group_id(0) * (size_t)cols;
  y += get_group_id(0) * (size_t)cols;
  float2 sums = 0;
  for (int i = item; i < cols; i += items) sums += (float2)(x[i], x[i] * x[i]);
  part[item] = sums;
  for (int step = items / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) part[item] += part[item + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float mean = part[0].x / cols, scale = rsqrt(part[0].y / cols - mean * mean + 1e-5f);
  for (int i = item; i < cols; i += items) y[i] = (x[i] - mean) * scale;
}
