// guard_divisions: a divisor that may be zero is replaced, one that cannot be is left alone.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

std::string guarded(const std::string& expression) {
  const PassLog log = opencl_log(
      "kernel void k(global int* o, global const int* a) { int i = get_global_id(0); "
      "int x = a[i], y = a[i + 64]; o[i] = " +
          expression + "; }",
      plain_request(64));
  return log.after("guard_divisions");
}

TEST(GuardDivisions, ADivisorFromMemoryIsReplacedWhereItIsZero) {
  const std::string unsigned_division = guarded("(ulong)x / (ulong)y");
  EXPECT_GE(count(unsigned_division, "freeze <"), 1u);
  EXPECT_GE(count(unsigned_division, "icmp eq <"), 1u);
  EXPECT_GE(count(guarded("(long)x % (long)y"), "icmp eq <"), 3u);  // zero, -1, the least number
}

TEST(GuardDivisions, ADivisorThatIsNeverZeroStays) {
  for (const char* expression : {"x / 7", "x % 12", "(uint)x / 3u"}) {
    EXPECT_EQ(count(guarded(expression), "icmp eq <"), 0u) << expression;
  }
}

}  // namespace
}  // namespace vgpu::compiler
