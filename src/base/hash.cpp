// A multiply-fold hash: 128-bit products of 64-bit words, folded by exclusive or.
// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include <fmt/format.h>

#include <cstring>

namespace vgpu {
namespace {

constexpr std::uint64_t kMulA = 0xA0761D6478BD642Full;
constexpr std::uint64_t kMulB = 0xE7037ED1A0B428DBull;

std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Up to eight bytes as a little-endian word.
std::uint64_t read_word(const unsigned char* bytes, std::size_t size) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, size < 8 ? size : 8);
  return word;
}

}  // namespace

std::uint64_t hash64(const void* data, std::size_t size, std::uint64_t seed) noexcept {
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::uint64_t state = seed ^ fold(seed ^ kMulA, size ^ kMulB);
  std::size_t at = 0;
  for (; at + 16 <= size; at += 16) {
    state = fold(read_word(bytes + at, 8) ^ kMulA, read_word(bytes + at + 8, 8) ^ state);
  }
  const std::size_t rest = size - at;
  const std::uint64_t first = rest == 0 ? 0 : read_word(bytes + at, rest);
  const std::uint64_t second = rest > 8 ? read_word(bytes + at + 8, rest - 8) : 0;
  return fold(fold(first ^ kMulA, second ^ state) ^ kMulB, size ^ kMulA);
}

Hasher& Hasher::add(std::string_view field) noexcept {
  low_ = hash64(field.data(), field.size(), low_);
  high_ = hash64(field.data(), field.size(), high_ ^ kMulB);
  return *this;
}

Hasher& Hasher::add_word(std::uint64_t value) noexcept {
  low_ = hash_combine(low_, value);
  high_ = hash_combine(high_ ^ kMulB, value);
  return *this;
}

Hash128 Hasher::finish() const noexcept {
  return {fold(high_ ^ kMulA, low_ ^ kMulB) ^ high_, fold(low_ ^ kMulA, high_) ^ low_};
}

std::string Hash128::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

}  // namespace vgpu
