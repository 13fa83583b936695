// Kernels for matrices, in the layouts and with the mistakes that programs have.
// SPDX-License-Identifier: MIT

kernel void matvec_row(global const float* a, global const float* x, global float* y, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int j = 0; j < n; j++) s += a[i * n + j] * x[j];
  y[i] = s;
}

kernel void matvec_col(global const float* a, global const float* x, global float* y, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int j = 0; j < n; j++) s += a[j * n + i] * x[j];
  y[i] = s;
}

kernel void matvec_float4(global const float4* a, global const float4* x, global float* y, int n) {
  int i = get_global_id(0);
  float4 s = 0;
  for (int j = 0; j < n; j++) s += a[i * n + j] * x[j];
  y[i] = s.x + s.y + s.z + s.w;
}

kernel void product_abt(global const float* a, global const float* b, global float* c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int i = 0; i < n; i++) s += a[y * n + i] * b[x * n + i];
  c[y * n + x] = s;
}

kernel void product_column_major(global const float* a, global const float* b, global float* c,
                                 int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int i = 0; i < n; i++) s += a[i * n + x] * b[y * n + i];
  c[y * n + x] = s;
}

kernel void product_rows_along_x(global const float* a, global const float* b, global float* c,
                                 int n) {
  int r = get_global_id(0), q = get_global_id(1);
  float s = 0;
  for (int i = 0; i < n; i++) s += a[r * n + i] * b[i * n + q];
  c[r * n + q] = s;
}

kernel void product_int(global const int* a, global const int* b, global int* c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  int s = 0;
  for (int i = 0; i < n; i++) s += a[y * n + i] * b[i * n + x];
  c[y * n + x] = s;
}

#define T 16
kernel void product_tiles_f64(global const double* a, global const double* b, global double* c,
                              int n) {
  local double s[T][T], t[T][T];
  int x = get_local_id(0), y = get_local_id(1), i = get_group_id(1) * T + y,
      j = get_group_id(0) * T + x;
  double r = 0;
  for (int q = 0; q < n; q += T) {
    s[y][x] = a[i * n + q + x];
    t[y][x] = b[(q + y) * n + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int z = 0; z < T; z++) r += s[y][z] * t[z][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[i * n + j] = r;
}
#undef T

kernel void shortest_paths_step(global float* d, int n, int q) {
  int j = get_global_id(0), i = get_global_id(1);
  float t = d[i * n + q] + d[q * n + j];
  if (t < d[i * n + j]) d[i * n + j] = t;
}

kernel void transpose_8x32(global const float* a, global float* o, int n) {
  local float t[32][33];
  int x = get_group_id(0) * 32 + get_local_id(0), y = get_group_id(1) * 32 + get_local_id(1);
  for (int i = 0; i < 32; i += 8) t[get_local_id(1) + i][get_local_id(0)] = a[(y + i) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 32 + get_local_id(0);
  y = get_group_id(0) * 32 + get_local_id(1);
  for (int i = 0; i < 32; i += 8) o[(y + i) * n + x] = t[get_local_id(0)][get_local_id(1) + i];
}

kernel void invert_3x3(global const float* a, global float* o) {
  int i = get_global_id(0);
  float m[9];
  for (int j = 0; j < 9; j++) m[j] = a[i * 9 + j];
  float d = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
            m[2] * (m[3] * m[7] - m[4] * m[6]);
  d = 1 / d;
  o[i * 9] = d * (m[4] * m[8] - m[5] * m[7]);
  o[i * 9 + 1] = d * (m[2] * m[7] - m[1] * m[8]);
  o[i * 9 + 2] = d * (m[1] * m[5] - m[2] * m[4]);
  o[i * 9 + 3] = d * (m[5] * m[6] - m[3] * m[8]);
  o[i * 9 + 4] = d * (m[0] * m[8] - m[2] * m[6]);
  o[i * 9 + 5] = d * (m[2] * m[3] - m[0] * m[5]);
  o[i * 9 + 6] = d * (m[3] * m[7] - m[4] * m[6]);
  o[i * 9 + 7] = d * (m[1] * m[6] - m[0] * m[7]);
  o[i * 9 + 8] = d * (m[0] * m[4] - m[1] * m[3]);
}

kernel void cholesky_4x4(global const float* a, global float* o) {
  int i = get_global_id(0);
  float m[4][4];
  for (int r = 0; r < 4; r++)
    for (int c = 0; c < 4; c++) m[r][c] = a[i * 16 + r * 4 + c] + (r == c ? 9 : 0);
  for (int j = 0; j < 4; j++) {
    for (int q = 0; q < j; q++) m[j][j] -= m[j][q] * m[j][q];
    m[j][j] = sqrt(m[j][j]);
    for (int r = j + 1; r < 4; r++) {
      for (int q = 0; q < j; q++) m[r][j] -= m[r][q] * m[j][q];
      m[r][j] /= m[j][j];
    }
  }
  for (int r = 0; r < 4; r++)
    for (int c = 0; c <= r; c++) o[i * 16 + r * 4 + c] = m[r][c];
}

kernel void sum_columns(global const float* a, global float* o, int w, int h) {
  int x = get_global_id(0);
  float s = 0;
  for (int y = 0; y < h; y++) s += a[y * w + x];
  o[x] = s;
}
