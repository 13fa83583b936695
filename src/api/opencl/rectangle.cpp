// Boxes of bytes: their pitches, ends, overlaps, and the copy.
// SPDX-License-Identifier: MIT
#include "api/opencl/rectangle.h"

#include <cstdint>

#include "memory/copy.h"

namespace vgpu::opencl {
namespace {

// Numbers beyond what memory can have stay the largest there is: they fit into no memory.
std::size_t sum(std::size_t a, std::size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }
std::size_t product(std::size_t a, std::size_t b) {
  return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

std::size_t offset_of(const Extent& origin, std::size_t row_pitch, std::size_t slice_pitch) {
  return sum(sum(origin[0], product(origin[1], row_pitch)), product(origin[2], slice_pitch));
}

// The first bytes of a box's rows, which lie behind each other in memory.
const std::byte* row_of(const Rectangle& box, const Extent& region, std::size_t row) {
  return box.first + row / region[1] * box.slice_pitch + row % region[1] * box.row_pitch;
}

}  // namespace

void complete_pitches(const Extent& region, std::size_t& row_pitch, std::size_t& slice_pitch) {
  require(region[0] > 0 && region[1] > 0 && region[2] > 0, CL_INVALID_VALUE);
  if (row_pitch == 0) row_pitch = region[0];
  require(row_pitch >= region[0], CL_INVALID_VALUE);
  const std::size_t tight = product(region[1], row_pitch);
  if (slice_pitch == 0) slice_pitch = tight;
  require(slice_pitch >= tight && slice_pitch % row_pitch == 0, CL_INVALID_VALUE);
}

std::size_t end_of(const Extent& origin, const Extent& region, std::size_t row_pitch,
                   std::size_t slice_pitch) {
  const Extent last{sum(origin[0], region[0]), sum(origin[1], region[1] - 1),
                    sum(origin[2], region[2] - 1)};
  return offset_of(last, row_pitch, slice_pitch);
}

void copy_box(const Rectangle& target, const Rectangle& source, const Extent& region) {
  for (std::size_t slice = 0; slice < region[2]; ++slice) {
    copy_memory_2d(target.first + slice * target.slice_pitch, target.row_pitch,
                   source.first + slice * source.slice_pitch, source.row_pitch, region[0],
                   region[1]);
  }
}

bool boxes_overlap(const Rectangle& a, const Rectangle& b, const Extent& region) {
  const std::size_t rows = region[1] * region[2];
  const bool apart = row_of(a, region, rows - 1) + region[0] <= b.first ||
                     row_of(b, region, rows - 1) + region[0] <= a.first;
  for (std::size_t i = 0, j = 0; !apart && i < rows && j < rows;) {
    const std::byte *first = row_of(a, region, i), *second = row_of(b, region, j);
    if (first + region[0] <= second) {
      ++i;
    } else if (second + region[0] <= first) {
      ++j;
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace vgpu::opencl
