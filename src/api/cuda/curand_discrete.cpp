// Distributions over whole numbers that curand.h makes for kernels: Poisson's.
// SPDX-License-Identifier: MIT
#include <curand.h>

#include <algorithm>
#include <cmath>

namespace {

// Beyond so many deviations, and a few numbers more for small means, lies less than a double tells from nothing.
constexpr double kDeviations = 10, kMore = 40, kLargest = 400000;

double chance(double mean, double number) {
  return std::exp(number * std::log(mean) - mean - std::lgamma(number + 1));
}

}  // namespace

curandStatus_t curandCreatePoissonDistribution(double lambda,
                                               curandDiscreteDistribution_t* distribution) {
  if (distribution == nullptr || !(lambda > 0 && lambda <= kLargest))
    return CURAND_STATUS_OUT_OF_RANGE;
  const double reach = kDeviations * std::sqrt(lambda) + kMore;
  const auto first = static_cast<unsigned>(std::max(0.0, lambda - reach));
  const unsigned count = static_cast<unsigned>(lambda + reach) - first + 1;
  const std::size_t bytes = sizeof(curandDiscreteDistribution_st) + count * sizeof(double);
  void* memory = nullptr;
  if (cudaMallocManaged(&memory, bytes, cudaMemAttachGlobal) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  auto* made = static_cast<curandDiscreteDistribution_t>(memory);
  made->first = first;
  made->count = count;
  double sum = 0;
  for (unsigned i = 0; i < count; ++i) made->sums[i] = sum += chance(lambda, first + i);
  *distribution = made;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  if (distribution == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS
                                               : CURAND_STATUS_INTERNAL_ERROR;
}
