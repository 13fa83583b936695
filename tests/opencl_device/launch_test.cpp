// Kernels on an OpenCL device: arguments, pointers, shapes, errors of compilers.
// SPDX-License-Identifier: MIT
#include "fixture.h"

namespace opencl_device_test {
namespace {

constexpr char kAdd[] = R"(
kernel void add(global const float* a, global const float* b, global float* c, float scale) {
  size_t i = get_global_id(0);
  c[i] = a[i] + scale * b[i];
})";

TEST_F(OnOpenCL, AddsVectors) {
  constexpr int n = 4096;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = 0.5f * static_cast<float>(i), y[i] = static_cast<float>(-i);
  const Buffer<float> a(x), b(y), c(n);
  const Module module(kAdd);
  VG_OK(launch(module.kernel("add"), dim3(n / 64), dim3(64), nullptr, a.get(), b.get(), c.get(),
               2.0f));
  VG_OK(vgpuDeviceSynchronize());
  const std::vector<float> got = c.read();
  for (int i = 0; i < n; ++i) ASSERT_EQ(got[i], x[i] + 2 * y[i]) << i;
}

TEST_F(OnOpenCL, EveryIdAndSizeInThreeDimensions) {
  const Module module(R"(
      kernel void ids(global uint* out) {
        size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1), z = get_global_id(2);
        size_t i = x + get_global_size(0) * (y + get_global_size(1) * z);
        out[i] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_group_id(0) + 1000 * get_group_id(1) +
                 10000 * get_group_id(2) + 100000 * get_local_size(0) + 1000000 * get_num_groups(1);
      })");
  const Buffer<unsigned> out(8 * 6 * 3);
  vgpuLaunchConfig config{};
  config.workDim = 3;
  const std::size_t global[3] = {8, 6, 3};
  const unsigned block[3] = {4, 3, 1};
  for (int d = 0; d < 3; ++d) config.globalSize[d] = global[d], config.block[d] = block[d];
  config.globalOffset[0] = 5;
  unsigned* pointer = out.get();
  void* arguments[] = {&pointer};
  VG_OK(vgpuLaunchKernelEx(&config, module.kernel("ids"), arguments));
  VG_OK(vgpuDeviceSynchronize());
  const std::vector<unsigned> got = out.read();
  for (unsigned z = 0, i = 0; z < 3; ++z) {
    for (unsigned y = 0; y < 6; ++y) {
      for (unsigned x = 0; x < 8; ++x, ++i) {
        ASSERT_EQ(got[i], x % 4 + 10 * (y % 3) + 100 * (x / 4) + 1000 * (y / 3) + 10000 * z +
                              400000 + 2000000);
      }
    }
  }
}

TEST_F(OnOpenCL, LocalMemoryArgumentsAndBarriers) {
  const Module module(R"(
      kernel void turn(global int* data, local int* part, local int* other) {
        local int fixed_part[64];
        int t = get_local_id(0), n = get_local_size(0);
        part[t] = data[get_global_id(0)];
        other[t] = 1;
        fixed_part[t] = 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        data[get_global_id(0)] = part[n - 1 - t] * 10 + other[n - 1 - t] + fixed_part[n - 1 - t];
      })");
  const Buffer<int> data(counted(128));
  const std::size_t bytes = 64 * sizeof(int);
  VG_OK(launch(module.kernel("turn"), dim3(2), dim3(64), nullptr, data.get(), bytes, bytes));
  VG_OK(vgpuDeviceSynchronize());
  const std::vector<int> got = data.read();
  for (int i = 0; i < 128; ++i) ASSERT_EQ(got[i], (i / 64 * 64 + 63 - i % 64) * 10 + 3);
}

