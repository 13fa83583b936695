// infer_spaces: what CUDA reaches through generic pointers is known to be local memory where it is.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

TEST(InferSpaces, SharedMemoryIsKnownBehindGenericPointers) {
  const PassLog log = cuda_log(
      "__device__ int sum(const int* p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; "
      "return s; }\n"
      "extern \"C\" __global__ void k(int* o, int n) { __shared__ int a[64]; a[threadIdx.x] = "
      "o[threadIdx.x];\n"
      "  __syncthreads(); o[threadIdx.x] = sum(a, n); }",
      plain_request(64));
  const std::string kernel = definition(log.after("infer_spaces"), "k");
  EXPECT_GE(count(kernel, "load i32, ptr addrspace(3)"), 1u);
  EXPECT_GE(count(kernel, "store i32 %"), 1u);
  EXPECT_GE(count(definition(log.before("infer_spaces"), "k"), "load i32, ptr %"), 1u);
}

}  // namespace
}  // namespace vgpu::compiler
