// The arithmetic that half and bfloat16 share: operators and functions by way of float.
//
// Included by cuda_fp16.h and cuda_bf16.h with VG_H (the type), VG_H2 (its pair), VG_FROM and VG_TO (conversions)
// defined; it has no guard on purpose. Every operation rounds once, as float holds the exact sum or product of
// two such numbers closely enough. SPDX-License-Identifier: MIT

#define VG_H_OPERATOR(op)                                                          \
  VG_FN_BOTH VG_H operator op(const VG_H& a, const VG_H& b) {                      \
    return VG_FROM(VG_TO(a) op VG_TO(b));                                          \
  }                                                                                \
  VG_FN_BOTH VG_H& operator op##=(VG_H & a, const VG_H & b) { return a = a op b; } \
  VG_FN_BOTH VG_H2 operator op(const VG_H2& a, const VG_H2& b) {                   \
    return {a.x op b.x, a.y op b.y};                                               \
  }                                                                                \
  VG_FN_BOTH VG_H2& operator op##=(VG_H2 & a, const VG_H2 & b) { return a = a op b; }
VG_H_OPERATOR(+)
VG_H_OPERATOR(-)
VG_H_OPERATOR(*)
VG_H_OPERATOR(/)
#undef VG_H_OPERATOR
VG_FN_BOTH VG_H operator-(const VG_H& a) { return VG_FROM(-VG_TO(a)); }
VG_FN_BOTH VG_H operator+(const VG_H& a) { return a; }
VG_FN_BOTH VG_H2 operator-(const VG_H2& a) { return {-a.x, -a.y}; }

// A NaN makes the functions false; of the operators only != is true then.
#define VG_H_COMPARE(op, name, holds)                                                        \
  VG_FN_BOTH bool operator op(const VG_H& a, const VG_H& b) { return VG_TO(a) op VG_TO(b); } \
  VG_FN_BOTH bool name(VG_H a, VG_H b) { return holds; }                                     \
  VG_FN_BOTH VG_H2 name##2(VG_H2 a, VG_H2 b) {                                               \
    return {VG_FROM(float(name(a.x, b.x))), VG_FROM(float(name(a.y, b.y)))};                 \
  }
VG_H_COMPARE(==, __heq, a == b)
VG_H_COMPARE(<, __hlt, a < b)
VG_H_COMPARE(<=, __hle, a <= b)
VG_H_COMPARE(>, __hgt, a > b)
VG_H_COMPARE(>=, __hge, a >= b)
VG_H_COMPARE(!=, __hne, a<b || a> b)
#undef VG_H_COMPARE

// The 2 of a pair's function stands before what the name says of rounding.
#define VG_H_BINARY(name, suffix, value)                               \
  VG_FN_BOTH VG_H __h##name##suffix(VG_H a, VG_H b) { return value; }  \
  VG_FN_BOTH VG_H2 __h##name##2##suffix(VG_H2 a, VG_H2 b) {            \
    return {__h##name##suffix(a.x, b.x), __h##name##suffix(a.y, b.y)}; \
  }
