// keep_panels: columns that groups above each other share are packed, and fetched early where vectors are short.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

constexpr char kProduct[] =
    "kernel void k(global const float* a, global const float* b, global float* c, int n) {\n"
    "  int x = get_global_id(0), y = get_global_id(1); float sum = 0;\n"
    "  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];\n"
    "  c[y * n + x] = sum; }";

CodeRequest rows_request(InstructionSet set) {
  CodeRequest request = plain_request(64);
  request.local_size[1] = request.enqueued_size[1] = 8;
  request.instruction_set = set;
  return request;
}

TEST(KeepPanels, ColumnsArePackedAndFetchedEarly) {
  const PassLog log = opencl_log(kProduct, rows_request(InstructionSet::avx2));
  EXPECT_TRUE(log.has_remark("kept packed"));
  EXPECT_GE(count(log.after("keep_panels"), "call void @llvm.prefetch"), 1u);
}

TEST(KeepPanels, VectorsOfALineNeedNoFetching) {
  const PassLog log = opencl_log(kProduct, rows_request(InstructionSet::avx512));
  EXPECT_TRUE(log.has_remark("kept packed"));
  EXPECT_EQ(count(log.after("keep_panels"), "call void @llvm.prefetch"), 0u);
}

TEST(KeepPanels, ColumnsOfTheGroupsOwnAreNot) {
  const PassLog log = opencl_log(
      "kernel void k(global const float* b, global float* c, int n) {\n"
      "  int x = get_global_id(0), y = get_global_id(1); float sum = 0;\n"
      "  for (int k = 0; k < n; ++k) sum += b[(k + y) * n + x];\n"
      "  c[y * n + x] = sum; }",
      rows_request(InstructionSet::avx2));
  EXPECT_FALSE(log.has_remark("kept packed"));
}

}  // namespace
}  // namespace vgpu::compiler
