// The functions of curand.h: arrays of random numbers as commands of a stream.
//
// Every call takes whole blocks of the generator's sequence, so that no two calls share a word.
// SPDX-License-Identifier: MIT
#include <curand.h>
#include <vgpu/c/stream.h>

#include <algorithm>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "api/cuda/call.h"
#include "api/cuda/library_call.h"
#include "api/cuda/philox.h"
#include "api/cuda/stream_task.h"

struct curandGenerator_st {
  bool quasi = false;
  bool host = false;  // results are there when a call returns
  cudaStream_t stream = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t position = 0;  // pseudo: of the next block; quasi: of the next point
  unsigned dimensions = 1;
};

namespace {

using namespace vgpu::cuda;

constexpr std::uint64_t kDefaultSeed = 0x5bd1e995a1f2c3d7;
constexpr unsigned kMostDimensions = 20000;
constexpr std::size_t kBlocksAPart = 4096;

curandStatus_t status(vgpuError_t error) {
  if (error == vgpuSuccess) return CURAND_STATUS_SUCCESS;
  return error == vgpuErrorMemoryAllocation ? CURAND_STATUS_ALLOCATION_FAILED
                                            : CURAND_STATUS_LAUNCH_FAILURE;
}

template <typename Body>
curandStatus_t call(curandGenerator_t generator, Body&& body) noexcept {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  return library_call(CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_INTERNAL_ERROR, body);
}

curandStatus_t start(curandGenerator_t generator, StreamTask task) {
  const vgpuError_t error = enqueue(std::move(task), generator->stream);
  if (error != vgpuSuccess || !generator->host) return status(error);
  return status(vgpuStreamSynchronize(to_vgpu(generator->stream)));
}

// Fills the array block by block; `of_words` makes kEach numbers of four words.
template <std::size_t kEach, typename T, typename OfWords>
curandStatus_t fill_pseudo(curandGenerator_t generator, T* output, std::size_t count,
                           OfWords of_words) {
  const std::size_t blocks = (count + kEach - 1) / kEach;
  const std::uint64_t first = generator->position;
  const std::uint64_t seed = generator->seed;
  generator->position += blocks;
  auto body = [=](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
      const std::array<T, kEach> numbers = of_words(philox(seed, first + block, 0));
      const std::size_t at = block * kEach;
      std::copy_n(numbers.begin(), std::min(kEach, count - at), output + at);
    }
  };
  return start(generator, {blocks, kBlocksAPart, body, {}});
}

std::vector<unsigned> first_primes(unsigned count) {
  std::vector<unsigned> primes;
  for (unsigned candidate = 2; primes.size() < count; ++candidate)
    if (std::none_of(primes.begin(), primes.end(), [&](unsigned p) {
          return static_cast<std::uint64_t>(p) * p <= candidate && candidate % p == 0;
        }))
      primes.push_back(candidate);
  return primes;
}

// Halton's points: the digits of the index, in the dimension's prime as base, mirrored at the point. In (0, 1).
double mirrored_digits(std::uint64_t index, unsigned base) {
  double value = 0, weight = 1.0 / base;
  for (std::uint64_t rest = index + 1; rest > 0; rest /= base, weight /= base)
    value += static_cast<double>(rest % base) * weight;
  return value;
}

