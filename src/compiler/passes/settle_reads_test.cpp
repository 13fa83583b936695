// settle_reads: a barrier stands between what all items read and what one of them writes there; others are left alone.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

constexpr char kWait[] = "call void @__vg_barrier()";

std::size_t barriers(const std::string& source) {
  const PassLog log = cuda_log("extern \"C\" " + source, plain_request(256));
  return count(definition(log.after("settle_reads"), "k.item"), kWait);
}

TEST(SettleReads, AQueueWhoseNextTaskIsFetchedEarly) {
  EXPECT_EQ(barriers("__global__ void k(int* o, int* head, int n) { __shared__ int next;\n"
                     "  int t = threadIdx.x; if (t == 0) next = atomicAdd(head, 1);\n"
                     "  __syncthreads();\n"
                     "  while (next < n) { o[next * 256 + t] += 1;\n"
                     "    if (t == 0) next = atomicAdd(head, 1); __syncthreads(); } }"),
            3u);
}

TEST(SettleReads, ItemsThatEndEarlyDoNotPart) {
  EXPECT_EQ(barriers("__global__ void k(int* o, int n) { __shared__ int l[256];\n"
                     "  int t = threadIdx.x; if (t >= n) return; l[t] = o[t];\n"
                     "  __syncthreads(); int first = l[0]; l[t] = first + t;\n"
                     "  __syncthreads(); o[t] = l[n - 1 - t]; }"),
            3u);
}

TEST(SettleReads, ABarrierThatIsThereIsEnough) {
  EXPECT_EQ(barriers("__global__ void k(int* o, int n) { __shared__ int go; int t = threadIdx.x;\n"
                     "  do { __syncthreads(); if (t == 0) go = 0;\n"
                     "    __syncthreads(); if (o[t] > n++) go = 1;\n"
                     "    __syncthreads(); } while (go); o[t] = n; }"),
            3u);
}

TEST(SettleReads, ReadsOfOnesOwnAndOtherVariablesAreFree) {
  EXPECT_EQ(barriers("__global__ void k(int* o) { __shared__ int l[256], first;\n"
                     "  int t = threadIdx.x; l[t] = o[t]; if (t == 0) first = o[0];\n"
                     "  __syncthreads();\n"
                     "  for (int s = 128; s > 0; s >>= 1) { if (t < s) l[t] += l[t + s] + first;\n"
                     "    __syncthreads(); } o[t] = l[0]; }"),
            2u);
}

TEST(SettleReads, AChainOfItems) {
  EXPECT_EQ(barriers("__global__ void k(int* o, int n) { __shared__ int l[256];\n"
                     "  int t = threadIdx.x; l[t] = 0; __syncthreads();\n"
                     "  for (int i = 0; i < n; ++i) { int x = i; if (t > 0) x = l[t - 1];\n"
                     "    l[t] = x * 3; __syncthreads(); } o[t] = l[t]; }"),
            3u);
}

TEST(SettleReads, AChainOfSomeItems) {
  EXPECT_EQ(barriers("__global__ void k(int* o, int n) { __shared__ int l[256];\n"
                     "  int t = threadIdx.x; l[t] = o[t]; __syncthreads();\n"
                     "  for (int i = 0; i < n; ++i) { if (t > i) l[t] = l[t - 1] * 3;\n"
                     "    __syncthreads(); } o[t] = l[t]; }"),
            3u);
}

std::string scan(const std::string& step) {
  return "__global__ void k(int* o, int n) { __shared__ int l[256]; int t = threadIdx.x;\n"
         "  l[t] = o[t]; __syncthreads();\n"
         "  for (int d = 1; d < n; d *= 2) { " +
         step + " __syncthreads(); } o[t] = l[t]; }";
}

TEST(SettleReads, AScanInPlace) {
  for (const char* step :
       {"if (t >= d) l[t] += l[t - d];", "if (t + d < n) l[t] += l[t + d];",
        "if (t < n - d) l[t] += l[t + d];", "if (d <= t && t < n) l[t] += l[t - d];",
        "if (t - d >= 0) l[t] = l[t] * l[t - d];"})
    EXPECT_EQ(barriers(scan(step)), 3u) << step;
}

TEST(SettleReads, AScanThatItemsLeaveOneAfterAnother) {
  EXPECT_EQ(
      barriers("__global__ void k(int* o) { __shared__ int l[256]; unsigned t = threadIdx.x;\n"
               "  l[t] = o[t];\n"
               "  for (unsigned d = 1; d <= t; d *= 2) { __syncthreads(); l[t] += l[t - d]; }\n"
               "  o[t] = l[t]; }"),
      2u);
}

TEST(SettleReads, StepsThatReadWhatNobodyWritesAreFree) {
  for (const char* step : {"if (t < d) l[t] += l[t + d];", "if (t >= d) o[t] += l[t - d];",
                           "if (t % (2 * d) == 0) l[t] += l[t + d];",
                           "if (t < d) l[d * (2 * t + 2) - 1] += l[d * (2 * t + 1) - 1];"})
    EXPECT_EQ(barriers(scan(step)), 2u) << step;
}

TEST(SettleReads, ItemsOfOneWarpAndTreesNeedNoCut) {
  EXPECT_EQ(barriers("__global__ void k(int* o, int n) { __shared__ int l[256];\n"
                     "  int t = threadIdx.x; l[t] = o[t]; __syncthreads();\n"
                     "  if (t < 8) l[t] += l[t + 1]; __syncthreads();\n"
                     "  for (int s = n; s > 0; s >>= 1) { if (t < s) l[t] += l[t + s];\n"
                     "    __syncthreads(); } o[t] = l[t]; }"),
            3u);
}

TEST(SettleReads, ItemsThatWaitForOthersAreNotHeldUp) {
  EXPECT_EQ(barriers("__global__ void k(int* o, int n) { __shared__ volatile int turn;\n"
                     "  int t = threadIdx.x; if (t == 0) turn = 0; __syncthreads();\n"
                     "  if (t % 32 == 0) { while (turn != t) {} o[t] = turn; turn = t + 32; } }"),
            1u);
}

TEST(SettleReads, ABarrierOfTheGridDoesNotKeepOthersFromWaiting) {
  const std::string kernel =
      "__global__ void k(int* o, volatile int* count, int n) { __shared__ int odd;\n"
      "  int t = threadIdx.x; if (t == 0) odd = 1; __syncthreads();\n"
      "  for (int i = 0; i < n; ++i) { o[t + (odd ? 256 : 0)] += i; @\n"
      "    if (t == 0) odd = 1 - odd; __syncthreads();\n"
      "    if (t == 0) { atomicAdd((int*)count, 1); while (*count < (i + 1) * gridDim.x) {} }\n"
      "    __syncthreads(); } }";
  const std::size_t at = kernel.find('@');
  const auto with = [&](const char* text) {
    return barriers(std::string(kernel).replace(at, 1, text));
  };
  EXPECT_EQ(with(""), 4u);
  EXPECT_EQ(with("if (t % 32 == 5) while (count[1] < i) {}"), 3u);
}

}  // namespace
}  // namespace vgpu::compiler
