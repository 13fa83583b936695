// Hashes: a 64-bit one for tables in memory and a 128-bit one for keys of files.
//
// The file keys name compiled kernels on disk, so hash128 gives the same value on every machine and in every
// version. Neither is meant to resist an attacker.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace vgpu {

std::uint64_t hash64(const void* data, std::size_t size, std::uint64_t seed = 0) noexcept;

inline std::uint64_t hash64(std::string_view text, std::uint64_t seed = 0) noexcept {
  return hash64(text.data(), text.size(), seed);
}

// Mixes a further value into a hash.
constexpr std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t value) noexcept {
  std::uint64_t mixed = (hash ^ value) * 0x9FB21C651E98DF25ull;
  mixed ^= mixed >> 32;
  return (mixed + hash) * 0xD6E8FEB86659FD93ull;
}

struct Hash128 {
  std::uint64_t high = 0, low = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
  std::string hex() const;  // 32 lower-case digits
};

// Collects fields into a key. Each field is hashed with its length, so {"ab", "c"} and {"a", "bc"} differ.
class Hasher {
 public:
  Hasher& add(std::string_view field) noexcept;
  template <typename Integer>
    requires(std::is_integral_v<Integer> || std::is_enum_v<Integer>)
  Hasher& add(Integer value) noexcept {
    const auto wide = static_cast<std::uint64_t>(value);
    return add_word(wide);
  }
  Hash128 finish() const noexcept;

 private:
  Hasher& add_word(std::uint64_t value) noexcept;
  std::uint64_t high_ = 0x243F6A8885A308D3ull, low_ = 0x13198A2E03707344ull;  // digits of pi
};

inline Hash128 hash128(std::string_view text) noexcept { return Hasher().add(text).finish(); }

}  // namespace vgpu
