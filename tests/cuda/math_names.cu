// Math functions as programs call them in kernels: with numbers of two kinds, with integers, in std and outside.
// SPDX-License-Identifier: MIT
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math_constants.h>

#include <cmath>

#include "check.h"

// Each is computed by the host's library and in a kernel.
#define EXPRESSIONS(X)                                                                           \
  X(pow(f, 2))                                                                                   \
  X(pow(f, 2.0))                                                                                 \
  X(pow(2, d))                                                                                   \
  X(pow(i, i))                                                                                   \
  X(pow(2.0f, d)) X(std::pow(f, 3)) X(std::pow(2, f)) X(std::pow(d, f)) X(std::pow(l, 2))        \
      X(std::pow(10.0, u)) X(pow(i, 2.5f)) X(fmod(f, i)) X(std::fmod(d, f)) X(std::fmax(f, d))   \
          X(fmin(i, d)) X(std::hypot(f, i)) X(std::atan2(i, f)) X(atan2(d, f))                   \
              X(std::copysign(f, -d)) X(std::remainder(d, 2)) X(std::fdim(d, f))                 \
                  X(std::nextafter(1, d)) X(std::fma(f, d, i)) X(fma(i, i, f)) X(std::sqrt(l))   \
                      X(sqrt(i)) X(std::cbrt(i)) X(exp(i)) X(std::exp2(u)) X(std::log1p(i))      \
                          X(std::erf(i)) X(std::tgamma(i)) X(std::lgamma(u)) X(std::atan(i))     \
                              X(std::tanh(i)) X(std::acosh(i)) X(std::floor(i)) X(std::round(l)) \
                                  X(std::trunc(u)) X(std::ldexp(i, 3)) X(std::lround(i))         \
                                      X(std::ilogb(l)) X(std::isnan(i)) X(std::signbit(-i))      \
                                          X(std::isfinite(u)) X(std::abs(-l))                    \
                                              X(std::isnan(std::nan(""))) X(std::logb(u))        \
                                                  X(std::scalbn(i, 2)) X(std::sinh(u))           \
                                                      X(pow(s, 2)) X(pow(c, 0.5))

#define COMPUTE(expression) values[n] = expression, sizes[n++] = sizeof(expression);
#define BODY              \
  const float f = 1.75f;  \
  const double d = 2.625; \
  const int i = 3;        \
  const long l = 7;       \
  const unsigned u = 5;   \
  const short s = 11;     \
  const char c = 9;       \
  int n = 0;              \
  EXPRESSIONS(COMPUTE)    \
  *count = n;

static void on_host(double* values, int* sizes, int* count){BODY} __global__
    void on_device(double* values, int* sizes, int* count) {
  BODY
}

#define NAME(expression) #expression,
static const char* const kNames[] = {EXPRESSIONS(NAME)};

CASE(kernels_have_the_overloads_of_the_standard) {
  double* values;
  int* sizes;
  OK(cudaMallocManaged(&values, 256 * sizeof(double)));
  OK(cudaMallocManaged(&sizes, 256 * sizeof(int)));
  on_device<<<1, 1>>>(values, sizes, sizes + 255);
  OK(cudaDeviceSynchronize());
  double wanted[256];
  int wanted_sizes[256], count = 0;
  on_host(wanted, wanted_sizes, &count);
  EXPECT_EQ(sizes[255], count);
  for (int n = 0; n < count; ++n) {
    const bool same = std::abs(values[n] - wanted[n]) <= 1e-6 * std::abs(wanted[n]);
    if (!same || sizes[n] != wanted_sizes[n])
      std::printf("%s: %.9g of %d bytes, should be %.9g of %d\n", kNames[n], values[n], sizes[n],
                  wanted[n], wanted_sizes[n]);
    EXPECT(same);
    EXPECT_EQ(sizes[n], wanted_sizes[n]);
  }
  OK(cudaFree(values));
  OK(cudaFree(sizes));
}

