// The functions of OpenCL C for float, with the limits of the specification's table (full profile).
//
// References are the host's functions in double, whose own error is a billionth of a float's unit. The expressions of
// functions with two results use the helpers in math_sweep.cpp.
// SPDX-License-Identifier: MIT
#include "rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace vgpu::math_sweep {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;

// The remainder is exact, so the sine is taken of what is left near its zero.
double sinpi(double x) {
  double r = std::remainder(x, 2.0);
  if (std::fabs(r) > 0.5) r = std::copysign(1 - std::fabs(r), r);
  return std::sin(kPi * r);
}
double cospi(double x) { return sinpi(0.5 - std::fabs(std::remainder(x, 2.0))); }
double tanpi(double x) {
  const double r = std::remainder(x, 1.0);
  if (std::fabs(r) != 0.5) return sinpi(r) / cospi(r);
  return std::fmod(std::fabs(x - 0.5), 2) == 0 ? kInf : -kInf;
}

double pow_of_natural(double x, double y) {
  if (x < 0 || std::isnan(x) || std::isnan(y)) return kNan;
  if (x == 0 && y == 0) return kNan;
  if (x == 1 && std::isinf(y)) return kNan;
  if (std::isinf(x) && y == 0) return kNan;
  return std::pow(std::fabs(x), y);
}

double rootn(double x, double n) {
  const bool odd = std::fmod(std::fabs(n), 2) == 1;
  if (n == 0 || (x < 0 && !odd)) return kNan;
  const double root = std::pow(std::fabs(x), 1 / n);
  return x < 0 || (odd && std::signbit(x)) ? -root : root;
}

double fdim(double x, double y) {
  return std::isnan(x) || std::isnan(y) ? kNan : x > y ? x - y : 0.0;
}
double maxmag(double x, double y) {
  if (std::fabs(x) > std::fabs(y)) return x;
  return std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
}
double minmag(double x, double y) {
  if (std::fabs(x) < std::fabs(y)) return x;
  return std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
}
double fract(double x) {
  if (std::isinf(x)) return 0;
  const auto largest = static_cast<double>(std::nextafter(1.0f, 0.0f));
  return std::isnan(x)
             ? x
             : std::min(static_cast<double>(static_cast<float>(x - std::floor(x))), largest);
}
double quotient(double x, double y) {
  int bits = 0;
  std::remquo(x, y, &bits);
  const int sign = bits < 0 ? -1 : 1;
  return !std::isfinite(x) || std::isnan(y) || y == 0 ? 0 : sign * ((sign * bits) & 7);
}
double logb(double x) { return std::logb(x); }
double frexp_part(double x) {
  int exponent = 0;
  return std::frexp(x, &exponent);
}
double frexp_exponent(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::isfinite(x) ? exponent : 0;
}
double ilogb(double x) {
  if (x == 0) return -0x1p31;
  if (std::isinf(x)) return 0x1p31;
  return std::isnan(x) ? 0x1p31 : std::ilogb(x);
}
double next(double x, double y) {
  return std::nextafter(static_cast<float>(x), static_cast<float>(y));
}

