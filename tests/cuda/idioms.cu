// How public programs let threads work together: warps without barriers, groups, cuda::atomic, products of warps.
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/std/array>
#include <cuda/std/tuple>

#include <mma.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <numeric>

#include "check.h"

namespace cg = cooperative_groups;
constexpr int kBlock = 256;

static int* managed(int count) {
  int* data = nullptr;
  OK(cudaMallocManaged(&data, count * sizeof(int)));
  for (int i = 0; i < count; ++i) data[i] = i % 13 + 1;
  return data;
}

// The last warp of a reduction as it was written before Volta.
template <unsigned size>
__device__ void last_warp(volatile int* values, unsigned t) {
  if (size >= 64) values[t] += values[t + 32];
  if (size >= 32) values[t] += values[t + 16];
  if (size >= 16) values[t] += values[t + 8];
  if (size >= 8) values[t] += values[t + 4];
  if (size >= 4) values[t] += values[t + 2];
  if (size >= 2) values[t] += values[t + 1];
}
template <unsigned size>
__global__ void old_reduction(const int* in, int* out) {
  extern __shared__ int values[];
  const unsigned t = threadIdx.x;
  values[t] = in[blockIdx.x * size + t];
  __syncthreads();
  for (unsigned step = size / 2; step > 32; step /= 2) {
    if (t < step) values[t] += values[t + step];
    __syncthreads();
  }
  if (t < 32) last_warp<size>(values, t);
  if (t == 0) out[blockIdx.x] = values[0];
}
__global__ void old_scan(const int* in, int* out) {
  __shared__ volatile int values[4][64];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  values[warp][lane] = 0;
  values[warp][lane + 32] = in[threadIdx.x];
  for (int step = 1; step < 32; step *= 2)
    values[warp][lane + 32] += values[warp][lane + 32 - step];
  out[threadIdx.x] = values[warp][lane + 32];
}

CASE(warps_step_together_at_volatile_memory) {
  int *in = managed(4 * kBlock), *out = managed(kBlock);
  old_reduction<64><<<4, 64, 64 * sizeof(int)>>>(in, out);
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < 4; ++b) EXPECT_EQ(out[b], std::accumulate(in + 64 * b, in + 64 * b + 64, 0));
  old_reduction<256><<<4, 256, 256 * sizeof(int)>>>(in, out);
  OK(cudaDeviceSynchronize());
  for (int b = 0; b < 4; ++b)
    EXPECT_EQ(out[b], std::accumulate(in + 256 * b, in + 256 * b + 256, 0));
  old_scan<<<1, 128>>>(in, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], std::accumulate(in + i / 32 * 32, in + i + 1, 0));
}

// The same without "volatile", as some programs have it.
__global__ void plain_reduction(const int* in, int* out) {
  __shared__ int values[256];
  const unsigned t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  if (t < 128) values[t] += values[t + 128];
  __syncthreads();
  if (t < 64) values[t] += values[t + 64];
  __syncthreads();
  if (t < 32) {
    values[t] += values[t + 32];
    values[t] += values[t + 16];
    values[t] += values[t + 8];
    values[t] += values[t + 4];
    values[t] += values[t + 2];
    values[t] += values[t + 1];
  }
  if (t == 0) *out = values[0];
}
__global__ void plain_sums(const int* in, int* out) {
  extern __shared__ int values[];
  const int t = threadIdx.x, lane = t & 31;
  values[t] = in[t];
  for (int step = 16; step > 0; step /= 2)
    if (lane < step) values[t] += values[t + step];
  if (lane == 0) out[t / 32] = values[t];
}
__global__ void plain_scan(const int* in, int* out) {
  __shared__ int values[128];
  const int t = threadIdx.x, lane = t & 31;
  values[t] = in[t];
  for (int step = 1; step < 32; step *= 2)
    if (lane >= step) values[t] += values[t - step];
  out[t] = values[t];
}

