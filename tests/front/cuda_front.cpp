// CUDA C++ through the front end: kernels, instances of templates, variables, messages.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "front_fixture.h"

namespace vgpu::compiler {
namespace {

using testing::HasSubstr;

TEST(CudaFront, DescribesKernels) {
  const FrontResult result = compile_cuda(R"(
    struct P { int a; double b; };
    extern "C" __global__ void __launch_bounds__(128) plain(const float* __restrict__ x, P p, bool flag) {}
    namespace ns { __global__ void mangled(float4 v, int n) {} })");
  ASSERT_TRUE(result.ok) << result.log;
  const KernelInfo plain = kernel_of(result, "plain");
  ASSERT_EQ(plain.arguments.size(), 3u);
  EXPECT_EQ(plain.symbol, "plain");
  EXPECT_EQ(plain.max_local_items, 128u);
  EXPECT_EQ(plain.arguments[0].kind, ArgumentKind::global);
  EXPECT_EQ(plain.arguments[0].flags, kArgumentConst | kArgumentRestrict);
  EXPECT_EQ(plain.arguments[1].size, 16u);
  EXPECT_EQ(plain.arguments[1].type_name, "P");
  EXPECT_EQ(plain.arguments[2].offset, 24u);
  const KernelInfo mangled = kernel_of(result, "ns::mangled");
  EXPECT_EQ(mangled.symbol, "_ZN2ns7mangledE6float4i");
  EXPECT_EQ(mangled.arguments[0].align, 16u);
}

TEST(CudaFront, TemplatesByInstantiationAndByName) {
  const std::string source = R"(
    template <class T> __global__ void scale(T* x, T a) { x[threadIdx.x] *= a; }
    template __global__ void scale<float>(float*, float);)";
  EXPECT_EQ(kernel_of(compile_cuda(source), "scale<float>").arguments.size(), 2u);
  const FrontResult named = compile_cuda(source, "--name-expression=scale<double>");
  ASSERT_TRUE(named.ok) << named.log;
  EXPECT_EQ(kernel_of(named, "scale<double>").arguments[1].size, 8u);
  EXPECT_FALSE(compile_cuda(source, "--name-expression=nothing<int>").ok);
}

TEST(CudaFront, VariablesStandInTheImage) {
  const FrontResult result = compile_cuda(R"(
    __constant__ float table[4] = {1, 2, 3, 4};
    __device__ int counter = 7;
    __managed__ double shared_value = 2.5;
    __device__ int* pointer = &counter + 2;
    static const int fixed[3] = {1, 2, 3};
    __global__ void k(int i) { counter += fixed[i] + *pointer; shared_value = table[i]; })");
  ASSERT_TRUE(result.ok) << result.log;
  EXPECT_TRUE(variable_of(result, "table").constant);
  EXPECT_EQ(image_value<float>(result, variable_of(result, "table"), 3), 4.0f);
  EXPECT_FALSE(variable_of(result, "counter").constant);
  EXPECT_TRUE(variable_of(result, "shared_value").managed);
  EXPECT_EQ(image_value<double>(result, variable_of(result, "shared_value")), 2.5);
  ASSERT_EQ(result.info.relocations.size(), 1u);
  EXPECT_EQ(result.info.relocations[0].symbol, "counter");
  EXPECT_EQ(result.info.relocations[0].addend, 8);
}

TEST(CudaFront, SharedMemoryAndBarriers) {
  const FrontResult result = compile_cuda(R"(
    #include <cooperative_groups.h>
    extern __shared__ float dynamic[];
    extern "C" __global__ void a(float* x) {
      __shared__ float tile[64];
      tile[threadIdx.x] = x[0];
      __syncthreads();
      dynamic[0] = tile[1];
    }
    extern "C" __global__ void b(float* x) { x[0] = __shfl_down_sync(~0u, x[0], 1); }
    extern "C" __global__ void c(float* x) { cooperative_groups::this_grid().sync(); })");
  ASSERT_TRUE(result.ok) << result.log;
  const KernelInfo a = kernel_of(result, "a"), b = kernel_of(result, "b"),
                   c = kernel_of(result, "c");
  EXPECT_EQ(a.static_local_bytes, 256u);
  EXPECT_TRUE(a.uses_barrier && !a.uses_warp && !a.uses_grid_barrier);
  EXPECT_TRUE(b.uses_warp && !b.uses_barrier);
  EXPECT_TRUE(c.uses_grid_barrier);
}

TEST(CudaFront, ErrorsNameFileAndLine) {
  const FrontResult result = compile_cuda("\n__global__ void f() { oops }");
  EXPECT_FALSE(result.ok);
  EXPECT_THAT(result.log, HasSubstr("kernel.cu:2:23: error:"));
  EXPECT_THAT(result.log, HasSubstr("oops"));
}

TEST(CudaFront, StandardsAndOptions) {
  EXPECT_TRUE(
      compile_cuda("template <class T> concept Any = true; __global__ void f() {}", "-std=c++20")
          .ok);
  EXPECT_FALSE(compile_cuda("template <class T> concept Any = true; __global__ void f() {}").ok);
  for (const char* option :
       {"-std=c++14", "--std=c++17", "-use_fast_math", "--fmad=false", "-arch=sm_90", "-lineinfo",
        "-DN=3", "--expt-relaxed-constexpr", "-O3", "-G"}) {
    const FrontResult result =
        compile_cuda("__global__ void f(float* x) { x[0] = sinf(x[1]) * x[2] + 1; }", option);
    EXPECT_TRUE(result.ok) << option << "\n" << result.log;
  }
  EXPECT_FALSE(compile_cuda("__global__ void f() {}", "-fplugin=/tmp/x.so").ok);
  EXPECT_TRUE(compile_cuda("static_assert(N == 3); __global__ void f() {}", "-DN=3").ok);
}

TEST(CudaFront, ClassesAndFunctionPointers) {
  const FrontResult result = compile_cuda(R"(
    struct Base { __device__ virtual float f(float x) const = 0; };
    struct A : Base { float a; __device__ A(float a) : a(a) {} __device__ float f(float x) const override { return a * x; } };
    struct B : Base { __device__ float f(float x) const override { return expf(x); } };
    typedef float (*Op)(float, float);
    __device__ float add(float a, float b) { return a + b; }
    __device__ float mul(float a, float b) { return a * b; }
    __device__ Op ops[2] = {add, mul};
    __device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    template <class F> __device__ void each(int n, F f) { for (int i = 0; i < n; ++i) f(i); }
    __global__ void k(float* x, int n) {
      Base* b = n > 3 ? (Base*)new A(2) : (Base*)new B;
      x[1] = b->f(x[0]) + ops[n & 1](x[0], x[1]) + fib(n);
      delete b;
      each(n, [=](int i) { x[i] += 1; });
      printf("%d %f %s\n", n, x[0], "text");
    })");
  EXPECT_TRUE(result.ok) << result.log;
  ASSERT_EQ(result.info.variables.size(), 2u) << "the host may read ops; vtables stay in the code";
  EXPECT_EQ(result.info.variables[0].name, "ops");
  EXPECT_EQ(result.info.relocations.size(), 2u);
}

}  // namespace
}  // namespace vgpu::compiler
