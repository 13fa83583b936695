// Comparisons of half and bfloat16 that give more than a bool, and those for which a NaN counts as true; steps by one.
//
// Included by cuda_fp16.h and cuda_bf16.h after vgpu_half_arithmetic.h; it has no guard on purpose.
// SPDX-License-Identifier: MIT

// A comparison's pair forms: a mask of each half's bits, and whether it holds for both.
#define VG_H_PAIRS(name)                                                                    \
  VG_FN_BOTH unsigned __h##name##2_mask(VG_H2 a, VG_H2 b) {                                 \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
  }                                                                                         \
  VG_FN_BOTH bool __hb##name##2(VG_H2 a, VG_H2 b) {                                         \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                      \
  }
// `otherwise` is what must not hold.
#define VG_H_UNORDERED(name, otherwise)                                                \
  VG_FN_BOTH bool __h##name(VG_H a, VG_H b) { return !(otherwise); }                   \
  VG_FN_BOTH VG_H2 __h##name##2(VG_H2 a, VG_H2 b) {                                    \
    return {VG_FROM(float(__h##name(a.x, b.x))), VG_FROM(float(__h##name(a.y, b.y)))}; \
  }                                                                                    \
  VG_H_PAIRS(name)
VG_H_PAIRS(eq)
VG_H_PAIRS(ne)
VG_H_PAIRS(lt)
VG_H_PAIRS(le)
VG_H_PAIRS(gt)
VG_H_PAIRS(ge)
VG_H_UNORDERED(equ, VG_TO(a) < VG_TO(b) || VG_TO(a) > VG_TO(b))
VG_H_UNORDERED(neu, VG_TO(a) == VG_TO(b))
VG_H_UNORDERED(ltu, VG_TO(a) >= VG_TO(b))
VG_H_UNORDERED(leu, VG_TO(a) > VG_TO(b))
VG_H_UNORDERED(gtu, VG_TO(a) <= VG_TO(b))
VG_H_UNORDERED(geu, VG_TO(a) < VG_TO(b))
#undef VG_H_UNORDERED
#undef VG_H_PAIRS

VG_FN_BOTH VG_H2 __hisnan2(VG_H2 a) {
  return {VG_FROM(float(__hisnan(a.x))), VG_FROM(float(__hisnan(a.y)))};
}
VG_FN_BOTH bool operator==(const VG_H2& a, const VG_H2& b) { return __hbeq2(a, b); }
VG_FN_BOTH bool operator!=(const VG_H2& a, const VG_H2& b) { return __hbneu2(a, b); }
VG_FN_BOTH bool operator<(const VG_H2& a, const VG_H2& b) { return __hblt2(a, b); }
VG_FN_BOTH bool operator<=(const VG_H2& a, const VG_H2& b) { return __hble2(a, b); }
VG_FN_BOTH bool operator>(const VG_H2& a, const VG_H2& b) { return __hbgt2(a, b); }
VG_FN_BOTH bool operator>=(const VG_H2& a, const VG_H2& b) { return __hbge2(a, b); }

#define VG_H_STEP(step, change)                                                   \
  VG_FN_BOTH VG_H& operator step(VG_H & a) { return a = a change VG_FROM(1.0f); } \
  VG_FN_BOTH VG_H operator step(VG_H& a, int) {                                   \
    const VG_H old = a;                                                           \
    step a;                                                                       \
    return old;                                                                   \
  }
VG_H_STEP(++, +)
VG_H_STEP(--, -)
#undef VG_H_STEP
