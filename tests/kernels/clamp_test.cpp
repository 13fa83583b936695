// Neighbours whose index is bent at the border: minima, maxima, choices, and indices that wrap.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

using Bend = std::function<int(int at, int size)>;

// Left and right neighbours by the texts, what they shall be by the functions; sizes without any inner vector as well.
void expect_bent(const std::string& left, const std::string& right, const Bend& to_left,
                 const Bend& to_right) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void bend(global const int* in, global int* out, int w, int h) {
        int x = get_global_id(0), y = get_global_id(1);
        int up = max(y - 1, 0), down = min(y + 1, h - 1);
        int i = y * w + x;
        out[i] = in[y * w + ()" + left +
                                 ")] + 3 * in[y * w + (" + right +
                                 ")] + 5 * in[up * w + x] + 7 * in[down * w + (" + right + ")]; }");
  for (auto [w, h] : {std::pair{67, 4}, std::pair{3, 2}}) {
    const std::vector<int> in = some_numbers(w * h);
    std::vector<int> out;
    for (int y = 0; y < h; ++y) {
      const int *row = in.data() + y * w, *up = in.data() + std::max(y - 1, 0) * w;
      const int* down = in.data() + std::min(y + 1, h - 1) * w;
      for (int x = 0; x < w; ++x) {
        const int right_of = to_right(x, w);
        out.push_back(row[to_left(x, w)] + 3 * row[right_of] + 5 * up[x] + 7 * down[right_of]);
      }
    }
    kernel.shape({static_cast<std::uint32_t>(w), static_cast<std::uint32_t>(h), 1}, {32, 4, 1});
    kernel.expect(Arguments().buffer(in).buffer(std::vector<int>(in.size())).value(w).value(h), 1,
                  out);
  }
}

int one_left(int x, int) { return std::max(x - 1, 0); }
int one_right(int x, int w) { return std::min(x + 1, w - 1); }

TEST(Clamps, MinimaAndMaxima) {
  expect_bent("clamp(x - 1, 0, w - 1)", "(int)min((uint)x + 1u, (uint)w - 1u)", one_left,
              one_right);
}

TEST(Clamps, Choices) {
  expect_bent("x == 0 ? x : x - 1", "x != w - 1 ? x + 1 : x", one_left, one_right);
  expect_bent("x > 0 ? x - 1 : 0", "w - 1 <= x ? w - 1 : x + 1", one_left, one_right);
}

TEST(Clamps, FromRightToLeft) {
  expect_bent(
      "max(w - 2 - x, 0)", "min(w - x, w - 1)", [](int x, int w) { return std::max(w - 2 - x, 0); },
      [](int x, int w) { return std::min(w - x, w - 1); });
}

// Ids that wrap inside of a vector: on the far side of the largest number they are below the lower bound.
TEST(Clamps, IndicesThatWrap) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void wrap(global const int* in, global int* out, uint start, uint step) {
        uint i = get_global_id(0);
        int at = (int)(start + i * step);
        out[i] = in[clamp(at, 3, 60)] + 2 * in[min(start + i, 63u)];
      })");
  const std::vector<int> in = some_numbers(64);
  constexpr std::uint32_t kItems = 96;
  kernel.shape({kItems, 1, 1}, {32, 1, 1});
  for (std::uint32_t start : {20U, 0x7ffffff5U, 0xfffffff9U}) {
    std::vector<int> out;
    for (std::uint32_t i = 0; i < kItems; ++i) {
      const int at = std::clamp(static_cast<int>(start + i), 3, 60);
      out.push_back(in[static_cast<std::size_t>(at)] + 2 * in[std::min(start + i, 63U)]);
    }
    kernel.expect(Arguments().buffer(in).buffer(std::vector<int>(kItems)).value(start).value(1U), 1,
                  out);
  }
}

}  // namespace
}  // namespace vgpu::test
