// Benchmark cases on two-dimensional grids: transposes, 5-point stencil, direct 3x3 convolution.
// SPDX-License-Identifier: MIT
#include "case.h"

namespace bench {
namespace {

constexpr int kSide = 2048;
constexpr int kWidth = 256, kHeight = 256, kChannels = 16;

void transpose(Buffers& b) {
  const float* in = b[0].as<float>();
  float* out = b[1].as<float>();
  constexpr int kTile = 16;
#pragma omp parallel for collapse(2)
  for (int y0 = 0; y0 < kSide; y0 += kTile)
    for (int x0 = 0; x0 < kSide; x0 += kTile)
      for (int x = x0; x < x0 + kTile; ++x)
        for (int y = y0; y < y0 + kTile; ++y) out[x * kSide + y] = in[y * kSide + x];
}

void stencil(Buffers& b) {
  const float* in = b[0].as<float>();
  float* out = b[1].as<float>();
#pragma omp parallel for
  for (int y = 1; y < kSide - 1; ++y)
#pragma omp simd
    for (int x = 1; x < kSide - 1; ++x) {
      int i = y * kSide + x;
      out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - kSide] + in[i + kSide]);
    }
}

void convolution(Buffers& b) {
  const float *in = b[0].as<float>(), *weights = b[1].as<float>();
  float* out = b[2].as<float>();
#pragma omp parallel for collapse(2)
  for (int k = 0; k < kChannels; ++k)
    for (int y = 0; y < kHeight; ++y) {
      float sum[kWidth] = {};
      for (int c = 0; c < kChannels; ++c)
        for (int dy = 0; dy < 3; ++dy) {
          const float* row = in + (c * (kHeight + 2) + y + dy) * (kWidth + 2);
          const float* w = weights + ((k * kChannels + c) * 3 + dy) * 3;
#pragma omp simd
          for (int x = 0; x < kWidth; ++x)
            sum[x] += w[0] * row[x] + w[1] * row[x + 1] + w[2] * row[x + 2];
        }
      for (int x = 0; x < kWidth; ++x) out[(k * kHeight + y) * kWidth + x] = sum[x];
    }
}

}  // namespace

void add_grid_cases(std::vector<Case>& cases) {
  using A = Argument;
  std::size_t side = kSide, cells = side * side;
  Case c{.file = "opencl/grids.cl"};
  c.buffers = {filled<float>(cells, noise), zeros<float>(cells)};
  auto add = [&](const char* name, bool cuda, std::array<std::size_t, 3> local,
                 std::vector<Argument> sizes) {
    c.name = name, c.cuda = cuda;
    c.file = cuda ? "cuda/kernels.cu" : "opencl/grids.cl";
    std::vector<Argument> arguments = {A::buffer(0), A::buffer(1)};
    arguments.insert(arguments.end(), sizes.begin(), sizes.end());
    c.launches = {{name, {side, side, 1}, local, arguments}};
    cases.push_back(c);
  };
  c.openmp = transpose;
  add("transpose_naive", false, {16, 16, 1}, {A::of(kSide)});
  add("transpose_tiled", false, {16, 16, 1}, {A::of(kSide)});
  add("transpose_tiled", true, {16, 16, 1}, {A::of(kSide)});
  c.openmp = stencil;
  add("stencil5", false, {64, 4, 1}, {A::of(kSide), A::of(kSide)});

  Case conv{.name = "conv3x3", .file = "opencl/grids.cl", .openmp = convolution};
  conv.buffers = {filled<float>(std::size_t(kChannels) * (kHeight + 2) * (kWidth + 2), noise),
                  filled<float>(kChannels * kChannels * 9, noise),
                  zeros<float>(std::size_t(kChannels) * kHeight * kWidth)};
  conv.launches = {{"conv3x3",
                    {kWidth, kHeight, kChannels},
                    {64, 4, 1},
                    {A::buffer(0), A::buffer(1), A::buffer(2), A::of(kWidth), A::of(kHeight),
                     A::of(kChannels)}}};
  conv.flops = 2.0 * 9 * kChannels * kChannels * kHeight * kWidth;
  cases.push_back(conv);
}

}  // namespace bench