__global__ void plain_columns(const int* in, int* out) {
  __shared__ int values[17 * 64];
  const int t = threadIdx.x;
  for (int i = 0; i < 17; ++i) values[17 * t + i] = in[t] + i;
  __syncthreads();
  if (t < 17) {
    int sum = 0;
    for (int i = t; i < 17 * 64; i += 17) sum += values[i];
    values[t] = sum;
  }
  if (t == 0)
    for (int i = 0; i < 17; ++i) out[i] = values[i];
}

CASE(warps_step_together_at_plain_memory) {
  int *in = managed(256), *out = managed(128);
  plain_reduction<<<1, 256>>>(in, out);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], std::accumulate(in, in + 256, 0));
  plain_sums<<<1, 128, 128 * sizeof(int)>>>(in, out);
  OK(cudaDeviceSynchronize());
  for (int w = 0; w < 4; ++w) EXPECT_EQ(out[w], std::accumulate(in + 32 * w, in + 32 * w + 32, 0));
  plain_scan<<<1, 128>>>(in, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], std::accumulate(in + i / 32 * 32, in + i + 1, 0));
  plain_columns<<<1, 64>>>(in, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 17; ++i) EXPECT_EQ(out[i], std::accumulate(in, in + 64, 64 * i));
}

// A function for whatever group: the sum arrives in the group's first thread.
__device__ int sum_of(cg::thread_group group, int* scratch, int value) {
  const int rank = (int)group.thread_rank();
  for (int step = (int)group.size() / 2; step > 0; step /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < step) value += scratch[rank + step];
    group.sync();
  }
  return rank == 0 ? value : -1;
}
__global__ void any_group(int* out) {
  __shared__ int scratch[kBlock];
  const cg::thread_block block = cg::this_thread_block();
  const int whole = sum_of(block, scratch, (int)block.thread_rank());
  if (block.thread_rank() == 0) out[0] = whole;
  block.sync();
  const cg::thread_group tile = cg::tiled_partition(block, 16);
  const int part = sum_of(tile, scratch + block.thread_rank() / 16 * 16, 1);
  if (block.thread_rank() == 16) out[1] = part;
  const auto four = cg::tiled_partition<4>(cg::tiled_partition<32>(block));
  if (block.thread_rank() == 41) out[2] = (int)four.meta_group_rank();
  if (block.thread_rank() == 41) out[3] = (int)four.meta_group_size();
  const cg::thread_block_tile<4> same = four;
  const auto named = cg::tiled_partition<4, cg::thread_block>(block);
  const auto named_half = cg::tiled_partition<kBlock / 2, cg::thread_block>(block);
  if (block.thread_rank() == 43) out[7] = (int)(named.thread_rank() + named_half.size());
  if (block.thread_rank() == 41) out[4] = (int)same.thread_rank();
  __shared__ cg::block_tile_memory<kBlock> memory;
  const auto half_block = cg::tiled_partition<kBlock / 2>(cg::this_thread_block(memory));
  const int half_sum = cg::reduce(half_block, (int)threadIdx.x, cg::plus<int>());
  if (block.thread_rank() == kBlock - 1) out[5] = half_sum;
  struct Odd {
    char text[3];
  } odd{{0, 0, (char)(threadIdx.x & 31)}};
  odd = cg::tiled_partition<32>(block).shfl(odd, 7);
  if (block.thread_rank() == 99) out[6] = odd.text[2];
}

CASE(groups_of_any_kind) {
  int* out = managed(8);
  any_group<<<1, kBlock>>>(out);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], kBlock * (kBlock - 1) / 2);
  EXPECT_EQ(out[1], 16);
  EXPECT_EQ(out[2], 2);
  EXPECT_EQ(out[3], 8);
  EXPECT_EQ(out[4], 1);
  EXPECT_EQ(out[5], (kBlock / 2 + kBlock - 1) * kBlock / 4);
  EXPECT_EQ(out[6], 7);
  EXPECT_EQ(out[7], 3 + kBlock / 2);
}

