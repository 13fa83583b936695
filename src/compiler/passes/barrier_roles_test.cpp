// barrier_roles: items that part before barriers of their own run for themselves, others do not.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

bool run_apart(const std::string& body) {
  const std::string source =
      "__global__ void k(int* p, int n) {\n"
      "  __shared__ int s[64];\n"
      "  const int t = threadIdx.x;\n"
      "  s[t] = p[t];\n" +
      body + "\n}";
  CodeRequest request = plain_request(64);
  request.width = request.jam_x = request.jam_y = 0;
  request.lockstep = -1;
  const PassLog log = cuda_log(source, request);
  EXPECT_TRUE(log.result().ok) << log.result().log;
  return log.has_remark("items wait at different barriers");
}

TEST(BarrierRoles, BarriersOnBothSidesOfAThreadsBranch) {
  EXPECT_TRUE(
      run_apart("if (t < 32) { __syncthreads(); p[t] = s[63 - t]; }\n"
                "else { __syncthreads(); p[t] = s[0]; }"));
}

TEST(BarrierRoles, BranchesThatAllTakeAndBarriersThatSomeLeaveOut) {
  EXPECT_FALSE(
      run_apart("if (n < 32) { __syncthreads(); p[t] = s[63 - t]; }\n"
                "else { __syncthreads(); p[t] = s[0]; }"));
  EXPECT_FALSE(
      run_apart("if (t >= n) return; __syncthreads(); p[t] = s[63 - t];\n"
                "for (int i = 0; i < n; ++i) { __syncthreads(); p[t] += s[i]; }"));
}

}  // namespace
}  // namespace vgpu::compiler
