// Numbers of eight and sixteen bits: every conversion against exact arithmetic on the host, in kernels and outside.
// SPDX-License-Identifier: MIT
#include <cuda_fp8.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmath>

#include "check.h"

// All values of a format of eight bits, by what its bits mean.
static double value_of(int bits, int digits, int bias) {
  const int step = (bits & 0x7f) >> digits, fraction = bits & ((1 << digits) - 1);
  const double size = step == 0 ? std::ldexp(fraction, 1 - bias - digits)
                                : std::ldexp((1 << digits) + fraction, step - bias - digits);
  return bits & 0x80 ? -size : size;
}

__global__ void convert(const float* in, unsigned char* e4, unsigned char* e5, float* back,
                        int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const __nv_fp8_e4m3 a(in[i]);
  const __nv_fp8_e5m2 b(in[i]);
  e4[i] = a.__x, e5[i] = b.__x;
  back[2 * i] = (float)a, back[2 * i + 1] = (float)b;
}

CASE(eight_bits_round_to_nearest_even) {
  // Every number of e4m3, what lies in the middle between two, and both neighbours of that.
  float* in = nullptr;
  unsigned char *e4 = nullptr, *e5 = nullptr;
  float* back = nullptr;
  const int count = 126 * 4;
  OK(cudaMallocManaged(&in, count * 4));
  OK(cudaMallocManaged(&e4, count));
  OK(cudaMallocManaged(&e5, count));
  OK(cudaMallocManaged(&back, count * 8));
  for (int bits = 0; bits < 126; ++bits) {
    const double a = value_of(bits, 3, 7), b = value_of(bits + 1, 3, 7);
    const float middle = (float)((a + b) / 2);
    const float probes[4] = {(float)a, middle, nextafterf(middle, 0), nextafterf(middle, 1e9f)};
    for (int i = 0; i < 4; ++i) in[4 * bits + i] = probes[i];
  }
  convert<<<8, 64>>>(in, e4, e5, back, count);
  OK(cudaDeviceSynchronize());
  for (int bits = 0; bits < 126; ++bits) {
    EXPECT_EQ((int)e4[4 * bits], bits);
    EXPECT_EQ((int)e4[4 * bits + 1], bits + (bits & 1));
    EXPECT_EQ((int)e4[4 * bits + 2], bits);
    EXPECT_EQ((int)e4[4 * bits + 3], bits + 1);
    EXPECT_EQ(back[8 * bits], (float)value_of(bits, 3, 7));
    for (int i = 4 * bits; i < 4 * bits + 4; ++i)
      EXPECT(std::fabs(back[2 * i + 1] - in[i]) <= 0.125f * in[i] + 0x1p-17f);
  }
}

CASE(eight_bits_at_the_ends) {
  EXPECT_EQ((int)__nv_cvt_float_to_fp8(1e9f, __NV_SATFINITE, __NV_E4M3), 0x7e);
  EXPECT_EQ((int)__nv_cvt_float_to_fp8(-1e9f, __NV_NOSAT, __NV_E4M3), 0xff);
  EXPECT_EQ((int)__nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2), 0x7c);
  EXPECT_EQ((int)__nv_cvt_float_to_fp8(-1e9f, __NV_SATFINITE, __NV_E5M2), 0xfb);
  EXPECT_EQ((float)__nv_fp8_e5m2(-57344.0f), -57344.0f);
  EXPECT(std::isnan((float)__nv_fp8_e4m3(NAN)));
  EXPECT_EQ((int)(float)__nv_fp8_e4m3(449), 448);
  const __nv_fp8x4_e4m3 four(float4{1, -2, 0.5f, 240});
  const float4 again = (float4)four;
  EXPECT(again.x == 1 && again.y == -2 && again.z == 0.5f && again.w == 240);
  const __half2 low(1, -2), high(0.5f, 240);
  EXPECT_EQ(__nv_fp8x4_e4m3(low, high).__x, four.__x);
  EXPECT_EQ(__nv_fp8x4_e4m3(__nv_bfloat162(1, -2), __nv_bfloat162(0.5f, 240)).__x, four.__x);
  EXPECT_EQ(__nv_fp8x4_e4m3(double4{1, -2, 0.5, 240}).__x, four.__x);
  EXPECT_EQ((long)__nv_fp8_e5m2(-3.0f), -3L);
  EXPECT_EQ((int)(char)__nv_fp8_e4m3(7.5f), 7);
  const __half2_raw pair =
      __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_e5m2(float2{3, -0.25f}).__x, __NV_E5M2);
  EXPECT_EQ((float)__half2(pair).x, 3.0f);
  EXPECT_EQ((float)__half2(pair).y, -0.25f);
}