__global__ void modern(const int* in, int* out,
                       cuda::atomic<int, cuda::thread_scope_device>* total) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int tile[kBlock], other[kBlock];
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof(int) * kBlock, barrier);
  barrier.arrive_and_wait();
  cg::memcpy_async(block, other, in + kBlock, cuda::aligned_size_t<4>(sizeof(int) * kBlock));
  cg::wait(block);
  total->fetch_add(tile[kBlock - 1 - threadIdx.x], cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_block> least(out[0]);
  least.fetch_min(other[threadIdx.x]);
  cuda::std::array<int, 2> both{tile[0], other[0]};
  cuda::std::tuple<int, int> pair(both[0], both[1]);
  if (threadIdx.x == 0) out[1] = cuda::std::get<0>(pair) + cuda::std::get<1>(pair);
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&out[2 + threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
}

CASE(libcu_names) {
  int *in = managed(2 * kBlock), *out = managed(2 + kBlock);
  out[0] = 1000;
  auto* total = (cuda::atomic<int, cuda::thread_scope_device>*)managed(1);
  total->store(0);
  modern<<<1, kBlock>>>(in, out, total);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(total->load(), std::accumulate(in, in + kBlock, 0));
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], in[0] + in[kBlock]);
  EXPECT(std::equal(in, in + kBlock, out + 2));
}

// c = a b, 16 x 32 of 16 x 48 and 48 x 32; b by columns.
template <class T, class Sum>
__global__ void warp_product(const T* a, const T* b, Sum* c) {
  using namespace nvcuda;
  const int warp = threadIdx.x / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, Sum> sum;
  wmma::fill_fragment(sum, Sum(0));
  for (int k = 0; k < 48; k += 16) {
    wmma::load_matrix_sync(left, a + k, 48);
    wmma::load_matrix_sync(right, b + warp * 16 * 48 + k, 48);
    wmma::mma_sync(sum, left, right, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(c + warp * 16, sum, 32, wmma::mem_row_major);
}
template <class T, class Sum>
static void check_product() {
  T *a = (T*)managed(16 * 48), *b = (T*)managed(32 * 48);
  Sum* c = (Sum*)managed(16 * 32);
  for (int i = 0; i < 16 * 48; ++i) a[i] = T(i * 7 % 11 - 5);
  for (int i = 0; i < 32 * 48; ++i) b[i] = T(i * 5 % 13 - 6);
  warp_product<<<1, 64>>>(a, b, c);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 16 * 32; ++i) {
    float wanted = 0;
    for (int k = 0; k < 48; ++k) wanted += (float)a[i / 32 * 48 + k] * (float)b[i % 32 * 48 + k];
    EXPECT_EQ((float)c[i], 2 * wanted);
  }
}

CASE(matrix_products_of_warps) {
  check_product<half, float>();
  check_product<__nv_bfloat16, float>();
  check_product<signed char, int>();
}

__global__ void read_cube(cudaTextureObject_t cube, float* out) {
  const float d[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const float* to = d[threadIdx.x];
  out[threadIdx.x] = texCubemap<float>(cube, to[0], to[1], to[2]);
}

CASE(cube_maps) {
  float faces[6] = {10, 11, 12, 13, 14, 15};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(1, 1, 6), cudaArrayCubemap));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(faces, sizeof(float), 1, 1);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(1, 1, 6);
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc settings = {};
  settings.normalizedCoords = 1;
  cudaTextureObject_t cube;
  OK(cudaCreateTextureObject(&cube, &resource, &settings, nullptr));
  float* out = (float*)managed(6);
  read_cube<<<1, 6>>>(cube, out);
  OK(cudaDeviceSynchronize());
  for (int face = 0; face < 6; ++face) EXPECT_EQ(out[face], faces[face]);
}

