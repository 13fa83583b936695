// OpenCL C through the front end: arguments, attributes, variables, options, messages.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "front_fixture.h"

namespace vgpu::compiler {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(OpenClFront, DescribesArguments) {
  const FrontResult result = compile_opencl(R"(
    typedef struct { int a; float4 v; } Pair;
    kernel void k(global const float* restrict x, local int* t, constant uint4* c, Pair p, char n,
                  double d, global volatile int* v) {})");
  ASSERT_TRUE(result.ok) << result.log;
  const KernelInfo kernel = kernel_of(result, "k");
  ASSERT_EQ(kernel.arguments.size(), 7u);
  const auto& [x, t, c, p, n, d, v] =
      *reinterpret_cast<const KernelArgument(*)[7]>(kernel.arguments.data());
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.type_name, "float*");
  EXPECT_EQ(x.kind, ArgumentKind::global);
  EXPECT_EQ(x.flags, kArgumentConst | kArgumentRestrict);
  EXPECT_EQ(t.kind, ArgumentKind::local);
  EXPECT_EQ(t.size, 8u);
  EXPECT_EQ(c.kind, ArgumentKind::constant);
  EXPECT_EQ(c.type_name, "uint4*");
  EXPECT_EQ(p.kind, ArgumentKind::value);
  EXPECT_EQ(p.size, 32u);
  EXPECT_EQ(p.offset, 32u);
  EXPECT_EQ(n.offset, 64u);
  EXPECT_EQ(d.offset, 72u);
  EXPECT_EQ(v.flags, kArgumentVolatile);
  EXPECT_EQ(kernel.argument_bytes, 88u);
}

// Other drivers take local memory in any scope of a kernel. Variables of one name stay apart, members keep theirs.
TEST(OpenClFront, LocalMemoryOfInnerScopes) {
  const FrontResult result = compile_opencl(R"(
    #define fp float
    struct S { int tile; };
    kernel void k(global fp* x, struct S s) {
      const int i = get_local_id(0);
      if (x[0] > 0) {
        local fp tile[64],  // two of them
            edge;
        tile[i] = x[i];
        edge = s.tile;
        barrier(CLK_LOCAL_MEM_FENCE);
        x[i] = tile[63 - i] + edge;
      } else {
        while (true) { __local int tile[32]; tile[i] = i; barrier(CLK_LOCAL_MEM_FENCE); x[i] = tile[0]; break; }
      }
    })");
  ASSERT_TRUE(result.ok) << result.log;
  EXPECT_EQ(kernel_of(result, "k").static_local_bytes, 64u * 4 + 4 + 32 * 4);
  const FrontResult wrong =
      compile_opencl("kernel void k() {\n if (1) { local int a;\n b = 1; } }");
  EXPECT_FALSE(wrong.ok);
  EXPECT_THAT(wrong.log, HasSubstr("3:2: error: use of undeclared identifier 'b'"));
  EXPECT_THAT(wrong.log, Not(HasSubstr("address space")));
}

TEST(OpenClFront, ReportsAttributesAndUse) {
  const FrontResult result = compile_opencl(R"(
    kernel __attribute__((reqd_work_group_size(8, 4, 2))) void a(global int* x) {
      local int tile[64];
      tile[get_local_id(0)] = x[0];
      barrier(CLK_LOCAL_MEM_FENCE);
      x[0] = tile[0];
    }
    kernel __attribute__((work_group_size_hint(16, 1, 1))) void b(global int* x) { x[0] = 1; })");
  ASSERT_TRUE(result.ok) << result.log;
  const KernelInfo a = kernel_of(result, "a"), b = kernel_of(result, "b");
  EXPECT_EQ(a.required_local_size, (std::array<std::uint32_t, 3>{8, 4, 2}));
  EXPECT_EQ(a.static_local_bytes, 256u);
  EXPECT_TRUE(a.uses_barrier);
  EXPECT_THAT(a.attributes, HasSubstr("reqd_work_group_size(8,4,2)"));
  EXPECT_EQ(b.local_size_hint[0], 16u);
  EXPECT_FALSE(b.uses_barrier);
  EXPECT_EQ(b.static_local_bytes, 0u);
}

TEST(OpenClFront, ProgramScopeVariablesStandInTheImage) {
  const FrontResult result = compile_opencl(R"(
    global int counter = 7;
    global float weights[3] = {1.0f, 2.0f, 3.0f};
    global int* global pointer = &counter;
    constant int fixed = 5;
    kernel void k() { counter += fixed + *pointer; weights[0] = 1; })",
                                            "-cl-std=CL3.0");
  ASSERT_TRUE(result.ok) << result.log;
  EXPECT_EQ(image_value<int>(result, variable_of(result, "counter")), 7);
  EXPECT_EQ(image_value<float>(result, variable_of(result, "weights"), 2), 3.0f);
  ASSERT_EQ(result.info.relocations.size(), 1u);
  EXPECT_EQ(result.info.relocations[0].offset, variable_of(result, "pointer").offset);
  EXPECT_EQ(result.info.relocations[0].symbol, "counter");
  EXPECT_EQ(result.info.variables.size(), 3u) << "constants stay in the code";
}

