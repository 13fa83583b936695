// split_loops: more sums than registers are made by several loops; few sums by one.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

std::string block_product(int rows, int columns) {
  const std::string r = std::to_string(rows), c = std::to_string(columns);
  return "kernel void k(global const float* a, global const float* b, global float* o, int n) {\n"
         "  int i = get_global_id(0); float s[" +
         r + "][" + c +
         "] = {{0}};\n"
         "  for (int j = 0; j < n; ++j) for (int y = 0; y < " +
         r + "; ++y) for (int x = 0; x < " + c +
         "; ++x)\n"
         "    s[y][x] += a[j * " +
         r + " + y] * b[(j * " + c +
         " + x) * 64 + i];\n"
         "  for (int y = 0; y < " +
         r + "; ++y) for (int x = 0; x < " + c + "; ++x) o[(y * " + c +
         " + x) * 64 + i] = s[y][x]; }";
}

// Phis of vectors that the loops carry.
std::size_t loops_with_sums(const std::string& module) { return count(module, "phi <8 x float>"); }

TEST(SplitLoops, SumsThatFitStayTogether) {
  const PassLog log = opencl_log(block_product(2, 2), plain_request(64));
  EXPECT_EQ(log.before("split_loops"), log.after("split_loops"));
}

TEST(SplitLoops, MoreSumsThanRegistersAreSharedOut) {
  const PassLog log = opencl_log(block_product(4, 5), plain_request(64));
  const std::string before = log.before("split_loops"), after = log.after("split_loops");
  EXPECT_GE(loops_with_sums(before), 20u);
  EXPECT_GT(count(after, "br i1"), count(before, "br i1"));  // there are more loops
}

// Sums that lie in the group's frame between barriers are loaded where their loop begins, not all at once.
TEST(SplitLoops, APartLoadsItsSumsItself) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int n) {\n"
      "  local float as[16][4], bs[16][256]; int x = get_local_id(0); float s[4][4] = {{0}};\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    as[x / 4][x % 4] = a[i * 64 + x];\n"
      "    for (int j = 0; j < 64; ++j) bs[j / 4][j % 4 * 64 + x] = a[i * 64 + j];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    for (int j = 0; j < 16; ++j) for (int y = 0; y < 4; ++y) for (int z = 0; z < 4; ++z)\n"
      "      s[y][z] += as[j][y] * bs[j][x + 64 * z];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
      "  for (int y = 0; y < 4; ++y) for (int z = 0; z < 4; ++z)\n"
      "    o[(y * 4 + z) * 64 + x] = s[y][z]; }",
      plain_request(64));
  const std::string after = log.after("split_loops");
  const std::size_t between = after.find("\npart:");
  ASSERT_NE(between, std::string::npos);
  const std::string part = after.substr(between, after.find("br label", between) - between);
  EXPECT_GE(count(part, "load <8 x float>"), 4u) << part;
}

}  // namespace
}  // namespace vgpu::compiler
