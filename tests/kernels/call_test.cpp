// Code that cannot be inlined: recursion, function pointers, virtual functions; and what arguments may be.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <functional>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

TEST(Call, RecursionThatKnowsItsItem) {
  Kernel kernel = Kernel::cuda(R"(
      __device__ int walk(int n) {
        if (n < 2) return n + (int)threadIdx.x;
        return walk(n - 1) + walk(n - 2);
      }
      __global__ void k(int* o) { o[threadIdx.x] = walk(threadIdx.x % 9); })");
  std::vector<int> o(40);
  for (int t = 0; t < 40; ++t) {
    auto walk = [&](auto& self, int n) -> int {
      return n < 2 ? n + t : self(self, n - 1) + self(self, n - 2);
    };
    o[t] = walk(walk, t % 9);
  }
  kernel.shape({40, 1, 1}, {40, 1, 1});
  kernel.expect(Arguments().buffer(std::vector<int>(40)), 0, o);
}

TEST(Call, FunctionPointersFromATable) {
  Kernel kernel = Kernel::cuda(R"(
      __device__ int add(int a) { return a + 1 + (int)blockIdx.x; }
      __device__ int twice(int a) { return a * 2; }
      __device__ int square(int a) { return a * a; }
      __global__ void k(const int* a, int* o) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        int (*table[3])(int) = {add, twice, square};
        o[i] = table[a[i] % 3](a[i]);
      })");
  std::vector<int> a = some_numbers(64), o(64);
  for (int i = 0; i < 64; ++i) {
    o[i] = a[i] % 3 == 0 ? a[i] + 1 + i / 32 : a[i] % 3 == 1 ? a[i] * 2 : a[i] * a[i];
  }
  kernel.shape({64, 1, 1}, {32, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(64)), 1, o);
}

TEST(Call, VirtualFunctions) {
  Kernel kernel = Kernel::cuda(R"(
      struct Shape { __device__ virtual int area() const = 0; };
      struct Box : Shape { int a, b; __device__ Box(int x, int y) : a(x), b(y) {}
        __device__ int area() const override { return a * b; } };
      struct Line : Shape { int a; __device__ Line(int x) : a(x) {}
        __device__ int area() const override { return a + (int)threadIdx.x; } };
      __global__ void k(const int* a, int* o) {
        int i = threadIdx.x;
        Box box(a[i], 3);
        Line line(a[i]);
        const Shape* shape = a[i] & 1 ? (const Shape*)&box : (const Shape*)&line;
        o[i] = shape->area();
      })");
  std::vector<int> a = some_numbers(33), o(33);
  for (int i = 0; i < 33; ++i) o[i] = a[i] & 1 ? a[i] * 3 : a[i] + i;
  kernel.shape({33, 1, 1}, {33, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(33)), 1, o);
}

struct Pair {
  float factor;
  int table[3];
};

TEST(Call, StructsVectorsAndSeveralLocalArguments) {
  Kernel kernel = Kernel::opencl(R"(
      typedef struct { float factor; int table[3]; } Pair;
      kernel void k(Pair p, global float* o, local int* a, float3 v, char c, local float* b, double d) {
        int i = get_global_id(0), t = get_local_id(0);
        a[t] = p.table[i % 3];
        b[t] = v.y * p.factor;
        barrier(CLK_LOCAL_MEM_FENCE);
        p.table[0] += i;
        o[i] = a[t ^ 1] + b[t ^ 1] + c + (float)d + p.table[0];
      })");
  Pair pair{2.5f, {1, 3, 7}};
  std::array<float, 4> vector = {1, 2, 3, 4};
  std::vector<float> o(32);
  for (int i = 0; i < 32; ++i) {
    o[i] = static_cast<float>(pair.table[(i ^ 1) % 3]) + 5.0f - 3.0f + 0.5f +
           static_cast<float>(1 + i);
  }
  kernel.shape({32, 1, 1}, {16, 1, 1});
  Arguments arguments;
  arguments.value(pair).buffer(std::vector<float>(32)).local(64).value(vector);
  arguments.value(static_cast<signed char>(-3)).local(64).value(0.5);
  kernel.expect(arguments, 0, o);
}

TEST(Call, VectorTypes) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const float4* a, global float4* o) {
        int i = get_global_id(0);
        float4 v = a[i];
        o[i] = v * v.wzyx + (float4)(v.x, 1.0f, v.z, (float)i);
      })");
  std::vector<float> a(4 * 37), o(4 * 37);
  for (int i = 0; i < 4 * 37; ++i) a[i] = static_cast<float>(i % 17);
  for (int i = 0; i < 37; ++i) {
    const float* v = &a[4 * i];
    float add[4] = {v[0], 1.0f, v[2], static_cast<float>(i)};
    for (int k = 0; k < 4; ++k) o[4 * i + k] = v[k] * v[3 - k] + add[k];
  }
  kernel.shape({37, 1, 1}, {37, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<float>(4 * 37)), 1, o);
}

// Inlined, this tree of calls would be a billion additions.
TEST(Call, TreesOfCallsStayCalls) {
  std::string source = "int f0(int x) { return x * 3 + 1; }\n";
  for (int i = 1; i <= 30; ++i) {
    std::string callee = "f" + std::to_string(i - 1);
    source += "int f" + std::to_string(i) + "(int x) { return " + callee + "(x) + " + callee +
              "(x ^ " + std::to_string(i) + "); }\n";
  }
  source +=
      "kernel void k(global int* o, int n) {"
      "  int i = get_global_id(0); o[i] = n > 0 ? f30(i) : f4(i); }";
  Kernel kernel = Kernel::opencl(source);
  std::function<int(int, int)> call = [&](int depth, int x) {
    if (depth == 0) return x * 3 + 1;
    return call(depth - 1, x) + call(depth - 1, x ^ depth);
  };
  std::vector<int> expected(16);
  for (int i = 0; i < 16; ++i) expected[static_cast<std::size_t>(i)] = call(4, i);
  kernel.shape({16, 1, 1}, {16, 1, 1});
  std::string error;
  Buffers buffers =
      kernel.run(Arguments().buffer(std::vector<int>(16)).value(0), Setting{0, 0, 0, -1}, error);
  ASSERT_EQ(error, "");
  EXPECT_EQ(view<int>(buffers[0]), expected);
}

}  // namespace
}  // namespace vgpu::test
