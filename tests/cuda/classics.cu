// What public programs do most: a hash with tables in constant memory, shortest ways by atomics until nothing changes, a
// radix sort by hand, a filter of an image by texture and tile.
// SPDX-License-Identifier: MIT
#include <cuda_gl_interop.h>  // without need, as old programs do
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <queue>

#include "check.h"

template <class T>
static T* managed(size_t count) {
  T* x = nullptr;
  OK(cudaMallocManaged(&x, count * sizeof(T)));
  return x;
}

// SHA-256 of one block. The constants are the fractions of the cube roots of the first primes.
__constant__ uint32_t kRound[64];
__host__ __device__ inline uint32_t rotated(uint32_t x, int n) {
#ifdef __CUDA_ARCH__
  return __funnelshift_r(x, x, n);
#else
  return x >> n | x << (32 - n);
#endif
}
__host__ __device__ void hash_block(const uint32_t* table, const uint32_t* block, uint32_t* state) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; ++i) w[i] = block[i];
#pragma unroll 4
  for (int i = 16; i < 64; ++i) {
    const uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[i - 7] +
           (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
  }
  for (int i = 0; i < 8; ++i) v[i] = state[i];
  for (int i = 0; i < 64; ++i) {
    const uint32_t e = v[4], a = v[0];
    const uint32_t t = v[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                       ((e & v[5]) ^ (~e & v[6])) + table[i] + w[i];
    const uint32_t u = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                       ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    for (int k = 7; k > 0; --k) v[k] = v[k - 1];
    v[4] += t;
    v[0] = t + u;
  }
  for (int i = 0; i < 8; ++i) state[i] += v[i];
}
__global__ void hash_all(const uint32_t* blocks, uint32_t* states, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) hash_block(kRound, blocks + 16 * i, states + 8 * i);
}

CASE(hashes) {
  uint32_t table[64], start[8];
  int found = 0;
  for (int p = 2; found < 64; ++p) {
    bool prime = true;
    for (int d = 2; d * d <= p; ++d) prime = prime && p % d != 0;
    if (!prime) continue;
    const long double root = cbrtl(p), square = sqrtl(p);
    table[found] = (uint32_t)((root - floorl(root)) * 4294967296.0L);
    if (found < 8) start[found] = (uint32_t)((square - floorl(square)) * 4294967296.0L);
    ++found;
  }
  OK(cudaMemcpyToSymbol(kRound, table, sizeof table));
  const int count = 1000;
  uint32_t *blocks = managed<uint32_t>(16 * count), *states = managed<uint32_t>(8 * count);
  for (int i = 0; i < 16 * count; ++i) blocks[i] = i * 2654435761u;
  // "abc", whose hash everybody knows.
  std::fill(blocks, blocks + 16, 0u);
  blocks[0] = 0x61626380, blocks[15] = 24;
  for (int i = 0; i < 8 * count; ++i) states[i] = start[i % 8];
  hash_all<<<(count + 127) / 128, 128>>>(blocks, states, count);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(states[0], 0xba7816bfu);
  EXPECT_EQ(states[7], 0xf20015adu);
  for (int i = 1; i < count; i += 97) {
    uint32_t own[8];
    std::copy(start, start + 8, own);
    hash_block(table, blocks + 16 * i, own);
    EXPECT(std::equal(own, own + 8, states + 8 * i));
  }
}

// Shortest ways: every thread tries the edges of its vertex, until no way got shorter.
__global__ void relax(const int* first, const int* to, const int* length, int* best, int count,
                      bool* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= count || best[v] == INT_MAX) return;
  for (int e = first[v]; e < first[v + 1]; ++e) {
    const int way = best[v] + length[e];
    if (way < atomicMin(&best[to[e]], way)) *changed = true;
  }
}

CASE(shortest_ways) {
  const int count = 2000, degree = 6;
  int *first = managed<int>(count + 1), *to = managed<int>(count * degree);
  int *length = managed<int>(count * degree), *best = managed<int>(count);
  bool* changed = managed<bool>(1);
  unsigned seed = 7;
  for (int i = 0; i <= count; ++i) first[i] = i * degree;
  for (int e = 0; e < count * degree; ++e) {
    seed = seed * 1664525u + 1013904223u;
    to[e] = (seed >> 8) % count, length[e] = 1 + (seed >> 20) % 50;
  }
  std::fill(best, best + count, INT_MAX);
  best[0] = 0;
  do {
    *changed = false;
    relax<<<(count + 255) / 256, 256>>>(first, to, length, best, count, changed);
    OK(cudaDeviceSynchronize());
  } while (*changed);
  std::vector<int> wanted(count, INT_MAX);
  std::priority_queue<std::pair<int, int>> open;
  open.push({0, 0}), wanted[0] = 0;
  while (!open.empty()) {
    const auto [minus, v] = open.top();
    open.pop();
    if (-minus > wanted[v]) continue;
    for (int e = first[v]; e < first[v + 1]; ++e)
      if (wanted[v] + length[e] < wanted[to[e]])
        wanted[to[e]] = wanted[v] + length[e], open.push({-wanted[to[e]], to[e]});
  }
  EXPECT(std::equal(wanted.begin(), wanted.end(), best));
}

