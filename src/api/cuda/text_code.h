// Device code as text, where programs expect PTX: they treat that as a string, which bytes with zeros would not survive.
//
// It begins as PTX does; the bytes follow in the letters of base 64, three bytes in four.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vgpu::cuda {

inline constexpr std::string_view kTextHead =
    "// Code of vGPU in the place of PTX\n.version 8.5\n.target sm_86\n.address_size 64\n// ";
inline constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string to_text_code(std::string_view bytes) {
  std::string text(kTextHead);
  text.reserve(text.size() + bytes.size() / 3 * 4 + 8);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    for (int shift = 18; shift >= 0; shift -= 6) text += kLetters[three >> shift & 63];
  }
  return text + "\n";
}

// The bytes again, with up to two zeros behind them: a head tells where they end.
inline std::string from_text_code(const char* text) {
  signed char value[256];
  for (signed char& one : value) one = -1;
  for (std::size_t i = 0; i < kLetters.size(); ++i)
    value[static_cast<unsigned char>(kLetters[i])] = static_cast<signed char>(i);
  std::string bytes;
  const auto* at = reinterpret_cast<const unsigned char*>(text + kTextHead.size());
  std::uint32_t gathered = 0;
  for (unsigned count = 1; value[*at] >= 0; ++at, ++count) {
    gathered = gathered << 6 | static_cast<std::uint32_t>(value[*at]);
    if (count % 4 != 0) continue;
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(gathered >> shift);
  }
  return bytes;
}

}  // namespace vgpu::cuda
