// Sobol's sequences inside kernels, by cuRAND's names.
//
// A point of a sequence is the exclusive or of the direction vectors that the Gray code of its index names; the next one
// differs by one of them. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_SOBOL_STATES_H
#define VG_VGPU_SOBOL_STATES_H

#include "curand.h"

template <class Word, int bits>
struct __vg_sobol {
  Word index, point;
  Word directions[bits];
};
struct curandStateSobol32 : __vg_sobol<unsigned, 32> {};
struct curandStateSobol64 : __vg_sobol<unsigned long long, 64> {};
struct curandStateScrambledSobol32 : __vg_sobol<unsigned, 32> {};
struct curandStateScrambledSobol64 : __vg_sobol<unsigned long long, 64> {};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class Word, int bits>
VG_RANDOM Word curand(__vg_sobol<Word, bits>* s) {
  const Word point = s->point;
  const int lowest = __ffsll((long long)~s->index) - 1;  // the bit of the Gray code that changes
  if (lowest >= 0 && lowest < bits) s->point ^= s->directions[lowest];
  ++s->index;
  return point;
}
template <class Word, int bits>
VG_RANDOM void __vg_sobol_skip(unsigned long long count, __vg_sobol<Word, bits>* s) {
  const Word to = s->index + (Word)count;
  const Word changed = (s->index ^ s->index >> 1) ^ (to ^ to >> 1);
  for (int bit = 0; bit < bits; ++bit)
    if (changed >> bit & 1) s->point ^= s->directions[bit];
  s->index = to;
}
template <class Word, int bits>
VG_RANDOM void __vg_sobol_init(const Word* directions, Word scramble, Word offset,
                               __vg_sobol<Word, bits>* s) {
  for (int bit = 0; bit < bits; ++bit) s->directions[bit] = directions[bit];
  s->index = 0, s->point = scramble;
  __vg_sobol_skip(offset, s);
}
#define VG_SOBOL(bits, word)                                                             \
  VG_RANDOM void curand_init(curandDirectionVectors##bits##_t directions, word offset,   \
                             curandStateSobol##bits* s) {                                \
    __vg_sobol_init<word, bits>(directions, 0, offset, s);                               \
  }                                                                                      \
  VG_RANDOM void curand_init(curandDirectionVectors##bits##_t directions, word scramble, \
                             word offset, curandStateScrambledSobol##bits* s) {          \
    __vg_sobol_init<word, bits>(directions, scramble, offset, s);                        \
  }
VG_SOBOL(32, unsigned)
VG_SOBOL(64, unsigned long long)
#undef VG_SOBOL

// Every number takes one point, so that a sequence stays what it is. Uniform ones lie in (0, 1].
VG_RANDOM double __vg_sobol_uniform(unsigned point) {
  return ((double)point + 0.5) * 2.3283064365386963e-10;
}
VG_RANDOM double __vg_sobol_uniform(unsigned long long point) {
  return ((double)(point >> 11) + 1.0) * 1.1102230246251565e-16;
}
VG_RANDOM double __vg_sobol_normal(double p) {
  return normcdfinv(p < 1.0 ? p : 1.0 - 1.1102230246251565e-16);
}
#define VG_SOBOL(State)                                                                       \
  VG_RANDOM void skipahead(unsigned long long count, State* s) { __vg_sobol_skip(count, s); } \
  VG_RANDOM double curand_uniform_double(State* s) { return __vg_sobol_uniform(curand(s)); }  \
  VG_RANDOM float curand_uniform(State* s) {                                                  \
    return (float)((unsigned)(curand(s) >> (sizeof(s->point) * 8 - 24)) + 1) *                \
           5.9604644775390625e-8f;                                                            \
  }                                                                                           \
  VG_RANDOM double curand_normal_double(State* s) {                                           \
    return __vg_sobol_normal(curand_uniform_double(s));                                       \
  }                                                                                           \
  VG_RANDOM float curand_normal(State* s) { return (float)curand_normal_double(s); }          \
  VG_RANDOM float curand_log_normal(State* s, float mean, float deviation) {                  \
    return expf(mean + deviation * curand_normal(s));                                         \
  }                                                                                           \
  VG_RANDOM double curand_log_normal_double(State* s, double mean, double deviation) {        \
    return exp(mean + deviation * curand_normal_double(s));                                   \
  }
VG_SOBOL(curandStateSobol32)
VG_SOBOL(curandStateSobol64)
VG_SOBOL(curandStateScrambledSobol32)
VG_SOBOL(curandStateScrambledSobol64)
#undef VG_SOBOL

#endif
