// Functions and types that few programs use: rounding of fused sums, products of small vectors, aligned vectors, turns.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "check.h"
#include "managed.h"

__global__ void products(int* out, unsigned* words) {
  const short2 a = make_short2(-300, 7);
  const char4 b = make_char4(2, -3, 100, -128);
  out[0] = __dp2a_lo(a, b, 5);
  out[1] = __dp2a_hi(a, b, 5);
  const ushort2 c = make_ushort2(65535, 7);
  const uchar4 d = make_uchar4(255, 3, 1, 254);
  words[0] = __dp2a_lo(c, d, 1u);
  words[1] = __dp2a_hi(c, d, 1u);
}

CASE(products_of_pairs_of_bytes) {
  Managed<int> out(2);
  Managed<unsigned> words(2);
  products<<<1, 1>>>(out.get(), words.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 5 - 600 - 21);
  EXPECT_EQ(out[1], 5 - 30000 - 896);
  EXPECT_EQ(words[0], 1u + 65535u * 255u + 21u);
  EXPECT_EQ(words[1], 1u + 65535u + 7u * 254u);
}

__global__ void roundings(float* out, float x) {
  out[0] = __fmaf_ieee_rd(x, x, 1e-30f), out[1] = __fmaf_ieee_ru(x, x, 1e-30f);
  out[2] = __fmaf_ieee_rz(-x, x, -1e-30f), out[3] = x * x;
}

CASE(fused_sums_are_rounded_as_named) {
  Managed<float> out(4);
  roundings<<<1, 1>>>(out.get(), 3.0f);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 9.0f);
  EXPECT_EQ(out[1], std::nextafter(9.0f, 10.0f));
  EXPECT_EQ(out[2], -9.0f);
}

__global__ void turns(float* out, unsigned long long* extremes) {
  sincospi(0.5f, out, out + 1);
  extremes[0] = ullmin(~0ull, 3ull), extremes[1] = ullmax(~0ull, 3ull);
  __assume(out[0] < 2);
  __pm0(), __pm3();
}

CASE(turns_and_extremes) {
  Managed<float> out(2);
  Managed<unsigned long long> extremes(2);
  turns<<<1, 1>>>(out.get(), extremes.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 1.0f);
  EXPECT_EQ(out[1], 0.0f);
  EXPECT_EQ(extremes[0], 3ull);
  EXPECT_EQ(extremes[1], ~0ull);
  float sine = 0, cosine = 1;
  sincospi(0.5f, &sine, &cosine);
  EXPECT_EQ(sine, 1.0f);
  EXPECT_EQ(cosine, 0.0f);
}

static_assert(alignof(double4_16a) == 16 && alignof(double4_32a) == 32, "as their names say");
static_assert(sizeof(ulonglong4_32a) == 32 && alignof(long4_16a) == 16, "four of eight bytes");

__global__ void aligned(double4_32a* to, const longlong4_16a* from) {
  const longlong4_16a v = from[threadIdx.x];
  to[threadIdx.x] = make_double4_32a(v.w, v.z, v.y, v.x);
}

CASE(aligned_vectors) {
  Managed<double4_32a> to(8);
  Managed<longlong4_16a> from(8);
  for (int i = 0; i < 8; ++i) from[i] = make_longlong4_16a(i, i + 1, i + 2, i + 3);
  aligned<<<1, 8>>>(to.get(), from.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(to[5].x, 8.0);
  EXPECT_EQ(to[7].w, 7.0);
}

__global__ void halves_wait(int* out) {
  __shared__ int sum[2];
  const int half = threadIdx.x / 64;
  if (threadIdx.x % 64 == 0) sum[half] = 0;
  __barrier_sync_count(1 + half, 64);
  atomicAdd(&sum[half], 1 + half);
  __barrier_sync_count(1 + half, 64);
  out[threadIdx.x] = sum[half];
}

CASE(barriers_of_half_a_block) {
  Managed<int> out(128);
  halves_wait<<<1, 128>>>(out.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[3], 64);
  EXPECT_EQ(out[100], 128);
}

int main() { return run_cases(); }

__global__ void counted(int* i, unsigned* u, unsigned long long* w, float* f) {
  const int t = static_cast<int>(threadIdx.x);
  __iAtomicAdd(i, 2), __iAtomicMin(i + 1, t - 5), __iAtomicMax_block(i + 2, t),
      __iAtomicOr(i + 3, 1 << t);
  __iAtomicCAS(i + 4, 0, 7), __iAtomicExch(i + 5, 9);
  __uAtomicInc(u, 5u), __uAtomicDec(u + 1, 5u), __uAtomicXor_system(u + 2, 1u);
  __ullAtomicAdd(w, 1ull << 40), __fAtomicAdd(f, 0.5f);
}

CASE(atomic_functions_by_their_inner_names) {
  Managed<int> i(6);
  Managed<unsigned> u(3);
  Managed<unsigned long long> w(1);
  Managed<float> f(1);
  for (int k = 0; k < 6; ++k) i[k] = 0;
  u[0] = u[1] = u[2] = 0, w[0] = 0, f[0] = 0;
  counted<<<1, 32>>>(i.get(), u.get(), w.get(), f.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(i[0], 64);
  EXPECT_EQ(i[1], -5);
  EXPECT_EQ(i[2], 31);
  EXPECT_EQ(i[3], -1);
  EXPECT_EQ(i[4], 7);
  EXPECT_EQ(i[5], 9);
  EXPECT_EQ(u[0], 2u);
  EXPECT_EQ(u[1], 4u);
  EXPECT_EQ(u[2], 0u);
  EXPECT_EQ(w[0], 1ull << 45);
  EXPECT_EQ(f[0], 16.0f);
}
