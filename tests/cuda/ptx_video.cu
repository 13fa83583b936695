// Inline PTX: video instructions on words, bytes and halves, comparisons of halves, sums of several values in memory.
// SPDX-License-Identifier: MIT
#include <cuda_fp16.h>

#include <algorithm>
#include <cstdint>

#include "check.h"
#include "managed.h"

constexpr int kResults = 16;
__global__ void video(unsigned* x, unsigned a, unsigned b, unsigned c) {
  int n = 0;
  unsigned r;
  asm("vadd.s32.u32.s32.sat %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  x[n++] = r;
  asm("vadd.u32.u32.s32 %0, %1.b3, %2.h1;" : "=r"(r) : "r"(a), "r"(b));
  x[n++] = r;
  asm("vsub.s32.s32.s32.add %0, %1.h0, %2.b1, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  x[n++] = r;
  asm("vabsdiff.u32.s32.s32.max %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  x[n++] = r;
  asm("vmin.s32.s32.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  x[n++] = r;
  asm("{ .reg .u32 t; vmax.u32.u32.u32.sat t.b1, %1, 300, %3; mov.b32 %0, t; }"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  x[n++] = r;
  asm("vset.u32.u32.lt.add %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  x[n++] = r;
  asm("vshl.u32.u32.u32.wrap %0, %1, 35;" : "=r"(r) : "r"(a));
  x[n++] = r;
  asm("vshr.s32.s32.u32.clamp %0, %1, 40;" : "=r"(r) : "r"(a));
  x[n++] = r;
  asm("vmad.s32.s32.s32.shr7 %0, %1.h0, %2.h0, -%3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  x[n++] = r;
  asm("vset4.u32.u32.ge %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  x[n++] = r;
  asm("vset2.s32.s32.ne.add %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  x[n++] = r;
  float f;
  asm("{ .reg .f32 t; mov.f32 t, 1.5; max.f32 %0, t, 0f40000000, 1e2; }" : "=f"(f));
  x[n++] = f;
  asm("min.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  x[n++] = r;
  unsigned long long wide;
  const unsigned short q = a;
  asm("mov.b64 %0, {%1, 2, %1, 4};" : "=l"(wide) : "h"(q));
  x[n++] = wide >> 32;
  x[n++] = wide;
}

CASE(words_and_their_parts) {
  const unsigned a = 0x89abcdefu, b = 0xfedc7654u, c = 1234567u;
  unsigned* x = managed<unsigned>(kResults);
  video<<<1, 1>>>(x, a, b, c);
  OK(cudaDeviceSynchronize());
  const std::int64_t sa = (int)a, sb = (int)b;
  const auto bytes = [&](int lane) { return (a >> 8 * lane & 255) >= (b >> 8 * lane & 255); };
  const unsigned wanted[kResults] = {
      (unsigned)std::min<std::int64_t>(a + sb, 0x7fffffff),
      0x89u + (unsigned)(short)0xfedc,
      (unsigned)((short)0xcdef - 0x76) + c,
      std::max((unsigned)(sb - sa), c),
      (unsigned)std::min(sa, sb),
      (c & ~0xff00u) | 0xff00u,
      (a < b) + c,
      a << 3,
      ~0u,
      (unsigned)(((std::int64_t)(short)0xcdef * (short)0x7654 - (int)c) >> 7),
      (unsigned)(bytes(0) | bytes(1) << 8 | bytes(2) << 16 | bytes(3) << 24),
      c + 2,
      100,
      std::min(a, b),
      0x0004cdefu,
      0x0002cdefu};
  for (int i = 0; i < kResults; ++i) EXPECT_EQ(x[i], wanted[i]);
}

__global__ void halves(float* sums, __half2* pair, int* holds) {
  const __half2 x = __floats2half2_rn(1.f, threadIdx.x % 4);
  const unsigned bits = *reinterpret_cast<const unsigned*>(&x);
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(pair), "r"(bits) : "memory");
  asm volatile("red.global.add.v4.f32 [%0], {%1, %1, %2, %2};" ::"l"(sums), "f"(1.f), "f"(2.f)
               : "memory");
  int found;
  asm("{ .reg .pred p, q; .reg .b32 one; mov.b32 one, 0x3c003c00; setp.gt.f16x2 p|q, one, %1;"
      " selp.s32 %0, 1, 0, p; @q add.s32 %0, %0, 2; }"
      : "=r"(found)
      : "r"(bits));
  holds[threadIdx.x] = found;
}

CASE(halves_and_vectors_in_memory) {
  float* sums = managed<float>(4);
  __half2* pair = managed<__half2>(1);
  int* holds = managed<int>(32);
  for (int i = 0; i < 4; ++i) sums[i] = 0;
  *pair = __floats2half2_rn(0.f, 0.f);
  halves<<<1, 32>>>(sums, pair, holds);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(sums[i], i < 2 ? 32 : 64);
  EXPECT_EQ(__low2float(*pair), 32);
  EXPECT_EQ(__high2float(*pair), 48);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(holds[i], i % 4 == 0 ? 2 : 0);
}

int main() { return run_cases(); }
