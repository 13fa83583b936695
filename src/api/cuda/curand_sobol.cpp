// Direction vectors of Sobol's sequences: curandGetDirectionVectors32 and its kin.
//
// Each dimension has a primitive polynomial over two elements, found in their order, and numbers to begin with of our own
// choice: the sequences are Sobol's as cuRAND's are, and other ones. SPDX-License-Identifier: MIT
#include <curand.h>

#include <cstdint>
#include <vector>

namespace {

constexpr unsigned kDimensions = 20000;

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

// Polynomials are bits, the highest power first.
std::uint64_t product(std::uint64_t a, std::uint64_t b, std::uint64_t modulus, unsigned degree) {
  std::uint64_t result = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) result ^= a;
    a <<= 1;
    if (a >> degree & 1) a ^= modulus;
  }
  return result;
}

bool x_to_the_power_is_one(std::uint64_t power, std::uint64_t modulus, unsigned degree) {
  std::uint64_t result = 1, square = degree == 1 ? 1 : 2;  // modulo x + 1, x is 1
  for (; power != 0; power >>= 1) {
    if (power & 1) result = product(result, square, modulus, degree);
    square = product(square, square, modulus, degree);
  }
  return result == 1;
}

std::vector<std::uint64_t> prime_factors(std::uint64_t n) {
  std::vector<std::uint64_t> factors;
  for (std::uint64_t p = 2; n > 1; ++p) {
    if (p * p > n) p = n;
    if (n % p != 0) continue;
    factors.push_back(p);
    while (n % p == 0) n /= p;
  }
  return factors;
}

struct Polynomial {
  std::uint64_t bits;
  unsigned degree;
};

std::vector<Polynomial> primitive_polynomials(unsigned count) {
  std::vector<Polynomial> found;
  for (unsigned degree = 1; found.size() < count; ++degree) {
    const std::uint64_t order = (std::uint64_t{1} << degree) - 1;
    const std::vector<std::uint64_t> factors = prime_factors(order);
    for (std::uint64_t bits = order + 2; bits <= 2 * order + 1 && found.size() < count; bits += 2) {
      bool primitive = x_to_the_power_is_one(order, bits, degree);
      for (const std::uint64_t factor : factors)
        primitive = primitive && !x_to_the_power_is_one(order / factor, bits, degree);
      if (primitive) found.push_back({bits, degree});
    }
  }
  return found;
}

// All dimensions' vectors, one behind the other. The first dimension is the mirrored index itself.
template <typename Word>
std::vector<Word> direction_vectors() {
  constexpr unsigned kBits = sizeof(Word) * 8;
  const std::vector<Polynomial> polynomials = primitive_polynomials(kDimensions - 1);
  std::vector<Word> all(std::size_t{kDimensions} * kBits);
  for (unsigned i = 0; i < kBits; ++i) all[i] = Word{1} << (kBits - 1 - i);
  for (unsigned dimension = 1; dimension < kDimensions; ++dimension) {
    Word* v = all.data() + std::size_t{dimension} * kBits;
    const auto [bits, degree] = polynomials[dimension - 1];
    for (unsigned i = 0; i < kBits; ++i) {
      if (i < degree) {
        const std::uint64_t odd = mixed(std::uint64_t{dimension} << 8 | i) | 1;
        v[i] = static_cast<Word>((odd & ((std::uint64_t{2} << i) - 1)) << (kBits - 1 - i));
        continue;
      }
      v[i] = v[i - degree] ^ (v[i - degree] >> degree);
      for (unsigned k = 1; k < degree; ++k)
        if (bits >> (degree - k) & 1) v[i] ^= v[i - k];
    }
  }
  return all;
}

template <typename Word>
std::vector<Word> scramble_constants() {
  std::vector<Word> all;
  for (unsigned dimension = 0; dimension < kDimensions; ++dimension)
    all.push_back(static_cast<Word>(mixed(~std::uint64_t{dimension})));
  return all;
}

template <typename Word, typename Vectors>
curandStatus_t give_vectors(Vectors** vectors, bool known) {
  if (!known || vectors == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  static std::vector<Word> all = direction_vectors<Word>();
  *vectors = reinterpret_cast<Vectors*>(all.data());
  return CURAND_STATUS_SUCCESS;
}

template <typename Word>
curandStatus_t give_constants(Word** constants) {
  if (constants == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  static std::vector<Word> all = scramble_constants<Word>();
  *constants = all.data();
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  return give_vectors<unsigned>(vectors, set == CURAND_DIRECTION_VECTORS_32_JOEKUO6 ||
                                             set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  return give_vectors<unsigned long long>(vectors,
                                          set == CURAND_DIRECTION_VECTORS_64_JOEKUO6 ||
                                              set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
}

curandStatus_t curandGetScrambleConstants32(unsigned int** constants) {
  return give_constants(constants);
}

curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  return give_constants(constants);
}