// Atomic functions that CUDA lacks, or lacked once, are a program's own: as functions, with any result, or templates.
__device__ float atomicMax(float* address, float value) {
  int* bits = (int*)address;
  int old = *bits, seen;
  do {
    seen = old;
    if (__int_as_float(seen) >= value) break;
    old = atomicCAS(bits, seen, __float_as_int(value));
  } while (seen != old);
  return __int_as_float(old) + 1000;
}
__device__ void atomicMin(double* address, double value) { *address = value - 1000; }
__device__ double atomicAdd(double* address, double value) { return *address = value + 5000; }
template <class T>
__device__ T atomicSub(T* address, T value) {
  return *address = value * 3;
}
__global__ void own_atomics(float* most, double* sums, float* less, unsigned long* words) {
  most[1 + threadIdx.x] = atomicMax(most, (float)threadIdx.x);
  if (threadIdx.x > 0) return;
  atomicAdd(&sums[0], 1.0);
  atomicMin(&sums[1], 1.0);
  atomicAdd_block(&sums[2], 2);
  atomicSub(less, 2.0f);
  atomicAdd(words, 3);
  atomicCAS(words + 1, 0, INT_MAX);
}

CASE(atomics_of_programs) {
  float *most = nullptr, *less = nullptr;
  double* sums = nullptr;
  unsigned long* words = nullptr;
  OK(cudaMallocManaged(&most, 65 * sizeof(float)));
  OK(cudaMallocManaged(&less, sizeof(float)));
  OK(cudaMallocManaged(&sums, 3 * sizeof(double)));
  OK(cudaMallocManaged(&words, 2 * sizeof(long)));
  for (int i = 0; i < 65; ++i) most[i] = 0;
  words[0] = 4, words[1] = 0, sums[2] = 0.5;
  own_atomics<<<1, 64>>>(most, sums, less, words);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(most[0], 63.0f);
  EXPECT(most[64] >= 1000);
  EXPECT_EQ(sums[0], 5001.0);
  EXPECT_EQ(sums[1], -999.0);
  EXPECT_EQ(sums[2], 2.5);
  EXPECT_EQ(*less, 6.0f);
  EXPECT_EQ(words[0], 7ul);
  EXPECT_EQ(words[1], 2147483647ul);
}

__global__ void after_another(int* out) {
  cudaGridDependencySynchronize();
  const auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  const int first = cooperative_groups::invoke_one_broadcast(
      tile, [](int by) { return (int)threadIdx.x * by; }, 3);
  out[threadIdx.x] += first;
  cudaTriggerProgrammaticLaunchCompletion();
}
CASE(kernels_that_may_overlap) {
  int* out;
  OK(cudaMallocManaged(&out, 32 * sizeof(int)));
  for (int i = 0; i < 32; ++i) out[i] = 0;
  cudaLaunchConfig_t config{};
  config.gridDim = 1, config.blockDim = 32;
  cudaLaunchAttribute wish{};
  wish.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  wish.val.programmaticStreamSerializationAllowed = 1;
  config.attrs = &wish, config.numAttrs = 1;
  for (int i = 0; i < 2; ++i) OK(cudaLaunchKernelEx(&config, after_another, out));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], 2 * 3 * (i / 8 * 8));
  OK(cudaFree(out));
}

// Rows of a power of two that only the launch knows, each with as many zeros before it.
__global__ void spread_rows(const int* in, int* out, unsigned size) {
  extern __shared__ int spread[];
  const unsigned t = threadIdx.x;
  unsigned place = 2 * t - (t & (size - 1));
  spread[place] = 0;
  place += size;
  spread[place] = in[t];
  __syncthreads();
  for (unsigned step = 1; step < size; step *= 2) {
    const int sum = spread[place] + spread[place - step];
    __syncthreads();
    spread[place] = sum;
    __syncthreads();
  }
  out[t] = spread[place];
}

