// step_together: barriers of the warp around stores that the warp reads; none for arrays of a thread's own.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

std::size_t barriers(const std::string& body, std::uint32_t items = 64) {
  const PassLog log = cuda_log(
      "__global__ void k(int* o, int n) { __shared__ int s[256]; const int t = threadIdx.x; " +
          body + " }",
      plain_request(items));
  return count(log.after("step_together"), "call void @__vg_warp_barrier()");
}

TEST(StepTogether, SumsOfAWarpWithoutVolatile) {
  EXPECT_EQ(
      barriers("s[t] = o[t]; if (t < 32) { s[t] += s[t + 16]; s[t] += s[t + 8]; } o[t] = s[t];"),
      4u);  // around the first two; nobody reads the third
  EXPECT_EQ(barriers("s[t] = o[t]; for (int d = 16; d > 0; d /= 2) if (t < d) s[t] += s[t + d]; "
                     "o[t] = s[0];"),
            4u);
  EXPECT_EQ(barriers("s[t] = o[t]; for (int d = 1; d < 32; d *= 2) if (t >= d) s[t] += s[t - d]; "
                     "o[t] = s[t];"),
            4u);
}

TEST(StepTogether, OneThreadReadsWhatItsWarpWrote) {
  EXPECT_EQ(
      barriers("if (t < 17) s[t] = o[t]; if (t == 0) for (int i = 1; i < 17; ++i) o[i] = s[i];"),
      2u);
  EXPECT_EQ(barriers("s[t] = o[t]; if (t == 0) o[0] = s[5];"), 2u);
  EXPECT_EQ(barriers("s[t] = o[t]; if (t == 0) o[0] = s[0];"), 0u);
}

TEST(StepTogether, ABarrierIsEnough) {
  EXPECT_EQ(barriers("s[t] = o[t]; __syncthreads(); for (int d = 32; d > 0; d /= 2) { if (t < d) "
                     "s[t] += s[t + d]; __syncthreads(); } o[t] = s[0];"),
            0u);
}

TEST(StepTogether, ArraysOfAThreadsOwn) {
  EXPECT_EQ(
      barriers("for (int i = 0; i < n; ++i) s[t * 4 + i] = o[i]; o[t] = s[t * 4] + s[t * 4 + n];"),
      0u);
  EXPECT_EQ(barriers("for (int i = 0; i < n; ++i) s[i * 64 + t] = o[i]; o[t] = s[t] + s[128 + t];"),
            0u);
}

TEST(StepTogether, RowsOfAThreadsOwn) {
  const std::string stack =
      "__shared__ char r[64][40]; int top = 0; r[t][top++] = n; r[t][top++] = t; "
      "while (top) { const char a = r[t][--top]; o[t] += a; if (a > o[a]) r[t][top++] = a - 1; }";
  EXPECT_EQ(barriers(stack), 0u);
  EXPECT_EQ(barriers(stack, 4), 0u);
  const std::string table = "__shared__ int r[64][64]; for (int i = 0; i < n; ++i) ";
  EXPECT_EQ(barriers(table + "r[t][i] = o[i]; o[t] = r[1][t];", 32), 2u);
  EXPECT_EQ(barriers(table + "r[t][t] = o[i]; o[t] = r[t][t ^ 1];", 32), 2u);
}

}  // namespace
}  // namespace vgpu::compiler
