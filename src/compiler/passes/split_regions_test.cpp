// split_regions: one function a barrier, no barriers left; uniform values have one slot, others one an item.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(SplitRegions, TheKernelIsCutAtItsBarriers) {
  const PassLog log = opencl_log(
      "kernel void k(global int* o, int n) { local int l[64]; int t = get_local_id(0); int mine = "
      "o[t] * n;\n"
      "  l[t] = t; barrier(CLK_LOCAL_MEM_FENCE); int other = l[63 - t]; "
      "barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  o[t] = mine + other; }",
      plain_request(64));
  const std::string module = log.after("split_regions");
  for (const char* name : {"k.r0", "k.r1", "k.r2"}) {
    const std::string region = definition(module, name);
    EXPECT_NE(region, "") << name;
    EXPECT_EQ(count(region, "call void @__vg_barrier()"), 0u) << name;
  }
  EXPECT_EQ(definition(module, "k.r3"), "");
  EXPECT_EQ(log.result().info.regions, 3u);
  EXPECT_GE(log.result().info.frame_bytes, 2 * 64 * sizeof(int));  // mine and other
}

TEST(SplitRegions, WhatAllItemsShareHasOneSlot) {
  const PassLog log = opencl_log(
      "kernel void k(global int* o, int n) { local int l[1024]; int t = get_local_id(0); l[t] = "
      "t;\n"
      "  for (int s = n; s > 0; s /= 3) { barrier(CLK_LOCAL_MEM_FENCE); if (t < s) l[t] += 1; }\n"
      "  o[t] = l[t]; }",
      plain_request(1024));
  EXPECT_LT(log.result().info.frame_bytes, 1024u);  // s alone, and its shadow
}

}  // namespace
}  // namespace vgpu::compiler
