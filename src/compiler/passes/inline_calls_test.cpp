// inline_calls: helpers vanish, recursive functions stay and get the item's parameters.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(InlineCalls, HelpersMoveIntoTheKernel) {
  const PassLog log = opencl_log(
      "__attribute__((noinline)) int twice(int x) { return 2 * x; }\n"
      "__attribute__((noinline)) int more(int x) { return twice(x) + 1; }\n"
      "kernel void k(global int* o) { o[get_global_id(0)] = more(o[0]); }",
      plain_request(64));
  const std::string kernel = definition(log.after("inline_calls"), "k");
  EXPECT_NE(kernel, "");
  EXPECT_EQ(count(kernel, "@more("), 0u);
  EXPECT_EQ(count(kernel, "@twice("), 0u);
  EXPECT_EQ(count(kernel, "@_Z13get_global_idj"), 0u);
}

TEST(InlineCalls, RecursionStaysACallAndKnowsItsItem) {
  const PassLog log = cuda_log(
      "__device__ int down(int n) { return n <= 0 ? (int)threadIdx.x : down(n - 1) + 1; }\n"
      "extern \"C\" __global__ void k(int* o) { o[threadIdx.x] = down(o[threadIdx.x]); }",
      plain_request(64));
  const std::string module = log.after("inline_calls");
  EXPECT_GE(count(definition(module, "k"), "call "), 1u);
  const std::string function = definition(log.after("make_item"), "_Z4downi");
  ASSERT_NE(function, "");
  const std::string head = function.substr(0, function.find('{'));
  EXPECT_EQ(count(head, ","), 7u) << head;  // its own parameter and the item's seven
}

}  // namespace
}  // namespace vgpu::compiler
