// The kernels' source. Lanes of the cpu device's vectors are work-items along dimension 0, which is why that one always
// runs along memory; rows of a matrix are reduced by a group each.
// SPDX-License-Identifier: MIT
#include "api/driver/kernels.h"

namespace vgpu::driver {

const char* const kKernels = R"kernels(
#define ROWS 8

// c = a * b for each batch; an item computes ROWS elements of a column, so that each element of b is used ROWS times.
#define MATMUL(NAME, T)                                                                                                 \
  __kernel void NAME(__global const T* restrict a, __global const T* restrict b, __global T* restrict c, int M, int N, \
                     int K, long stride_a, long stride_b, long stride_c) {                                              \
    int n = get_global_id(0), m = get_global_id(1) * ROWS;                                                              \
    a += get_global_id(2) * stride_a;                                                                                   \
    b += get_global_id(2) * stride_b;                                                                                   \
    c += get_global_id(2) * stride_c;                                                                                   \
    T sum[ROWS];                                                                                                        \
    __global const T* row[ROWS];                                                                                        \
    for (int r = 0; r < ROWS; ++r) {                                                                                    \
      sum[r] = 0;                                                                                                       \
      row[r] = a + (size_t)min(m + r, M - 1) * K;                                                                       \
    }                                                                                                                   \
    for (int k = 0; k < K; ++k) {                                                                                       \
      T value = b[(size_t)k * N + n];                                                                                   \
      for (int r = 0; r < ROWS; ++r) sum[r] = fma(row[r][k], value, sum[r]);                                            \
    }                                                                                                                   \
    for (int r = 0; r < ROWS; ++r)                                                                                      \
      if (m + r < M) c[(size_t)(m + r) * N + n] = sum[r];                                                               \
  }
MATMUL(matrix_multiply, float)
MATMUL(matrix_multiply_double, double)

// c[k][n] = sum over r of a[r][k] * d[r][n]
__kernel void matmul_transposed(__global const float* restrict a, __global const float* restrict d,
                                __global float* restrict c, int R, int N, int K, long stride_a, long stride_d,
                                long stride_c) {
  int n = get_global_id(0), k = get_global_id(1) * ROWS;
  a += get_global_id(2) * stride_a;
  d += get_global_id(2) * stride_d;
  c += get_global_id(2) * stride_c;
  float sum[ROWS];
  int at[ROWS];
  for (int i = 0; i < ROWS; ++i) {
    sum[i] = 0;
    at[i] = min(k + i, K - 1);
  }
  for (int r = 0; r < R; ++r) {
    float value = d[(size_t)r * N + n];
    for (int i = 0; i < ROWS; ++i) sum[i] = fma(a[(size_t)r * K + at[i]], value, sum[i]);
  }
  for (int i = 0; i < ROWS; ++i)
    if (k + i < K) c[(size_t)(k + i) * N + n] = sum[i];
}

#define TILE 16
// (batch, rows, cols) to (batch, cols, rows)
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void transpose(__global const float* restrict in, __global float* restrict out, int rows, int cols) {
  __local float tile[TILE][TILE + 1];
  size_t batch = get_global_id(2) * rows * cols;
  int x = get_local_id(0), y = get_local_id(1), left = get_global_id(0) - x, top = get_global_id(1) - y;
  if (left + x < cols && top + y < rows) tile[y][x] = in[batch + (size_t)(top + y) * cols + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (top + x < rows && left + y < cols) out[batch + (size_t)(left + y) * rows + top + x] = tile[x][y];
}

// (B, D1, D2, D3) to (B, D2, D1, D3)
__kernel void transpose_12_batched(__global const float* restrict in, __global float* restrict out, int D1, int D2,
                                   int D3) {
  size_t d3 = get_global_id(0), d1 = get_global_id(1), d2 = get_global_id(2) % D2, b = get_global_id(2) / D2;
  out[((b * D2 + d2) * D1 + d1) * D3 + d3] = in[((b * D1 + d1) * D2 + d2) * D3 + d3];
}

__kernel void add_elementwise(__global const float* a, __global const float* b, __global float* c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
__kernel void mul_elementwise(__global const float* a, __global const float* b, __global float* c) {
  size_t i = get_global_id(0);
  c[i] = a[i] * b[i];
}
__kernel void gelu_elementwise(__global const float* x, __global float* y) {
  size_t i = get_global_id(0);
  y[i] = 0.5f * x[i] * (1 + erf(x[i] * 0.70710678f));
}
__kernel void gelu_backward_elementwise(__global const float* x, __global const float* dy, __global float* dx) {
  size_t i = get_global_id(0);
  float v = x[i];
  float cdf = 0.5f * (1 + erf(v * 0.70710678f)), pdf = 0.39894228f * exp(-0.5f * v * v);
  dx[i] = dy[i] * (cdf + v * pdf);
}
__kernel void broadcast_add(__global const float* a, __global const float* b, __global float* c, ulong period) {
  size_t i = get_global_id(0) + get_global_id(1) * period;
  c[i] = a[i] + b[get_global_id(0)];
}
__kernel void adam_update(__global float* p, __global const float* grad, __global float* m, __global float* v, float lr,
                          float beta1, float beta2, float eps, float decay, float correct1, float correct2) {
  size_t i = get_global_id(0);
  float g = grad[i] + decay * p[i];
  float mi = beta1 * m[i] + (1 - beta1) * g, vi = beta2 * v[i] + (1 - beta2) * g * g;
  m[i] = mi;
  v[i] = vi;
  p[i] -= lr * (mi * correct1) / (sqrt(vi * correct2) + eps);
}

// A group a row; LANES items share it.
#define LANES 64
#define ROW_KERNEL __kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
float sum_of_group(float value, __local float* shared) {
  int i = get_local_id(0);
  shared[i] = value;
  for (int half_size = LANES / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < half_size) shared[i] += shared[i + half_size];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float result = shared[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return result;
}
float max_of_group(float value, __local float* shared) {
  int i = get_local_id(0);
  shared[i] = value;
  for (int half_size = LANES / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < half_size) shared[i] = fmax(shared[i], shared[i + half_size]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float result = shared[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return result;
}
#define EACH(i, size) for (int i = get_local_id(0); i < size; i += LANES)

ROW_KERNEL void softmax_rowwise(__global const float* x, __global float* y, int size) {
  __local float shared[LANES];
  x += get_group_id(0) * (size_t)size;
  y += get_group_id(0) * (size_t)size;
  float most = -INFINITY, sum = 0;
  EACH(i, size) most = fmax(most, x[i]);
  most = max_of_group(most, shared);
  EACH(i, size) sum += exp(x[i] - most);
  sum = sum_of_group(sum, shared);
  float scale = 1 / sum;
  EACH(i, size) y[i] = exp(x[i] - most) * scale;
}
ROW_KERNEL void log_softmax_stable_rowwise(__global const float* x, __global float* y, int size) {
  __local float shared[LANES];
  x += get_group_id(0) * (size_t)size;
  y += get_group_id(0) * (size_t)size;
  float most = -INFINITY, sum = 0;
  EACH(i, size) most = fmax(most, x[i]);
  most = max_of_group(most, shared);
  EACH(i, size) sum += exp(x[i] - most);
  float offset = most + log(sum_of_group(sum, shared));
  EACH(i, size) y[i] = x[i] - offset;
}
ROW_KERNEL void softmax_backward(__global const float* dy, __global const float* y, __global float* dx, int size) {
  __local float shared[LANES];
  size_t row = get_group_id(0) * (size_t)size;
  float dot_product = 0;
  EACH(i, size) dot_product += dy[row + i] * y[row + i];
  dot_product = sum_of_group(dot_product, shared);
  EACH(i, size) dx[row + i] = (dy[row + i] - dot_product) * y[row + i];
}
ROW_KERNEL void layer_norm(__global const float* x, __global float* y, int size, float eps) {
  __local float shared[LANES];
  x += get_group_id(0) * (size_t)size;
  y += get_group_id(0) * (size_t)size;
  float sum = 0, squares = 0;
  EACH(i, size) sum += x[i];
  float mean = sum_of_group(sum, shared) / size;
  EACH(i, size) squares += (x[i] - mean) * (x[i] - mean);
  float scale = 1 / sqrt(sum_of_group(squares, shared) / size + eps);
  EACH(i, size) y[i] = (x[i] - mean) * scale;
}
ROW_KERNEL void layer_norm_backward(__global const float* dy, __global const float* x, __global float* dx, int size,
                                    float eps) {
  __local float shared[LANES];
  size_t row = get_group_id(0) * (size_t)size;
  float sum = 0, squares = 0, sum_dy = 0, sum_dot = 0;
  EACH(i, size) sum += x[row + i];
  float mean = sum_of_group(sum, shared) / size;
  EACH(i, size) squares += (x[row + i] - mean) * (x[row + i] - mean);
  float scale = 1 / sqrt(sum_of_group(squares, shared) / size + eps);
  EACH(i, size) {
    sum_dy += dy[row + i];
    sum_dot += dy[row + i] * (x[row + i] - mean) * scale;
  }
  sum_dy = sum_of_group(sum_dy, shared) / size;
  sum_dot = sum_of_group(sum_dot, shared) / size;
  EACH(i, size) dx[row + i] = scale * (dy[row + i] - sum_dy - (x[row + i] - mean) * scale * sum_dot);
}
ROW_KERNEL void cross_entropy_loss_grad(__global const float* log_probs, __global const int* targets,
                                        __global float* grad, __global float* loss, int size) {
  size_t row = get_group_id(0) * (size_t)size;
  int target = targets[get_group_id(0)];
  int valid = target >= 0 && target < size;
  EACH(i, size) grad[row + i] = valid ? exp(log_probs[row + i]) - (i == target ? 1.0f : 0.0f) : 0.0f;
  if (get_local_id(0) == 0) loss[get_group_id(0)] = valid ? -log_probs[row + target] : 0.0f;
}

__kernel void embedding_lookup(__global const int* indices, __global const float* weights, __global float* out, int d,
                               int v) {
  size_t i = get_global_id(0), token = get_global_id(1);
  int index = indices[token];
  out[token * d + i] = index >= 0 && index < v ? weights[(size_t)index * d + i] : 0.0f;
}
// Words are shared out by their remainder, so that no two items write the same element and no atomics are needed; the
// result does not depend on who was first.
__kernel void embedding_backward(__global const float* restrict dout, __global const int* restrict indices,
                                 __global float* restrict dw, int tokens, int d, int v) {
  size_t i = get_global_id(0);
  int part = get_global_id(1), parts = get_global_size(1);
  for (int t = 0; t < tokens; ++t) {
    int index = indices[t];
    if (index < 0 || index >= v || index % parts != part) continue;
    dw[(size_t)index * d + i] += dout[(size_t)t * d + i];
  }
}
__kernel void reduce_sum_axis01(__global const float* in, __global float* out, ulong rows) {
  size_t n = get_global_id(0), N = get_global_size(0);
  float sum = 0;
  for (ulong r = 0; r < rows; ++r) sum += in[r * N + n];
  out[n] = sum;
}
)kernels";

}  // namespace vgpu::driver
