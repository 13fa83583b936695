// What each of cuRAND's generators inside kernels remembers. Plain C++: the host makes room for it.
//
// Included by curand_kernel.h. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_RANDOM_STATES_H
#define VG_VGPU_RANDOM_STATES_H

#include "cuda_runtime.h"
#include "curand.h"

// What all of them keep: the second number of a pair that normal distributions make.
struct __vg_pair_kept {
  float spare;
  double spare_double;
  int has_spare, has_spare_double;
};
struct curandStateXORWOW : __vg_pair_kept {
  unsigned x[5], d;
};
struct curandStateMRG32k3a : __vg_pair_kept {
  double s1[3], s2[3];
};
struct curandStatePhilox4_32_10 : __vg_pair_kept {
  uint4 counter, output;
  uint2 key;
  unsigned used;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;

struct mtgp32_kernel_params {
  unsigned states;
};
typedef mtgp32_kernel_params mtgp32_kernel_params_t;

struct curandStateMtgp32 {
  uint2 key;
  unsigned number;       // which of the states that were made together
  unsigned drawn[1024];  // by each thread of the block
};
typedef curandStateMtgp32 curandStateMtgp32_t;

template <class Word, int Bits, bool Scrambled>
struct __vg_sobol {
  Word index, point, shift;
  Word direction[Bits];
};
typedef __vg_sobol<unsigned, 32, false> curandStateSobol32;
typedef __vg_sobol<unsigned, 32, true> curandStateScrambledSobol32;
typedef __vg_sobol<unsigned long long, 64, false> curandStateSobol64;
typedef __vg_sobol<unsigned long long, 64, true> curandStateScrambledSobol64;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

#endif
