// make_item: one work-item as a function; ids are parameters, sizes constants, arguments loads.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(MakeItem, IdsAreParametersAndSizesConstants) {
  const PassLog log = opencl_log(
      "kernel void k(global int* o, local int* l, int n) {\n"
      "  l[get_local_id(0)] = get_local_size(0) * n; o[get_global_id(0)] = l[get_local_id(0)]; }",
      plain_request(48));
  const std::string before = log.before("make_item"), after = log.after("make_item");
  EXPECT_GE(count(definition(before, "k"), "@__vg_local_id("), 1u);
  const std::string item = definition(after, "k.item");
  ASSERT_NE(item, "");
  EXPECT_EQ(count(item, "@__vg_"), 0u);
  EXPECT_GE(count(item, "48"), 1u);
  EXPECT_GE(count(item, "%arguments"), 2u);
}

}  // namespace
}  // namespace vgpu::compiler
