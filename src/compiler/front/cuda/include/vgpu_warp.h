// Shuffles and votes within a warp of 32.
//
// Masks name the lanes that take part. All of them arrive together here, so a mask only filters results.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_WARP_H
#define VG_VGPU_WARP_H

#include "vgpu_synchronization.h"

VG_FN unsigned __activemask() { return (unsigned)__vg_active_mask(); }
VG_FN unsigned __ballot_sync(unsigned mask, int predicate) {
  return (unsigned)__vg_ballot(predicate) & mask;
}
VG_FN int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
VG_FN int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }
VG_FN int __uni_sync(unsigned mask, int predicate) {
  unsigned yes = __ballot_sync(mask, predicate);
  return yes == 0 || yes == ((unsigned)__vg_active_mask() & mask);
}
VG_FN int __vg_shuffle(int value, int lane) { return __vg_shuffle32(value, lane); }
VG_FN unsigned __vg_shuffle(unsigned value, int lane) {
  return (unsigned)__vg_shuffle32((int)value, lane);
}
VG_FN long __vg_shuffle(long value, int lane) { return __vg_shuffle64(value, lane); }
VG_FN unsigned long __vg_shuffle(unsigned long value, int lane) {
  return (unsigned long)__vg_shuffle64((long)value, lane);
}
VG_FN long long __vg_shuffle(long long value, int lane) { return __vg_shuffle64(value, lane); }
VG_FN unsigned long long __vg_shuffle(unsigned long long value, int lane) {
  return (unsigned long long)__vg_shuffle64((long)value, lane);
}
VG_FN float __vg_shuffle(float value, int lane) {
  return __builtin_bit_cast(float, __vg_shuffle32(__builtin_bit_cast(int, value), lane));
}
VG_FN double __vg_shuffle(double value, int lane) {
  return __builtin_bit_cast(double, __vg_shuffle64(__builtin_bit_cast(long, value), lane));
}

// Any other type, as words.
template <class T>
VG_FN T __vg_shuffle(T value, int lane) {
  constexpr int words = (sizeof(T) + 3) / 4;
  int parts[words] = {};
  __builtin_memcpy(parts, &value, sizeof(T));
  for (int i = 0; i < words; ++i) parts[i] = __vg_shuffle32(parts[i], lane);
  __builtin_memcpy(&value, parts, sizeof(T));
  return value;
}

// Which lane each form reads; a source outside of the segment of `width` lanes means one's own value.
VG_FN int __vg_index_lane(int source, int width) {
  int lane = (int)__vg_lane();
  return (lane & ~(width - 1)) | (source & (width - 1));
}
VG_FN int __vg_up_lane(unsigned delta, int width) {
  int lane = (int)__vg_lane(), source = lane - (int)delta;
  return source < (lane & ~(width - 1)) ? lane : source;
}
VG_FN int __vg_down_lane(unsigned delta, int width) {
  int lane = (int)__vg_lane(), source = lane + (int)delta;
  return source > (lane | (width - 1)) ? lane : source;
}
VG_FN int __vg_xor_lane(int bits, int width) {
  int lane = (int)__vg_lane(), source = lane ^ bits;
  return source > (lane | (width - 1)) ? lane : source;
}

#define VG_SHUFFLES(type)                                                             \
  VG_FN type __shfl_sync(unsigned, type value, int source, int width = 32) {          \
    return __vg_shuffle(value, __vg_index_lane(source, width));                       \
  }                                                                                   \
  VG_FN type __shfl_up_sync(unsigned, type value, unsigned delta, int width = 32) {   \
    return __vg_shuffle(value, __vg_up_lane(delta, width));                           \
  }                                                                                   \
  VG_FN type __shfl_down_sync(unsigned, type value, unsigned delta, int width = 32) { \
    return __vg_shuffle(value, __vg_down_lane(delta, width));                         \
  }                                                                                   \
  VG_FN type __shfl_xor_sync(unsigned, type value, int bits, int width = 32) {        \
    return __vg_shuffle(value, __vg_xor_lane(bits, width));                           \
  }
VG_SHUFFLES(int)
VG_SHUFFLES(unsigned)
VG_SHUFFLES(long)
VG_SHUFFLES(unsigned long)
VG_SHUFFLES(long long)
VG_SHUFFLES(unsigned long long)
VG_SHUFFLES(float)
VG_SHUFFLES(double)

#endif
