// lone_warp: what one warp alone writes and reads without a barrier is kept in step, and nothing else is.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

// How many stores of a kernel with this body get barriers of the warp.
std::size_t kept(const std::string& body, std::uint32_t items = 64) {
  const std::string source =
      "struct Color { float r, g, b; };\n"
      "extern \"C\" __global__ void k(int* p, int n) {\n"
      "  __shared__ int s[64]; __shared__ Color c[64], d[64];\n"
      "  const int t = threadIdx.x;\n" +
      body + "\n}";
  const PassLog log = cuda_log(source, plain_request(items));
  EXPECT_TRUE(log.result().ok) << log.result().log;
  const std::string text = definition(log.after("step_together"), "k");
  return count(text, "call void @__vg_warp_barrier()") / 2;
}

TEST(LoneWarp, NeighboursOfOneWarpStepTogether) {
  EXPECT_EQ(kept("if (t < 32) { s[t] = p[t]; p[t] = s[t ^ 8]; }"), 1u);
  EXPECT_EQ(kept("if (t >= 16) return; s[t] = p[t]; for (int i = 0; i < 16; ++i) p[t] += s[i];"),
            1u);
  EXPECT_EQ(kept("s[t] = p[t]; p[t] = s[31 - t];", 32), 1u);
  // A structure is copied as a whole.
  EXPECT_EQ(kept("if (t < 16) { c[t] = d[t]; p[t] = c[t ^ 1].g; }"), 1u);
}

TEST(LoneWarp, WhatOneWritesForAll) {
  EXPECT_EQ(kept("__shared__ int x; if (t < 32) for (int i = 0; i < n; ++i) {\n"
                 "  if (t == i) x = p[i]; p[t] += x; }"),
            1u);
  EXPECT_EQ(kept("__shared__ int x; do { if (t == 31) x = p[n]; p[t] += x; } while (--n);", 32),
            1u);
}

TEST(LoneWarp, WhatNeedsNoStepStays) {
  EXPECT_EQ(kept("__shared__ int x; if (t == 0) { x = p[n]; p[t] = x + p[1]; }", 32), 0u);
  EXPECT_EQ(kept("__shared__ int x; if (t == 0) x = p[n]; __syncthreads(); p[t] += x;", 32), 0u);
  EXPECT_EQ(kept("if (t < 32) s[t] = p[t]; __syncthreads(); if (t < 32) p[t] = s[t ^ 8];"), 0u);
  EXPECT_EQ(kept("if (t < 32) { s[t] = p[t]; p[t] = s[t] + 1; }"), 0u);
  EXPECT_EQ(kept("if (t < 32) { c[t].r = p[t]; p[t] = c[t].g; }"), 0u);
  EXPECT_EQ(kept("if (t < 33) { s[t] = p[t]; p[t] = s[t ^ 8]; }"), 0u);
  EXPECT_EQ(kept("s[t] = p[t]; p[t] = s[t ^ 8];"), 0u);
}

}  // namespace
}  // namespace vgpu::compiler
