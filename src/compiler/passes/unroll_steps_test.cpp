// unroll_steps: a tree's steps become as many barriers; loops without barriers and long ones are left alone.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

// Steps too long for LLVM to unroll them on its own.
std::string tree() {
  std::string step = "int v = l[t + s];";
  for (int i = 0; i < 12; ++i) {
    step += " v = v * 5 + l[(v >> " + std::to_string(i) + ") & 63];";
  }
  return "kernel void k(global int* o) { local int l[128]; int t = get_local_id(0); l[t] = o[t];\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {\n"
         "    if (t < s) { " +
         step +
         " l[t] = v; }\n"
         "    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n"
         "  if (t == 0) o[0] = l[0]; }";
}

TEST(UnrollSteps, StepsOfATreeAreUnrolled) {
  const PassLog log = opencl_log(tree(), plain_request(64));
  EXPECT_EQ(count(log.before("unroll_steps"), "call void @__vg_barrier()"), 2u);
  EXPECT_EQ(count(log.after("unroll_steps"), "call void @__vg_barrier()"), 7u);
}

TEST(UnrollSteps, LoopsOfUnknownLengthStay) {
  const PassLog log = opencl_log(
      "kernel void k(global int* o, int n) { local int l[64]; int t = get_local_id(0); l[t] = "
      "o[t];\n"
      "  for (int s = 0; s < n; ++s) { barrier(CLK_LOCAL_MEM_FENCE); int v = l[63 - t]; "
      "barrier(CLK_LOCAL_MEM_FENCE); l[t] = v; }\n"
      "  o[t] = l[t]; }",
      plain_request(64));
  EXPECT_EQ(count(log.after("unroll_steps"), "call void @__vg_barrier()"), 2u);
}

}  // namespace
}  // namespace vgpu::compiler
