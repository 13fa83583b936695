// Sobol's sequences in kernels: even filling in every dimension, offsets, scrambling, distributions.
// SPDX-License-Identifier: MIT
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <vector>

#include "check.h"

#define GOOD(call) EXPECT_EQ(call, CURAND_STATUS_SUCCESS)

template <class State, class Vectors>
__global__ void draw(Vectors* directions, unsigned offset, double* out, int each) {
  State state;
  const unsigned first = offset + threadIdx.x * each;
  curand_init(directions[blockIdx.x], first, &state);
  for (int i = 0; i < each; ++i)
    out[(blockIdx.x * blockDim.x + threadIdx.x) * each + i] = curand_uniform_double(&state);
}

// Of 2^k points each of 2^k equal parts has one; in every dimension.
template <class State, class Vectors>
static void check_filling(Vectors* host, const std::vector<int>& dimensions) {
  const int count = int(dimensions.size()), points = 256;
  Vectors* directions;
  double* out;
  OK(cudaMallocManaged(&directions, sizeof(Vectors) * count));
  OK(cudaMallocManaged(&out, sizeof(double) * count * points));
  for (int d = 0; d < count; ++d) memcpy(directions[d], host[dimensions[d]], sizeof(Vectors));
  for (const unsigned offset : {0u, 1024u}) {
    draw<State><<<count, 32>>>(directions, offset, out, points / 32);
    OK(cudaDeviceSynchronize());
    for (int d = 0; d < count; ++d) {
      std::vector<int> hits(points, 0);
      for (int i = 0; i < points; ++i) {
        const double u = out[d * points + i];
        EXPECT(u > 0 && u <= 1);
        ++hits[std::min(points - 1, int(u * points))];
      }
      int wrong = 0;
      for (const int hit : hits) wrong += hit != 1;
      EXPECT_EQ(wrong, 0);
    }
  }
  OK(cudaFree(directions));
  OK(cudaFree(out));
}

CASE(every_dimension_is_filled_evenly) {
  curandDirectionVectors32_t* small;
  curandDirectionVectors64_t* wide;
  GOOD(curandGetDirectionVectors32(&small, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
  GOOD(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
  EXPECT_EQ(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_32_JOEKUO6),
            CURAND_STATUS_OUT_OF_RANGE);
  const std::vector<int> some = {0, 1, 2, 3, 4, 5, 6, 7, 40, 1111, 19999};
  check_filling<curandStateSobol32>(small, some);
  check_filling<curandStateSobol64>(wide, some);
}

// Points of the first dimensions together: the share inside a quarter of a disc, an eighth of a ball. Random points
// would be off by about 0.013 and 0.023.
CASE(volumes) {
  curandDirectionVectors32_t* host;
  GOOD(curandGetDirectionVectors32(&host, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
  const int points = 16384;
  curandDirectionVectors32_t* directions;
  double* out;
  OK(cudaMallocManaged(&directions, sizeof(curandDirectionVectors32_t) * 3));
  OK(cudaMallocManaged(&out, sizeof(double) * 3 * points));
  memcpy(directions, host, sizeof(curandDirectionVectors32_t) * 3);
  draw<curandStateSobol32><<<3, 64>>>(directions, 0, out, points / 64);
  OK(cudaDeviceSynchronize());
  int disc = 0, ball = 0;
  for (int i = 0; i < points; ++i) {
    const double x = out[i], y = out[points + i], z = out[2 * points + i];
    disc += x * x + y * y < 1, ball += x * x + y * y + z * z < 1;
  }
  EXPECT(std::fabs(4.0 * disc / points - M_PI) < 2e-3);
  EXPECT(std::fabs(6.0 * ball / points - M_PI) < 1e-2);
  OK(cudaFree(directions));
  OK(cudaFree(out));
}

__global__ void kinds(curandDirectionVectors32_t* directions, unsigned shift, double* out) {
  curandStateSobol32 plain, skipped;
  curandStateScrambledSobol32 scrambled;
  curand_init(directions[0], 7u, &plain);
  curand_init(directions[0], 0u, &skipped);
  skipahead(7, &skipped);
  curand_init(directions[0], shift, 7u, &scrambled);
  const unsigned a = curand(&plain), b = curand(&skipped), c = curand(&scrambled);
  out[0] = a == b && (a ^ shift) == c;
  double sum = 0, squares = 0, events = 0;
  for (int i = 0; i < 4096; ++i) {
    const double x = curand_normal(&plain);
    sum += x, squares += x * x, events += curand_poisson(&skipped, 3.0);
  }
  out[1] = sum / 4096, out[2] = squares / 4096, out[3] = events / 4096;
}

CASE(offsets_scrambling_and_distributions) {
  curandDirectionVectors32_t *host, *directions;
  unsigned* shifts;
  double* out;
  GOOD(curandGetDirectionVectors32(&host, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
  GOOD(curandGetScrambleConstants32(&shifts));
  OK(cudaMallocManaged(&directions, sizeof(curandDirectionVectors32_t)));
  OK(cudaMallocManaged(&out, 4 * sizeof(double)));
  memcpy(directions, host, sizeof(curandDirectionVectors32_t));
  kinds<<<1, 1>>>(directions, shifts[0], out);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[0], 1.0);
  EXPECT(std::fabs(out[1]) < 0.01 && std::fabs(out[2] - 1) < 0.02 && std::fabs(out[3] - 3) < 0.01);
  OK(cudaFree(directions));
  OK(cudaFree(out));
}

int main() { return run_cases(); }
