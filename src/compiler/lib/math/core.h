// What every file of the math library uses: bit access, polynomials, scaling by powers of two.
//
// The functions are scalar and branch-free because the compiler turns each into SIMD code across work-items.
// `mad` may fuse where the target can; where a product must be exact the code calls `fma`.
// Conversions of floating-point values that may be NaN or huge to integers are undefined in LLVM, so integers
// are read from the bits of x + 1.5 * 2^52 (or 2^23) instead, which AVX2 also does faster.
// SPDX-License-Identifier: MIT
#pragma once

#include "math/coefficients.h"

typedef int i32;
typedef unsigned u32;
typedef long i64;
typedef unsigned long u64;

// Inlined into kernels, not into each other, so that the parts stay small (build_part.py turns the word round).
#define VG_API __attribute__((noinline))
#define VG_IN static inline __attribute__((always_inline))
#define VG_INF __builtin_inff()
#define VG_NAN __builtin_nanf("")
#define VG_MAGIC_F32 12582912.0f
#define VG_MAGIC_F64 6755399441055744.0
#define VG_LN2_HI 6.93147180369123816490e-01
#define VG_LN2_LO 1.90821492927058770002e-10
#define VG_LOG2E 1.44269504088896340736
#define VG_PI 3.14159265358979323846
#define VG_PI_LO 1.2246467991473531772e-16

VG_IN u32 bits_f32(float x) { return __builtin_bit_cast(u32, x); }
VG_IN u64 bits_f64(double x) { return __builtin_bit_cast(u64, x); }
VG_IN float from_f32(u32 x) { return __builtin_bit_cast(float, x); }
VG_IN double from_f64(u64 x) { return __builtin_bit_cast(double, x); }
VG_IN float abs_f32(float x) { return __builtin_elementwise_abs(x); }
VG_IN double abs_f64(double x) { return __builtin_elementwise_abs(x); }
VG_IN float fma_f32(float a, float b, float c) { return __builtin_elementwise_fma(a, b, c); }
VG_IN double fma_f64(double a, double b, double c) { return __builtin_elementwise_fma(a, b, c); }
VG_IN float sign_f32(float x, float s) { return __builtin_elementwise_copysign(x, s); }
VG_IN double sign_f64(double x, double s) { return __builtin_elementwise_copysign(x, s); }
VG_IN float sqrt_f32(float x) { return __builtin_elementwise_sqrt(x); }
VG_IN double sqrt_f64(double x) { return __builtin_elementwise_sqrt(x); }

VG_IN float mad_f32(float a, float b, float c) {
#pragma clang fp contract(on)
  return a * b + c;
}
VG_IN double mad_f64(double a, double b, double c) {
#pragma clang fp contract(on)
  return a * b + c;
}

VG_IN float horner_f32(float x, const float* c, int count) {
  float sum = c[count - 1];
#pragma clang loop unroll(full)
  for (int i = count - 2; i >= 0; i--) sum = mad_f32(sum, x, c[i]);
  return sum;
}
VG_IN double horner_f64(double x, const double* c, int count) {
  double sum = c[count - 1];
#pragma clang loop unroll(full)
  for (int i = count - 2; i >= 0; i--) sum = mad_f64(sum, x, c[i]);
  return sum;
}
#define VG_POLY_F32(x, ...) \
  horner_f32(x, (const float[]){__VA_ARGS__}, sizeof((const float[]){__VA_ARGS__}) / 4)
#define VG_POLY_F64(x, ...) \
  horner_f64(x, (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / 8)

// 2^n as a number; n within the normal exponents.
VG_IN float power2_f32(i32 n) { return from_f32((u32)(n + 127) << 23); }
VG_IN double power2_f64(i64 n) { return from_f64((u64)(n + 1023) << 52); }

// x * 2^n in two steps, so that denormal results round once and 2^n need not be normal: |n| <= 250 (2040).
VG_IN float scale_f32(float x, i32 n) {
  i32 half = n >> 1;
  return x * power2_f32(half) * power2_f32(n - half);
}
VG_IN double scale_f64(double x, i64 n) {
  i64 half = (i64)((u64)(n + 4096) >> 1) - 2048;  // AVX2 has no arithmetic shift of 64-bit lanes
  return x * power2_f64(half) * power2_f64(n - half);
}

// The exponent field of a double as a number, without an integer conversion.
VG_IN double number_f64(u64 small) {
  return from_f64(small | 0x4330000000000000u) - 4503599627370496.0;
}