TEST(OpenClFront, ErrorsNameFileAndLine) {
  FrontRequest request;
  request.file_name = "dir/my kernels.cl";
  request.source = "kernel void f(global int* x) {\n  x[0] = oops;\n}\n";
  const FrontResult result = compile(request);
  EXPECT_FALSE(result.ok);
  EXPECT_THAT(result.log,
              HasSubstr("dir/my kernels.cl:2:10: error: use of undeclared identifier 'oops'"));
}

TEST(OpenClFront, WarningsDoNotFail) {
  const char* source = "kernel void f(global int* x) { int unused_one = x; }";
  const FrontResult result = compile_opencl("kernel void f(global int* x) { x == 0; }");
  EXPECT_TRUE(result.ok) << result.log;
  EXPECT_THAT(result.log, HasSubstr("kernel.cl:1:"));
  EXPECT_THAT(result.log, HasSubstr("warning:"));
  EXPECT_EQ(compile_opencl("kernel void f(global int* x) { x == 0; }", "-w").log, "");
  EXPECT_FALSE(compile_opencl("kernel void f(global int* x) { x == 0; }", "-Werror").ok);
  EXPECT_FALSE(compile_opencl(source).ok);
}

TEST(OpenClFront, OptionsAndHeaders) {
  FrontRequest request;
  request.source =
      "#include \"lib/size.h\"\nkernel void f(global int* x) { x[SIZE] = VALUE + GAP; }";
  request.headers = {{"lib/size.h", "#define SIZE 3\n"}};
  request.options = "-D VALUE=4 -DGAP=\"1 + 2\" -cl-fast-relaxed-math -cl-std=CL1.2 -g";
  const FrontResult result = compile(request);
  EXPECT_TRUE(result.ok) << result.log;
  EXPECT_THAT(compile_opencl("", "-load /tmp/x.so").log, HasSubstr("unknown build option '-load'"));
  EXPECT_THAT(compile_opencl("", "-D").log, HasSubstr("needs a value"));
  EXPECT_FALSE(compile_opencl("kernel void f() {}", "-cl-std=CL9.9").ok);
}

TEST(OpenClFront, EveryClOptionIsAccepted) {
  for (const char* option : {"-cl-std=CL1.0",
                             "-cl-std=CL1.1",
                             "-cl-std=CL1.2",
                             "-cl-std=CL2.0",
                             "-cl-std=CL3.0",
                             "-cl-single-precision-constant",
                             "-cl-denorms-are-zero",
                             "-cl-opt-disable",
                             "-cl-mad-enable",
                             "-cl-fp32-correctly-rounded-divide-sqrt",
                             "-cl-no-signed-zeros",
                             "-cl-finite-math-only",
                             "-cl-unsafe-math-optimizations",
                             "-cl-fast-relaxed-math",
                             "-cl-kernel-arg-info",
                             "-cl-strict-aliasing",
                             "-O2",
                             "-w",
                             "-Wall",
                             "-Wno-unused"}) {
    const FrontResult result =
        compile_opencl("kernel void f(global float* x) { x[0] *= 2.0f; }", option);
    EXPECT_TRUE(result.ok) << option << "\n" << result.log;
  }
}

TEST(OpenClFront, FeatureMacrosFollowTheStandard) {
  const char* source = R"(
    #if !defined(__opencl_c_generic_address_space) || !defined(__opencl_c_fp64) || \
        !defined(__opencl_c_subgroups) || !defined(__opencl_c_images) || \
        defined(__opencl_c_pipes) || defined(__opencl_c_device_enqueue) || !defined(__IMAGE_SUPPORT__)
    #error features
    #endif
    #if __OPENCL_C_VERSION__ != 300 || __OPENCL_VERSION__ < 120 || !defined(cl_khr_fp64)
    #error version
    #endif
    kernel void f(global double* x, global half* h) { *x = vload_half(0, h); })";
  const FrontResult result = compile_opencl(source, "-cl-std=CL3.0");
  EXPECT_TRUE(result.ok) << result.log;
}

TEST(OpenClFront, UndefinedFunctionsAreErrors) {
  const FrontResult result =
      compile_opencl("int nowhere(int); kernel void f(global int* x) { *x = nowhere(1); }");
  EXPECT_FALSE(result.ok);
  EXPECT_THAT(result.log, HasSubstr("nowhere"));
}

TEST(OpenClFront, LibraryFunctionsAreLinked) {
  const FrontResult result = compile_opencl(R"(
    kernel void f(global float* x, global float4* y) {
      x[0] = exp(x[1]) + native_exp(x[2]);
      y[0] = sin(y[1]) + convert_float4(convert_int4_rte(y[2]));
      printf("%d %v4f %s\n", (int)get_global_id(0), y[0], "text");
    })");
  EXPECT_TRUE(result.ok) << result.log;
  EXPECT_THAT(result.log, Not(HasSubstr("error")));
}

}  // namespace
}  // namespace vgpu::compiler
