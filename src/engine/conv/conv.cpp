// Convolutions as products of weights and gathered columns.
// SPDX-License-Identifier: MIT
#include "engine/conv/conv.h"

#include <algorithm>

#include "base/thread_pool.h"
#include "engine/conv/patches.h"
#include "engine/gemm/gemm.h"
#include "engine/scratch.h"

namespace vgpu::conv {
namespace {

using engine::Scratch;

constexpr std::int64_t kColumnBytes = 192 << 10;  // of gathered columns at a time

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Positions in a block of columns with that many rows: whole tiles of any instruction set.
std::int64_t block_width(std::int64_t rows, std::int64_t positions) {
  const std::int64_t fit = kColumnBytes / 4 / std::max<std::int64_t>(rows, 1) / 32 * 32;
  return std::min(positions, std::clamp<std::int64_t>(fit, 64, 1024));
}

template <typename Body>
void loop(std::int64_t count, Body body) {
  ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(count), 1,
                                    [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                      for (std::uint64_t i = begin; i < end; ++i) {
                                        body(static_cast<std::int64_t>(i));
                                      }
                                    });
}

// Whether the columns of patches are the source itself.
bool is_plain(const Shape& s) {
  return product(s.kernel) == 1 && product(s.stride) == 1 && s.padding == Sizes{0, 0, 0};
}

// Into how many parts each of `items` is cut, so that there is work for all threads.
std::int64_t shares(std::int64_t items, std::int64_t most) {
  const std::int64_t threads = ThreadPool::shared().size();
  return std::clamp<std::int64_t>(divide_up(threads, std::max<std::int64_t>(items, 1)), 1,
                                  std::max<std::int64_t>(most, 1));
}

const gemm::How kAlone{.threads = gemm::Threads::one};

// to[channels, positions] = weights * columns for every image, group and block of positions.
struct Convolution {
  const Shape& shape;
  PatchSource patches;
  const float* from;
  std::int64_t from_channels, to_channels;  // of a group
  float* to;
  gemm::Matrix<const float> weights;  // to_channels x (from_channels * taps) of the first group
  std::int64_t group_weights;
  const float* bias;

  void run() const {
    const std::int64_t rows = from_channels * product(shape.kernel);
    const std::int64_t positions = product(patches.positions), width = block_width(rows, positions);
    if (positions == 0) return;
    const std::int64_t blocks = divide_up(positions, width);
    loop(shape.batch * shape.groups * blocks, [&](std::int64_t item) {
      const std::int64_t image = item / blocks, group = image % shape.groups;
      const std::int64_t first = item % blocks * width, count = std::min(width, positions - first);
      const float* source = from + image * from_channels * product(patches.source);
      const bool plain = is_plain(shape);
      const Scratch columns(plain ? 0 : static_cast<std::size_t>(rows * width) * sizeof(float));
      if (!plain) {
        gather(shape, patches, source, from_channels, first, count, columns.as<float>(), count);
      }
      gemm::Problem<float> p{to_channels, count, rows, weights, {}, {}, 1, 0, {}, nullptr};
      p.a.data += group * group_weights;
      p.b = plain ? gemm::Matrix<const float>{source + first, positions, 1}
                  : gemm::Matrix<const float>{columns.as<float>(), count, 1};
      p.c = {to + image * to_channels * positions + first, positions, 1};
      if (bias != nullptr) p.epilogue.row_bias = bias + group * to_channels;
      gemm::multiply(p, kAlone);
    });
  }
};

// One group's weights with the roles of the channels exchanged: [in, out * taps].
void turn_weights(const float* w, std::int64_t out, std::int64_t in, std::int64_t taps, float* to) {
  for (std::int64_t i = 0; i < in; ++i) {
    for (std::int64_t o = 0; o < out; ++o) {
      std::copy_n(w + (o * in + i) * taps, taps, to + (i * out + o) * taps);
    }
  }
}

// The gradient of the data where strides are not 1: columns of gradients, added to the pixels that they belong to. (Gathered, most of
// them would be zeros.) Channels of an image are shared out too, so that one image is enough for all threads.
void scatter_gradients(const Shape& s, const float* dy, const float* w, float* dx) {
  const std::int64_t in = s.in_channels / s.groups, out = s.out_channels / s.groups;
  const std::int64_t taps = product(s.kernel), positions = product(s.out());
  const std::int64_t pixels = product(s.in);
  const std::int64_t blocks = shares(s.batch * s.groups, in), high = divide_up(in, blocks);
  const PatchSource patches{Direction::forward, s.in, s.out()};
  loop(s.batch * s.groups * blocks, [&](std::int64_t item) {
    const std::int64_t image = item / blocks, c = item % blocks * high;  // groups as images
    const std::int64_t channels = std::clamp<std::int64_t>(in - c, 0, high), rows = channels * taps;
    float* to = dx + (image * in + c) * pixels;
    std::fill_n(to, channels * pixels, 0.0f);
    if (rows == 0 || out == 0) return;
    const std::int64_t width = block_width(rows, positions);
    const Scratch columns(static_cast<std::size_t>(rows * width) * sizeof(float));
    const float* weights = w + (image % s.groups * out * in + c) * taps;
    for (std::int64_t first = 0; first < positions; first += width) {
      const std::int64_t count = std::min(width, positions - first);
      gemm::multiply<float>({rows,
                             count,
                             out,
                             {weights, 1, in * taps},
                             {dy + image * out * positions + first, positions, 1},
                             {columns.as<float>(), count, 1},
                             1,
                             0,
                             {},
                             nullptr},
                            kAlone);
      scatter(s, patches, columns.as<float>(), channels, first, count, count, to);
    }
  });
}

// One group's share of weights: input channels [channel, channel + channels).
struct Channels {
  std::int64_t group, channel, channels;
};

// Sums over images [begin, end) of some channels: [channels * taps, out].
void add_weight_gradients(const Shape& s, const Channels& some, std::int64_t begin,
                          std::int64_t end, const float* x, const float* dy, float* sums) {
  const std::int64_t out = s.out_channels / s.groups, positions = product(s.out());
  const std::int64_t rows = some.channels * product(s.kernel);
  const std::int64_t width = block_width(rows, positions);
  const PatchSource patches{Direction::forward, s.in, s.out()};
  const Scratch columns(static_cast<std::size_t>(rows * width) * sizeof(float));
  std::fill_n(sums, rows * out, 0.0f);
  for (std::int64_t image = begin; image < end; ++image) {
    const std::int64_t channel = image * s.in_channels + some.channel;
    const float* source = x + channel * product(s.in);
    const float* slope = dy + (image * s.groups + some.group) * out * positions;
    for (std::int64_t first = 0; first < positions; first += width) {
      const std::int64_t count = std::min(width, positions - first);
      gather(s, patches, source, some.channels, first, count, columns.as<float>(), count);
      gemm::multiply<float>({rows,
                             out,
                             count,
                             {columns.as<float>(), count, 1},
                             {slope + first, 1, positions},
                             {sums, out, 1},
                             1,
                             1,
                             {},
                             nullptr},
                            kAlone);
    }
  }
}

// In several sums, which do not wait for each other and stay exact enough for floats.
double sum_of(const float* x, std::int64_t count) {
  constexpr std::int64_t kLanes = 16;
  double total = 0;
  std::int64_t i = 0;
  while (i + kLanes <= count) {
    float lanes[kLanes] = {};
    for (const std::int64_t end = std::min(count, i + 1024); i + kLanes <= end; i += kLanes) {
      for (std::int64_t lane = 0; lane < kLanes; ++lane) lanes[lane] += x[i + lane];
    }
    for (float lane : lanes) total += lane;
  }
  for (; i < count; ++i) total += x[i];
  return total;
}

}  // namespace

