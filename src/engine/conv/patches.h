// Columns of patches: for some positions of one tensor, the elements of another that they are connected with.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/conv/conv.h"

namespace vgpu::conv {

// Which element of the source belongs to a position and a tap of the kernel, along each axis.
enum class Direction : std::uint8_t {
  forward,  // positions of y, source x:  s = p * stride - padding + tap * dilation
  backward  // positions of x, source y, strides of 1:  s = p + padding - tap * dilation
};

struct PatchSource {
  Direction direction = Direction::forward;
  Sizes source{}, positions{};  // sizes of both
};

// Rows [channels * taps], columns the positions [first, first + count), `ld` apart: out[row * ld + column]. The source of a
// channel starts at from + channel * product(source).
void gather(const Shape& shape, const PatchSource& source, const float* from, std::int64_t channels,
            std::int64_t first, std::int64_t count, float* out, std::int64_t ld);

// The other way: adds columns to the elements of `to` that gather() would take them from.
void scatter(const Shape& shape, const PatchSource& source, const float* columns,
             std::int64_t channels, std::int64_t first, std::int64_t count, std::int64_t ld,
             float* to);

}  // namespace vgpu::conv
