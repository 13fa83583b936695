// The benchmark's kernels as one writes them in CUDA, with warp shuffles where those are the habit.
// SPDX-License-Identifier: MIT
extern "C" __global__ void vadd(const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}

extern "C" __global__ void saxpy(const float* x, float* y, float a, unsigned n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void gelu(const float* x, float* y, unsigned n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void sgemm_naive(const float* a, const float* b, float* c, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

extern "C" __global__ void sgemm_tiled(const float* a, const float* b, float* c, int n) {
  constexpr int kTile = 16;
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  float sum = 0;
  for (int t = 0; t < n; t += kTile) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + col];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

__device__ float warp_sum(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
  return v;
}

__device__ float warp_max(float v) {
  for (int step = 16; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, step));
  return v;
}

// A row a warp.
extern "C" __global__ void softmax_warp(const float* x, float* y, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  x += row * (size_t)cols;
  y += row * (size_t)cols;
  float top = -3.4e38f, sum = 0;
  for (int i = lane; i < cols; i += 32) top = fmaxf(top, x[i]);
  top = warp_max(top);
  for (int i = lane; i < cols; i += 32) sum += y[i] = expf(x[i] - top);
  float scale = 1.0f / warp_sum(sum);
  for (int i = lane; i < cols; i += 32) y[i] *= scale;
}

extern "C" __global__ void layer_norm_warp(const float* x, float* y, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  x += row * (size_t)cols;
  y += row * (size_t)cols;
  float sum = 0, squares = 0;
  for (int i = lane; i < cols; i += 32) sum += x[i], squares += x[i] * x[i];
  float mean = warp_sum(sum) / cols, scale = rsqrtf(warp_sum(squares) / cols - mean * mean + 1e-5f);
  for (int i = lane; i < cols; i += 32) y[i] = (x[i] - mean) * scale;
}

// A block's 256 elements: shuffles inside the warps, then one warp over their sums.
extern "C" __global__ void reduce_shuffle(const float* in, float* out) {
  __shared__ float sums[8];
  float v = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = warp_sum(threadIdx.x < 8 ? sums[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}

extern "C" __global__ void histogram_shared(const unsigned char* in, unsigned* bins, unsigned n) {
  __shared__ unsigned part[256];
  part[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&part[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], part[threadIdx.x]);
}

// Inclusive scan of a block's 256 elements.
extern "C" __global__ void scan_shuffle(const int* in, int* out) {
  __shared__ int sums[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32, v = in[i];
  for (int step = 1; step < 32; step *= 2) {
    int other = __shfl_up_sync(0xffffffffu, v, step);
    if (lane >= step) v += other;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  for (int w = 0; w < warp; ++w) v += sums[w];
  out[i] = v;
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int n) {
  constexpr int kTile = 16;
  __shared__ float tile[kTile][kTile + 1];
  int x = threadIdx.x, y = threadIdx.y, x0 = blockIdx.x * kTile, y0 = blockIdx.y * kTile;
  tile[y][x] = in[(y0 + y) * n + x0 + x];
  __syncthreads();
  out[(x0 + y) * n + y0 + x] = tile[x][y];
}

extern "C" __global__ void nbody(const float4* bodies, float4* forces, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; ++j) {
    float4 other = bodies[j];
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
    float s = other.w * inverse * inverse * inverse;
    fx += s * dx;
    fy += s * dy;
    fz += s * dz;
  }
  forces[i] = make_float4(fx, fy, fz, 0.0f);
}
