// What the compiler decides about kernels whose speed hangs on it: vectors or single items, and how many at once.
//
// The choices follow from the instruction set asked for, not from this machine, so all of them are tested everywhere;
// no code is run. SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"

namespace vgpu::test {
namespace {

using compiler::InstructionSet;

compiler::CodeResult compile(const Kernel& kernel, Size3 local, InstructionSet set) {
  compiler::CodeRequest request;
  request.bitcode = &kernel.module().bitcode;
  request.symbol = kernel.module().info.kernels[0].symbol;
  std::copy_n(local.data(), 3, request.local_size);
  request.instruction_set = set;
  compiler::CodeResult result = plugin().generate(request);
  EXPECT_TRUE(result.ok) << result.log;
  return result;
}

bool says(const compiler::CodeResult& result, const std::string& text) {
  for (const compiler::Remark& remark : result.remarks) {
    if (remark.text.find(text) != std::string::npos) return true;
  }
  return false;
}

// Lanes with rows of different lengths at unrelated addresses: every access would be a masked gather.
TEST(Choice, SparseRowsRunItemByItem) {
  const Kernel kernel = Kernel::opencl(R"(
      kernel void spmv(global const int* starts, global const int* columns, global const float* values,
                       global const float* x, global float* y, int rows) {
        int row = get_global_id(0);
        if (row >= rows) return;
        float sum = 0;
        for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
        y[row] = sum;
      })");
  for (InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
    EXPECT_TRUE(says(compile(kernel, {128, 1, 1}, set), "runs item by item"));
  }
}

}  // namespace
}  // namespace vgpu::test
