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
  const std::int64_t shift = p.direction == Direction::forward ? tap * s.dilation[2] - s.padding[2]
                                                               : s.padding[2] - tap * s.dilation[2];
  const std::int64_t begin = std::clamp(-shift, run.begin, run.end);
  const std::int64_t end = std::clamp(p.source[2] - shift, begin, run.end);
  std::fill_n(out, begin - run.begin, 0.0f);
  if (end > begin) {
    std::memcpy(out + begin - run.begin, line + begin + shift,
                static_cast<std::size_t>(end - begin) * sizeof(float));
  }
  std::fill_n(out + end - run.begin, run.end - end, 0.0f);
}

}  // namespace

void gather(const Shape& shape, const PatchSource& source, const float* from, std::int64_t channels,
            std::int64_t first, std::int64_t count, float* out, std::int64_t ld) {
  const std::int64_t wide = source.positions[2], high = source.positions[1];
  const std::int64_t taps = product(shape.kernel), pixels = product(source.source);
  for (std::int64_t at = first; at < first + count;) {
    const std::int64_t line = at / wide;
    const Run run{line / high, line % high, at % wide,
                  std::min(wide, at % wide + first + count - at)};
    for (std::int64_t tap = 0; tap < taps; ++tap) {
      const std::int64_t kd = tap / (shape.kernel[1] * shape.kernel[2]);
      const std::int64_t kh = tap / shape.kernel[2] % shape.kernel[1], kw = tap % shape.kernel[2];
      const std::int64_t d = source_at(shape, source, 0, run.depth, kd);
      const std::int64_t h = source_at(shape, source, 1, run.height, kh);
      for (std::int64_t c = 0; c < channels; ++c) {
        float* to = out + (c * taps + tap) * ld + at - first;
        if (d < 0 || h < 0) {
          std::fill_n(to, run.end - run.begin, 0.0f);
        } else {
          fill_run(shape, source, from + c * pixels + (d * source.source[1] + h) * source.source[2],
                   kw, run, to);
        }
      }
    }
    at += run.end - run.begin;
  }
}

}  // namespace vgpu::conv
