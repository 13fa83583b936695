// cuRAND's generators in kernels jump: what an offset gives is what so many steps give, however far it is.
// SPDX-License-Identifier: MIT
#include <curand_kernel.h>

#include "check.h"
#include "managed.h"

template <class State>
__global__ void jump(unsigned* out, int every) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  curand_init(99, 3, (unsigned long long)i * every, &state);
  out[i] = curand(&state);
}

template <class State>
__global__ void walk(unsigned* out, int every, int count) {
  State state;
  curand_init(99, 3, 0, &state);
  for (int i = 0; i < count; ++i) {
    out[i] = curand(&state);
    for (int step = 1; step < every; ++step) curand(&state);
  }
}

// Two jumps are one that is as long as both; the second is too far to be walked.
template <class State>
__global__ void far(unsigned* out) {
  State once, twice;
  const unsigned long long first = 12345678901ull, second = 987654321098765ull;
  curand_init(7, 0, first + second, &once);
  curand_init(7, 0, first, &twice);
  skipahead(second, &twice);
  for (int i = 0; i < 4; ++i) out[i] = curand(&once), out[i + 4] = curand(&twice);
}

template <class State>
void check_jumps() {
  const int count = 4096, every = 61;
  Managed<unsigned> jumped(count), walked(count), ends(8);
  jump<State><<<count / 128, 128>>>(jumped.get(), every);
  walk<State><<<1, 1>>>(walked.get(), every, count);
  far<State><<<1, 1>>>(ends.get());
  OK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < count; ++i) wrong += jumped[i] != walked[i];
  EXPECT_EQ(wrong, 0);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(ends[i], ends[i + 4]);
  EXPECT(ends[0] != ends[1]);
}

CASE(xorwow_jumps) { check_jumps<curandStateXORWOW_t>(); }
CASE(mrg_jumps) { check_jumps<curandStateMRG32k3a_t>(); }
CASE(philox_jumps) { check_jumps<curandStatePhilox4_32_10_t>(); }

__global__ void subsequences(unsigned* out) {
  curandStateMRG32k3a_t a, b;
  curand_init(5, 0, 0, &a);
  b = a;
  skipahead_subsequence(3, &a);
  for (int i = 0; i < 3; ++i) skipahead_subsequence(1, &b);
  skipahead_sequence(2, &a);
  skipahead_sequence(1, &b);
  skipahead_sequence(1, &b);
  out[0] = curand(&a), out[1] = curand(&b);
}

CASE(sequences_are_counted) {
  Managed<unsigned> out(2);
  subsequences<<<1, 1>>>(out.get());
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], out[1]);
}

__global__ void fours(double4* out) {
  curandStatePhilox4_32_10_t state;
  curand_init(11, threadIdx.x, 0, &state);
  out[3 * threadIdx.x] = curand_uniform4_double(&state);
  out[3 * threadIdx.x + 1] = curand_normal4_double(&state);
  out[3 * threadIdx.x + 2] = curand_log_normal4_double(&state, 0.0, 0.25);
}

CASE(four_doubles_at_once) {
  const int count = 1024;
  Managed<double4> out(3 * count);
  fours<<<1, count>>>(out.get());
  OK(cudaDeviceSynchronize());
  double uniform = 0, normal = 0, squares = 0, smallest = 1;
  for (int i = 0; i < count; ++i) {
    const double4 u = out[3 * i], n = out[3 * i + 1], l = out[3 * i + 2];
    uniform += u.x + u.y + u.z + u.w;
    normal += n.x + n.y + n.z + n.w;
    squares += n.x * n.x + n.y * n.y + n.z * n.z + n.w * n.w;
    if (l.w < smallest) smallest = l.w;
  }
  EXPECT(std::abs(uniform / 4096 - 0.5) < 0.03);
  EXPECT(std::abs(normal / 4096) < 0.06);
  EXPECT(std::abs(squares / 4096 - 1) < 0.12);
  EXPECT(smallest > 0);
}

int main() { return run_cases(); }
