// sqrt, rsqrt, cbrt, rcbrt, hypot and the norms of 2, 3 and 4 numbers with their reciprocals.
//
// SPDX-License-Identifier: MIT
#include "math/core.h"

VG_API float __vg_sqrt_f32(float x) { return sqrt_f32(x); }
VG_API double __vg_sqrt_f64(double x) { return sqrt_f64(x); }
VG_API float __vg_rsqrt_f32(float x) { return 1.0f / sqrt_f32(x); }
VG_API double __vg_rsqrt_f64(double x) { return 1.0 / sqrt_f64(x); }

// n = 3 q + rest for |n| <= 1536.
VG_IN i32 third(i32 n) { return ((n + 1536) * 21846 >> 16) - 512; }

// a = m 2^(3q), m in [1, 8): y near m^(-1/3) by a polynomial, then m y^2 and one step of Newton.
VG_API float __vg_cbrt_f32(float x) {
  float a = abs_f32(x);
  _Bool small = a < 1.17549435e-38f;
  u32 bits = bits_f32(small ? a * 0x1p24f : a);
  i32 e = (i32)(bits >> 23) - 127, q = third(e), rest = e - 3 * q;
  float m = from_f32((bits & 0x7fffffu) | 0x3f800000u);
  float y = VG_POLY_F32(m, VG_CBRT_F32);
  y *= rest == 0 ? 1.0f : rest == 1 ? 0.793700526f : 0.629960525f;
  m *= rest == 0 ? 1.0f : rest == 1 ? 2.0f : 4.0f;
  float square = y * y, t = m * square;
  t = t - (t * t * t - m) * square * 0.333333333f;
  t *= power2_f32(q - (small ? 8 : 0));
  return a == 0.0f || !(a < VG_INF) ? x : sign_f32(t, x);
}
VG_API double __vg_cbrt_f64(double x) {
  double a = abs_f64(x);
  _Bool small = a < 0x1p-1022;
  u64 bits = bits_f64(small ? a * 0x1p54 : a);
  i32 e = (i32)(bits >> 52) - 1023, q = third(e), rest = e - 3 * q;
  double m = from_f64((bits & 0xfffffffffffffu) | 0x3ff0000000000000u);
  double y = VG_POLY_F64(m, VG_CBRT_F64);
  double h = 1.0 - m * y * y * y;
  y += y * h * mad_f64(h, 0.22222222222222222, 0.33333333333333333);
  y *= rest == 0 ? 1.0 : rest == 1 ? 0.79370052598409973738 : 0.62996052494743658238;
  m *= rest == 0 ? 1.0 : rest == 1 ? 2.0 : 4.0;
  double square = y * y, t = m * square;
  t = t - (t * t * t - m) * square * 0.33333333333333333;
  t *= power2_f64(q - (small ? 18 : 0));
  return a == 0.0 || !(a < VG_INF) ? x : sign_f64(t, x);
}
VG_API float __vg_rcbrt_f32(float x) { return 1.0f / __vg_cbrt_f32(x); }
VG_API double __vg_rcbrt_f64(double x) { return 1.0 / __vg_cbrt_f64(x); }

// Floats: squares in double neither overflow nor lose. An infinity wins over NaN.
VG_IN float norm_f32(float a, float b, float c, float d) {
  double sum = (double)a * a + (double)b * b + ((double)c * c + (double)d * d);
  float top = abs_f32(a) == VG_INF || abs_f32(b) == VG_INF || abs_f32(c) == VG_INF ? VG_INF : d;
  return abs_f32(top) == VG_INF ? VG_INF : (float)sqrt_f64(sum);
}
VG_IN float rnorm_f32(float a, float b, float c, float d) {
  double sum = (double)a * a + (double)b * b + ((double)c * c + (double)d * d);
  float top = abs_f32(a) == VG_INF || abs_f32(b) == VG_INF || abs_f32(c) == VG_INF ? VG_INF : d;
  return abs_f32(top) == VG_INF ? 0.0f : (float)(1.0 / sqrt_f64(sum));
}
VG_IN double max_f64(double a, double b) { return a > b ? a : b; }

// Doubles: divided by the power of two of the largest first; `unit` takes it back.
VG_IN double norm_f64(double a, double b, double c, double d, double* unit) {
  double top = max_f64(max_f64(abs_f64(a), abs_f64(b)), max_f64(abs_f64(c), abs_f64(d)));
  double scale = top > 0x1p500 ? 0x1p-600 : top < 0x1p-400 ? 0x1p600 : 1.0;
  a *= scale;
  b *= scale;
  c *= scale;
  d *= scale;
  *unit = top > 0x1p500 ? 0x1p600 : top < 0x1p-400 ? 0x1p-600 : 1.0;
  double r = sqrt_f64(mad_f64(a, a, mad_f64(b, b, mad_f64(c, c, d * d))));
  return top == VG_INF ? VG_INF : r;
}
VG_IN _Bool has_infinity(double a, double b, double c, double d) {
  return abs_f64(a) == VG_INF || abs_f64(b) == VG_INF || abs_f64(c) == VG_INF ||
         abs_f64(d) == VG_INF;
}
VG_IN double whole_norm_f64(double a, double b, double c, double d) {
  double unit, r = norm_f64(a, b, c, d, &unit);
  return has_infinity(a, b, c, d) ? VG_INF : r * unit;
}
VG_IN double whole_rnorm_f64(double a, double b, double c, double d) {
  double unit, r = norm_f64(a, b, c, d, &unit);
  return has_infinity(a, b, c, d) ? 0.0 : 1.0 / r / unit;
}
VG_API float __vg_hypot_f32(float x, float y) { return norm_f32(x, y, 0.0f, 0.0f); }
VG_API double __vg_hypot_f64(double x, double y) { return whole_norm_f64(x, y, 0.0, 0.0); }
VG_API float __vg_rhypot_f32(float x, float y) { return rnorm_f32(x, y, 0.0f, 0.0f); }
VG_API double __vg_rhypot_f64(double x, double y) { return whole_rnorm_f64(x, y, 0.0, 0.0); }
VG_API float __vg_norm3d_f32(float x, float y, float z) { return norm_f32(x, y, z, 0.0f); }
VG_API double __vg_norm3d_f64(double x, double y, double z) { return whole_norm_f64(x, y, z, 0.0); }
VG_API float __vg_rnorm3d_f32(float x, float y, float z) { return rnorm_f32(x, y, z, 0.0f); }
VG_API double __vg_rnorm3d_f64(double x, double y, double z) {
  return whole_rnorm_f64(x, y, z, 0.0);
}
VG_API float __vg_norm4d_f32(float x, float y, float z, float w) { return norm_f32(x, y, z, w); }
VG_API double __vg_norm4d_f64(double x, double y, double z, double w) {
  return whole_norm_f64(x, y, z, w);
}
VG_API float __vg_rnorm4d_f32(float x, float y, float z, float w) { return rnorm_f32(x, y, z, w); }
VG_API double __vg_rnorm4d_f64(double x, double y, double z, double w) {
  return whole_rnorm_f64(x, y, z, w);
}
