// plain_local_atomics: local memory needs no locked instructions, global memory keeps them.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

constexpr char kBoth[] =
    "kernel void k(global int* o, global const int* w) { local int l[16]; int t = "
    "get_local_id(0);\n"
    "  if (t < 16) l[t] = 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  int old = atomic_add(&l[w[t] & 15], 1); atomic_cmpxchg(&l[w[t] & 7], old, 3); "
    "barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (t < 16) atomic_max(&o[t], l[t]); }";

TEST(PlainLocalAtomics, OnlyGlobalMemoryKeepsItsLocks) {
  CodeRequest request = plain_request(64);
  request.width = 1;
  const PassLog log = opencl_log(kBoth, request);
  const std::string before = log.before("plain_local_atomics");
  const std::string after = log.after("plain_local_atomics");
  EXPECT_GE(count(before, "atomicrmw add ptr addrspace(3)"), 1u);
  EXPECT_GE(count(before, "cmpxchg ptr addrspace(3)"), 1u);
  EXPECT_EQ(count(after, "atomicrmw add"), 0u);
  EXPECT_EQ(count(after, "cmpxchg"), 0u);
  EXPECT_GE(count(after, "atomicrmw max"), 1u);
}

}  // namespace
}  // namespace vgpu::compiler
