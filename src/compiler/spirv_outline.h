// What can be said of a SPIR-V module without a compiler: is it one, and which constants may be specialised?
//
// The OpenCL driver asks this when a program is made, long before anything is compiled and perhaps without LLVM ever
// being loaded. Whether the module is valid is for the front end to say (front/spirv/validate.h).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

namespace vgpu::compiler {

// An option of FrontRequest for SPIR-V: "-vgpu-specialize=NUMBER:HEX", the constant's bytes as they lie in memory.
inline constexpr std::string_view kSpecializeOption = "-vgpu-specialize=";

inline constexpr std::uint32_t kSpirvMagic = 0x07230203;

// Do the bytes start as a SPIR-V module does, in either order of bytes?
inline bool is_spirv(std::string_view bytes) {
  std::uint32_t word = 0;
  if (bytes.size() < sizeof word) return false;
  std::memcpy(&word, bytes.data(), sizeof word);
  return word == kSpirvMagic || word == __builtin_bswap32(kSpirvMagic);
}

struct SpirvOutline {
  bool whole =
      false;  // header and instructions fill the bytes, in a version that this device takes
  std::string problem;                               // why not
  std::map<std::uint32_t, std::uint32_t> constants;  // bytes of specialisation constants by number
};

SpirvOutline outline_spirv(std::string_view bytes);

}  // namespace vgpu::compiler
