// cuRAND's generator whose state a whole block shares. Each of its threads counts by itself, so no thread waits for
// another, and those that draw more often than others disturb nobody.
//
// Numbers are Philox's, as random as those of the twister and not the same ones. Included by curand_kernel.h.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_RANDOM_MTGP_H
#define VG_VGPU_RANDOM_MTGP_H

VG_RANDOM unsigned curand(curandStateMtgp32* s) {
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned count = s->drawn[thread]++;
  return __vg_philox(make_uint4(count, 0, thread, s->number), s->key).x;
}

// Of normal numbers no second one is kept: whose would it be?
VG_RANDOM float curand_normal(curandStateMtgp32* s) {
  const float uniform = (float)(curand(s) >> 8) * 5.9604644775390625e-8f + 2.98023223876953125e-8f;
  return normcdfinvf(uniform);
}
VG_RANDOM double curand_normal_double(curandStateMtgp32* s) {
  const unsigned long long high = curand(s) >> 5, low = curand(s) >> 6;
  return normcdfinv(((double)(high << 26 | low) + 0.5) * 1.1102230246251565e-16);
}

#endif
