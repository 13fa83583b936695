// Integers of eight types, kept in 64 bits.
// SPDX-License-Identifier: MIT
#include "kernels/fuzz/arithmetic.h"

#include <cstring>

namespace vgpu::test {

std::int64_t wrap(Type type, std::int64_t value) {
  switch (type) {
    case Type::i8:
      return static_cast<std::int8_t>(value);
    case Type::u8:
      return static_cast<std::uint8_t>(value);
    case Type::i16:
      return static_cast<std::int16_t>(value);
    case Type::u16:
      return static_cast<std::uint16_t>(value);
    case Type::i32:
      return static_cast<std::int32_t>(value);
    case Type::u32:
      return static_cast<std::uint32_t>(value);
    default:
      return value;
  }
}

const char* name_of(Type type) {
  static constexpr const char* kNames[] = {"char", "uchar", "short", "ushort",
                                           "int",  "uint",  "long",  "ulong"};
  return kNames[static_cast<int>(type)];
}

std::size_t bytes_of(Type type) { return std::size_t{1} << static_cast<int>(type) / 2; }

std::int64_t load(Type type, const void* memory, std::size_t index) {
  std::int64_t value = 0;
  std::memcpy(&value, static_cast<const std::byte*>(memory) + index * bytes_of(type),
              bytes_of(type));
  return wrap(type, value);
}

void store(Type type, void* memory, std::size_t index, std::int64_t value) {
  std::memcpy(static_cast<std::byte*>(memory) + index * bytes_of(type), &value, bytes_of(type));
}

bool is_less(Type type, std::int64_t a, std::int64_t b) {
  if (type != Type::u64) return a < b;
  return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
}

std::int64_t combine(Type type, int op, std::int64_t a, std::int64_t b) {
  a = wrap(type, a);
  b = wrap(type, b);
  auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  auto result = [&](std::uint64_t value) { return wrap(type, static_cast<std::int64_t>(value)); };
  switch (op) {
    case 0:
      return result(ua + ub);
    case 1:
      return result(ua - ub);
    case 2:
      return result(ua * ub);
    case 3:
      return result(ua & ub);
    case 4:
      return result(ua | ub);
    case 5:
      return result(ua ^ ub);
    case 6:
      return result(ua << (ub & 7));
    case 7:
      return type == Type::u64 ? result(ua >> (ub & 7)) : wrap(type, a >> (b & 7));
    case 8:
      return type == Type::u64 ? result(ua / ((ub & 7) + 1)) : wrap(type, a / ((b & 7) + 1));
    case 9:
      return type == Type::u64 ? result(ua % ((ub & 15) + 1)) : wrap(type, a % ((b & 15) + 1));
    default:
      return is_less(type, a, b) ? a : b;
  }
}

}  // namespace vgpu::test
