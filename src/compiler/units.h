// Programs of several units of source: packed into one text that travels like any other source.
//
// The option kUnitsOption says that a request's source is such a text; the front end then compiles every unit by its own
// options and links them. kCheckOption asks only whether the source or the module compiles: units name each other's functions.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/plugin.h"

namespace vgpu::compiler {

inline constexpr std::string_view kUnitsOption = "-vgpu-units";
inline constexpr std::string_view kCheckOption = "-vgpu-check";

inline void pack_text(std::string& out, std::string_view text) {
  const std::uint64_t size = text.size();
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  out += text;
}

// Takes a text from the front of `bytes`; what is cut off gives empty texts.
inline std::string_view unpack_text(std::string_view& bytes) {
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) return bytes = {};
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  const std::string_view text = bytes.substr(0, size);
  bytes.remove_prefix(text.size());
  return text;
}

inline std::string pack_units(const std::vector<FrontRequest>& units) {
  std::string out;
  for (const FrontRequest& unit : units) {
    pack_text(out, unit.source);
    pack_text(out, unit.options);
    std::string headers;
    for (const auto& [name, text] : unit.headers) {
      pack_text(headers, name);
      pack_text(headers, text);
    }
    pack_text(out, headers);
  }
  return out;
}

inline std::vector<FrontRequest> unpack_units(std::string_view bytes) {
  std::vector<FrontRequest> units;
  while (!bytes.empty()) {
    FrontRequest& unit = units.emplace_back();
    unit.source = unpack_text(bytes);
    unit.options = unpack_text(bytes);
    for (std::string_view headers = unpack_text(bytes); !headers.empty();) {
      const std::string_view name = unpack_text(headers);
      unit.headers.emplace_back(name, unpack_text(headers));
    }
  }
  return units;
}

}  // namespace vgpu::compiler
