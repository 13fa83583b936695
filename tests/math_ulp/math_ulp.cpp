// Measures every function of the math library against MPFR and fails where one exceeds its limit.
//
// Prints the largest error in units in the last place with the argument that gave it.
// math_ulp [samples [function]]: more samples than in CI, or one function only.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "references.h"

#define UNARY(name, ...)                     \
  extern "C" float __vg_##name##_f32(float); \
  extern "C" double __vg_##name##_f64(double) __attribute__((weak));
#define ABSOLUTE UNARY
#define BINARY(name, ...)                           \
  extern "C" float __vg_##name##_f32(float, float); \
  extern "C" double __vg_##name##_f64(double, double);
#define INTEGER(name, ...)                        \
  extern "C" float __vg_##name##_f32(float, int); \
  extern "C" double __vg_##name##_f64(double, int);
#include "functions.def"
#undef UNARY
#undef ABSOLUTE
#undef BINARY
#undef INTEGER

namespace {

constexpr int kPrecision = 260;
int failures = 0;

// What a wrong kind of result (NaN, infinity, the other zero) counts for.
constexpr double kWrong = std::numeric_limits<double>::infinity();

// Distance of the result from the reference in units in the last place of Real.
template <class Real>
double distance(Real result, mpfr_srcptr reference) {
  using Limits = std::numeric_limits<Real>;
  if (mpfr_nan_p(reference)) return std::isnan(result) ? 0 : kWrong;
  if (std::isnan(result)) return kWrong;
  if (mpfr_inf_p(reference))
    return std::isinf(result) && (result < 0) == (mpfr_sgn(reference) < 0) ? 0 : kWrong;
  if (mpfr_zero_p(reference))
    return result == 0 ? (std::signbit(result) == (mpfr_signbit(reference) != 0) ? 0 : kWrong)
                       : kWrong;
  if (std::isinf(result)) {
    if ((result < 0) != (mpfr_sgn(reference) < 0)) return kWrong;
    if (mpfr_get_exp(reference) > Limits::max_exponent) return 0;
  }
  mpfr_t difference;
  mpfr_init2(difference, kPrecision);
  if (std::isinf(result))
    mpfr_set_si_2exp(difference, result < 0 ? -1 : 1, Limits::max_exponent, MPFR_RNDN);
  else
    mpfr_set_d(difference, result, MPFR_RNDN);
  mpfr_sub(difference, difference, reference, MPFR_RNDN);
  const long place = std::max<long>(mpfr_get_exp(reference), Limits::min_exponent) - Limits::digits;
  const long capped = std::min<long>(place, Limits::max_exponent - Limits::digits);
  mpfr_div_2si(difference, difference, capped, MPFR_RNDN);
  const double error = std::fabs(mpfr_get_d(difference, MPFR_RNDN));
  mpfr_clear(difference);
  return error;
}

struct Worst {
  double error = 0;
  std::string where;
  void take(double found, double x, double y, double result) {
    if (!(found > error)) return;
    error = found;
    char text[120];
    std::snprintf(text, sizeof text, "(%.17g, %.17g) gave %.17g", x, y, result);
    where = text;
  }
};

void report(const char* name, const char* type, double limit, const Worst& worst) {
  const bool good = worst.error <= limit;
  if (!good) failures++;
  std::printf("%-4s %-10s %-6s %10.4g ulp, limit %-6g %s\n", good ? "ok" : "FAIL", name, type,
              worst.error, limit, worst.where.c_str());
}

template <class Real>
void unary(const char* name, const char* type, Real (*f)(Real), Unary reference, double limit,
           int count) {
  if (limit < 0) return;
  mpfr_t x, r;
  mpfr_inits2(kPrecision, x, r, static_cast<mpfr_ptr>(nullptr));
  Worst worst;
  for (Real value : sample_numbers<Real>(count, 1)) {
    mpfr_set_d(x, value, MPFR_RNDN);
    reference(r, x, MPFR_RNDN);
    const Real result = f(value);
    worst.take(distance(result, r), value, 0, result);
  }
  report(name, type, limit, worst);
  mpfr_clears(x, r, static_cast<mpfr_ptr>(nullptr));
}

// The error divided by the reference where that is above 1.
template <class Real>
void absolute(const char* name, const char* type, Real (*f)(Real), Unary reference, double limit,
              int count) {
  mpfr_t x, r;
  mpfr_inits2(kPrecision, x, r, static_cast<mpfr_ptr>(nullptr));
  Worst worst;
  for (Real value : sample_numbers<Real>(count / 4, 1)) {
    if (!(std::fabs(value) < 10000)) continue;
    mpfr_set_d(x, value, MPFR_RNDN);
    reference(r, x, MPFR_RNDN);
    const double want = static_cast<Real>(mpfr_get_d(r, MPFR_RNDN)), result = f(value);
    const double error = std::fabs(result - want) / std::max(1.0, std::fabs(want));
    const bool same = (std::isnan(want) && std::isnan(result)) || result == want;
    worst.take(same ? 0 : std::isnan(error) ? kWrong : error, value, 0, result);
  }
  report(name, type, limit, worst);
  mpfr_clears(x, r, static_cast<mpfr_ptr>(nullptr));
}

template <class Real>
void binary(const char* name, const char* type, Real (*f)(Real, Real), Binary reference,
            double limit, int count) {
  mpfr_t x, y, r;
  mpfr_inits2(kPrecision, x, y, r, static_cast<mpfr_ptr>(nullptr));
  Worst worst;
  const auto first = sample_numbers<Real>(count, 1), second = sample_numbers<Real>(count, 77);
  const size_t special = first.size() - count;
  auto check = [&](Real a, Real b) {
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    reference(r, x, y, MPFR_RNDN);
    const Real result = f(a, b);
    worst.take(distance(result, r), a, b, result);
  };
  for (size_t i = 0; i < first.size(); i++) check(first[i], second[(i * 7 + 3) % second.size()]);
  for (size_t i = 0; i < special; i++)
    for (size_t j = 0; j < special; j += 1 + (i > 30) * 5) check(first[i], second[j]);
  report(name, type, limit, worst);
  mpfr_clears(x, y, r, static_cast<mpfr_ptr>(nullptr));
}

template <class Real>
void integer(const char* name, const char* type, Real (*f)(Real, int), Integer reference,
             double limit, int count) {
  mpfr_t x, r;
  mpfr_inits2(kPrecision, x, r, static_cast<mpfr_ptr>(nullptr));
  Worst worst;
  const auto first = sample_numbers<Real>(count, 1);
  const auto second = sample_integers(count, 5);
  for (size_t i = 0; i < first.size(); i++) {
    for (int n : {second[i % second.size()], second[i % 12]}) {
      mpfr_set_d(x, first[i], MPFR_RNDN);
      reference(r, x, n, MPFR_RNDN);
      const Real result = f(first[i], n);
      worst.take(distance(result, r), first[i], n, result);
    }
  }
  report(name, type, limit, worst);
  mpfr_clears(x, r, static_cast<mpfr_ptr>(nullptr));
}

}  // namespace

int main(int argc, char** argv) {
#ifdef VGPU_NEEDS_FMA
  if (!__builtin_cpu_supports("fma") || !__builtin_cpu_supports("avx2")) {
    std::puts("this machine has no fused multiply-add: nothing to test");
    return 0;
  }
#endif
  const int count = argc > 1 ? std::atoi(argv[1]) : 1500;
  const char* only = argc > 2 ? argv[2] : nullptr;
#define ROW(kind, name, reference, limit32, limit64)                             \
  if (!only || !std::strcmp(only, #name)) {                                      \
    kind<float>(#name, "float", __vg_##name##_f32, reference, limit32, count);   \
    kind<double>(#name, "double", __vg_##name##_f64, reference, limit64, count); \
    std::fflush(stdout);                                                         \
  }
#define UNARY(...) ROW(unary, __VA_ARGS__)
#define ABSOLUTE(...) ROW(absolute, __VA_ARGS__)
#define BINARY(...) ROW(binary, __VA_ARGS__)
#define INTEGER(...) ROW(integer, __VA_ARGS__)
#include "functions.def"
  std::printf("%d functions beyond their limit\n", failures);
  return failures ? 1 : 0;
}