CASE(rests_by_powers_of_two) {
  int *in, *out;
  OK(cudaMallocManaged(&in, 256 * sizeof(int)));
  OK(cudaMallocManaged(&out, 256 * sizeof(int)));
  for (int i = 0; i < 256; ++i) in[i] = i * 31 % 17;
  for (unsigned size = 1; size <= 256; size *= 2) {
    spread_rows<<<1, 256, 512 * sizeof(int)>>>(in, out, size);
    OK(cudaDeviceSynchronize());
    int sum = 0, wrong = 0;
    for (unsigned i = 0; i < 256; ++i) {
      sum = i % size == 0 ? in[i] : sum + in[i];
      wrong += out[i] != sum;
    }
    EXPECT_EQ(wrong, 0);
  }
  OK(cudaFree(in));
  OK(cudaFree(out));
}

// The usual way to count with one atomic a warp; only the leader's variable gets a value before the shuffle.
__device__ unsigned counted;
__device__ unsigned take_number(unsigned* counter) {
  const unsigned active = __ballot_sync(0xffffffffu, 1);
  const int lane = (int)threadIdx.x % warpSize, leader = __ffs((int)active) - 1;
  unsigned number;
  if (lane == leader) number = atomicAdd(counter, (unsigned)__popc(active));
  number = __shfl_sync(0xffffffffu, number, leader);
  return number + (unsigned)__popc(active & ((1u << lane) - 1));
}
__global__ void number_thirds(unsigned* numbers) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 3 == 0) numbers[i / 3] = take_number(&counted);
}
CASE(leaders_add_for_all) {
  unsigned* numbers;
  unsigned count = 0;
  OK(cudaMallocManaged(&numbers, 100 * sizeof(unsigned)));
  number_thirds<<<3, 100>>>(numbers);
  OK(cudaMemcpyFromSymbol(&count, counted, sizeof(count)));
  EXPECT_EQ(count, 100u);
  std::vector<int> seen(100);
  for (int i = 0; i < 100; ++i)
    if (numbers[i] < 100) ++seen[numbers[i]];
  for (int i = 0; i < 100; ++i) EXPECT_EQ(seen[i], 1);
  OK(cudaFree(numbers));
}

// A volatile pointer of every thread, used in a loop that few threads run.
__constant__ unsigned rows;
__constant__ unsigned short columns;
__global__ void copy_rows(const float* in, float* out, int times) {
  __shared__ float kept[1024];
  float* volatile mine = kept + 2 * threadIdx.x;
  for (int time = 0; time < times; ++time) {
    __syncthreads();
    if (threadIdx.x < rows)
      for (int i = 0; i < columns; ++i) mine[i] = in[threadIdx.x * columns + i];
    __syncthreads();
    if (threadIdx.x < 2 * rows) out[threadIdx.x] += kept[threadIdx.x];
  }
}
CASE(volatile_pointers_under_a_mask) {
  const unsigned count = 12;
  const unsigned short width = 2;
  OK(cudaMemcpyToSymbol(rows, &count, sizeof(count)));
  OK(cudaMemcpyToSymbol(columns, &width, sizeof(width)));
  for (const int threads : {32, 64, 320, 512}) {
    float *in, *out;
    OK(cudaMallocManaged(&in, 24 * sizeof(float)));
    OK(cudaMallocManaged(&out, 24 * sizeof(float)));
    for (int i = 0; i < 24; ++i) in[i] = float(i), out[i] = 0;
    copy_rows<<<1, threads>>>(in, out, 3);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 24; ++i) EXPECT_EQ(out[i], 3.0f * float(i));
    OK(cudaFree(in));
    OK(cudaFree(out));
  }
}

// Words that are floats as well, through pointers that the program casts.
__global__ void pun(int* words, float* floats, float* out, int i, int j) {
  const float before = floats[j];
  words[i] = __float_as_int(2.0f);
  out[threadIdx.x] = before + floats[j];
}
CASE(words_read_as_floats) {
  float *x, *out;
  OK(cudaMallocManaged(&x, 4 * sizeof(float)));
  OK(cudaMallocManaged(&out, 32 * sizeof(float)));
  x[3] = 1.0f;
  pun<<<1, 1>>>((int*)x, x, out, 3, 3);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 3.0f);
  OK(cudaFree(x));
  OK(cudaFree(out));
}

int main() { return run_cases(); }
