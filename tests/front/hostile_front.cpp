// Hostile and broken texts: always an answer, never the end of the process.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <sstream>
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

TEST(HostileFront, TemplateBombsEnd) {
  EXPECT_THAT(compile_cuda("template <int d, int i> struct A {"
                           "  static const int v = A<d - 1, i * 2>::v + A<d - 1, i * 2 + 1>::v; };"
                           "template <int i> struct A<0, i> { static const int v = i; };"
                           "__global__ void k(int* o) { o[0] = A<26, 0>::v; }")
                  .log,
              HasSubstr("too many templates"));
}

// Words of real kernels dropped, doubled and exchanged: most of it parses for a while before it goes wrong.
std::string shuffled(const std::vector<std::string>& words, std::mt19937& random) {
  std::vector<std::string> text = words;
  for (int change = 0; change < 3; ++change) {
    const std::size_t at = random() % text.size(), other = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at].clear();
        break;
      case 1:
        text[at] += " " + text[at];
        break;
      case 2:
        std::swap(text[at], text[other]);
        break;
      default:
        text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), text[other]);
    }
  }
  std::string joined;
  for (const std::string& word : text) joined += word + " ";
  return joined;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

TEST(HostileFront, MutatedProgramsAlwaysGetAnAnswer) {
  const std::vector<std::string> opencl = words_of(
      "typedef struct { int a ; float4 b ; } S ; int f ( local S * s , int n ) { return n < 2 ? s "
      "-> a : f ( s , n - 1 ) ; } __attribute__ ( ( reqd_work_group_size ( 8 , 1 , 1 ) ) ) kernel "
      "void k ( global S * o , constant int * c , local S * l ) { local int t [ 8 ] ; int i = "
      "get_local_id ( 0 ) ; t [ i ] = c [ i ] ; barrier ( CLK_LOCAL_MEM_FENCE ) ; switch ( i ) { "
      "case 0 : goto end ; default : o [ i ] . b . xy = convert_float2_rte ( ( int2 ) ( t [ 7 - i "
      "] ) ) ; } end : atomic_add ( & t [ 0 ] , f ( l , 3 ) ) ; }");
  const std::vector<std::string> cuda = words_of(
      "template < class T , int n > struct Box { T v [ n ] ; __device__ T sum ( ) const { T s = 0 "
      "; for ( auto x : v ) s += x ; return s ; } } ; __constant__ int table [ 4 ] = { 1 , 2 , 3 , "
      "4 } ; struct Base { __device__ virtual int go ( int x ) { return x ; } } ; struct Other : "
      "Base { __device__ int go ( int x ) override { return x * 2 ; } } ; __global__ void k ( int "
      "* o ) { extern __shared__ int s [ ] ; Box < float , 3 > b { { 1 , 2 , 3 } } ; auto add = [ "
      "= "
      "] ( int x ) { return x + table [ x & 3 ] ; } ; Other other ; Base * p = & other ; s [ "
      "threadIdx . x ] = p -> go ( add ( blockIdx . x ) ) ; __syncthreads ( ) ; o [ 0 ] = "
      "__shfl_down_sync ( ~ 0u , s [ 0 ] , 1 ) + b . sum ( ) ; }");
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    const FrontResult first = compile_opencl(shuffled(opencl, random));
    EXPECT_TRUE(first.ok || !first.log.empty());
    const FrontResult second = compile_cuda(shuffled(cuda, random));
    EXPECT_TRUE(second.ok || !second.log.empty());
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
