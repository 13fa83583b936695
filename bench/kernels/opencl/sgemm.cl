// C = A * B, square matrices of n rows, three ways: as the formula says, tiled, register-blocked.
// SPDX-License-Identifier: MIT
__kernel void sgemm_naive(__global const float* a, __global const float* b, __global float* c, int n) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

#define TILE 16
__kernel void sgemm_tiled(__global const float* a, __global const float* b, __global float* c, int n) {
  __local float as[TILE][TILE], bs[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += TILE) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += as[y][k] * bs[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}

// A group of 16 x 16 items computes 64 x 64 elements, an item 4 x 4 of them.
#define BLOCK 64
__kernel void sgemm_blocked(__global const float* a, __global const float* b, __global float* c, int n) {
  __local float as[BLOCK][TILE], bs[TILE][BLOCK];
  int x = get_local_id(0), y = get_local_id(1), item = y * 16 + x;
  int row0 = get_group_id(1) * BLOCK, col0 = get_group_id(0) * BLOCK;
  float sum[4][4] = {{0}};
  for (int t = 0; t < n; t += TILE) {
    for (int i = item; i < BLOCK * TILE; i += 256) {
      as[i / TILE][i % TILE] = a[(row0 + i / TILE) * n + t + i % TILE];
      bs[i / BLOCK][i % BLOCK] = b[(t + i / BLOCK) * n + col0 + i % BLOCK];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      float va[4], vb[4];
      for (int i = 0; i < 4; ++i) va[i] = as[y + 16 * i][k];
      for (int j = 0; j < 4; ++j) vb[j] = bs[k][x + 16 * j];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += va[i] * vb[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[(row0 + y + 16 * i) * n + col0 + x + 16 * j] = sum[i][j];
}
