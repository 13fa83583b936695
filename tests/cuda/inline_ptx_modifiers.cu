// Inline PTX whose modifiers change the result: roundings, limits, denormals, parts of products, named barriers; and
// the instructions on bits and on kinds of memory.
// SPDX-License-Identifier: MIT
#include <cuda_fp16.h>
#include <math.h>
#include <stdint.h>

#include "check.h"
#include "managed.h"

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  return bits;
}

#define UNARY(k, text) asm volatile(text " %0, %1;" : "=f"(out[k]) : "f"(a))
#define BINARY(k, text) asm volatile(text " %0, %1, %2;" : "=f"(out[k]) : "f"(a), "f"(b))
#define TERNARY(k, text) \
  asm volatile(text " %0, %1, %2, %3;" : "=f"(out[k]) : "f"(a), "f"(b), "f"(c))

constexpr int kFloats = 32;
__global__ void float_arithmetic(const float* x, const float* y, const float* z, float* out) {
  const int i = threadIdx.x;
  const float a = x[i], b = y[i], c = z[i];
  out += kFloats * i;
  BINARY(0, "add.rz.f32");
  BINARY(1, "add.rm.f32");
  BINARY(2, "add.rp.f32");
  BINARY(3, "sub.rz.f32");
  BINARY(4, "sub.rm.f32");
  BINARY(5, "sub.rp.f32");
  BINARY(6, "mul.rz.f32");
  BINARY(7, "mul.rm.f32");
  BINARY(8, "mul.rp.f32");
  BINARY(9, "div.rz.f32");
  BINARY(10, "div.rm.f32");
  BINARY(11, "div.rp.f32");
  UNARY(12, "sqrt.rz.f32");
  UNARY(13, "sqrt.rm.f32");
  UNARY(14, "sqrt.rp.f32");
  UNARY(15, "rcp.rz.f32");
  UNARY(16, "rcp.rm.f32");
  UNARY(17, "rcp.rp.f32");
  TERNARY(18, "fma.rz.f32");
  TERNARY(19, "fma.rm.f32");
  TERNARY(20, "fma.rp.f32");
  BINARY(21, "add.ftz.f32");
  BINARY(22, "mul.ftz.f32");
  BINARY(23, "add.sat.f32");
  TERNARY(24, "fma.rn.sat.f32");
  BINARY(25, "max.NaN.f32");
  BINARY(26, "min.f32");
  UNARY(27, "cvt.rni.f32.f32");
  UNARY(28, "cvt.rpi.f32.f32");
  UNARY(29, "cvt.sat.f32.f32");
  UNARY(30, "abs.ftz.f32");
  UNARY(31, "cvt.rmi.ftz.f32.f32");
}

__global__ void float_functions(const float* x, const float* y, const float* z, float* out) {
  const int i = threadIdx.x;
  const float a = x[i], b = y[i], c = z[i];
  out += kFloats * i;
  out[0] = __fadd_rz(a, b), out[1] = __fadd_rd(a, b), out[2] = __fadd_ru(a, b);
  out[3] = __fsub_rz(a, b), out[4] = __fsub_rd(a, b), out[5] = __fsub_ru(a, b);
  out[6] = __fmul_rz(a, b), out[7] = __fmul_rd(a, b), out[8] = __fmul_ru(a, b);
  out[9] = __fdiv_rz(a, b), out[10] = __fdiv_rd(a, b), out[11] = __fdiv_ru(a, b);
  out[12] = __fsqrt_rz(a), out[13] = __fsqrt_rd(a), out[14] = __fsqrt_ru(a);
  out[15] = __frcp_rz(a), out[16] = __frcp_rd(a), out[17] = __frcp_ru(a);
  out[18] = __fmaf_rz(a, b, c), out[19] = __fmaf_rd(a, b, c), out[20] = __fmaf_ru(a, b, c);
  const float none = 0x1p-126f;
  const auto flush = [=](float v) { return fabsf(v) < none ? copysignf(0.0f, v) : v; };
  out[21] = flush(__fadd_rn(flush(a), flush(b))), out[22] = flush(__fmul_rn(flush(a), flush(b)));
  out[23] = __saturatef(__fadd_rn(a, b)), out[24] = __saturatef(__fmaf_rn(a, b, c));
  out[25] = isnan(a) || isnan(b) ? NAN : fmaxf(a, b), out[26] = fminf(a, b);
  out[27] = rintf(a), out[28] = ceilf(a), out[29] = __saturatef(a);
  out[30] = fabsf(flush(a)), out[31] = floorf(flush(a));
}

