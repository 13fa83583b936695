// settle_fills: a barrier stands between an array that all items fill and reads of others' elements; own ones are left alone.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

constexpr char kWait[] = "call void @__vg_barrier()";

std::size_t barriers(const std::string& body) {
  const PassLog log = cuda_log(
      "__constant__ float* table[4];\n"
      "extern \"C\" __global__ void k(float* a, const float* b, int rows, int n) {\n"
      "  __shared__ int h[256]; int t = threadIdx.x;\n" +
          body + " __syncthreads(); a[t] += h[255 - t] + a[n - t]; }",
      plain_request(256));
  return count(definition(log.after("settle_fills"), "k.item"), kWait);
}

TEST(SettleFills, SumsOverRowsOfAnArrayThatAllMade) {
  EXPECT_EQ(barriers("for (int i = t; i < n; i += 256) a[i] -= b[i];\n"
                     "for (int i = t; i < rows; i += 256)\n"
                     "  for (int p = i + rows; p < n; p += rows) a[p] += a[p - rows];"),
            2u);
}

TEST(SettleFills, AnArrayFromATable) {
  EXPECT_EQ(
      barriers("for (int i = t; i < n; i += 256) table[blockIdx.x][i] -= b[i];\n"
               "if (t < rows) for (int p = t; p < n; p += rows) h[t] += table[blockIdx.x][p];"),
      2u);
}

TEST(SettleFills, CountersThatAllClear) {
  EXPECT_EQ(barriers("h[t] = 0; for (int i = t; i < n; i += 256) atomicAdd(&h[(int)b[i]], 1);"),
            2u);
}

TEST(SettleFills, CountersThatAllClearInStepsOfABlock) {
  EXPECT_EQ(barriers("for (int i = t; i < n; i += blockDim.x * blockDim.y) h[i] = 0;\n"
                     "for (int i = t; i < n; i += 256) atomicAdd(&h[(int)b[i]], 1);"),
            2u);
}

TEST(SettleFills, AMarkInAnArrayThatAllClear) {
  const std::string clear =
      "for (int i = 0; i + t < n; i += blockDim.x * blockDim.y) a[i + t] = 0;\n";
  EXPECT_EQ(barriers(clear + "if (t == 0) a[rows] = 1;"), 2u);
  EXPECT_EQ(barriers(clear + "__syncthreads(); if (t == 0) a[rows] = 1;"), 2u);
  EXPECT_EQ(barriers(clear + "if (t == 0) a[0] = 1;"), 1u);
}

TEST(SettleFills, ABarrierThatIsThereIsEnough) {
  EXPECT_EQ(barriers("for (int i = t; i < n; i += 256) a[i] -= b[i]; __syncthreads();\n"
                     "if (t < rows) for (int p = t; p < n; p += rows) h[t] += a[p];"),
            2u);
}

TEST(SettleFills, OnesOwnElementsAreFree) {
  EXPECT_EQ(barriers("for (int i = t; i < n; i += 256) a[i] -= b[i];\n"
                     "for (int i = t; i < n; i += 256) a[i] *= a[i];\n"
                     "for (int i = 0; i < rows; ++i) a[i * 512 + t] += b[t];"),
            1u);
}

TEST(SettleFills, ArraysOfOnesOwnAreFree) {
  EXPECT_EQ(barriers("for (int i = t * 16; i < t * 16 + 16; ++i) a[i] = b[i];\n"
                     "for (int i = 15; i > 0; --i) a[t * 16 + i] += a[t * 16 + i - 1];"),
            1u);
}

}  // namespace
}  // namespace vgpu::compiler
