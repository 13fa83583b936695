// The integer types of random programs and what their operations give.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu::test {

enum class Type : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64 };
const char* name_of(Type type);
std::size_t bytes_of(Type type);

// What expressions give. Values of all types are kept as 64-bit numbers, those of u64 by their pattern.
std::int64_t wrap(Type type, std::int64_t value);
std::int64_t combine(Type type, int op, std::int64_t a, std::int64_t b);
bool is_less(Type type, std::int64_t a, std::int64_t b);
std::int64_t load(Type type, const void* memory, std::size_t index);
void store(Type type, void* memory, std::size_t index, std::int64_t value);

}  // namespace vgpu::test
