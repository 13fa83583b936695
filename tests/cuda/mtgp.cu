// cuRAND's generator whose state a block shares: moments, threads and blocks that differ, states that go on.
// SPDX-License-Identifier: MIT
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "check.h"
#include "managed.h"

static const int kBlocks = 8, kThreads = 256, kDraws = 40;

__global__ void draw(curandStateMtgp32* states, unsigned* bits, float* uniform, float* normal) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < kDraws; ++i) {
    const int place = thread * kDraws + i;
    bits[place] = curand(&states[blockIdx.x]);
    uniform[place] = curand_uniform(&states[blockIdx.x]);
    // Threads need not draw together.
    if (thread % 3 != 0) normal[place] = curand_normal(&states[blockIdx.x]);
  }
}

struct Drawn {
  unsigned* bits = managed<unsigned>(kBlocks * kThreads * kDraws);
  float* uniform = managed<float>(kBlocks * kThreads * kDraws);
  float* normal = managed<float>(kBlocks * kThreads * kDraws);
  std::vector<unsigned> run(curandStateMtgp32* states) {
    draw<<<kBlocks, kThreads>>>(states, bits, uniform, normal);
    OK(cudaDeviceSynchronize());
    return std::vector<unsigned>(bits, bits + kBlocks * kThreads * kDraws);
  }
};

static curandStateMtgp32* make_states(unsigned long long seed) {
  curandStateMtgp32* states = managed<curandStateMtgp32>(kBlocks);
  mtgp32_kernel_params* params = managed<mtgp32_kernel_params>(1);
  EXPECT_EQ(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, params), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, params, kBlocks, seed),
            CURAND_STATUS_SUCCESS);
  return states;
}

CASE(moments) {
  Drawn drawn;
  drawn.run(make_states(1234));
  double sum = 0, normals = 0, squares = 0;
  long count = 0;
  for (int i = 0; i < kBlocks * kThreads * kDraws; ++i) {
    EXPECT(drawn.uniform[i] > 0 && drawn.uniform[i] <= 1);
    sum += drawn.uniform[i];
    if (i / kDraws % 3 == 0) continue;
    normals += drawn.normal[i], squares += drawn.normal[i] * drawn.normal[i], ++count;
  }
  EXPECT(std::fabs(sum / (kBlocks * kThreads * kDraws) - 0.5) < 0.005);
  EXPECT(std::fabs(normals / count) < 0.02);
  EXPECT(std::fabs(squares / count - 1) < 0.03);
}

CASE(no_two_alike) {
  Drawn drawn;
  curandStateMtgp32* states = make_states(77);
  const std::vector<unsigned> first = drawn.run(states), second = drawn.run(states),
                              again = drawn.run(make_states(77)),
                              other = drawn.run(make_states(78));
  EXPECT(first == again);
  EXPECT(first != second && first != other);
  std::vector<unsigned> all = first;
  all.insert(all.end(), second.begin(), second.end());
  all.insert(all.end(), other.begin(), other.end());
  std::sort(all.begin(), all.end());
  const long different = std::unique(all.begin(), all.end()) - all.begin();
  // Of 245760 numbers out of 2^32 about 7 meet by chance.
  EXPECT(long(all.size()) - different < 40);
}

int main() { return run_cases(); }
