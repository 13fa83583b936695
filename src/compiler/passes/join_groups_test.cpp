// join_groups: which kernels may run several groups in one call, row by row.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

// What is exported for groups of 16 x 16.
std::string groups_of(const std::string& body) {
  const std::string source =
      "kernel void k(global const int* a, global int* o, int w, int n) {\n"
      "  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;\n" +
      body + "}";
  CodeRequest request = plain_request(16);
  request.local_size[1] = request.enqueued_size[1] = 16;
  return definition(opencl_log(source, request).after("make_driver"), "vgpu_groups");
}

TEST(JoinGroups, RowsOfNeighboursRunTogether) {
  const std::string groups = groups_of("if (x > 0 && x < w - 1) o[i] = a[i - 1] + a[i + 1];\n");
  EXPECT_NE(groups, "");
  // The loop over groups is inside the one over rows.
  EXPECT_LT(groups.find("phi i64"), groups.find("getelementptr inbounds [3 x i64]"));
  EXPECT_GE(count(groups, "phi i64"), 2u);
}

TEST(JoinGroups, OneGroupIsACallForOne) {
  const PassLog log = opencl_log(
      "kernel void k(global int* o) { size_t i = get_global_id(0); o[i] = 3; }", plain_request(64));
  const std::string group = definition(log.after("make_driver"), "vgpu_group");
  EXPECT_EQ(count(group, "call i32 @vgpu_groups("), 1u);
  EXPECT_EQ(count(group, "i32 1)"), 1u);
}

TEST(JoinGroups, GroupsThatCouldNoticeRunAlone) {
  EXPECT_EQ(groups_of("local int l[16]; l[get_local_id(0)] = a[i];\n"
                      "barrier(CLK_LOCAL_MEM_FENCE); o[i] = l[15 - get_local_id(0)];\n"),
            "");
  EXPECT_EQ(groups_of("while (atomic_add(o, 0) < n) {}\n"), "");
  EXPECT_EQ(groups_of("printf(\"%d\", i);\n"), "");
  EXPECT_EQ(groups_of("atomic_inc(&o[a[i] & 15]);\n"), "") << "deferred additions";
}

TEST(JoinGroups, ColumnsOfMemoryStayWithTheirGroup) {
  EXPECT_EQ(groups_of("o[x * n + y] = a[i];\n"), "");
  EXPECT_EQ(groups_of("o[x * 64 + y] = a[i];\n"), "");
}

}  // namespace
}  // namespace vgpu::compiler
