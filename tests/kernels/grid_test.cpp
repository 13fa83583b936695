// Grids whose items read their neighbours: guards of several bounds, and rows that neighbouring items share.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

// The sum of a cell and its four neighbours, but for the cells at the edge, which stay.
std::vector<int> neighbours(const std::vector<int>& in, int width, int height) {
  std::vector<int> out(in.size(), -1);
  for (int y = 1; y < height - 1; ++y) {
    for (int x = 1; x < width - 1; ++x) {
      const int i = y * width + x;
      out[i] = in[i] + 2 * in[i - 1] + 3 * in[i + 1] + 4 * in[i - width] + 5 * in[i + width];
    }
  }
  return out;
}

// `rows` is the dimension of the grid along which the rows are counted.
void expect_neighbours(const std::string& guard, Size3 local, int rows = 1) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void stencil(global const int* in, global int* out, int width, int height) {
        int x = get_global_id(1 - ROWS), y = get_global_id(ROWS);
        if ()" + guard + R"() return;
        int i = y * width + x;
        out[i] = in[i] + 2 * in[i - 1] + 3 * in[i + 1] + 4 * in[i - width] + 5 * in[i + width];
      })",
                                 "-DROWS=" + std::to_string(rows));
  for (auto [width, height] : {std::pair{150, 21}, std::pair{128, 16}, std::pair{3, 3}}) {
    const std::vector<int> in = some_numbers(width * height);
    const auto up = [](int size, std::uint32_t part) { return (size + part - 1) / part * part; };
    const int first = rows == 1 ? width : height, second = rows == 1 ? height : width;
    kernel.shape({up(first, local[0]), up(second, local[1]), 1}, local);
    kernel.expect(
        Arguments().buffer(in).buffer(std::vector<int>(in.size(), -1)).value(width).value(height),
        1, neighbours(in, width, height));
  }
}

TEST(Grids, NeighboursBehindOneGuard) {
  expect_neighbours("x < 1 || y < 1 || x >= width - 1 || y >= height - 1", {64, 4, 1});
}

TEST(Grids, NeighboursBehindADeniedGuard) {
  expect_neighbours("!(0 < x && 0 < y && width - 1 > x && height - 2 >= y)", {32, 8, 1});
}

TEST(Grids, NeighboursBehindAnUnsignedGuard) {
  expect_neighbours("(uint)(x - 1) >= (uint)(width - 2) || (uint)(y - 1) > (uint)(height - 3)",
                    {64, 2, 1});
}

TEST(Grids, NeighboursInRowsAlongX) {
  const char* guard = "x < 1 || y < 1 || x >= width - 1 || y >= height - 1";
  expect_neighbours(guard, {16, 16, 1}, 0);
  expect_neighbours(guard, {3, 32, 1}, 0);
}

// Rows of a power of two, cut from one id by "and" and shift: they end inside of vectors, of tiles, or of neither.
TEST(Grids, IdsPartedByBits) {
  const std::string text = R"(
      kernel void parted(global const int* in, global int* out, uint shift) {
        uint i = get_global_id(0);
        uint x = i & (WIDTH - 1), y = i / WIDTH;
        out[i] = in[y * WIDTH + x] * 3 + in[x] + in[2 * x + 1] * 5 + in[y + shift];
      })";
  for (const std::uint32_t bits : {2u, 4u, 6u, 9u}) {
    const std::uint32_t width = 1u << bits, count = 1500;
    Kernel kernel = Kernel::opencl(text, "-DWIDTH=" + std::to_string(width) + "u");
    const std::vector<int> in = some_numbers(2 * count);
    std::vector<int> out;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t x = i % width, y = i / width;
      out.push_back(in[y * width + x] * 3 + in[x] + in[2 * x + 1] * 5 + in[y + 7]);
    }
    for (const std::uint32_t local : {60u, 100u, 125u}) {
      kernel.shape({count, 1, 1}, {local, 1, 1});
      kernel.expect(Arguments().buffer(in).buffer(std::vector<int>(count)).value(7u), 1, out);
    }
  }
}

}  // namespace
}  // namespace vgpu::test
