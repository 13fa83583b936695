// Element types of buffers and tensors, by the names that NumPy uses.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/half.h"

namespace vgpu {

enum class DType : std::uint8_t {
#define VG_DTYPE(name, type, text) name,
#include "base/dtype.def"
#undef VG_DTYPE
};

constexpr std::size_t dtype_size(DType type) noexcept {
  switch (type) {
#define VG_DTYPE(name, type, text) \
  case DType::name:                \
    return sizeof(type);
#include "base/dtype.def"
#undef VG_DTYPE
  }
  return 0;
}

constexpr std::string_view dtype_name(DType type) noexcept {
  switch (type) {
#define VG_DTYPE(name, type, text) \
  case DType::name:                \
    return text;
#include "base/dtype.def"
#undef VG_DTYPE
  }
  return "invalid";
}

constexpr std::optional<DType> dtype_from_name(std::string_view name) noexcept {
#define VG_DTYPE(id, type, text) \
  if (name == text) return DType::id;
#include "base/dtype.def"
#undef VG_DTYPE
  return std::nullopt;
}

constexpr bool dtype_is_float(DType type) noexcept { return type >= DType::float16; }

// The DType of a C++ type: dtype_of<float> is DType::float32.
template <typename T>
inline constexpr DType dtype_of = [] {
  static_assert(sizeof(T) == 0, "not an element type");
  return DType::boolean;
}();
#define VG_DTYPE(name, type, text) \
  template <>                      \
  inline constexpr DType dtype_of<type> = DType::name;
#include "base/dtype.def"
#undef VG_DTYPE

}  // namespace vgpu
