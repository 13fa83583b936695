// A box of bytes in a linear memory: origin, row and slice pitch of the *Rect functions and of images.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "api/opencl/entry.h"

namespace vgpu::opencl {

using Extent = std::array<std::size_t, 3>;  // of a row in bytes, rows, slices

struct Rectangle {
  std::byte* first = nullptr;  // of the box
  std::size_t row_pitch = 0, slice_pitch = 0;
};

// Pitches of 0 are as tight as the region; throws CL_INVALID_VALUE for ones that are too small.
void complete_pitches(const Extent& region, std::size_t& row_pitch, std::size_t& slice_pitch);

// Bytes from the start of the memory to the end of the box.
std::size_t end_of(const Extent& origin, const Extent& region, std::size_t row_pitch,
                   std::size_t slice_pitch);

void copy_box(const Rectangle& target, const Rectangle& source, const Extent& region);

// Whether two boxes anywhere share a byte.
bool boxes_overlap(const Rectangle& a, const Rectangle& b, const Extent& region);

}  // namespace vgpu::opencl
