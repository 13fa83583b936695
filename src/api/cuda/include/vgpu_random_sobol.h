// Sobol's sequences inside kernels: points that fill a space evenly, a coordinate for each set of direction vectors.
//
// Points come in the order of Gray's code; scrambled ones are shifted by a constant. Normal numbers are uniform ones
// through the inverse distribution, so that they stay evenly spread. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_RANDOM_SOBOL_H
#define VG_VGPU_RANDOM_SOBOL_H

#define VG_OF_SOBOL                               \
  template <class Word, int Bits, bool Scrambled> \
  VG_RANDOM

VG_OF_SOBOL void __vg_move_to(__vg_sobol<Word, Bits, Scrambled>* s, Word index) {
  s->index = index;
  s->point = 0;
  const Word gray = index ^ (index >> 1);
  for (int bit = 0; bit < Bits; ++bit)
    if (gray >> bit & 1) s->point ^= s->direction[bit];
}
VG_OF_SOBOL void skipahead(unsigned long long count, __vg_sobol<Word, Bits, Scrambled>* s) {
  __vg_move_to(s, (Word)(s->index + (Word)count));
}
VG_OF_SOBOL void curand_init(const Word* directions, unsigned offset,
                             __vg_sobol<Word, Bits, Scrambled>* s) {
  for (int bit = 0; bit < Bits; ++bit) s->direction[bit] = directions[bit];
  s->shift = 0;
  __vg_move_to(s, (Word)offset);
}
VG_OF_SOBOL void curand_init(const Word* directions, Word scramble, unsigned offset,
                             __vg_sobol<Word, Bits, Scrambled>* s) {
  curand_init(directions, offset, s);
  s->shift = scramble;
}

// One bit of Gray's code changes from point to point: the lowest that is 0 in the index.
VG_OF_SOBOL Word curand(__vg_sobol<Word, Bits, Scrambled>* s) {
  const Word result = s->point ^ s->shift;
  const Word rest = ~s->index;
  const int bit = rest == 0 ? Bits - 1 : __ffsll((long long)rest) - 1;
  s->point ^= s->direction[bit];
  ++s->index;
  return result;
}

VG_OF_SOBOL double curand_uniform_double(__vg_sobol<Word, Bits, Scrambled>* s) {
  const unsigned long long word = (unsigned long long)curand(s) << (64 - Bits);
  return ((double)(word >> 11) + (Bits == 32 ? 1048576.0 : 1.0)) * 1.1102230246251565e-16;
}
VG_OF_SOBOL float curand_uniform(__vg_sobol<Word, Bits, Scrambled>* s) {
  return (float)(curand(s) >> (Bits - 24)) * 5.9604644775390625e-8f + 5.9604644775390625e-8f;
}
VG_OF_SOBOL double curand_normal_double(__vg_sobol<Word, Bits, Scrambled>* s) {
  const double uniform = curand_uniform_double(s);
  return normcdfinv(uniform < 1.0 ? uniform : 0.99999999999999989);
}
VG_OF_SOBOL float curand_normal(__vg_sobol<Word, Bits, Scrambled>* s) {
  return (float)curand_normal_double(s);
}
// The number of which the distribution's sum first reaches the uniform one.
VG_OF_SOBOL unsigned curand_poisson(__vg_sobol<Word, Bits, Scrambled>* s, double mean) {
  const double uniform = curand_uniform_double(s);
  double share = exp(-mean), sum = share;
  unsigned count = 0;
  while (sum < uniform && share > 0.0) {
    share *= mean / ++count;
    sum += share;
  }
  return count;
}
#undef VG_OF_SOBOL

#endif