#define OF_X(expression) [](double x, double) -> double { return expression; }
#define OF_BOTH(expression) [](double x, double y) -> double { return expression; }
#define UNARY(name, expression, limit) {#name, #name "(x)", OF_X(expression), limit, Second::none},
#define BINARY(name, expression, limit) \
  {#name, #name "(x, y)", OF_BOTH(expression), limit, Second::real},
#define INTEGER(name, expression, limit) \
  {#name, #name "(x, n)", OF_BOTH(expression), limit, Second::integer},
#define WITHIN(name, expression, limit, largest) \
  {#name, #name "(x)", OF_X(expression), limit, Second::none, largest},
#define SAME(name, limit) UNARY(name, std::name(x), limit)

}  // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      // clang-format off
      SAME(acos, 4) SAME(acosh, 4) UNARY(acospi, std::acos(x) / kPi, 5)
      SAME(asin, 4) SAME(asinh, 4) UNARY(asinpi, std::asin(x) / kPi, 5)
      SAME(atan, 5) SAME(atanh, 5) UNARY(atanpi, std::atan(x) / kPi, 5)
      SAME(cbrt, 2) SAME(ceil, 0) SAME(cos, 4) SAME(cosh, 4) UNARY(cospi, cospi(x), 4)
      SAME(erf, 16) SAME(erfc, 16) SAME(exp, 3) SAME(exp2, 3) UNARY(exp10, std::pow(10.0, x), 3)
      SAME(expm1, 3) SAME(fabs, 0) SAME(floor, 0) SAME(log, 3) SAME(log2, 3) SAME(log10, 3)
      SAME(log1p, 2) UNARY(logb, logb(x), 0) SAME(rint, 0) SAME(round, 0)
      UNARY(rsqrt, 1 / std::sqrt(x), 2) SAME(sin, 4) SAME(sinh, 4) UNARY(sinpi, sinpi(x), 4)
      SAME(sqrt, 3) SAME(tan, 5) SAME(tanh, 5) UNARY(tanpi, tanpi(x), 6) SAME(tgamma, 16)
      SAME(trunc, 0)
      WITHIN(half_cos, std::cos(x), 8192, 65536) UNARY(half_exp, std::exp(x), 8192)
      UNARY(half_exp2, std::exp2(x), 8192) UNARY(half_log, std::log(x), 8192)
      UNARY(half_log2, std::log2(x), 8192) UNARY(half_log10, std::log10(x), 8192)
      UNARY(half_recip, 1 / x, 8192) UNARY(half_rsqrt, 1 / std::sqrt(x), 8192)
      WITHIN(half_sin, std::sin(x), 8192, 65536) UNARY(half_sqrt, std::sqrt(x), 8192)
      WITHIN(half_tan, std::tan(x), 8192, 65536)
      {"reciprocal", "1.0f / x", OF_X(1 / x), 2.5, Second::none},
      {"fract", "fract_part(x)", OF_X(fract(x)), 0, Second::none},
      {"fract_floor", "fract_floor(x)", OF_X(std::floor(x)), 0, Second::none},
      {"frexp", "frexp_part(x)", OF_X(frexp_part(x)), 0, Second::none},
      {"frexp_exponent", "frexp_exponent(x)", OF_X(frexp_exponent(x)), 0, Second::none},
      {"ilogb", "ilogb_or_limit(x)", OF_X(ilogb(x)), 0, Second::none},
      {"modf", "modf_part(x)", OF_X(std::isinf(x) ? 0 : x - std::trunc(x)), 0, Second::none},
      {"sincos", "sincos_cosine(x)", OF_X(std::cos(x)), 4, Second::none},
      BINARY(atan2, std::atan2(x, y), 6) BINARY(atan2pi, std::atan2(x, y) / kPi, 6)
      BINARY(copysign, std::copysign(x, y), 0) BINARY(fdim, fdim(x, y), 0.5)
      BINARY(fmax, std::fmax(x, y), 0) BINARY(fmin, std::fmin(x, y), 0)
      BINARY(fmod, std::fmod(x, y), 0) BINARY(hypot, std::hypot(x, y), 4)
      BINARY(maxmag, maxmag(x, y), 0) BINARY(minmag, minmag(x, y), 0)
      BINARY(nextafter, next(x, y), 0) BINARY(pow, std::pow(x, y), 16)
      BINARY(powr, pow_of_natural(x, y), 16) BINARY(remainder, std::remainder(x, y), 0)
      BINARY(half_divide, x / y, 8192) BINARY(half_powr, pow_of_natural(x, y), 8192)
      {"remquo", "remquo_rest(x, y)", OF_BOTH(std::remainder(x, y)), 0, Second::real},
      {"remquo_bits", "remquo_bits(x, y)", OF_BOTH(quotient(x, y)), 0, Second::real},
      {"divide", "x / y", OF_BOTH(x / y), 2.5, Second::real},
      {"multiply", "x * y", OF_BOTH(x * y), 0.5, Second::real},
      {"add", "x + y", OF_BOTH(x + y), 0.5, Second::real},
      {"subtract", "x - y", OF_BOTH(x - y), 0.5, Second::real},
      {"fma", "fma(x, y, x)", OF_BOTH(std::fma(x, y, x)), 0.5, Second::real},
      INTEGER(ldexp, std::ldexp(x, static_cast<int>(y)), 0.5)
      INTEGER(pown, std::pow(x, y), 16) INTEGER(rootn, rootn(x, y), 16)
      // clang-format on
  };
  return all;
}

}  // namespace vgpu::math_sweep
