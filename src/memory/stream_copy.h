// Copies and fills whose target goes past the caches: for data larger than they are.
//
// An ordinary store first reads the line that it overwrites; a non-temporal one does not, which saves a third
// of a copy's traffic. For data that fits into a cache it would be slower. SSE2, so every x86-64 has it.
// Part of copy.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace vgpu {

// The regions must not overlap.
void stream_copy(std::byte* target, const std::byte* source, std::size_t bytes) noexcept;

// target[i] = period[i % 64]
void stream_fill(std::byte* target, const std::byte (&period)[64], std::size_t bytes) noexcept;

}  // namespace vgpu