// All points' first coordinates, then all second ones, and so on.
template <typename T, typename OfUniform>
curandStatus_t fill_quasi(curandGenerator_t generator, T* output, std::size_t count,
                          OfUniform of_uniform) {
  const unsigned dimensions = generator->dimensions;
  if (count % dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  const std::size_t points = count / dimensions;
  const std::uint64_t first = generator->position;
  generator->position += points;
  auto body = [=, primes = first_primes(dimensions)](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      output[i] = of_uniform(mirrored_digits(first + i % points, primes[i / points]));
  };
  return start(generator, {count, kBlocksAPart, body, {}});
}

// The normal number below which the share p of all lies, by bisection on the error function.
double normal_quantile(double p) {
  double low = -40, high = 40;
  for (int i = 0; i < 80; ++i) {
    const double middle = (low + high) / 2;
    (0.5 * std::erfc(-middle / std::numbers::sqrt2) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

template <typename T, typename Transform>
curandStatus_t fill_uniform(curandGenerator_t generator, T* output, std::size_t count,
                            Transform transform) {
  if (output == nullptr && count > 0) return CURAND_STATUS_OUT_OF_RANGE;
  if (generator->quasi) return fill_quasi(generator, output, count, transform);
  if constexpr (sizeof(T) == 4)
    return fill_pseudo<4>(generator, output, count, [=](const Words& w) {
      return std::array<T, 4>{transform(uniform(w[0])), transform(uniform(w[1])),
                              transform(uniform(w[2])), transform(uniform(w[3]))};
    });
  else
    return fill_pseudo<2>(generator, output, count, [=](const Words& w) {
      return std::array<T, 2>{transform(uniform(w[0], w[1])), transform(uniform(w[2], w[3]))};
    });
}

// Numbers that a transform makes of normal ones.
template <typename T, typename Transform>
curandStatus_t fill_normal(curandGenerator_t generator, T* output, std::size_t count,
                           Transform transform) {
  if (output == nullptr && count > 0) return CURAND_STATUS_OUT_OF_RANGE;
  if (generator->quasi)
    return fill_quasi(generator, output, count,
                      [=](double u) { return transform(static_cast<T>(normal_quantile(u))); });
  if (count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;  // they are made in pairs
  if constexpr (sizeof(T) == 4)
    return fill_pseudo<4>(generator, output, count, [=](const Words& w) {
      const auto a = normal_pair(uniform(w[0]), uniform(w[1]));
      const auto b = normal_pair(uniform(w[2]), uniform(w[3]));
      return std::array<T, 4>{transform(a[0]), transform(a[1]), transform(b[0]), transform(b[1])};
    });
  else
    return fill_pseudo<2>(generator, output, count, [=](const Words& w) {
      const auto a = normal_pair(uniform(w[0], w[1]), uniform(w[2], w[3]));
      return std::array<T, 2>{transform(a[0]), transform(a[1])};
    });
}

// One Poisson number of a random source of its own, by the standard library's exact method.
struct PhiloxSource {
  using result_type = std::uint32_t;
  std::uint64_t seed, block, sequence = 1;  // sequence 0 is the arrays'
  Words words{};
  unsigned used = 4;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() {
    if (used == 4) {
      words = philox(seed, block, sequence++);
      used = 0;
    }
    return words[used++];
  }
};

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool host) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  const bool pseudo = type >= CURAND_RNG_PSEUDO_DEFAULT && type <= CURAND_RNG_PSEUDO_PHILOX4_32_10;
  const bool quasi = type >= CURAND_RNG_QUASI_DEFAULT && type <= CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  if (!pseudo && !quasi) return CURAND_STATUS_TYPE_ERROR;
  *generator = new (std::nothrow) curandGenerator_st{quasi, host, nullptr, kDefaultSeed, 0, 1};
  return *generator == nullptr ? CURAND_STATUS_ALLOCATION_FAILED : CURAND_STATUS_SUCCESS;
}

}  // namespace

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(generator, rng_type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(generator, rng_type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *value = type == MAJOR_VERSION   ? CURAND_VERSION / 1000
           : type == MINOR_VERSION ? CURAND_VERSION / 100 % 10
                                   : CURAND_VERSION % 100;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->quasi) return CURAND_STATUS_TYPE_ERROR;
  generator->seed = seed ^ kDefaultSeed;
  generator->position = 0;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->position = generator->quasi ? offset : offset / 4;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  const bool quasi = order == CURAND_ORDERING_QUASI_DEFAULT;
  const bool known =
      quasi || (order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC);
  return known && quasi == generator->quasi ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->quasi) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions < 1 || dimensions > kMostDimensions) return CURAND_STATUS_OUT_OF_RANGE;
  generator->dimensions = dimensions;
  return CURAND_STATUS_SUCCESS;
}

// There is no state to prepare.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t count) {
  return call(generator, [&] {
    if (output == nullptr && count > 0) return CURAND_STATUS_OUT_OF_RANGE;
    if (generator->quasi)
      return fill_quasi(generator, output, count,
                        [](double u) { return static_cast<unsigned>(u * 0x1p32); });
    return fill_pseudo<4>(generator, output, count, [](const Words& words) { return words; });
  });
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output,
                                      size_t count) {
  return call(generator, [&] {
    if (output == nullptr && count > 0) return CURAND_STATUS_OUT_OF_RANGE;
    if (!generator->quasi) return CURAND_STATUS_TYPE_ERROR;  // as cuRAND: of 64-bit sequences alone
    return fill_quasi(generator, output, count,
                      [](double u) { return static_cast<unsigned long long>(u * 0x1p64); });
  });
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t count) {
  return call(generator, [&] {
    return fill_uniform(generator, output, count, [](auto u) { return static_cast<float>(u); });
  });
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output,
                                           size_t count) {
  return call(generator,
              [&] { return fill_uniform(generator, output, count, [](double u) { return u; }); });
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t count,
                                    float mean, float deviation) {
  return call(generator, [&] {
    return fill_normal(generator, output, count, [=](float x) { return mean + deviation * x; });
  });
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t count,
                                          double mean, double deviation) {
  return call(generator, [&] {
    return fill_normal(generator, output, count, [=](double x) { return mean + deviation * x; });
  });
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t count,
                                       float mean, float deviation) {
  return call(generator, [&] {
    return fill_normal(generator, output, count,
                       [=](float x) { return std::exp(mean + deviation * x); });
  });
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output,
                                             size_t count, double mean, double deviation) {
  return call(generator, [&] {
    return fill_normal(generator, output, count,
                       [=](double x) { return std::exp(mean + deviation * x); });
  });
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output,
                                     size_t count, double lambda) {
  return call(generator, [&] {
    if (!(lambda > 0 && lambda < 0x1p31) || (output == nullptr && count > 0))
      return CURAND_STATUS_OUT_OF_RANGE;
    const std::uint64_t first = generator->position;
    const std::uint64_t seed = generator->seed;
    generator->position += count;
    auto body = [=](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        PhiloxSource source{seed, first + i};
        output[i] = static_cast<unsigned>(std::poisson_distribution<std::int64_t>(lambda)(source));
      }
    };
    return start(generator, {count, kBlocksAPart, body, {}});
  });
}
