// write_deferred: counts behind an argument go to a window without a search.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(WriteDeferred, BinsHaveAWindow) {
  const PassLog log = opencl_log(
      "kernel void k(global const uchar* a, global uint* bins) {\n"
      "  atomic_inc(&bins[a[get_global_id(0)]]); }",
      plain_request(64));
  EXPECT_GE(count(log.after("write_deferred"), "call void @vgpu.defer.near"), 1u);
}

TEST(WriteDeferred, OtherAddressesAreLookedUp) {
  const PassLog log = opencl_log(
      "kernel void k(global const ulong* a) { atomic_inc((global uint*)a[get_global_id(0)]); }",
      plain_request(64));
  EXPECT_EQ(count(log.after("write_deferred"), "call void @vgpu.defer.near"), 0u);
}

}  // namespace
}  // namespace vgpu::compiler
