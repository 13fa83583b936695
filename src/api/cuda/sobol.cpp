// The direction vectors of Sobol's sequences that curand.h gives to programs.
//
// A dimension has a primitive polynomial over the two-element field, by whose recurrence its vectors follow from the
// first few. Every sequence that is made so fills the unit interval evenly; the first dimensions start with the
// numbers of the literature, the others with numbers drawn once for all. SPDX-License-Identifier: MIT
#include <curand.h>

#include <array>
#include <cstdint>
#include <vector>

#include "api/cuda/philox.h"

namespace {

using Word = std::uint64_t;

constexpr std::size_t kDimensions = 20000;
constexpr int kBits = 64;
constexpr Word kStartSeed = 0x50b01;

// Polynomials are bits: x^3 + x + 1 is 1011.
Word times(Word a, Word b, Word modulus, int degree) {
  Word result = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) result ^= a;
    a <<= 1;
    if (a >> degree & 1) a ^= modulus;
  }
  return result;
}

Word power_of_x(Word exponent, Word modulus, int degree) {
  Word result = 1, square = degree == 1 ? 2 ^ modulus : 2;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = times(result, square, modulus, degree);
    square = times(square, square, modulus, degree);
  }
  return result;
}

std::vector<Word> prime_factors(Word n) {
  std::vector<Word> factors;
  for (Word p = 2; p * p <= n; ++p) {
    if (n % p != 0) continue;
    factors.push_back(p);
    while (n % p == 0) n /= p;
  }
  if (n > 1) factors.push_back(n);
  return factors;
}

// Powers of x run through all that is not zero before they come back to 1.
bool is_primitive(Word polynomial, int degree, const std::vector<Word>& factors) {
  const Word order = (Word{1} << degree) - 1;
  if (power_of_x(order, polynomial, degree) != 1) return false;
  for (const Word factor : factors)
    if (factor != order && power_of_x(order / factor, polynomial, degree) == 1) return false;
  return degree == 1 || power_of_x(1, polynomial, degree) != 1;
}

constexpr std::array<std::array<Word, 4>, 6> kFirst = {
    {{1}, {1, 3}, {1, 3, 1}, {1, 1, 1}, {1, 1, 3, 3}, {1, 3, 5, 13}}};

// The number of step k (from 0): odd and below 2^(k + 1).
Word starting_number(std::size_t dimension, int k) {
  if (dimension <= kFirst.size()) return kFirst[dimension - 1][static_cast<std::size_t>(k)];
  const Word drawn = vgpu::cuda::philox(kStartSeed, dimension, static_cast<Word>(k))[0];
  return (drawn & ((Word{1} << (k + 1)) - 1)) | 1;
}

using Vectors = std::array<Word, kBits>;

Vectors recurrence(std::size_t dimension, Word polynomial, int degree) {
  Vectors numbers{};
  for (int k = 0; k < kBits; ++k) {
    Word& number = numbers[static_cast<std::size_t>(k)];
    if (k < degree) {
      number = starting_number(dimension, k);
      continue;
    }
    number = numbers[static_cast<std::size_t>(k - degree)];
    for (int i = 1; i <= degree; ++i)
      if (polynomial >> (degree - i) & 1) number ^= numbers[static_cast<std::size_t>(k - i)] << i;
  }
  for (int k = 0; k < kBits; ++k) numbers[static_cast<std::size_t>(k)] <<= kBits - 1 - k;
  return numbers;
}

std::vector<Vectors> make_all() {
  std::vector<Vectors> all(1);
  for (int k = 0; k < kBits; ++k) all[0][static_cast<std::size_t>(k)] = Word{1} << (kBits - 1 - k);
  for (int degree = 1; all.size() < kDimensions; ++degree) {
    const std::vector<Word> factors = prime_factors((Word{1} << degree) - 1);
    const Word first = (Word{1} << degree) | 1;
    for (Word p = first; p < first << 1 && p < Word{2} << degree && all.size() < kDimensions;
         p += 2)
      if (is_primitive(p, degree, factors)) all.push_back(recurrence(all.size(), p, degree));
  }
  return all;
}

const std::vector<Vectors>& directions() {
  static const std::vector<Vectors> all = make_all();
  return all;
}

// 32-bit vectors are the upper halves.
template <typename T, int kWidth>
const std::vector<std::array<T, kWidth>>& directions_of() {
  static const auto all = [] {
    std::vector<std::array<T, kWidth>> cut(directions().size());
    for (std::size_t i = 0; i < cut.size(); ++i)
      for (std::size_t k = 0; k < kWidth; ++k)
        cut[i][k] = static_cast<T>(directions()[i][k] >> (64 - kWidth));
    return cut;
  }();
  return all;
}

template <typename T>
const std::vector<T>& shifts() {
  static const auto all = [] {
    std::vector<T> drawn(kDimensions);
    for (std::size_t i = 0; i < kDimensions; ++i) {
      const vgpu::cuda::Words words = vgpu::cuda::philox(kStartSeed, i, 1000);
      drawn[i] = static_cast<T>(Word{words[0]} << 32 | words[1]);
    }
    return drawn;
  }();
  return all;
}

template <typename Body>
curandStatus_t guarded(Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return CURAND_STATUS_ALLOCATION_FAILED;
  }
}

}  // namespace

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  return guarded([&] {
    if (vectors == nullptr || (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 &&
                               set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6))
      return CURAND_STATUS_OUT_OF_RANGE;
    const auto& all = directions_of<unsigned, 32>();
    *vectors = reinterpret_cast<curandDirectionVectors32_t*>(
        const_cast<std::array<unsigned, 32>*>(all.data()));
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  return guarded([&] {
    if (vectors == nullptr || (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 &&
                               set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6))
      return CURAND_STATUS_OUT_OF_RANGE;
    const auto& all = directions_of<unsigned long long, 64>();
    *vectors = reinterpret_cast<curandDirectionVectors64_t*>(
        const_cast<std::array<unsigned long long, 64>*>(all.data()));
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandGetScrambleConstants32(unsigned int** constants) {
  return guarded([&] {
    if (constants == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
    *constants = const_cast<unsigned int*>(shifts<unsigned int>().data());
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  return guarded([&] {
    if (constants == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
    *constants = const_cast<unsigned long long*>(shifts<unsigned long long>().data());
    return CURAND_STATUS_SUCCESS;
  });
}