// The least of two zeros, and a zero in the limits of .sat.
static bool may_be_either_zero(int k) { return k == 23 || k == 24 || k == 26 || k == 29; }

CASE(floats_are_rounded_flushed_and_limited) {
  const float some[] = {0.0f,   -0.0f,   1.0f,  -1.0f,     1.5f,     0.1f,       -0.3f,
                        1e-40f, -1e-45f, 3e38f, -3.4e38f,  INFINITY, -INFINITY,  NAN,
                        1e-20f, 7.25f,   -2.5f, 0x1p-126f, 1e30f,    0x1.8p-25f, 1.1754e-38f};
  const int kinds = sizeof some / sizeof *some, count = kinds * kinds;
  float *x = managed<float>(count), *y = managed<float>(count), *z = managed<float>(count);
  float *out = managed<float>(kFloats * count), *want = managed<float>(kFloats * count);
  for (int i = 0; i < count; ++i) {
    x[i] = some[i / kinds], y[i] = some[i % kinds], z[i] = some[(i * 5 + 2) % kinds];
  }
  float_arithmetic<<<1, count>>>(x, y, z, out);
  float_functions<<<1, count>>>(x, y, z, want);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < kFloats * count; ++i) {
    const bool same = bits_of(out[i]) == bits_of(want[i]) || (isnan(out[i]) && isnan(want[i])) ||
                      (may_be_either_zero(i % kFloats) && out[i] == want[i]);
    EXPECT(same);
    if (!same)
      printf("result %d of %a, %a, %a: %a, should be %a\n", i % kFloats, x[i / kFloats],
             y[i / kFloats], z[i / kFloats], out[i], want[i]);
  }
}

