// Random numbers inside kernels, by cuRAND's names: XORWOW, MRG32k3a (as a combined generator), Philox4x32-10.
//
// Each (seed, sequence) starts a stream of its own: Philox counts, the others mix both into their state. The numbers
// are as random as cuRAND's and not the same ones. SPDX-License-Identifier: MIT
#ifndef VG_CURAND_KERNEL_H
#define VG_CURAND_KERNEL_H

#include "vgpu_random_states.h"

// Files for other compilers have the states, to make room for them.
#ifdef __CUDA__
#define VG_RANDOM static __inline__ __device__
#define VG_RANDOM_MEMBER __inline__ __device__

VG_RANDOM unsigned long long __vg_mix(unsigned long long* z) {
  unsigned long long x = *z += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}
VG_RANDOM unsigned long long __vg_mixed_seed(unsigned long long seed, unsigned long long sequence) {
  unsigned long long z = sequence;
  return seed ^ __vg_mix(&z);
}
VG_RANDOM void __vg_forget(__vg_pair_kept* state) {
  state->has_spare = state->has_spare_double = 0;
}

VG_RANDOM unsigned curand(curandStateXORWOW* s) {
  unsigned t = s->x[0] ^ (s->x[0] >> 2);
  s->x[0] = s->x[1], s->x[1] = s->x[2], s->x[2] = s->x[3], s->x[3] = s->x[4];
  s->x[4] = (s->x[4] ^ (s->x[4] << 4)) ^ (t ^ (t << 1));
  s->d += 362437;
  return s->x[4] + s->d;
}
VG_RANDOM double __vg_mrg_step(curandStateMRG32k3a* s) {
  const double m1 = 4294967087.0, m2 = 4294944443.0;
  double a = 1403580.0 * s->s1[1] - 810728.0 * s->s1[0];
  a -= floor(a / m1) * m1;
  double b = 527612.0 * s->s2[2] - 1370589.0 * s->s2[0];
  b -= floor(b / m2) * m2;
  s->s1[0] = s->s1[1], s->s1[1] = s->s1[2], s->s1[2] = a;
  s->s2[0] = s->s2[1], s->s2[1] = s->s2[2], s->s2[2] = b;
  return a > b ? a - b : a - b + m1;
}
VG_RANDOM unsigned curand(curandStateMRG32k3a* s) { return (unsigned)__vg_mrg_step(s); }

VG_RANDOM uint4 __vg_philox(uint4 c, uint2 k) {
  for (int round = 0; round < 10; ++round) {
    unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
    c = make_uint4((unsigned)(b >> 32) ^ c.y ^ k.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ k.y,
                   (unsigned)a);
    k.x += 0x9e3779b9u, k.y += 0xbb67ae85u;
  }
  return c;
}
VG_RANDOM void __vg_philox_next(curandStatePhilox4_32_10* s) {
  if (++s->counter.x == 0 && ++s->counter.y == 0 && ++s->counter.z == 0) ++s->counter.w;
  s->output = __vg_philox(s->counter, s->key);
  s->used = 0;
}
VG_RANDOM unsigned curand(curandStatePhilox4_32_10* s) {
  unsigned n = s->used;
  unsigned value = n == 0 ? s->output.x : n == 1 ? s->output.y : n == 2 ? s->output.z : s->output.w;
  if (++s->used == 4) __vg_philox_next(s);
  return value;
}
VG_RANDOM uint4 curand4(curandStatePhilox4_32_10* s) {
  uint4 value;
  value.x = curand(s), value.y = curand(s), value.z = curand(s), value.w = curand(s);
  return value;
}

#include "vgpu_random_jumps.h"

VG_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence,
                           unsigned long long offset, curandStateXORWOW* s) {
  unsigned long long z = __vg_mixed_seed(seed, sequence);
  for (int i = 0; i < 5; ++i) s->x[i] = (unsigned)__vg_mix(&z) | (i == 0);
  s->d = (unsigned)__vg_mix(&z);
  __vg_forget(s);
  skipahead(offset, s);
}
VG_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence,
                           unsigned long long offset, curandStateMRG32k3a* s) {
  unsigned long long z = __vg_mixed_seed(seed, sequence);
  for (int i = 0; i < 3; ++i) s->s1[i] = 1.0 + (double)(__vg_mix(&z) % 4294967086ull);
  for (int i = 0; i < 3; ++i) s->s2[i] = 1.0 + (double)(__vg_mix(&z) % 4294944442ull);
  __vg_forget(s);
  skipahead(offset, s);
}
VG_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence,
                           unsigned long long offset, curandStatePhilox4_32_10* s) {
  s->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
  unsigned long long block = offset / 4;
  s->counter = make_uint4((unsigned)block, (unsigned)(block >> 32), (unsigned)sequence,
                          (unsigned)(sequence >> 32));
  s->output = __vg_philox(s->counter, s->key);
  s->used = (unsigned)(offset % 4);
  __vg_forget(s);
}

#include "vgpu_random_mtgp.h"
#include "vgpu_random_sobol.h"

// The last one: it takes back the macros of both.
#include "vgpu_random_distributions.h"
#endif

#endif
