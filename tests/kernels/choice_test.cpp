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

constexpr char kProduct[] = R"(
    kernel void product(global const float* a, global const float* b, global float* c, int n) {
      int col = get_global_id(0), row = get_global_id(1);
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
      c[row * n + col] = sum;
    })";

// As many sums as half of the registers hold, with more rows than vectors: a row of B is a line for each vector.
TEST(Choice, ProductsFillTheRegisters) {
  const Kernel kernel = Kernel::opencl(kProduct);
  const auto avx2 = compile(kernel, {64, 8, 1}, InstructionSet::avx2).info;
  EXPECT_EQ(avx2.jam_x, 2u);
  EXPECT_EQ(avx2.jam_y, 4u);
  const auto avx512 = compile(kernel, {64, 8, 1}, InstructionSet::avx512).info;
  EXPECT_EQ(avx512.jam_x, 2u);
  EXPECT_EQ(avx512.jam_y, 8u);
}

TEST(Choice, ProductsKeepPanels) {
  const Kernel kernel = Kernel::opencl(kProduct);
  EXPECT_TRUE(says(compile(kernel, {64, 8, 1}, InstructionSet::avx2), "kept packed"));
  const Kernel flat = Kernel::opencl(R"(
      kernel void columns(global const float* a, global float* o, int n) {
        int col = get_global_id(0);
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[k * n + col];
        o[col] = sum;
      })");
  EXPECT_FALSE(says(compile(flat, {64, 1, 1}, InstructionSet::avx2), "kept packed"));
}

// 16 x 16 items are sixteen vectors of AVX-512, which has registers for their sums; AVX2 has not.
TEST(Choice, TiledProductInLockstep) {
  const Kernel kernel = Kernel::opencl(R"(
      kernel void tiled(global const float* a, global const float* b, global float* c, int n) {
        local float as[16][16], bs[16][16];
        int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
        float sum = 0;
        for (int t = 0; t < n; t += 16) {
          as[y][x] = a[row * n + t + x];
          bs[y][x] = b[(t + y) * n + col];
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        c[row * n + col] = sum;
      })");
  EXPECT_TRUE(compile(kernel, {16, 16, 1}, InstructionSet::avx512).info.lockstep);
  EXPECT_FALSE(compile(kernel, {16, 16, 1}, InstructionSet::avx2).info.lockstep);
}

TEST(Choice, CountsAreDeferred) {
  const Kernel kernel = Kernel::opencl(R"(
      kernel void count(global const uchar* in, global uint* bins) {
        atomic_inc(&bins[in[get_global_id(0)]]);
      })");
  EXPECT_TRUE(says(compile(kernel, {256, 1, 1}, InstructionSet::avx2), "adds up for itself"));
  const Kernel loop = Kernel::opencl(R"(
      kernel void count(global const uchar* in, global uint* bins, int n) {
        for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&bins[in[i]]);
      })");
  EXPECT_FALSE(says(compile(loop, {256, 1, 1}, InstructionSet::avx2), "adds up for itself"));
}

}  // namespace
}  // namespace vgpu::test
