// give_way: loops that wait for others give way to them, loops that get on by themselves do not.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "passes/pass_log.h"

namespace vgpu::compiler {
namespace {

enum class Waits { no, warps, lanes };

Waits waits_of(const std::string& body) {
  const std::string source =
      "__global__ void k(int* p, volatile int* v, int n) {\n"
      "  const int t = threadIdx.x, b = blockIdx.x;\n" +
      body + "\n}";
  CodeRequest request = plain_request(64);
  request.width = request.jam_x = request.jam_y = 0;
  request.lockstep = -1;
  const PassLog log = cuda_log(source, request);
  EXPECT_TRUE(log.result().ok) << log.result().log;
  if (!log.result().info.waits) return Waits::no;
  return log.has_remark("every item runs for itself") ? Waits::lanes : Waits::warps;
}

TEST(GiveWay, LoopsThatGetOnByThemselvesStay) {
  EXPECT_EQ(waits_of("for (int i = t; i < n; i += 64) p[i] = v[i];"), Waits::no);
  // An addition made of compare and swap: every round has a new value to compare with.
  EXPECT_EQ(
      waits_of("int old = p[b], seen;\n"
               "do { seen = old; old = atomicCAS(&p[b], seen, seen * 3); } while (old != seen);"),
      Waits::no);
  EXPECT_EQ(waits_of("int old; do { old = v[b]; } while (atomicCAS(&p[b], old, old + 1) != old);"),
            Waits::no);
  // A hash table: every round looks at another place.
  EXPECT_EQ(
      waits_of(
          "int s = t % n;\n"
          "while (true) { int k = atomicCAS(&p[s], 0, t + 1); if (k == 0 || k == t + 1) break;\n"
          "  s = (s + 1) % n; }"),
      Waits::no);
  // Work from a counter, and a chain of elements.
  EXPECT_EQ(waits_of("for (int i; (i = atomicAdd(p, 1)) < n;) v[i] = i;"), Waits::no);
  EXPECT_EQ(waits_of("int i = v[t]; while (i >= 0) i = v[i];"), Waits::no);
  EXPECT_EQ(waits_of("while (p[b] > 0) { __syncthreads(); if (t == 0) --p[b]; __syncthreads(); }"),
            Waits::no);
}

// What one thread reads of another's mark goes beside the task number, and only that decides.
TEST(GiveWay, ValuesBesideTheOneThatDecides) {
  const std::string loop =
      "__shared__ int s[2]; if (t == 0) s[1] = atomicAdd(p, 1); __syncthreads();\n"
      "while (s[1] < n) { if (t == 0) s[0] = atomicAdd(&p[s[1]], 0); __syncthreads();\n"
      "  if (s[0] == 0) v[t] = 1; if (t == 0) s[";
  const std::string end = "] = atomicAdd(p, 1); __syncthreads(); }";
  EXPECT_EQ(waits_of(loop + "1" + end), Waits::no);
  EXPECT_EQ(waits_of("__shared__ int s[2]; s[0] = 0; __syncthreads(); while (s[0] == 0) {\n"
                     "  if (t == 0) s[0] = atomicAdd(&p[b], 0); __syncthreads(); }"),
            Waits::warps);
}

TEST(GiveWay, FlagsOfOthersAreWaitedForByWarps) {
  EXPECT_EQ(waits_of("if (t == 0) { while (v[b] == 0) {} p[b] = 1; }"), Waits::warps);
  EXPECT_EQ(waits_of("while (v[b] == 0) {} p[t] = 1;"), Waits::warps);
  EXPECT_EQ(waits_of("while (atomicAdd(&p[b], 0) == 0) {}"), Waits::warps);
  EXPECT_EQ(waits_of("while (p[b] == 0) __threadfence();"), Waits::warps);
  EXPECT_EQ(
      waits_of("if (t == 0) { while (atomicCAS(p, 0, 1)) {} v[0] = v[0] + 1; atomicExch(p, 0); }"),
      Waits::warps);
  // A lock that is given back in the same round, and one look at a time into the past.
  EXPECT_EQ(waits_of("bool done = false; while (!done) { if (atomicCAS(p, 0, 1) == 0) {\n"
                     "  v[1] = v[1] + 1; atomicExch(p, 0); done = true; } }"),
            Waits::warps);
  EXPECT_EQ(
      waits_of(
          "for (int j = b - 1; j >= 0;) { int s = v[j]; if (s == 0) continue; p[b] += s; --j; }"),
      Waits::warps);
  // A node that somebody else has locked, as in the tree of Barnes and Hut.
  EXPECT_EQ(waits_of("bool done = false; while (!done) { int c = v[b]; if (c != -2) {\n"
                     "  if (atomicCAS(&p[b], c, -2) == c) { p[b] = t; done = true; } } }"),
            Waits::warps);
  // One thread looks and tells the others.
  EXPECT_EQ(
      waits_of("__shared__ int seen; do { if (t == 0) seen = v[b]; __syncthreads(); int s = seen;\n"
               "  __syncthreads(); if (s) break; } while (true);"),
      Waits::warps);
  EXPECT_EQ(waits_of("__nanosleep(10);"), Waits::warps);
}

TEST(GiveWay, WhatALaneOfTheWarpMayEndRunsItemByItem) {
  EXPECT_EQ(waits_of("while (atomicExch(p, 1)) {} ++v[1]; atomicExch(p, 0);"), Waits::lanes);
  EXPECT_EQ(waits_of("if (t > 0) while (v[t - 1] == 0) {} v[t] = 1;"), Waits::lanes);
  EXPECT_EQ(waits_of("if (t == 3) { while (v[b] == 0) {} } else if (t == 17) v[b] = 1;"),
            Waits::lanes);
  EXPECT_EQ(waits_of("if (t == 3) { while (v[b] == 0) {} } else if (t == 40) v[b] = 1;"),
            Waits::warps);
  // Each lane counts for itself.
  EXPECT_EQ(waits_of("for (int k = n; k > 0;) { const int e = t - k; if (e < 0 || v[e]) --k; }\n"
                     "v[t] = 1;"),
            Waits::lanes);
  // The warp decides together.
  EXPECT_EQ(waits_of("int k = n; while (k > 0) if (__any_sync(~0u, v[t - k])) --k; v[t] = 1;"),
            Waits::warps);
}

}  // namespace
}  // namespace vgpu::compiler