// Rounded up, down and to zero they enclose the integer with nothing between, and the nearest is one of them.
template <class T, class Up, class Down, class Zero, class Near>
static void check_integer(T x, Up up, Down down, Zero zero, Near near) {
  const double high = (float)up(x), low = (float)down(x), cut = (float)zero(x);
  const double value = (double)x;
  EXPECT(low <= value && value <= high);
  EXPECT_EQ(cut, x < T(0) ? high : low);
  if (low == high) EXPECT_EQ(value, low);
  const double best = (float)near(x);
  EXPECT(best == low || best == high);
  if (!std::isinf(low) && !std::isinf(high))
    EXPECT(std::fabs(best - value) <= std::fabs((best == low ? high : low) - value));
}

CASE(integers_in_every_direction) {
  for (long long base :
       {0ll, 1ll, 2049ll, 4097ll, 65504ll, 65519ll, 65520ll, 100001ll, 16777217ll}) {
    for (long long x : {base, -base, base * 3 + 1}) {
      check_integer((int)x, __int2half_ru, __int2half_rd, __int2half_rz, __int2half_rn);
      check_integer(x, __ll2bfloat16_ru, __ll2bfloat16_rd, __ll2bfloat16_rz, __ll2bfloat16_rn);
    }
  }
  // Just above the middle of two bfloat16, by less than a float sees.
  EXPECT_EQ((float)__int2bfloat16_rn(0x40400001), 0x1.02p30f);
  EXPECT_EQ((float)__int2bfloat16_rn(0x40400000), 0x1.00p30f);
  EXPECT_EQ(__half2int_rn(__half(INFINITY)), 2147483647);
  EXPECT_EQ(__bfloat162int_rz(__nv_bfloat16(-1e30f)), -2147483647 - 1);
  EXPECT_EQ((int)__half2uchar_rz(__half(300.0f)), 255);
  EXPECT_EQ(__bfloat162uint_ru(__nv_bfloat16(NAN)), 0u);
}

__global__ void compare(int* out) {
  const __half a(1.0f), b(2.0f), nan(NAN);
  int n = 0;
  out[n++] = __hgtu(a, nan), out[n++] = __hgt(a, nan), out[n++] = __hne(a, nan);
  out[n++] = __hneu(a, nan), out[n++] = a != nan, out[n++] = __hequ(a, b);
  const __half2 p(a, nan), q(b, b);
  out[n++] = (int)__hlt2_mask(p, q), out[n++] = __hblt2(p, q), out[n++] = __hbltu2(p, q);
  out[n++] = (int)__half2float(__hmax(a, nan)), out[n++] = __hisnan(__hmax_nan(a, nan));
  const __nv_bfloat162 c = __float22bfloat162_rn(float2{1, 2}), d(3.0f, 4.0f);
  const __nv_bfloat162 product = __hcmadd(c, d, __nv_bfloat162(0.0f, 0.0f));
  out[n++] = (int)(float)product.x, out[n++] = (int)(float)product.y;
  out[n++] = (int)(float)__hfma_relu(c.x, d.x, __nv_bfloat16(-9.0f));
}

CASE(comparisons) {
  int* out = nullptr;
  OK(cudaMallocManaged(&out, 64));
  compare<<<1, 1>>>(out);
  OK(cudaDeviceSynchronize());
  const int wanted[] = {1, 0, 0, 1, 1, 0, 0xffff, 0, 1, 1, 1, -5, 10, 0};
  for (int i = 0; i < 14; ++i) EXPECT_EQ(out[i], wanted[i]);
}

// Bits of halves, and what stands behind them, as CUDA's classes go to printf.
__global__ void print_halves(__half h, __half2 pair, __nv_bfloat16 b) {
  printf("%x %d %x %d %x %d\n", h, 1, pair, 2, b, 3);
}

CASE(halves_go_to_printf_as_their_bits) {
  const __half h(1.5f);
  const __half2 pair(__half(2.0f), __half(-1.0f));
  const __nv_bfloat16 b(1.0f);
  const char* wanted = "3e00 1 bc004000 2 3f80 3\n";
  char text[80] = {};
  snprintf(text, sizeof text, "%x %d %x %d %x %d\n", h, 1, pair, 2, b, 3);
  EXPECT(strcmp(text, wanted) == 0);
  fflush(stdout);
  const int kept = dup(1);
  FILE* file = tmpfile();
  dup2(fileno(file), 1);
  print_halves<<<1, 1>>>(h, pair, b);
  OK(cudaDeviceSynchronize());
  fflush(stdout);
  dup2(kept, 1);
  close(kept);
  rewind(file);
  memset(text, 0, sizeof text);
  EXPECT(fgets(text, sizeof text, file) != nullptr);
  EXPECT_EQ(std::string(text), std::string(wanted));
  fclose(file);
}

int main() { return run_cases(); }
