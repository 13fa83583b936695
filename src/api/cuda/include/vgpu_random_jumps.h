// Jumps of cuRAND's generators over many numbers: skipahead, and curand_init with an offset.
//
// A thread may ask for the millionth number, so that steps one by one are no way. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_RANDOM_JUMPS_H
#define VG_VGPU_RANDOM_JUMPS_H

// Up to here steps one by one are as fast.
#define VG_SHORT_JUMP 512u

// XORWOW's words, without its counter, step linearly over bits, and satisfy a polynomial of degree 160. So n steps are
// x^n modulo that polynomial: a sum of some of the next 160 states.
struct __vg_polynomial {
  unsigned words[5];

  VG_RANDOM_MEMBER static unsigned modulus(int word) {
    const unsigned low[] = {0x00060001u, 0x08610030u, 0x00062121u, 0x0f3c0035u, 0x00000f0eu};
    return word < 5 ? low[word] : 1u;  // x^160
  }
  VG_RANDOM_MEMBER void times_x() {
    const unsigned carry = words[4] >> 31 ? ~0u : 0u;
    for (int i = 4; i > 0; --i) words[i] = words[i] << 1 | words[i - 1] >> 31;
    words[0] <<= 1;
    for (int i = 0; i < 5; ++i) words[i] ^= modulus(i) & carry;
  }
  VG_RANDOM_MEMBER static unsigned with_gaps(unsigned x) {  // of 16 bits: a zero behind each
    x = (x | x << 8) & 0x00ff00ffu, x = (x | x << 4) & 0x0f0f0f0fu;
    x = (x | x << 2) & 0x33333333u, x = (x | x << 1) & 0x55555555u;
    return x;
  }
  VG_RANDOM_MEMBER void square() {
    unsigned wide[10];
    for (int i = 0; i < 5; ++i)
      wide[2 * i] = with_gaps(words[i] & 0xffffu), wide[2 * i + 1] = with_gaps(words[i] >> 16);
    for (int bit = 319; bit >= 160; --bit) {
      if (!(wide[bit / 32] >> bit % 32 & 1u)) continue;
      const int word = (bit - 160) / 32, by = bit % 32;
      for (int i = 0; i < 6 && word + i < 10; ++i)
        wide[word + i] ^= modulus(i) << by | (by && i ? modulus(i - 1) >> (32 - by) : 0u);
    }
    for (int i = 0; i < 5; ++i) words[i] = wide[i];
  }
};

VG_RANDOM void skipahead(unsigned long long count, curandStateXORWOW* s) {
  if (count <= VG_SHORT_JUMP) {
    for (; count > 0; --count) curand(s);
    return;
  }
  __vg_polynomial power = {{1, 0, 0, 0, 0}};
  for (int bit = 63 - __clzll((long long)count); bit >= 0; --bit) {
    power.square();
    if (count >> bit & 1) power.times_x();
  }
  const unsigned counter = s->d + (unsigned)count * 362437u;
  unsigned sum[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < 160; ++i) {
    const unsigned taken = power.words[i / 32] >> i % 32 & 1u ? ~0u : 0u;
    for (int word = 0; word < 5; ++word) sum[word] ^= s->x[word] & taken;
    curand(s);
  }
  for (int word = 0; word < 5; ++word) s->x[word] = sum[word];
  s->d = counter;
}

// MRG32k3a multiplies a vector of three numbers by a matrix, modulo a prime.
struct __vg_modular_matrix {
  unsigned long long m[3][3], modulus;

  VG_RANDOM_MEMBER unsigned long long dot(int row, unsigned long long a, unsigned long long b,
                                          unsigned long long c) const {
    return (m[row][0] * a % modulus + m[row][1] * b % modulus + m[row][2] * c % modulus) % modulus;
  }
  VG_RANDOM_MEMBER void square() {
    const __vg_modular_matrix old = *this;
    for (int row = 0; row < 3; ++row)
      for (int i = 0; i < 3; ++i) m[row][i] = old.dot(row, old.m[0][i], old.m[1][i], old.m[2][i]);
  }
  VG_RANDOM_MEMBER void step(double* v) const {
    const unsigned long long a = (unsigned long long)v[0], b = (unsigned long long)v[1],
                             c = (unsigned long long)v[2];
    for (int row = 0; row < 3; ++row) v[row] = (double)dot(row, a, b, c);
  }
  VG_RANDOM_MEMBER void steps(double* v, unsigned long long count) {
    for (; count > 0; count >>= 1, square())
      if (count & 1) step(v);
  }
};

VG_RANDOM void skipahead(unsigned long long count, curandStateMRG32k3a* s) {
  const unsigned long long m1 = 4294967087u, m2 = 4294944443u;
  __vg_modular_matrix first = {{{0, 1, 0}, {0, 0, 1}, {m1 - 810728, 1403580, 0}}, m1};
  __vg_modular_matrix second = {{{0, 1, 0}, {0, 0, 1}, {m2 - 1370589, 0, 527612}}, m2};
  first.steps(s->s1, count);
  second.steps(s->s2, count);
}

// Philox's numbers are those of a counter.
VG_RANDOM void skipahead(unsigned long long count, curandStatePhilox4_32_10* s) {
  const unsigned used = s->used + (unsigned)(count % 4);
  unsigned long long low = (unsigned long long)s->counter.y << 32 | s->counter.x;
  const unsigned long long high = ((unsigned long long)s->counter.w << 32) | s->counter.z;
  const unsigned long long by = count / 4 + used / 4;
  low += by;
  const unsigned long long carried = high + (low < by);
  s->counter = make_uint4((unsigned)low, (unsigned)(low >> 32), (unsigned)carried,
                          (unsigned)(carried >> 32));
  s->output = __vg_philox(s->counter, s->key);
  s->used = used % 4;
}
#undef VG_SHORT_JUMP

// Sequences lie so far apart that another state is as good as theirs.
VG_RANDOM void skipahead_sequence(unsigned long long count, curandStateXORWOW* s) {
  unsigned long long z = count ^ (unsigned long long)s->x[0] << 32 ^ s->x[1];
  for (int i = 0; i < 5 && count != 0; ++i) s->x[i] ^= (unsigned)__vg_mix(&z);
  s->x[0] |= s->x[1] == 0;  // never all zero
}
VG_RANDOM void skipahead_sequence(unsigned long long count, curandStatePhilox4_32_10* s) {
  const unsigned long long sequence =
      ((unsigned long long)s->counter.w << 32 | s->counter.z) + count;
  s->counter.z = (unsigned)sequence, s->counter.w = (unsigned)(sequence >> 32);
  s->output = __vg_philox(s->counter, s->key);
}
// 2^76 and 2^127 steps each.
VG_RANDOM void __vg_skip_far(unsigned long long count, int doublings, curandStateMRG32k3a* s) {
  const unsigned long long m1 = 4294967087u, m2 = 4294944443u;
  __vg_modular_matrix first = {{{0, 1, 0}, {0, 0, 1}, {m1 - 810728, 1403580, 0}}, m1};
  __vg_modular_matrix second = {{{0, 1, 0}, {0, 0, 1}, {m2 - 1370589, 0, 527612}}, m2};
  for (int i = 0; i < doublings; ++i) first.square(), second.square();
  first.steps(s->s1, count);
  second.steps(s->s2, count);
}
VG_RANDOM void skipahead_subsequence(unsigned long long count, curandStateMRG32k3a* s) {
  __vg_skip_far(count, 76, s);
}
VG_RANDOM void skipahead_sequence(unsigned long long count, curandStateMRG32k3a* s) {
  __vg_skip_far(count, 127, s);
}

#endif