__global__ void powers(const double* x, double exponent, double* out) {
  const double value = x[threadIdx.x];
  double* mine = out + 8 * threadIdx.x;
  mine[0] = pow(value, 2), mine[1] = pow(value, exponent);
  mine[2] = pow(value, 3.0), mine[3] = pow(value, exponent + 1);
  mine[4] = powf((float)value, 4.0f), mine[5] = powf((float)value, (float)exponent + 2);
  mine[6] = pow(value, 5), mine[7] = pow(value, exponent + 3);
}
__global__ void constants(double* out) {
  out[0] = CUDART_PI_HI + CUDART_PI_LO - CUDART_PI;
  out[1] = __half2float(CUDART_INF_FP16) + __half2float(CUDART_ONE_FP16);
  out[2] = __bfloat162float(CUDART_ONE_BF16) + __bfloat162float(CUDART_ZERO_BF16);
  out[3] = sqrt(CUDART_SQRT_HALF) * sqrt(CUDART_SQRT_HALF) - CUDART_SQRT_HALF;
}
template <int n>
struct Sized {
  int values[std::max(n, 1)];
  static constexpr int kLeast = (std::min)(n, 5);
  static constexpr unsigned kMixed = max(2, 3u);
  static constexpr float kReal = std::max(1.5f, 2.5f);
};
CASE(min_and_max_are_constant_expressions) {
  static_assert(sizeof(Sized<0>) == sizeof(int) && sizeof(Sized<7>) == 7 * sizeof(int), "");
  EXPECT(Sized<7>::kLeast == 5 && Sized<7>::kMixed == 3 && Sized<7>::kReal == 2.5f);
  EXPECT_EQ(std::min(2.0, 1.0), 1.0);
}

CASE(constants_agree_with_functions) {
  EXPECT_EQ(CUDART_SQRT_HALF_F, std::sqrt(0.5f));
  EXPECT_EQ(CUDART_SQRT_HALF, std::sqrt(0.5));
  EXPECT_EQ(CUDART_LNT, std::log(10.0));
  EXPECT_EQ(CUDART_LG2, std::log10(2.0));
  EXPECT_EQ(CUDART_L2T, std::log2(10.0));
  EXPECT_EQ(CUDART_TWO_TO_M1022, std::ldexp(1.0, -1022));
  EXPECT_EQ(CUDART_LN2_X_1075, 1075 * CUDART_LN2);
  EXPECT_EQ(CUDART_REMQUO_MASK_F, 7u);
  EXPECT(std::signbit(CUDART_NEG_ZERO_F) && std::signbit(CUDART_NEG_ZERO));
  double* out;
  OK(cudaMallocManaged(&out, 4 * sizeof(double)));
  constants<<<1, 1>>>(out);
  OK(cudaDeviceSynchronize());
  EXPECT(out[0] == 0 && std::isinf(out[1]) && out[2] == 1 && std::fabs(out[3]) < 1e-15);
  OK(cudaFree(out));
}

CASE(powers_with_known_exponents_are_the_same) {
  const double values[] = {0.0, -0.0, 1.5, -2.25, 1e-200, -1e200, INFINITY, -INFINITY, NAN, 1e-12};
  constexpr int count = sizeof(values) / sizeof(*values);
  double* data;
  OK(cudaMallocManaged(&data, 9 * count * sizeof(double)));
  for (int i = 0; i < count; ++i) data[i] = values[i];
  powers<<<1, count>>>(data, 2.0, data + count);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 8 * count; i += 2) {
    const double known = data[count + i], asked = data[count + i + 1];
    const bool same = known == asked || std::abs(known - asked) <= 1e-6 * std::abs(asked) ||
                      (std::isnan(known) && std::isnan(asked));
    if (!same)
      std::printf("power %d of %g: %g and %g\n", i % 8 / 2 + 2, values[i / 8], known, asked);
    EXPECT(same && std::signbit(known) == std::signbit(asked));
  }
  OK(cudaFree(data));
}

__global__ void extremes(unsigned long* out, long a, unsigned long b) {
  out[0] = min(a, b);
  out[1] = max(b, a);
}
CASE(min_and_max_of_long_and_unsigned_long) {
  unsigned long* out;
  OK(cudaMallocManaged(&out, 2 * sizeof(long)));
  extremes<<<1, 1>>>(out, 3, 5);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 3ul);
  EXPECT_EQ(out[1], 5ul);
  OK(cudaFree(out));
}

int main() { return run_cases(); }
