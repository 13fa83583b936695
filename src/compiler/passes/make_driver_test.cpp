// make_driver: one exported function runs the regions in order, with loops over tiles around each.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(MakeDriver, TheGroupFunctionIsTheOnlyOneExported) {
  const PassLog log = opencl_log(
      "kernel void k(global int* o) { local int l[64]; int t = get_local_id(0); l[t] = o[t];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); o[t] = l[63 - t]; }",
      plain_request(64));
  const std::string module = log.after("make_driver"), group = definition(module, "vgpu_group");
  ASSERT_NE(group, "");
  EXPECT_EQ(definition(log.before("make_driver"), "vgpu_group"), "");
  EXPECT_GE(count(group, "@k.r0"), 1u);
  EXPECT_GE(count(group, "@k.r1"), 1u);
  EXPECT_EQ(count(module, "\ndefine i32 @"), 1u);
}

TEST(MakeDriver, ARestOfTheGroupHasAPathOfItsOwn) {
  const std::string source =
      "kernel void k(global int* o) { size_t i = get_global_id(0); o[i] = o[i] * 3; }";
  const PassLog even = opencl_log(source, plain_request(64)),
                odd = opencl_log(source, plain_request(61));
  const std::string whole = definition(even.after("make_driver"), "vgpu_groups");
  const std::string ragged = definition(odd.after("make_driver"), "vgpu_groups");
  EXPECT_NE(whole, "");
  EXPECT_GT(count(ragged, "call "), 0u);
  EXPECT_NE(whole, ragged);
}

}  // namespace
}  // namespace vgpu::compiler