// One bit a pass: ones go behind all zeros, each block's place from a scan of its counts.
__global__ void count_zeros(const unsigned* keys, int count, int bit, int* zeros) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int all = __syncthreads_count(i < count && !(keys[i] >> bit & 1));
  if (threadIdx.x == 0) zeros[blockIdx.x] = all;
}
__global__ void move_by_bit(const unsigned* keys, unsigned* out, int count, int bit,
                            const int* before, int all_zeros) {
  __shared__ int warps[8];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32;
  const bool zero = i < count && !(keys[i] >> bit & 1);
  const unsigned ballot = __ballot_sync(0xffffffff, zero);
  if (threadIdx.x % 32 == 0) warps[warp] = __popc(ballot);
  __syncthreads();
  int rank = before[blockIdx.x] + __popc(ballot & ((1u << threadIdx.x % 32) - 1));
  for (int w = 0; w < warp; ++w) rank += warps[w];
  if (i < count) out[zero ? rank : all_zeros + i - rank] = keys[i];
}

CASE(radix_sort) {
  const int count = 10007, blocks = (count + 255) / 256;
  unsigned *keys = managed<unsigned>(count), *out = managed<unsigned>(count);
  int *zeros = managed<int>(blocks), *before = managed<int>(blocks);
  for (int i = 0; i < count; ++i) keys[i] = i * 2654435761u ^ i << 7;
  std::vector<unsigned> wanted(keys, keys + count);
  std::sort(wanted.begin(), wanted.end());
  for (int bit = 0; bit < 32; ++bit) {
    count_zeros<<<blocks, 256>>>(keys, count, bit, zeros);
    OK(cudaDeviceSynchronize());
    std::exclusive_scan(zeros, zeros + blocks, before, 0);
    move_by_bit<<<blocks, 256>>>(keys, out, count, bit, before,
                                 before[blocks - 1] + zeros[blocks - 1]);
    OK(cudaDeviceSynchronize());
    std::swap(keys, out);
  }
  EXPECT(std::equal(wanted.begin(), wanted.end(), keys));
}

// A mean over 3 x 3: by texture, whose edges go on, and by a tile with its border in shared memory.
__global__ void blur_texture(cudaTextureObject_t image, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += tex2D<float>(image, x + dx + 0.5f, y + dy + 0.5f);
  out[y * width + x] = sum / 9;
}
template <int size>
__global__ void blur_tile(const float* in, float* out, int width, int height) {
  __shared__ float tile[size + 2][size + 3];
  const int left = blockIdx.x * size - 1, top = blockIdx.y * size - 1;
  for (int i = threadIdx.y * size + threadIdx.x; i < (size + 2) * (size + 2); i += size * size) {
    const int x = min(max(left + i % (size + 2), 0), width - 1);
    const int y = min(max(top + i / (size + 2), 0), height - 1);
    tile[i / (size + 2)][i % (size + 2)] = in[y * width + x];
  }
  __syncthreads();
  const int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
#pragma unroll
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx];
  out[y * width + x] = sum / 9;
}

CASE(filters) {
  const int width = 75, height = 50;
  float *in = managed<float>(width * height), *out = managed<float>(width * height);
  float* other = managed<float>(width * height);
  for (int i = 0; i < width * height; ++i) in[i] = i * 37 % 256;
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, width, height));
  OK(cudaMemcpy2DToArray(array, 0, 0, in, width * 4, width * 4, height, cudaMemcpyDefault));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture{};
  texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
  texture.filterMode = cudaFilterModePoint;
  cudaTextureObject_t image = 0;
  OK(cudaCreateTextureObject(&image, &resource, &texture, nullptr));
  const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  blur_texture<<<grid, block>>>(image, out, width, height);
  blur_tile<16><<<grid, block>>>(in, other, width, height);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < width * height; ++i) EXPECT_EQ(out[i], other[i]);
  EXPECT_EQ(out[0], (4 * in[0] + 2 * in[1] + 2 * in[width] + in[width + 1]) / 9);
  OK(cudaDestroyTextureObject(image));
  OK(cudaFreeArray(array));
}

int main() { return run_cases(); }
