// fetch_ahead: a loop over tiles touches its next tile; a loop without barriers does not.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(FetchAhead, TheNextTileIsTouched) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int n, int stride) {\n"
      "  local float tile[64]; int t = get_local_id(0); float sum = 0;\n"
      "  for (int i = 0; i < n; ++i) { tile[t] = a[i * stride + t]; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    for (int j = 0; j < 64; ++j) sum += tile[j]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
      "  o[t] = sum; }",
      plain_request(64));
  EXPECT_EQ(count(log.before("fetch_ahead"), "call void @llvm.prefetch"), 0u);
  EXPECT_GE(count(log.after("fetch_ahead"), "call void @llvm.prefetch"), 1u);
}

TEST(FetchAhead, LoopsWithoutBarriersAreLeftToTheMachine) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int n, int stride) {\n"
      "  int t = get_local_id(0); float sum = 0;\n"
      "  for (int i = 0; i < n; ++i) sum += a[i * stride + t]; o[t] = sum; }",
      plain_request(64));
  EXPECT_EQ(count(log.after("fetch_ahead"), "call void @llvm.prefetch"), 0u);
}

// Items that bring several parts of a tile do so in a loop inside of the one with barriers.
TEST(FetchAhead, TilesMayBeReadInParts) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int n, int stride) {\n"
      "  local float tile[1024]; int t = get_local_id(0); float sum = 0;\n"
      "  for (int i = 0; i < n; i += 16) {\n"
      "    for (int j = t; j < 1024; j += 64) tile[j] = a[(i + j / 64) * stride + j % 64];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE); for (int j = 0; j < 1024; ++j) sum += tile[j];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
      "  o[t] = sum; }",
      plain_request(64));
  EXPECT_EQ(count(log.after("fetch_ahead"), "call void @llvm.prefetch"), 1u);
}

TEST(FetchAhead, WalksAlongLinesAreLeftToTheMachine) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* a, global float* o, int n, int stride) {\n"
      "  local float part[64]; int t = get_local_id(0); float sum = 0;\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    for (int j = 0; j < 100; ++j) sum += a[i * stride + j];\n"
      "    part[t] = sum; barrier(CLK_LOCAL_MEM_FENCE); sum = part[63 - t];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
      "  o[t] = sum; }",
      plain_request(64));
  EXPECT_EQ(count(log.after("fetch_ahead"), "call void @llvm.prefetch"), 0u);
}

}  // namespace
}  // namespace vgpu::compiler
