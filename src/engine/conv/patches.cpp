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
  const std::int64_t reach = tap * s.dilation[axis] - s.padding[axis];
  const std::int64_t at =
      p.direction == Direction::forward ? position * s.stride[axis] + reach : position - reach;
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

// Positions of a run that see the line: [begin, end), from its element `at` on, `step` apart.
struct Seen {
  std::int64_t begin, end, at, step;

  Seen(const Shape& s, const PatchSource& p, std::int64_t tap, const Run& run)
      : step(p.direction == Direction::forward ? s.stride[2] : 1) {
    const std::int64_t shift = shift_of(s, p, 2, tap), room = p.source[2] - 1 - shift;
    begin = std::clamp(shift < 0 ? (step - 1 - shift) / step : 0, run.begin, run.end);
    end = std::clamp(room < 0 ? 0 : room / step + 1, begin, run.end);
    at = begin * step + shift;
  }
};

void fill_run(const Seen& seen, const Run& run, const float* line, float* out) {
  const std::int64_t before = seen.begin - run.begin, count = seen.end - seen.begin;
  std::fill_n(out, before, 0.0f);
  if (seen.step == 1 && count > 0) {
    std::memcpy(out + before, line + seen.at, static_cast<std::size_t>(count) * sizeof(float));
  } else {
    for (std::int64_t i = 0; i < count; ++i) out[before + i] = line[seen.at + i * seen.step];
  }
  std::fill_n(out + before + count, run.end - seen.end, 0.0f);
}

void add_run(const Seen& seen, const Run& run, const float* columns, float* line) {
  columns += seen.begin - run.begin;
  const std::int64_t count = seen.end - seen.begin;
  for (std::int64_t i = 0; i < count; ++i) line[seen.at + i * seen.step] += columns[i];
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

// Calls body(run, tap, row, column, line) for every channel and tap and each line of positions [first, first + count): row and column
// of the patches, and where the line of the source begins; -1: in the padding.
template <typename Body>
void each_run(const Shape& shape, const PatchSource& source, std::int64_t channels,
              std::int64_t first, std::int64_t count, Body body) {
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
      const bool inside = d >= 0 && h >= 0;
      const std::int64_t start = (d * source.source[1] + h) * source.source[2];
      for (std::int64_t c = 0; c < channels; ++c) {
        body(run, tap.width, c * taps + index, at - first, inside ? c * pixels + start : -1);
      }
    }
    at += run.end - run.begin;
  }
}

}  // namespace

void gather(const Shape& shape, const PatchSource& source, const float* from, std::int64_t channels,
            std::int64_t first, std::int64_t count, float* out, std::int64_t ld) {
  if (lines_match(shape, source)) {
    return gather_planes(shape, source, from, channels, first, count, out, ld);
  }
  each_run(shape, source, channels, first, count,
           [&](const Run& run, std::int64_t tap, std::int64_t row, std::int64_t column,
               std::int64_t line) {
             float* to = out + row * ld + column;
             if (line < 0) {
               std::fill_n(to, run.end - run.begin, 0.0f);
             } else {
               fill_run(Seen(shape, source, tap, run), run, from + line, to);
             }
           });
}

void scatter(const Shape& shape, const PatchSource& source, const float* columns,
             std::int64_t channels, std::int64_t first, std::int64_t count, std::int64_t ld,
             float* to) {
  each_run(shape, source, channels, first, count,
           [&](const Run& run, std::int64_t tap, std::int64_t row, std::int64_t column,
               std::int64_t line) {
             if (line < 0) return;
             add_run(Seen(shape, source, tap, run), run, columns + row * ld + column, to + line);
           });
}

}  // namespace vgpu::conv
