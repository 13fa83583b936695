// The power-saving policy holds for compiled kernels too.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "program.h"

namespace {

// Every thread that runs groups has local memory of its own, so its address tells threads apart.
constexpr char kWhere[] =
    "kernel void where(global ulong* out) {\n"
    "  local int mark[16];\n"
    "  mark[get_local_id(0)] = (int)get_group_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (get_local_id(0) == 0) out[get_group_id(0)] = (ulong)&mark[0];\n"
    "}\n";

TEST(Policy, PowerSaverKeepsCompiledKernelsToHalfOfTheThreads) {
  const Program program(vgpuLanguageOpenCL, kWhere);
  constexpr unsigned kGroups = 2000;
  Array<std::uint64_t> out(kGroups);
  vgpuDeviceProp properties;
  EXPECT_OK(vgpuGetDeviceProperties(&properties, 0));
  EXPECT_OK(vgpuDeviceSetPolicy(0, vgpuPolicyPowerSaver));
  EXPECT_OK(program.run("where", dim3(kGroups), dim3(16), out.device()));
  EXPECT_OK(vgpuDeviceSetPolicy(0, vgpuPolicyBalanced));
  out.download();
  const std::set<std::uint64_t> threads(out.host.begin(), out.host.end());
  EXPECT_EQ(threads.count(0), 0u) << "not every group has run";
  EXPECT_LE(threads.size(),
            std::max<std::size_t>(1, std::size_t(properties.multiProcessorCount) / 2));
}

}  // namespace
