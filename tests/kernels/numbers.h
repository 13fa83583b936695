// Input data for kernel tests: the same numbers on every machine and in every run.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace vgpu::test {

// `count` integers from 0 to limit - 1.
inline std::vector<int> some_numbers(std::size_t count, int limit = 1000, std::uint32_t seed = 7) {
  std::vector<int> numbers(count);
  for (int& number : numbers) {
    seed = seed * 1664525u + 1013904223u;
    number = static_cast<int>((seed >> 8) % static_cast<std::uint32_t>(limit));
  }
  return numbers;
}

}  // namespace vgpu::test
