// CUDA's own math functions, in kernels and on the host: Bessel functions, lengths, inverses of erf, turns.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "check.h"
#include "managed.h"

namespace {

// What the C library or a formula says, and how far off it may be, relative to values above 1.
#define FUNCTIONS(X)                                                                     \
  X(j0(x), j0(x))                                                                        \
  X(j1(x), j1(x))                                                                        \
  X(jn(3, x), jn(3, x))                                                                  \
  X(jn(12, x), jn(12, x))                                                                \
  X(jn(-3, -x), jn(-3, -x))                                                              \
  X(y0(a), y0(a))                                                                        \
  X(y1(a), y1(a))                                                                        \
  X(yn(4, a), yn(4, a))                                                                  \
  X(cyl_bessel_i0(x), series_i(x, 0))                                                    \
  X(cyl_bessel_i1(x), series_i(x, 1))                                                    \
  X(erf(erfinv(u)), u)                                                                   \
  X(erfc(erfcinv(1 + u)), 1 + u)                                                         \
  X(normcdf(normcdfinv(0.5 + 0.499 * u)), 0.5 + 0.499 * u)                               \
  X(normcdf(u), 0.5 * erfc(-u * std::sqrt(0.5)))                                         \
  X(erfcx(u), std::exp(u* u) * erfc(u))                                                  \
  X(erfcx(30 + u), 1 / (std::sqrt(M_PI) * (30 + u)) * (1 - 0.5 / ((30 + u) * (30 + u)))) \
  X(rsqrt(a), 1 / std::sqrt(a))                                                          \
  X(rcbrt(a), 1 / std::cbrt(a))                                                          \
  X(rhypot(x, a), 1 / std::hypot(x, a))                                                  \
  X(norm3d(x, a, u), std::sqrt(x* x + a * a + u * u))                                    \
  X(rnorm3d(x, a, u), 1 / std::sqrt(x * x + a * a + u * u))                              \
  X(norm4d(x, a, u, 2.0), std::sqrt(x* x + a * a + u * u + 4))                           \
  X(rnorm4d(x, a, u, 2.0), 1 / std::sqrt(x * x + a * a + u * u + 4))                     \
  X(norm(3, all), std::sqrt(x* x + a * a + u * u))                                       \
  X(rnorm(3, all), 1 / std::sqrt(x * x + a * a + u * u))                                 \
  X(sinpi(u), std::sin(M_PI* u))                                                         \
  X(cospi(u + 6), std::cos(M_PI* u))                                                     \
  X(sine_of_turn(u) + 2 * cosine_of_turn(u), std::sin(M_PI * u) + 2 * std::cos(M_PI * u))

__host__ __device__ double sine_of_turn(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return s;
}
__host__ __device__ double cosine_of_turn(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return c;
}

#define VALUE(computed, wanted) values[n++] = computed;
#define NAME(computed, wanted) #computed,
const char* const kNames[] = {FUNCTIONS(NAME)};
constexpr int kFunctions = sizeof kNames / sizeof *kNames, kPoints = 60;

__host__ __device__ double point(int i) { return 0.37 * i - 9.1; }

__host__ __device__ void evaluate(double* values, double x) {
  const double a = fabs(x) + 0.01, u = x / 14;
  const double all[] = {x, a, u};
  int n = 0;
  FUNCTIONS(VALUE)
}

__global__ void in_kernels(double* values) {
  const int i = threadIdx.x;
  if (i < kPoints) evaluate(values + i * kFunctions, point(i));
}

double series_i(double x, int order) {
  double sum = 0, term = order ? x / 2 : 1;
  for (int k = 1; k < 60; ++k) {
    sum += term;
    term *= x * x / 4 / (k * (k + order));
  }
  return sum;
}

void compare(const double* values, int i, const char* where) {
  const double x = point(i), a = std::fabs(x) + 0.01, u = x / 14;
#define WANTED(computed, wanted) wanted,
  const double right[] = {FUNCTIONS(WANTED)};
  for (int n = 0; n < kFunctions; ++n) {
    const double limit = (n == 15 ? 1e-5 : 1e-13) * std::fmax(1.0, std::fabs(right[n]));
    if (std::fabs(values[n] - right[n]) <= limit) continue;
    std::printf("%s of %g %s: %.17g, should be %.17g\n", kNames[n], x, where, values[n], right[n]);
    ++failures();
  }
}

CASE(both_sides_agree_with_the_definitions) {
  Managed<double> values(kPoints * kFunctions);
  in_kernels<<<1, 64>>>(values.get());
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < kPoints; ++i) compare(values.get() + i * kFunctions, i, "in a kernel");
  for (int i = 0; i < kPoints; ++i) {
    double own[kFunctions];
    evaluate(own, point(i));
    compare(own, i, "on the host");
  }
}

CASE(floats_and_ends_of_the_range) {
  EXPECT(std::fabs(erfinvf(0.5f) - 0.476936276f) < 1e-6f);
  EXPECT(std::isinf(erfinv(1.0)) && erfinv(-1.0) < 0 && std::isnan(erfinv(1.5)));
  EXPECT(std::isinf(erfcinv(0.0)) && erfcinv(2.0) < 0);
  EXPECT(std::fabs(erfc(erfcinv(1e-200)) / 1e-200 - 1) < 1e-11);
  EXPECT(sinpi(3.0) == 0 && cospi(2.5) == 0 && cospi(1e15 + 1) == -1);
  EXPECT(normf(2, (const float[]){3e30f, 4e30f}) == 5e30f);
  EXPECT(std::fabs(cyl_bessel_i0(100.0) / 1.0737517071310738e42 - 1) < 1e-12);
  EXPECT(std::fabs(cyl_bessel_i1(-100.0) / -1.068369390338163e42 - 1) < 1e-12);
  EXPECT(std::fabs(cyl_bessel_i0f(2.0f) - 2.2795853f) < 1e-6f);
  EXPECT(std::fabs(rhypotf(3.0f, 4.0f) - 0.2f) < 1e-7f);
}

}  // namespace

int main() { return run_cases(); }
