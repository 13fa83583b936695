// Gathering of patches, a run along the width at a time.
// SPDX-License-Identifier: MIT
#include "engine/conv/patches.h"

#include <algorithm>
#include <cstring>

namespace vgpu::conv {
namespace {

// The coordinate in the source, or -1 if there is none.
std::int64_t source_at(const Shape& s, const PatchSource& p, int axis, std::int64_t position,
                       std::int64_t tap) {
  std::int64_t at;
  if (p.direction == Direction::forward) {
    at = position * s.stride[axis] - s.padding[axis] + tap * s.dilation[axis];
  } else {
    at = position + s.padding[axis] - tap * s.dilation[axis];
    if (at % s.stride[axis] != 0) return -1;
    at /= s.stride[axis];
  }
  return at >= 0 && at < p.source[axis] ? at : -1;
}

// Positions [begin, end) of one line of the width.
struct Run {
  std::int64_t depth, height, begin, end;
};

// Where a tap looks along an axis with stride 1: so far from the position itself.
std::int64_t shift_of(const Shape& s, const PatchSource& p, int axis, std::int64_t tap) {
  const std::int64_t reach = tap * s.dilation[axis] - s.padding[axis];
  return p.direction == Direction::forward ? reach : -reach;
}

void fill_run(const Shape& s, const PatchSource& p, const float* line, std::int64_t tap,
              const Run& run, float* out) {
  const bool unit = s.stride[2] == 1;
  if (!unit) {
    for (std::int64_t x = run.begin; x < run.end; ++x) {
      const std::int64_t at = source_at(s, p, 2, x, tap);
      out[x - run.begin] = at < 0 ? 0.0f : line[at];
    }
    return;
  }
  const std::int64_t shift = shift_of(s, p, 2, tap);
  const std::int64_t begin = std::clamp(-shift, run.begin, run.end);
  const std::int64_t end = std::clamp(p.source[2] - shift, begin, run.end);
  std::fill_n(out, begin - run.begin, 0.0f);
  if (end > begin) {
    std::memcpy(out + begin - run.begin, line + begin + shift,
                static_cast<std::size_t>(end - begin) * sizeof(float));
  }
  std::fill_n(out + end - run.begin, run.end - end, 0.0f);
}

// A tap's place in the kernel.
struct Tap {
  std::int64_t depth, height, width;
  Tap(const Shape& s, std::int64_t tap)
      : depth(tap / (s.kernel[1] * s.kernel[2])),
        height(tap / s.kernel[2] % s.kernel[1]),
        width(tap % s.kernel[2]) {}
};

// Whether the patches' lines lie as far apart as the source's: then a tap sees all lines of a plane as one shifted run.
bool lines_match(const Shape& s, const PatchSource& p) {
  return s.stride[1] == 1 && s.stride[2] == 1 && p.positions[2] == p.source[2];
}

// Positions [begin, end) of a plane of such a source, as one copy; what it brings from beyond the ends of lines becomes 0.
void fill_plane(const Shape& s, const PatchSource& p, const float* plane, const Tap& tap,
                std::int64_t begin, std::int64_t end, float* out) {
  const std::int64_t wide = p.source[2], high = p.source[1];
  const std::int64_t down = shift_of(s, p, 1, tap.height), right = shift_of(s, p, 2, tap.width);
  const std::int64_t shift = down * wide + right;
  const std::int64_t least = std::max(-down * wide, -shift);
  const std::int64_t most = std::min((high - down) * wide, high * wide - shift);
  const std::int64_t first = std::clamp(least, begin, end);
  const std::int64_t last = std::clamp(most, first, end);
  std::fill_n(out, first - begin, 0.0f);
  if (last > first) {
    std::memcpy(out + first - begin, plane + first + shift,
                static_cast<std::size_t>(last - first) * sizeof(float));
  }
  std::fill_n(out + last - begin, end - last, 0.0f);
  // Columns x of a line that look at x + right beyond it.
  const std::int64_t from = right < 0 ? 0 : std::max<std::int64_t>(wide - right, 0);
  const std::int64_t to = right < 0 ? std::min(-right, wide) : wide;
  for (std::int64_t line = first / wide * wide; from < to && line < last; line += wide) {
    for (std::int64_t at = std::max(line + from, begin); at < std::min(line + to, end); ++at) {
      out[at - begin] = 0;
    }
  }
}

// All channels and taps of positions [first, first + count), plane by plane.
void gather_planes(const Shape& shape, const PatchSource& source, const float* from,
                   std::int64_t channels, std::int64_t first, std::int64_t count, float* out,
                   std::int64_t ld) {
  const std::int64_t positions = source.positions[1] * source.positions[2];
  const std::int64_t taps = product(shape.kernel), area = source.source[1] * source.source[2];
  for (std::int64_t at = first; at < first + count;) {
    const std::int64_t begin = at % positions;
    const std::int64_t end = std::min(positions, begin + first + count - at);
    for (std::int64_t index = 0; index < taps; ++index) {
      const Tap tap(shape, index);
      const std::int64_t depth = source_at(shape, source, 0, at / positions, tap.depth);
      for (std::int64_t c = 0; c < channels; ++c) {
        float* to = out + (c * taps + index) * ld + at - first;
        if (depth < 0) {
          std::fill_n(to, end - begin, 0.0f);
        } else {
          const float* plane = from + (c * source.source[0] + depth) * area;
          fill_plane(shape, source, plane, tap, begin, end, to);
        }
      }
    }
    at += end - begin;
  }
}

}  // namespace

void gather(const Shape& shape, const PatchSource& source, const float* from, std::int64_t channels,
            std::int64_t first, std::int64_t count, float* out, std::int64_t ld) {
  if (lines_match(shape, source)) {
    return gather_planes(shape, source, from, channels, first, count, out, ld);
  }
  const std::int64_t wide = source.positions[2], high = source.positions[1];
  const std::int64_t taps = product(shape.kernel), pixels = product(source.source);
  for (std::int64_t at = first; at < first + count;) {
    const std::int64_t line = at / wide;
    const Run run{line / high, line % high, at % wide,
                  std::min(wide, at % wide + first + count - at)};
    for (std::int64_t index = 0; index < taps; ++index) {
      const Tap tap(shape, index);
      const std::int64_t d = source_at(shape, source, 0, run.depth, tap.depth);
      const std::int64_t h = source_at(shape, source, 1, run.height, tap.height);
      for (std::int64_t c = 0; c < channels; ++c) {
        float* to = out + (c * taps + index) * ld + at - first;
        if (d < 0 || h < 0) {
          std::fill_n(to, run.end - run.begin, 0.0f);
        } else {
          fill_run(shape, source, from + c * pixels + (d * source.source[1] + h) * source.source[2],
                   tap.width, run, to);
        }
      }
    }
    at += run.end - run.begin;
  }
}

}  // namespace vgpu::conv
