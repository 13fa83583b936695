// Numbers beyond what C++ defines, as GPUs treat them: counts of shifts, casts of floats, indices below zero,
// sums.
// SPDX-License-Identifier: MIT
#include <climits>
#include <cmath>

#include "check.h"

// GPUs shift by more bits than a number has: zeros come in, or the sign. Those who pack bits count on it. The counts
// are those of the threads, and one for all of them.
__global__ void shift_all(const int* counts, unsigned* left, unsigned* right, int* arithmetic,
                          unsigned long long* wide, int one) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int count = one < 0 ? counts[i] : counts[one];
  left[i] = 0x80000001u << count;
  right[i] = 0x80000001u >> count;
  arithmetic[i] = (-7 - i) >> count;
  wide[i] = 0x8000000000000001ull << count;
}
CASE(shifts_beyond_the_width) {
  const int list[8] = {0, 1, 31, 32, 33, 63, 64, -1};
  int *counts, *arithmetic;
  unsigned *left, *right;
  unsigned long long* wide;
  OK(cudaMallocManaged(&counts, 64 * sizeof(int)));
  OK(cudaMallocManaged(&arithmetic, 64 * sizeof(int)));
  OK(cudaMallocManaged(&left, 64 * sizeof(unsigned)));
  OK(cudaMallocManaged(&right, 64 * sizeof(unsigned)));
  OK(cudaMallocManaged(&wide, 64 * sizeof *wide));
  for (int i = 0; i < 64; ++i) counts[i] = list[i % 8];
  for (int one = -1; one < 8; ++one) {
    shift_all<<<2, 32>>>(counts, left, right, arithmetic, wide, one);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 64; ++i) {
      const unsigned count = unsigned(list[one < 0 ? i % 8 : one]);
      EXPECT_EQ(left[i], count < 32 ? 0x80000001u << count : 0u);
      EXPECT_EQ(right[i], count < 32 ? 0x80000001u >> count : 0u);
      EXPECT_EQ(arithmetic[i], (-7 - i) >> (count < 32 ? count : 31));
      EXPECT_EQ(wide[i], count < 64 ? 0x8000000000000001ull << count : 0ull);
    }
  }
  for (void* memory : {(void*)counts, (void*)arithmetic, (void*)left, (void*)right, (void*)wide})
    OK(cudaFree(memory));
}

// GPUs cast what an integer cannot hold to its limits, and NaN to 0: an index made of it stays in the array.
template <class From>
__global__ void cast_all(const From* x, int* i, unsigned* u, long long* l, unsigned long long* m,
                         unsigned char* b) {
  const int k = threadIdx.x;
  i[k] = (int)x[k];
  u[k] = (unsigned)x[k];
  l[k] = (long long)x[k];
  m[k] = (unsigned long long)x[k];
  b[k] = (unsigned char)x[k];
}
template <class From>
void check_casts() {
  const double values[8] = {1e20, -1e20, NAN, -1.5, 3e9, 300.5, INFINITY, -3e9};
  const int ints[8] = {INT_MAX, INT_MIN, 0, -1, INT_MAX, 300, INT_MAX, INT_MIN};
  const unsigned unsigneds[8] = {UINT_MAX, 0, 0, 0, 3000000000u, 300, UINT_MAX, 0};
  const long long longs[8] = {LLONG_MAX,    LLONG_MIN, 0,         -1,
                              3000000000ll, 300,       LLONG_MAX, -3000000000ll};
  const unsigned long long wides[8] = {ULLONG_MAX, 0, 0, 0, 3000000000ull, 300, ULLONG_MAX, 0};
  const unsigned char bytes[8] = {255, 0, 0, 0, 3000000000u & 255, 300 & 255, 255, 0};
  From* x;
  int* i;
  unsigned* u;
  long long* l;
  unsigned long long* m;
  unsigned char* b;
  OK(cudaMallocManaged(&x, 32 * sizeof *x));
  OK(cudaMallocManaged(&i, 32 * sizeof *i));
  OK(cudaMallocManaged(&u, 32 * sizeof *u));
  OK(cudaMallocManaged(&l, 32 * sizeof *l));
  OK(cudaMallocManaged(&m, 32 * sizeof *m));
  OK(cudaMallocManaged(&b, 32 * sizeof *b));
  for (int k = 0; k < 32; ++k) x[k] = From(values[k % 8]);
  cast_all<<<1, 32>>>(x, i, u, l, m, b);
  OK(cudaDeviceSynchronize());
  for (int k = 0; k < 32; ++k) {
    EXPECT_EQ(i[k], ints[k % 8]);
    EXPECT_EQ(u[k], unsigneds[k % 8]);
    EXPECT_EQ(l[k], longs[k % 8]);
    EXPECT_EQ(m[k], wides[k % 8]);
    EXPECT_EQ(b[k], bytes[k % 8]);
  }
  for (void* memory : {(void*)x, (void*)i, (void*)u, (void*)l, (void*)m, (void*)b})
    OK(cudaFree(memory));
}
CASE(casts_beyond_the_range) {
  check_casts<float>();
  check_casts<double>();
}