VG_H_BINARY(add, , a + b)
VG_H_BINARY(sub, , a - b)
VG_H_BINARY(mul, , a* b)
VG_H_BINARY(div, , a / b)
VG_H_BINARY(add, _rn, a + b)
VG_H_BINARY(sub, _rn, a - b)
VG_H_BINARY(mul, _rn, a* b)
VG_H_BINARY(add, _sat, VG_FROM(__saturatef(VG_TO(a) + VG_TO(b))))
VG_H_BINARY(sub, _sat, VG_FROM(__saturatef(VG_TO(a) - VG_TO(b))))
VG_H_BINARY(mul, _sat, VG_FROM(__saturatef(VG_TO(a) * VG_TO(b))))
VG_H_BINARY(min, , VG_FROM(fminf(VG_TO(a), VG_TO(b))))
VG_H_BINARY(max, , VG_FROM(fmaxf(VG_TO(a), VG_TO(b))))
VG_H_BINARY(min, _nan, a != a || b != b ? a + b : __hmin(a, b))
VG_H_BINARY(max, _nan, a != a || b != b ? a + b : __hmax(a, b))
#undef VG_H_BINARY
VG_FN_BOTH VG_H2 __h2div(VG_H2 a, VG_H2 b) { return a / b; }
VG_FN_BOTH VG_H __hfma(VG_H a, VG_H b, VG_H c) {
  return VG_FROM(
      (float)__builtin_elementwise_fma((double)VG_TO(a), (double)VG_TO(b), (double)VG_TO(c)));
}
VG_FN_BOTH VG_H2 __hfma2(VG_H2 a, VG_H2 b, VG_H2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
VG_FN_BOTH VG_H __hfma_sat(VG_H a, VG_H b, VG_H c) {
  return VG_FROM(__saturatef(VG_TO(__hfma(a, b, c))));
}
VG_FN_BOTH VG_H2 __hfma2_sat(VG_H2 a, VG_H2 b, VG_H2 c) {
  return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
VG_FN_BOTH VG_H __hfma_relu(VG_H a, VG_H b, VG_H c) {
  return __hmax_nan(__hfma(a, b, c), VG_FROM(0.0f));
}
VG_FN_BOTH VG_H2 __hfma2_relu(VG_H2 a, VG_H2 b, VG_H2 c) {
  return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
// Complex numbers: a * b + c.
VG_FN_BOTH VG_H2 __hcmadd(VG_H2 a, VG_H2 b, VG_H2 c) {
  const VG_H2 part = __hfma2(VG_H2(a.x, a.x), b, c);
  return {__hfma(-a.y, b.y, part.x), __hfma(a.y, b.x, part.y)};
}
VG_FN_BOTH VG_H __hneg(VG_H a) { return -a; }
VG_FN_BOTH VG_H2 __hneg2(VG_H2 a) { return -a; }
VG_FN_BOTH VG_H __habs(VG_H a) { return VG_FROM(fabsf(VG_TO(a))); }
VG_FN_BOTH VG_H2 __habs2(VG_H2 a) { return {__habs(a.x), __habs(a.y)}; }
VG_FN_BOTH bool __hisnan(VG_H a) { return isnan(VG_TO(a)); }
VG_FN_BOTH int __hisinf(VG_H a) { return isinf(VG_TO(a)) ? (VG_TO(a) > 0 ? 1 : -1) : 0; }

#define VG_H_FUNCTION(name, value)  \
  VG_FN_BOTH VG_H h##name(VG_H a) { \
    float x = VG_TO(a);             \
    return VG_FROM(value);          \
  }                                 \
  VG_FN_BOTH VG_H2 h2##name(VG_H2 a) { return {h##name(a.x), h##name(a.y)}; }
VG_H_FUNCTION(sqrt, sqrtf(x))
VG_H_FUNCTION(rsqrt, rsqrtf(x))
VG_H_FUNCTION(rcp, 1.0f / x)
VG_H_FUNCTION(exp, expf(x))
VG_H_FUNCTION(exp2, exp2f(x))
VG_H_FUNCTION(exp10, exp10f(x))
VG_H_FUNCTION(log, logf(x))
VG_H_FUNCTION(log2, log2f(x))
VG_H_FUNCTION(log10, log10f(x))
VG_H_FUNCTION(sin, sinf(x))
VG_H_FUNCTION(cos, cosf(x))
VG_H_FUNCTION(tanh, tanhf(x))
VG_H_FUNCTION(tanh_approx, tanhf(x))
VG_H_FUNCTION(floor, floorf(x))
VG_H_FUNCTION(ceil, ceilf(x))
VG_H_FUNCTION(trunc, truncf(x))
VG_H_FUNCTION(rint, rintf(x))
#undef VG_H_FUNCTION

VG_FN_BOTH VG_H __shfl_sync(unsigned m, VG_H v, int lane, int width = 32) {
  return __builtin_bit_cast(VG_H, (unsigned short)__shfl_sync(
                                      m, (int)__builtin_bit_cast(unsigned short, v), lane, width));
}
#define VG_H_SHUFFLE(name, type)                                                                 \
  VG_FN_BOTH VG_H name(unsigned m, VG_H v, type lane, int width = 32) {                          \
    return __builtin_bit_cast(                                                                   \
        VG_H, (unsigned short)name(m, (int)__builtin_bit_cast(unsigned short, v), lane, width)); \
  }                                                                                              \
  VG_FN_BOTH VG_H2 name(unsigned m, VG_H2 v, type lane, int width = 32) {                        \
    return __builtin_bit_cast(VG_H2, name(m, __builtin_bit_cast(int, v), lane, width));          \
  }
VG_H_SHUFFLE(__shfl_up_sync, unsigned)
VG_H_SHUFFLE(__shfl_down_sync, unsigned)
VG_H_SHUFFLE(__shfl_xor_sync, int)
#undef VG_H_SHUFFLE
VG_FN_BOTH VG_H2 __shfl_sync(unsigned m, VG_H2 v, int lane, int width = 32) {
  return __builtin_bit_cast(VG_H2, __shfl_sync(m, __builtin_bit_cast(int, v), lane, width));
}
VG_FN_BOTH VG_H atomicAdd(VG_H* p, VG_H v) {
  return __vg_atomic_update<unsigned short>(
      p, [=] __attribute__((device)) (VG_H old) { return old + v; });
}
VG_FN_BOTH VG_H2 atomicAdd(VG_H2* p, VG_H2 v) {
  return __vg_atomic_update<unsigned>(p,
                                      [=] __attribute__((device)) (VG_H2 old) { return old + v; });
}
