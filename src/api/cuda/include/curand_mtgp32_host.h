// What the host does for cuRAND's generator whose state a block shares: its states.
//
// The tables of parameters that CUDA brings choose nothing here: states differ by their number.
// SPDX-License-Identifier: MIT
#ifndef CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#include <vector>

#include "curand.h"
#include "curand_kernel.h"

typedef struct mtgp32_params_fast {
  int mexp;
} mtgp32_params_fast_t;
static mtgp32_params_fast_t mtgp32dc_params_fast_11213[200] __attribute__((unused)) = {{11213}};

static inline curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                                                       mtgp32_kernel_params_t* p) {
  if (params == nullptr || p == nullptr) return CURAND_STATUS_INITIALIZATION_FAILED;
  const mtgp32_kernel_params_t made = {200};
  return cudaMemcpy(p, &made, sizeof made, cudaMemcpyHostToDevice) == cudaSuccess
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_INITIALIZATION_FAILED;
}

static inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t* s,
                                                         mtgp32_params_fast_t params[],
                                                         mtgp32_kernel_params_t* k, int n,
                                                         unsigned long long seed) {
  if (s == nullptr || params == nullptr || k == nullptr || n < 0)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  std::vector<curandStateMtgp32_t> states((size_t)n);
  for (int i = 0; i < n; ++i) {
    states[(size_t)i].key.x = (unsigned)seed;
    states[(size_t)i].key.y = (unsigned)(seed >> 32);
    states[(size_t)i].number = (unsigned)i;
  }
  return cudaMemcpy(s, states.data(), states.size() * sizeof states[0], cudaMemcpyHostToDevice) ==
                 cudaSuccess
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_INITIALIZATION_FAILED;
}

#endif