// Addresses of shared memory have 32 bits on GPUs: an unsigned index that went below zero reaches back.
template <class T>
__global__ void reach_back(T* out, unsigned seven) {
  __shared__ T row[128];
  extern __shared__ double rest[];
  const unsigned i = threadIdx.x;
  T *end = row + 128, *walk = reinterpret_cast<T*>(rest);
  walk[i] = row[i] = T(i);
  __syncthreads();
  walk += 64;
  ++walk;
  T* some = seven > 8 ? end : row + seven;
  out[3 * i] = end[~i];
  out[3 * i + 1] = walk[i - 65];
  out[3 * i + 2] = some[i - seven];
}
template <class T>
void check_reach_back() {
  T* out;
  OK(cudaMallocManaged(&out, 3 * 128 * sizeof *out));
  reach_back<T><<<1, 128, 128 * sizeof(double)>>>(out, 7);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 128; ++i) {
    EXPECT_EQ(out[3 * i], T(127 - i));
    EXPECT_EQ(out[3 * i + 1], T(i));
    EXPECT_EQ(out[3 * i + 2], T(i));
  }
  OK(cudaFree(out));
}
CASE(shared_indices_below_zero) {
  check_reach_back<char>();
  check_reach_back<float>();
  check_reach_back<double>();
}

// Signed numbers that are multiplied by themselves wrap on GPUs: generators keep the lower bits by a mask, hashes turn
// the sign around.
struct Generator {
  int state;
  __host__ __device__ int next() {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state;
  }
};
__host__ __device__ int stepped(int seed) {
  const int factor = 1664525, sum = 1013904223;
  const int value = factor * seed + sum;
  return value < 0 ? -value : value;
}
__host__ __device__ void all_wraps(int* out, const unsigned char* text, int count) {
  Generator generator{count};
  int hash = 0, product = 1, seed = count;
  for (int i = 0; i < count; ++i) {
    hash = hash * 31 + text[i];
    product *= 3;
    seed = stepped(seed);
    out[i] = generator.next() % 100;
    out[count + i] = hash < 0 ? -hash : hash;
    out[2 * count + i] = product > 0;
    out[3 * count + i] = seed >> 4;
  }
}
__global__ void wrap_all(int* out, const unsigned char* text, int count) {
  all_wraps(out, text, count);
}
CASE(signed_numbers_wrap) {
  constexpr int kCount = 64;
  unsigned char* text;
  int* out;
  OK(cudaMallocManaged(&text, kCount));
  OK(cudaMallocManaged(&out, 4 * kCount * sizeof *out));
  for (int i = 0; i < kCount; ++i) text[i] = 100 + 7 * i % 100;
  wrap_all<<<1, 1>>>(out, text, kCount);
  OK(cudaDeviceSynchronize());
  unsigned state = kCount, hash = 0, product = 1, seed = kCount;
  for (int i = 0; i < kCount; ++i) {
    state = (state * 1103515245u + 12345u) & 0x7fffffffu;
    hash = hash * 31u + text[i];
    product *= 3u;
    seed = 1664525u * seed + 1013904223u;
    if (int(seed) < 0) seed = -seed;
    EXPECT_EQ(out[i], int(state % 100u));
    EXPECT_EQ(out[kCount + i], int(int(hash) < 0 ? -hash : hash));
    EXPECT_EQ(out[2 * kCount + i], int(int(product) > 0));
    EXPECT_EQ(out[3 * kCount + i], int(seed) >> 4);
  }
  OK(cudaFree(text));
  OK(cudaFree(out));
}

int main() { return run_cases(); }
