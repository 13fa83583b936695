// Reduction of an angle to the octant around 0: x = q pi/2 + r, |r| <= pi/4.
//
// Up to 2^20 quarter turns pi/2 is subtracted in parts with trailing zeros (Cody and Waite); beyond, and only there,
// a branch multiplies the bits of x with the bits of 2/pi that matter (Payne and Hanek).
// SPDX-License-Identifier: MIT
#pragma once

#include "math/core.h"

typedef struct {
  double hi, lo;
  u32 quadrant;
} Angle;

static const u32 kTwoOverPi[] = {VG_TWO_OVER_PI};

// Bits [start, start + 32 * count) of 2/pi (after 64 zero bits), most significant word first.
VG_IN void pi_window(u32 start, u32* words, int count) {
  u32 index = start >> 5, shift = start & 31;
#pragma clang loop unroll(full)
  for (int i = 0; i < count; i++) {
    u64 pair = (u64)kTwoOverPi[index + i] << 32 | kTwoOverPi[index + i + 1];
    words[i] = (u32)(pair << shift >> 32);
  }
}

// product = factor * words modulo 2^(32 count); words and product have the most significant word first.
VG_IN void multiply_words(u32* product, const u32* words, u64 factor, int count) {
  u64 carry_low = 0, carry_high = 0, low = factor & 0xffffffffu, high = factor >> 32;
#pragma clang loop unroll(full)
  for (int i = count - 1; i >= 0; i--) {
    u64 a = low * words[i] + carry_low;
    u64 b = (i + 1 < count ? high * words[i + 1] : 0) + carry_high + (a & 0xffffffffu);
    product[i] = (u32)b;
    carry_low = a >> 32;
    carry_high = b >> 32;
  }
}

VG_IN double word_f64(u32 word, double unit) { return number_f64(word) * unit; }

// For 2^18 <= |x| < infinity; 192 bits of 2/pi leave an error below 2^-70 of the result.
VG_IN Angle reduce_large_f64(double x) {
  u64 bits = bits_f64(x);
  u32 field = (u32)(bits >> 52) & 2047;
  field = field > 2046 ? 2046 : field;
  u32 words[6], p[6];
  pi_window(field - 1075 - 2 + 64, words, 6);
  multiply_words(p, words, (bits & 0xfffffffffffffu) | 0x10000000000000u, 6);
  u32 quadrant = (p[0] + 0x20000000u) >> 30;
  // The fraction after the two quadrant bits, as a signed number of 128 bits.
  u32 f[4];
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; i++) f[i] = p[i] << 2 | p[i + 1] >> 30;
  u32 flip = (u32) - (i32)(f[0] >> 31);
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; i++) f[i] ^= flip;
  double top = word_f64(f[0], 0x1p-32), next = word_f64(f[1], 0x1p-64);
  double hi = top + next, lo = (top - hi) + next;
  lo += word_f64(f[2], 0x1p-96) + word_f64(f[3], 0x1p-128);
  double whole = hi + lo;
  lo = (hi - whole) + lo;
  double r = whole * 1.5707963267948966;
  double rest = fma_f64(whole, 1.5707963267948966, -r);
  rest = mad_f64(whole, 6.123233995736766e-17, rest) + lo * 1.5707963267948966;
  u64 minus = (bits ^ (u64)flip << 32) & 0x8000000000000000u;
  double sign = from_f64(minus | 0x3ff0000000000000u);
  u32 negative = (u32)(bits >> 63);
  return (Angle){r * sign, rest * sign, negative ? 0u - quadrant : quadrant};
}

VG_IN Angle reduce_f64(double x) {
  double shifted = mad_f64(x, 0.63661977236758134308, VG_MAGIC_F64);
  double n = shifted - VG_MAGIC_F64;
  double w = mad_f64(n, -1.57079632673412561416626, x);
  double second = n * 6.077100506303965976595549e-11;
  double y = w - second;
  double lo = mad_f64(n, -2.022266248795950732399685e-21, (w - y) - second);
  double hi = y + lo;
  Angle angle = {hi, (y - hi) + lo, (u32)bits_f64(shifted)};
  if (__builtin_expect(abs_f64(x) >= 1048576.0, 0)) angle = reduce_large_f64(x);
  return angle;
}

// The same for floats: double arithmetic is exact enough with two parts; r as a double.
VG_IN double reduce_large_f32(float x, u32* quadrant) {
  u32 bits = bits_f32(x), field = bits >> 23 & 255;
  field = field > 254 ? 254 : field;
  u32 words[3], p[3];
  pi_window(field - 150 - 2 + 64, words, 3);
  multiply_words(p, words, (bits & 0x7fffffu) | 0x800000u, 3);
  *quadrant = (p[0] + 0x20000000u) >> 30;
  i32 high = (i32)(p[0] << 2 | p[1] >> 30);
  double r = ((double)high + number_f64(p[1] << 2 | p[2] >> 30) * 0x1p-32) * 0x1.921fb54442d18p-32;
  *quadrant = bits >> 31 ? 0u - *quadrant : *quadrant;
  return bits >> 31 ? -r : r;
}

VG_IN float reduce_f32(float x, u32* quadrant) {
  double wide = x, shifted = mad_f64(wide, 0.63661977236758134308, VG_MAGIC_F64);
  double n = shifted - VG_MAGIC_F64;
  double r =
      mad_f64(n, -6.077100506506192601475144e-11, mad_f64(n, -1.57079632673412561416626, wide));
  *quadrant = (u32)bits_f64(shifted);
  if (__builtin_expect(abs_f32(x) >= 1048576.0f, 0)) r = reduce_large_f32(x, quadrant);
  return (float)r;
}

// sin and cos of a reduced angle.
VG_IN float sin_octant_f32(float r) {
  float z = r * r;
  return mad_f32(VG_POLY_F32(z, VG_SIN_F32), z * r, r);
}
VG_IN float cos_octant_f32(float r) {
  float z = r * r;
  return mad_f32(VG_POLY_F32(z, VG_COS_F32), z * z, mad_f32(z, -0.5f, 1.0f));
}
VG_IN double sin_octant_f64(double r, double lo) {
  double z = r * r;
  return r + mad_f64(VG_POLY_F64(z, VG_SIN_F64), z * r, mad_f64(-0.5 * z, lo, lo));
}
VG_IN double cos_octant_f64(double r, double lo) {
  double z = r * r, half = 0.5 * z, w = 1.0 - half;
  return w + (((1.0 - w) - half) + mad_f64(VG_POLY_F64(z, VG_COS_F64), z * z, -(r * lo)));
}