TEST_F(OnOpenCL, StructuresVectorsAndNullPointers) {
  const Module module(R"(
      typedef struct { int a; float b[3]; char c; } Row;
      kernel void take(global float* out, Row row, float3 v, char k, global const int* none) {
        out[0] = row.a; out[1] = row.b[2]; out[2] = row.c; out[3] = v.z; out[4] = k; out[5] = none == 0;
      })");
  struct Row {
    int a = 7;
    float b[3] = {1, 2, 3.5f};
    char c = 9;
  };
  struct alignas(16) Float3 {
    float of[4] = {1, 2, 6, 0};
  };
  const Buffer<float> out(6);
  VG_OK(launch(module.kernel("take"), dim3(1), dim3(1), nullptr, out.get(), Row(), Float3(),
               static_cast<char>(5), static_cast<int*>(nullptr)));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(out.read(), (std::vector<float>{7, 3.5f, 9, 6, 5, 1}));
}

// A pointer into the middle of an allocation, as programs make them.
TEST_F(OnOpenCL, PointersIntoAllocations) {
  const Module module("kernel void set(global int* x) { x[get_global_id(0)] = 1; }");
  const Buffer<int> data(std::vector<int>(256, 0));
  const vgpuKernel_t set = module.kernel("set");
  VG_OK(launch(set, dim3(1), dim3(8), nullptr, data.get() + 64));  // 256 bytes: aligned anywhere
  VG_OK(vgpuDeviceSynchronize());
  const vgpuError_t odd = launch(set, dim3(1), dim3(8), nullptr, data.get() + 131);
  const vgpuError_t end = vgpuDeviceSynchronize();
  const bool right = has_addresses() || falls_back();
  EXPECT_EQ(odd, vgpuSuccess);
  EXPECT_EQ(end, right ? vgpuSuccess : vgpuErrorNotSupported) << vgpuGetLastErrorMessage();
  const std::vector<int> got = data.read();
  for (int i = 0; i < 256; ++i) {
    const bool set_there = (i >= 64 && i < 72) || (right && i >= 131 && i < 139);
    ASSERT_EQ(got[i], set_there ? 1 : 0) << i;
  }
}

// Pointers that stand in memory are addresses for kernels too, where there is shared virtual memory.
TEST_F(OnOpenCL, PointersInMemory) {
  if (!has_addresses()) GTEST_SKIP() << "buffers have no addresses";
  const Module module(R"(
      typedef struct { global int* row; int length; } List;
      kernel void sum(global const List* lists, global int* out) {
        size_t i = get_global_id(0);
        int s = 0;
        for (int k = 0; k < lists[i].length; ++k) s += lists[i].row[k];
        out[i] = s;
      })");
  struct List {
    int* row;
    int length;
  };
  const Buffer<int> data(counted(100)), out(2);
  const Buffer<List> lists({{data.get(), 50}, {data.get() + 50, 50}});
  VG_OK(launch(module.kernel("sum"), dim3(1), dim3(2), nullptr, lists.get(), out.get()));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(out.read(), (std::vector<int>{1225, 3725}));
}

TEST_F(OnOpenCL, HeadersOptionsAndFiles) {
  const char* names[] = {"offset.h"};
  const char* texts[] = {"#define OFFSET 100\n"};
  vgpuBuildOptions options{};
  options.options = "-DSCALE=3";
  options.headerCount = 1;
  options.headerNames = names;
  options.headerTexts = texts;
  const Module module(
      "#include \"offset.h\"\nkernel void k(global int* x) { x[get_global_id(0)] = SCALE * "
      "get_global_id(0) + OFFSET; }",
      &options);
  const Buffer<int> data(4);
  VG_OK(launch(module.kernel("k"), dim3(1), dim3(4), nullptr, data.get()));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(data.read(), (std::vector<int>{100, 103, 106, 109}));
}

TEST_F(OnOpenCL, ErrorsOfTheSourceAreTheProgramsOwn) {
  vgpuModule_t module = nullptr;
  char log[4096] = "";
  vgpuBuildOptions options{};
  options.fileName = "mine.cl";
  options.log = log;
  options.logSize = sizeof log;
  EXPECT_EQ(vgpuModuleLoadSource(&module, "kernel void k() {\n  missing(1);\n}", vgpuLanguageOpenCL,
                                 &options),
            vgpuErrorCompilationFailed);
  EXPECT_NE(std::string(log).find("mine.cl:2"), std::string::npos) << log;
}

