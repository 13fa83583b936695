// choose_axis: vectors go along y where memory does, and nowhere else.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

bool is_along_y(const std::string& index, std::uint32_t x, std::uint32_t y) {
  CodeRequest request = plain_request(x);
  request.local_size[1] = request.enqueued_size[1] = y;
  request.width = request.jam_x = request.jam_y = 0;
  request.instruction_set = InstructionSet::avx2;
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int w) {\n"
      "  int x = get_global_id(0), y = get_global_id(1), i = " +
          index + "; o[i] = a[i] * 2.0f; }",
      request);
  return log.has_remark("along y");
}

TEST(ChooseAxis, WhereMemoryFollowsY) {
  EXPECT_TRUE(is_along_y("x * w + y", 16, 16));
  EXPECT_FALSE(is_along_y("y * w + x", 16, 16));
  EXPECT_FALSE(is_along_y("x * w + y", 16, 4));  // no vector fits
  EXPECT_FALSE(is_along_y("(x ^ y) * w", 16, 16));
}

}  // namespace
}  // namespace vgpu::compiler
