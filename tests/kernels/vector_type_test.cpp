// Kernels whose items work on vectors of eight and sixteen elements: whole, in groups of every shape, beside scalars.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

std::vector<unsigned char> some_bytes(std::size_t count) {
  const std::vector<int> numbers = some_numbers(count, 256);
  return {numbers.begin(), numbers.end()};
}

TEST(VectorTypes, BytesOfSixteenInGroupsOfEveryShape) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void brighten(global const uchar16* in, global uchar16* out, int width) {
        int i = get_global_id(1) * width + get_global_id(0);
        out[i] = add_sat(in[i], (uchar16)(100)) ^ in[i].s1032547698badcfe;
      })");
  constexpr int kWidth = 24, kHeight = 8;
  const auto in = some_bytes(kWidth * kHeight * 16);
  std::vector<unsigned char> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    expected[i] = static_cast<unsigned char>(std::min(in[i] + 100, 255) ^ in[i ^ 1]);
  }
  for (const Size3 local : {Size3{24, 1, 1}, Size3{8, 8, 1}, Size3{3, 2, 1}, Size3{1, 1, 1}}) {
    kernel.shape({kWidth, kHeight, 1}, local);
    kernel.expect(
        Arguments().buffer(in).buffer(std::vector<unsigned char>(in.size())).value(kWidth), 1,
        expected);
  }
}

TEST(VectorTypes, SumsOfEightInALoop) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void sums(global const int8* in, global int* out, int n) {
        int i = get_global_id(0);
        if (i >= n) return;
        int8 sum = 0;
        for (int j = 0; j <= i % 5; ++j) sum += in[i * 5 + j] * (j + 1);
        out[i] = sum.s0 + sum.s1 + sum.s2 + sum.s3 - sum.s4 - sum.s5 - sum.s6 - sum.s7;
      })");
  constexpr int kItems = 70;
  const std::vector<int> in = some_numbers(kItems * 5 * 8);
  std::vector<int> expected(80, -1);
  for (int i = 0; i < kItems; ++i) {
    expected[i] = 0;
    for (int j = 0; j <= i % 5; ++j) {
      for (int k = 0; k < 8; ++k) {
        expected[i] += (k < 4 ? 1 : -1) * in[(i * 5 + j) * 8 + k] * (j + 1);
      }
    }
  }
  kernel.shape({80, 1, 1}, {16, 1, 1});
  kernel.expect(Arguments().buffer(in).buffer(std::vector<int>(80, -1)).value(kItems), 1, expected);
}

}  // namespace
}  // namespace vgpu::test
