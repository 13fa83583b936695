// The generator behind curand.h: Philox4x32-10, a block of four words for each number of a counter.
//
// Any part of a sequence can be made without what stands before it, so arrays are filled by all threads.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace vgpu::cuda {

using Words = std::array<std::uint32_t, 4>;

inline Words philox(std::uint64_t seed, std::uint64_t block, std::uint64_t sequence) {
  Words c = {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
             static_cast<std::uint32_t>(sequence), static_cast<std::uint32_t>(sequence >> 32)};
  auto key = static_cast<std::uint32_t>(seed);
  auto key_high = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xd2511f53} * c[0];
    const std::uint64_t b = std::uint64_t{0xcd9e8d57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key, static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ key_high, static_cast<std::uint32_t>(a)};
    key += 0x9e3779b9u;
    key_high += 0xbb67ae85u;
  }
  return c;
}

// In (0, 1], as cuRAND's.
inline float uniform(std::uint32_t word) { return static_cast<float>((word >> 8) + 1) * 0x1p-24f; }
inline double uniform(std::uint32_t high, std::uint32_t low) {
  return (static_cast<double>(std::uint64_t{high >> 5} << 26 | low >> 6) + 1.0) * 0x1p-53;
}

// Two independent normal numbers from two uniform ones.
template <typename T>
std::array<T, 2> normal_pair(T first, T second) {
  const T radius = std::sqrt(T(-2) * std::log(first));
  const T angle = T(2) * std::numbers::pi_v<T> * second;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace vgpu::cuda