// What our front end takes and the driver's does not; its words name the program's file and line.
TEST_F(OnOpenCL, TheDriversCompilerIsQuoted) {
  vgpuBuildOptions options{};
  options.fileName = "mine.cl";
  options.options = "-cl-std=CL3.0";
  const Module module(
      "kernel void k(global int* x) {\n#ifndef __opencl_c_work_group_collective_functions\n#error "
      "no collectives\n#endif\n  x[0] = work_group_reduce_add(1);\n}",
      &options);
  const Buffer<int> data(1);
  VG_OK(launch(module.kernel("k"), dim3(1), dim3(16), nullptr, data.get()));
  const vgpuError_t result = vgpuDeviceSynchronize();
  if (result == vgpuSuccess) {
    EXPECT_EQ(data.read()[0], 16);
    return;  // this driver has them, or the cpu device has helped
  }
  const std::string text = vgpuGetLastErrorMessage();
  EXPECT_EQ(result, vgpuErrorNotSupported);
  EXPECT_NE(text.find("mine.cl:3"), std::string::npos) << text;
  EXPECT_NE(text.find("no collectives"), std::string::npos) << text;
}

TEST_F(OnOpenCL, UnevenGridsAndFreeGroupSizes) {
  const Module module("kernel void k(global int* x) { x[get_global_id(0)] = 1; }");
  const Buffer<int> data(std::vector<int>(1000, 0));
  vgpuLaunchConfig config{};
  config.workDim = 1;
  config.globalSize[0] = 1000;
  config.globalSize[1] = config.globalSize[2] = 1;
  int* pointer = data.get();
  void* arguments[] = {&pointer};
  VG_OK(vgpuLaunchKernelEx(&config, module.kernel("k"), arguments));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(data.read(), std::vector<int>(1000, 1));
  config.block[0] = 64;
  const vgpuError_t uneven = vgpuLaunchKernelEx(&config, module.kernel("k"), arguments);
  EXPECT_EQ(uneven, falls_back() ? vgpuSuccess : vgpuErrorNotSupported);
  VG_OK(vgpuDeviceSynchronize());
}

TEST_F(OnOpenCL, BinariesOfModulesRunToo) {
  vgpuModule_t again = nullptr;
  std::vector<char> binary;
  {
    const Module module("kernel void k(global int* x) { x[get_global_id(0)] = 42; }");
    std::size_t size = 0;
    VG_OK(vgpuModuleGetBinary(module.get(), nullptr, &size));
    binary.resize(size);
    VG_OK(vgpuModuleGetBinary(module.get(), binary.data(), &size));
  }
  VG_OK(vgpuModuleLoadBinary(&again, binary.data(), binary.size()));
  vgpuKernel_t kernel = nullptr;
  VG_OK(vgpuModuleGetKernel(&kernel, again, "k"));
  const Buffer<int> data(8);
  VG_OK(launch(kernel, dim3(1), dim3(8), nullptr, data.get()));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(data.read(), std::vector<int>(8, 42));
  VG_OK(vgpuModuleUnload(again));
}

TEST_F(OnOpenCL, WrongLaunchesAreRefused) {
  const Module module("kernel void k(global int* x) { x[get_global_id(0)] = 1; }");
  const Buffer<int> data(8);
  EXPECT_EQ(launch(module.kernel("k"), dim3(0), dim3(8), nullptr, data.get()),
            vgpuErrorInvalidConfiguration);
  EXPECT_EQ(launch(module.kernel("k"), dim3(1), dim3(1 << 20), nullptr, data.get()),
            vgpuErrorInvalidConfiguration);
}

}  // namespace
}  // namespace opencl_device_test