void forward(const Shape& s, const float* x, const float* w, const float* bias, float* y) {
  const std::int64_t in = s.in_channels / s.groups, out = s.out_channels / s.groups;
  const std::int64_t row = in * product(s.kernel);
  Convolution{s, {Direction::forward, s.in, s.out()}, x, in, out, y, {w, row, 1}, out * row, bias}
      .run();
}

void backward_data(const Shape& s, const float* dy, const float* w, float* dx) {
  const std::int64_t in = s.in_channels / s.groups, out = s.out_channels / s.groups;
  const std::int64_t taps = product(s.kernel), group = in * out * taps;
  if (product(s.stride) != 1) return scatter_gradients(s, dy, w, dx);
  const Scratch turned(static_cast<std::size_t>(group * s.groups) * sizeof(float));
  for (std::int64_t g = 0; g < s.groups; ++g) {
    turn_weights(w + g * group, out, in, taps, turned.as<float>() + g * group);
  }
  Convolution{s,  {Direction::backward, s.out(), s.in}, dy,    out,    in,
              dx, {turned.as<float>(), out * taps, 1},  group, nullptr}
      .run();
}

void backward_weights(const Shape& s, const float* x, const float* dy, float* dw, float* dbias) {
  const std::int64_t in = s.in_channels / s.groups, out = s.out_channels / s.groups;
  const std::int64_t taps = product(s.kernel), rows = in * taps, positions = product(s.out());
  const std::int64_t parts =
      std::clamp<std::int64_t>(ThreadPool::shared().size(), 1, std::max<std::int64_t>(s.batch, 1));
  const std::int64_t blocks = shares(s.groups * parts, in), high = divide_up(in, blocks);
  const Scratch sums(static_cast<std::size_t>(s.groups * parts * rows * out) * sizeof(float));
  loop(rows * out == 0 ? 0 : s.groups * parts * blocks, [&](std::int64_t item) {
    const std::int64_t group = item / blocks / parts, part = item / blocks % parts;
    const std::int64_t c = item % blocks * high, channels = std::min(high, in - c);
    if (channels <= 0) return;
    add_weight_gradients(s, {group, group * in + c, channels}, s.batch * part / parts,
                         s.batch * (part + 1) / parts, x, dy,
                         sums.as<float>() + ((item / blocks) * rows + c * taps) * out);
  });
  loop(s.groups * out, [&](std::int64_t channel) {
    const std::int64_t first = channel / out * parts * rows * out + channel % out;
    for (std::int64_t r = 0; r < rows; ++r) {
      float sum = 0;
      for (std::int64_t part = 0; part < parts; ++part) {
        sum += sums.as<float>()[first + (part * rows + r) * out];
      }
      dw[channel * rows + r] = sum;
    }
    if (dbias == nullptr) return;
    double sum = 0;
    for (std::int64_t image = 0; image < s.batch; ++image) {
      sum += sum_of(dy + (image * s.out_channels + channel) * positions, positions);
    }
    dbias[channel] = static_cast<float>(sum);
  });
}

}  // namespace vgpu::conv
