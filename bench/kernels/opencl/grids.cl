// Kernels on two-dimensional grids: transposes, a stencil, a convolution.
// SPDX-License-Identifier: MIT
__kernel void transpose_naive(__global const float* in, __global float* out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[y * n + x];
}

#define TILE 16
__kernel void transpose_tiled(__global const float* in, __global float* out, int n) {
  __local float tile[TILE][TILE + 1];
  int x = get_local_id(0), y = get_local_id(1), x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
  tile[y][x] = in[(y0 + y) * n + x0 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(x0 + y) * n + y0 + x] = tile[x][y];
}

__kernel void stencil5(__global const float* in, __global float* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int i = y * width + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

__kernel void conv3x3(__global const float* in, __global const float* weights, __global float* out, int width,
                      int height, int channels) {
  int x = get_global_id(0), y = get_global_id(1), k = get_global_id(2);
  float sum = 0;
  for (int c = 0; c < channels; ++c)
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx)
        sum += weights[((k * channels + c) * 3 + dy) * 3 + dx] *
               in[(c * (height + 2) + y + dy) * (width + 2) + x + dx];
  out[(k * height + y) * width + x] = sum;
}
