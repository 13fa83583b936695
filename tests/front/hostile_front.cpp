// Hostile and broken texts: always an answer, never the end of the process.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "front_fixture.h"

namespace vgpu::compiler {
namespace {

using testing::HasSubstr;

std::string repeat(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

TEST(HostileFront, EmptyTextIsAnEmptyModule) {
  EXPECT_TRUE(compile_opencl("").ok);
  EXPECT_TRUE(compile_cuda("").ok);
}

TEST(HostileFront, NestingIsLimited) {
  EXPECT_FALSE(compile_opencl("kernel void f(global int* x) { *x = " + repeat("(", 5000) + "1" +
                              repeat(")", 5000) + "; }")
                   .ok);
  EXPECT_FALSE(compile_cuda("__global__ void f() " + repeat("{", 5000) + repeat("}", 5000)).ok);
  EXPECT_FALSE(compile_cuda("template <int n> struct A { static const int v = A<n - 1>::v; };"
                            "__global__ void f(int* x) { *x = A<100000>::v; }")
                   .ok);
  EXPECT_FALSE(compile_cuda("constexpr int f(int n) { return f(n + 1); }"
                            "constexpr int v = f(0); __global__ void k() {}")
                   .ok);
  EXPECT_FALSE(compile_cuda("constexpr int f() { int i = 0; while (true) ++i; return i; }"
                            "constexpr int v = f(); __global__ void k() {}")
                   .ok);
}

TEST(HostileFront, DeepExpressionsDoNotOverflowTheStack) {
  const FrontResult result =
      compile_opencl("kernel void f(global int* x) { *x = " + repeat("1+", 20000) + "1; }");
  EXPECT_TRUE(result.ok || !result.log.empty());
}

TEST(HostileFront, MacroBombsEnd) {
  std::string source = "#define A0 1+1+1+1+1+1+1+1\n";
  for (int i = 1; i < 12; ++i)
    source += "#define A" + std::to_string(i) + " " + repeat("A" + std::to_string(i - 1) + "+", 7) +
              "A" + std::to_string(i - 1) + "\n";
  source += "kernel void f() {}\n#if A11\n#endif\n";
  EXPECT_THAT(compile_opencl(source).log, HasSubstr("too many tokens"));
}

TEST(HostileFront, SourcesAndIncludesAreLimited) {
  EXPECT_THAT(compile_opencl(std::string(17 << 20, ' ')).log, HasSubstr("too large"));
  FrontRequest request;
  request.source = "#include \"self.h\"\nkernel void f() {}";
  request.headers = {{"self.h", "#include \"self.h\"\n"}};
  const FrontResult result = compile(request);
  EXPECT_FALSE(result.ok);
  EXPECT_THAT(result.log, HasSubstr("nested too deeply"));
}

TEST(HostileFront, InlineAssemblyThatIsNotInTheTableIsRefusedByName) {
  EXPECT_TRUE(compile_cuda("__global__ void f() { asm volatile(\"trap;\"); }").ok);
  for (const char* text :
       {"frobnicate.u32 a, b;", "@p", ";{;}}{", "mov.u32 $9, %nothing;", "ld.u32"}) {
    const FrontResult result =
        compile_cuda("__global__ void f() { asm volatile(\"" + std::string(text) + "\"); }");
    if (!result.ok) EXPECT_THAT(result.log, HasSubstr("inline PTX"));
  }
  const FrontResult result = compile_cuda("__global__ void f() { asm(\"frobnicate.u32 a;\"); }");
  EXPECT_FALSE(result.ok);
  EXPECT_THAT(result.log, HasSubstr("frobnicate"));
}

TEST(HostileFront, GarbageNeverCrashes) {
  std::mt19937 random(1);
  const std::string seed =
      "kernel void f(global float4* x, int n) { for (int i = 0; i < n; ++i) { x[i].xyz = "
      "(float3)(1, 2, 3) * x[i].wzy; if (n > 3) break; } }";
  for (int round = 0; round < 60; ++round) {
    std::string text = seed;
    for (int change = 0; change < 4; ++change)
      text[random() % text.size()] = static_cast<char>(random() % 256);
    const FrontResult result = compile_opencl(text);
    EXPECT_TRUE(result.ok || !result.log.empty());
  }
}

TEST(HostileFront, SeveralThreadsCompileAtOnce) {
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&good, i] {
      for (int round = 0; round < 3; ++round)
        good[i] += (i % 2 ? compile_cuda("__global__ void f(float* x) { x[0] = expf(x[1]); }")
                          : compile_opencl("kernel void f(global float* x) { x[0] = exp(x[1]); }"))
                       .ok;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, (std::vector<int>{3, 3, 3, 3}));
}

}  // namespace
}  // namespace vgpu::compiler