#define WORDS(k, text, ...) asm volatile(text : "=r"(out[k]) : __VA_ARGS__)
constexpr int kWords = 40;
__global__ void words(const int* x, const int* y, int* out) {
  const int i = threadIdx.x, a = x[i], b = y[i];
  out += kWords * i;
  WORDS(0, "add.sat.s32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(1, "sub.sat.s32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(2, "mad.hi.sat.s32 %0, %1, %2, %1;", "r"(a), "r"(b));
  WORDS(3, "mul24.lo.s32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(4, "mul24.hi.s32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(5, "mul24.hi.u32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(6, "cvt.sat.u8.s32 %0, %1;", "r"(a));
  WORDS(7, "cvt.sat.s8.s32 %0, %1;", "r"(a));
  WORDS(8, "cvt.sat.s16.u32 %0, %1;", "r"(a));
  WORDS(9, "cvt.s8.s32 %0, %1;", "r"(a));
  WORDS(10, "cvt.u8.u32 %0, %1;", "r"(a));
  WORDS(11, "cvt.pack.sat.s16.s32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(12, "cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;", "r"(a), "r"(b), "r"(0x4321));
  WORDS(13, "bfind.s32 %0, %1;", "r"(a));
  WORDS(14, "bfind.shiftamt.u32 %0, %1;", "r"(a));
  WORDS(15, "cnot.b32 %0, %1;", "r"(a));
  WORDS(16, "bmsk.clamp.b32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(17, "bmsk.wrap.b32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(18, "szext.wrap.s32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(19, "szext.clamp.u32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(20, "fns.b32 %0, %1, 3, 2;", "r"(a));
  WORDS(21, "fns.b32 %0, %1, 30, -2;", "r"(a));
  WORDS(22, "fns.b32 %0, %1, 5, 0;", "r"(a));
  WORDS(23, "set.lt.u32.s32 %0, %1, %2;", "r"(a), "r"(b));
  WORDS(24, "prmt.b32.f4e %0, %1, %2, 2;", "r"(a), "r"(b));
  WORDS(25, "prmt.b32.b4e %0, %1, %2, 1;", "r"(a), "r"(b));
  WORDS(26, "prmt.b32.ecl %0, %1, %2, 2;", "r"(a), "r"(b));
  WORDS(27, "prmt.b32.rc16 %0, %1, %2, 1;", "r"(a), "r"(b));
  WORDS(28, "bfi.b32 %0, %1, %2, 130, 4;", "r"(a), "r"(b));
  WORDS(29, "max.relu.s32 %0, %1, %2;", "r"(a), "r"(b));
  asm volatile("cvt.rz.f32.s32 %0, %1;" : "=f"(((float*)out)[30]) : "r"(a));
  asm volatile("cvt.rp.f32.u32 %0, %1;" : "=f"(((float*)out)[31]) : "r"(a));
  asm volatile("set.ge.f32.s32 %0, %1, %2;" : "=f"(((float*)out)[32]) : "r"(a), "r"(b));
  WORDS(33, "{ .reg .pred p, q; setp.ne.s32 p, %2, 0; set.gt.and.u32.s32 %0, %1, 0, p; }", "r"(a),
        "r"(b));
  WORDS(34, "shf.l.wrap.b32 %0, %1, %2, 37;", "r"(a), "r"(b));
  WORDS(35, "shf.r.clamp.b32 %0, %1, %2, 37;", "r"(a), "r"(b));
  unsigned place[2] = {(unsigned)a % 5, (unsigned)a % 5};
  WORDS(36, "atom.inc.u32 %0, [%1], 3;", "l"(place));
  WORDS(37, "atom.acq_rel.gpu.dec.u32 %0, [%1], 3;", "l"(place + 1));
  out[38] = place[0], out[39] = place[1];
}

static int limited(int64_t x, int64_t low, int64_t high) {
  return (int)(x < low ? low : x > high ? high : x);
}
static uint32_t nth(uint32_t mask, int base, int n) {
  for (int i = base, left = abs(n); i >= 0 && i < 32; i += n < 0 ? -1 : 1)
    if (mask >> i & 1 && --left <= 0) return i;
  return ~0u;
}
static uint32_t byte_of(uint32_t a, uint32_t b, int i) {
  return (uint32_t)(((uint64_t)b << 32 | a) >> 8 * (i & 7)) & 255;
}
static uint32_t bytes(uint32_t a, uint32_t b, int i0, int i1, int i2, int i3) {
  return byte_of(a, b, i0) | byte_of(a, b, i1) << 8 | byte_of(a, b, i2) << 16 |
         byte_of(a, b, i3) << 24;
}
static float directed(double x, bool up) {
  float nearest = (float)x;
  if (up) return nearest < x ? nextafterf(nearest, INFINITY) : nearest;
  return fabs((double)nearest) > fabs(x) ? nextafterf(nearest, 0.0f) : nearest;
}

static std::vector<uint32_t> wanted_words(int a, int b) {
  const int64_t most = INT32_MAX, least = INT32_MIN;
  const uint32_t u = a, v = b;
  const auto shifted = [](uint64_t x, uint32_t by) { return by > 63 ? 0 : (uint32_t)(x << by); };
  const uint32_t ones = v > 31 ? ~0u : (1u << v) - 1, fewer = (1u << (v & 31)) - 1;
  const int64_t a24 = (int32_t)(u << 8) >> 8, b24 = (int32_t)(v << 8) >> 8;
  const int width = v & 31;
  const uint32_t flipped = a < 0 ? ~u : u;
  const uint32_t extended =
      width == 0 ? 0 : (uint32_t)((int64_t)((uint64_t)u << (64 - width)) >> (64 - width));
  const uint64_t both = (uint64_t)v << 32 | u;
  const uint32_t old = u % 5;
  std::vector<uint32_t> want = {
      (uint32_t)limited((int64_t)a + b, least, most),
      (uint32_t)limited((int64_t)a - b, least, most),
      (uint32_t)limited(((int64_t)a * b >> 32) + a, least, most),
      (uint32_t)(a24 * b24),
      (uint32_t)(a24 * b24 >> 16),
      (uint32_t)((uint64_t)(u & 0xffffff) * (v & 0xffffff) >> 16),
      (uint32_t)limited(a, 0, 255),
      (uint32_t)limited(a, -128, 127),
      u > 32767 ? 32767 : u,
      (uint32_t)(int8_t)a,
      u & 255,
      (uint32_t)limited(a, -32768, 32767) << 16 | (limited(b, -32768, 32767) & 0xffff),
      0x4321u << 16 | limited(a, 0, 255) << 8 | limited(b, 0, 255),
      flipped == 0 ? ~0u : 31 - __builtin_clz(flipped),
      u == 0 ? ~0u : __builtin_clz(u),
      a == 0,
      shifted(ones, u > 32 ? 32 : u),
      fewer << (u & 31),
      extended,
      v > 31 ? u : u & ones,
      nth(u, 3, 2),
      nth(u, 30, -2),
      u >> 5 & 1 ? 5 : ~0u,
      a < b ? ~0u : 0,
      bytes(u, v, 2, 3, 4, 5),
      bytes(u, v, 1, 0, 7, 6),
      bytes(u, v, 2, 2, 2, 3),
      bytes(u, v, 2, 3, 2, 3),
      v,
      (uint32_t)limited(a > b ? a : b, 0, most),
      bits_of(directed(a, false)),
      bits_of(directed(u, true)),
      bits_of(a >= b ? 1.0f : 0.0f),
      a > 0 && b != 0 ? ~0u : 0,
      (uint32_t)(both << 5 >> 32),
      v,
      old,
      old,
      old >= 3 ? 0 : old + 1,
      old == 0 || old > 3 ? 3 : old - 1};
  return want;
}

CASE(words_are_limited_cut_and_masked) {
  const int some[] = {0,          1,
                      -1,         5,
                      31,         32,
                      33,         255,
                      256,        -128,
                      -129,       40000,
                      0x7fffffff, (int)0x80000000,
                      0x12345678, (int)0xdeadbeef,
                      16777217,   100};
  const int kinds = sizeof some / sizeof *some, count = kinds * kinds;
  int *x = managed<int>(count), *y = managed<int>(count), *out = managed<int>(kWords * count);
  for (int i = 0; i < count; ++i) x[i] = some[i / kinds], y[i] = some[i % kinds];
  words<<<1, count>>>(x, y, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) {
    const std::vector<uint32_t> want = wanted_words(x[i], y[i]);
    for (int k = 0; k < kWords; ++k) {
      EXPECT_EQ((uint32_t)out[kWords * i + k], want[k]);
      if ((uint32_t)out[kWords * i + k] != want[k]) printf("result %d of %d, %d\n", k, x[i], y[i]);
    }
  }
}

__global__ void halves(const float* x, unsigned* out, int* kinds) {
  const int i = threadIdx.x;
  const float a = x[i], b = x[(i + 1) % blockDim.x];
  out += 6 * i;
  asm("cvt.rz.f16x2.f32 %0, %1, %2;" : "=r"(out[0]) : "f"(a), "f"(b));
  asm("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(out[1]) : "f"(a), "f"(b));
  asm("cvt.rz.bf16x2.f32 %0, %1, %2;" : "=r"(out[2]) : "f"(a), "f"(b));
  asm("{ .reg .b32 h; cvt.rn.f16x2.f32 h, %1, %2; fma.rn.relu.f16x2 %0, h, h, h; }"
      : "=r"(out[3])
      : "f"(a), "f"(b));
  asm("{ .reg .b32 h; cvt.rn.f16x2.f32 h, %1, %2; add.sat.f16x2 %0, h, h; }"
      : "=r"(out[4])
      : "f"(a), "f"(b));
  asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(out[5]) : "f"(a));
  int kind = 0;
#define TEST(bit, name)                                                     \
  {                                                                         \
    int holds;                                                              \
    asm("{ .reg .pred p; testp." name ".f32 p, %1; selp.s32 %0, 1, 0, p; }" \
        : "=r"(holds)                                                       \
        : "f"(a));                                                          \
    kind |= holds << bit;                                                   \
  }
  TEST(0, "finite")
  TEST(1, "infinite")
  TEST(2, "number") TEST(3, "notanumber") TEST(4, "normal") TEST(5, "subnormal") kinds[i] = kind;
}

static float half_value(unsigned bits) { return __half2float(__ushort_as_half(bits & 0xffff)); }
static float bfloat_value(unsigned bits) {
  const uint32_t word = bits << 16;
  float x;
  memcpy(&x, &word, 4);
  return x;
}

CASE(small_floats_are_rounded_and_limited) {
  const float some[] = {1.0f + 0x1.8p-11f,
                        -1.0f - 0x1.8p-11f,
                        0.75f,
                        -3.0f,
                        65519.9f,
                        1e-40f,
                        0.0f,
                        INFINITY,
                        1.0f + 0x1.8p-8f,
                        1.0f + 0x1p-11f,
                        1.0f + 0x1.8p-10f};
  const int count = sizeof some / sizeof *some;
  float* x = managed<float>(count);
  unsigned* out = managed<unsigned>(6 * count);
  int* kinds = managed<int>(count);
  for (int i = 0; i < count; ++i) x[i] = some[i];
  halves<<<1, count>>>(x, out, kinds);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) {
    const unsigned* got = out + 6 * i;
    const float a = x[i], h = __half2float(__float2half_rn(a));
    const float toward_zero = __half2float(__float2half_rz(a));
    EXPECT_EQ(half_value(got[0] >> 16), toward_zero);
    EXPECT_EQ(half_value(got[0]), __half2float(__float2half_rz(x[(i + 1) % count])));
    EXPECT(a < 0 ? got[1] >> 16 == 0
                 : fabsf(bfloat_value(got[1] >> 16) - a) <= a / 256 + 1e-40f || a > 1e38f);
    EXPECT_EQ(bits_of(bfloat_value(got[2] >> 16)), bits_of(a) & 0xffff0000u);
    const float fused = __half2float(__float2half_rn(h * h + h));
    EXPECT_EQ(half_value(got[3] >> 16), fused > 0 ? fused : 0.0f);
    const float twice = h + h;
    EXPECT_EQ(half_value(got[4] >> 16), twice > 1 ? 1.0f : twice > 0 ? twice : 0.0f);
    const bool finite = isfinite(a), small = finite && a != 0 && fabsf(a) < 0x1p-126f;
    const int kind = !finite ? 2 : small ? 1 | 32 : 1 | 16;
    EXPECT_EQ(kinds[i], kind | 4);
  }
  // Of two floats at the same distance the even one.
  EXPECT_EQ(out[6 * 9 + 5], bits_of(1.0f));
  EXPECT_EQ(out[6 * 10 + 5], bits_of(1.0f + 0x1p-9f));
}

__constant__ int table[4] = {1, 2, 3, 4};
__device__ int variable[4];
__device__ int place_of(const void* p) {
  return __isGlobal(p) | __isShared(p) << 1 | __isConstant(p) << 2 | __isLocal(p) << 3;
}
__global__ void places(int* out, const int* memory) {
  __shared__ int block[64];
  extern __shared__ int more[];
  int own[4] = {(int)threadIdx.x, 1, 2, 3};
  block[threadIdx.x] = 0;
  const int* which[] = {memory + threadIdx.x, variable + 3, block + threadIdx.x, more, table + 3,
                        own + threadIdx.x % 4};
  for (int i = 0; i < 6; ++i) out[6 * threadIdx.x + i] = place_of(which[i]);
}

CASE(addresses_say_where_they_lie) {
  int *out = managed<int>(6 * 64), *memory = nullptr;
  OK(cudaMalloc(&memory, 64 * sizeof(int)));
  places<<<1, 64, 64>>>(out, memory);
  OK(cudaDeviceSynchronize());
  const int want[] = {1, 1, 2, 2, 4, 8};
  for (int i = 0; i < 6 * 64; ++i) EXPECT_EQ(out[i], want[i % 6]);
  OK(cudaFree(memory));
}

// Half of the warps make numbers, the others add them: each side waits at a barrier of its own, and only arrives at the
// other's. The third barrier is for the adding half.
__global__ void pass_on(int* sums, int rounds) {
  __shared__ int tile[64];
  const int lane = threadIdx.x % 64;
  const bool makes = threadIdx.x < 64;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    if (makes) {
      if (round > 0) asm volatile("bar.sync 2, 128;" ::: "memory");
      tile[lane] = round * 64 + lane;
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      sum += tile[(lane + round) % 64];
      asm volatile("barrier.sync 3, %0;" ::"r"(64) : "memory");
      if (round + 1 < rounds) asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  }
  if (!makes) sums[64 * blockIdx.x + lane] = sum;
}

CASE(some_warps_wait_for_others) {
  const int blocks = 3, rounds = 5;
  int* sums = managed<int>(64 * blocks);
  pass_on<<<blocks, 128>>>(sums, rounds);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64 * blocks; ++i) {
    int want = 0;
    for (int round = 0; round < rounds; ++round) want += round * 64 + (i + round) % 64;
    EXPECT_EQ(sums[i], want);
  }
}

int main() { return run_cases(); }
