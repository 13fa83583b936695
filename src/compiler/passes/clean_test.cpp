// clean: no stack slots, switches or vector types are left; short loops over private arrays are gone.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(Clean, RegistersInsteadOfStackSlots) {
  const PassLog log = opencl_log(
      "kernel void k(global int* o, int n) { int a[4]; int i = get_global_id(0);\n"
      "  for (int j = 0; j < 4; ++j) a[j] = o[i + j]; int s = 0;\n"
      "  for (int j = 0; j < 4; ++j) s = s * n + a[j]; o[i] = s; }",
      plain_request(64));
  EXPECT_GE(count(definition(log.before("clean"), "k.item"), "alloca"), 1u);
  const std::string item = definition(log.after("clean"), "k.item");
  EXPECT_EQ(count(item, "alloca"), 0u);
  EXPECT_EQ(count(item, "phi "), 0u);  // both loops are unrolled
}

TEST(Clean, SwitchesAndVectorTypesAreLowered) {
  const PassLog log = opencl_log(
      "kernel void k(global float4* o, global int* w) { int i = get_global_id(0); int r;\n"
      "  switch (w[i]) { case 1: r = w[0]; break; case 5: r = w[1] * 3; break; case 9: w[2] = i; "
      "default: r = w[3]; }\n"
      "  o[i] = o[i] * o[0] + (float4)(r); }",
      plain_request(64));
  EXPECT_GE(count(definition(log.before("clean"), "k.item"), "<4 x float>"), 1u);
  const std::string item = definition(log.after("clean"), "k.item");
  EXPECT_EQ(count(item, "switch "), 0u);
  EXPECT_EQ(count(item, "fmul <4 x float>") + count(item, "fmuladd.v4f32"), 0u);
}

TEST(Clean, WideVectorsOfItemsStayWhole) {
  CodeRequest request = plain_request(64);
  request.width = 0;
  const std::string head = "kernel void k(global float16* o) { local float l[64];\n";
  const auto item = [&](const std::string& body) {
    return definition(opencl_log(head + body, request).after("clean"), "k.item");
  };
  const char* id = "int i = get_global_id(0); ";
  EXPECT_GE(count(item(std::string(id) + "o[i] = o[i] * 2.0f + o[0]; }"), "<16 x float>"), 2u);
  // As lanes they share the work of a function; beside a barrier they are lanes in any case.
  EXPECT_EQ(count(item(std::string(id) + "o[i] = exp(o[i]); }"), "<16 x float>"), 0u);
  EXPECT_EQ(count(item(std::string(id) + "l[i % 64] = o[i].s3; barrier(CLK_LOCAL_MEM_FENCE);\n"
                                         "  o[i] = o[i] * l[5]; }"),
                  "<16 x float>"),
            0u);
}

}  // namespace
}  // namespace vgpu::compiler
