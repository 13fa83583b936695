// What an OpenCL device cannot run, the cpu device runs on the same memory, in the same order.
// SPDX-License-Identifier: MIT
#include "fixture.h"

namespace opencl_device_test {
namespace {

class WithHelp : public OnOpenCL {
 protected:
  void SetUp() override {
    OnOpenCL::SetUp();
    if (!falls_back()) GTEST_SKIP() << "this run has no help";
  }
};

constexpr char kDouble[] = "kernel void twice(global int* x) { x[get_global_id(0)] *= 2; }";

// Commands of both devices take turns on one buffer.
TEST_F(WithHelp, CudaKernelsBetweenOpenClKernels) {
  const Module module(kDouble);
  vgpuModule_t cuda = nullptr;
  VG_OK(vgpuModuleLoadSource(
      &cuda,
      "extern \"C\" __global__ void inc(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }",
      vgpuLanguageCUDA, nullptr));
  vgpuKernel_t inc = nullptr;
  VG_OK(vgpuModuleGetKernel(&inc, cuda, "inc"));
  const Buffer<int> data(counted(256));
  for (int i = 0; i < 3; ++i) {
    VG_OK(launch(inc, dim3(4), dim3(64), nullptr, data.get()));
    VG_OK(launch(module.kernel("twice"), dim3(4), dim3(64), nullptr, data.get()));
  }
  VG_OK(vgpuDeviceSynchronize());
  const std::vector<int> got = data.read();
  for (int i = 0; i < 256; ++i) ASSERT_EQ(got[i], 8 * i + 14) << i;
  VG_OK(vgpuModuleUnload(cuda));
}

TEST_F(WithHelp, VariablesOfModules) {
  const Module module(
      "global int counter = 5; kernel void add(global int* x) { x[get_global_id(0)] += counter; "
      "counter = 7; }",
      [] {
        static vgpuBuildOptions options{};
        options.options = "-cl-std=CL3.0";
        return &options;
      }());
  const Buffer<int> data(std::vector<int>(1, 1));
  void* variable = nullptr;
  std::size_t size = 0;
  int value = 0;
  VG_OK(vgpuModuleGetGlobal(&variable, &size, module.get(), "counter"));
  ASSERT_EQ(size, sizeof value);
  VG_OK(vgpuMemcpy(&value, variable, size, vgpuMemcpyDeviceToHost));
  EXPECT_EQ(value, 5);
  VG_OK(launch(module.kernel("add"), dim3(1), dim3(1), nullptr, data.get()));
  VG_OK(vgpuMemcpy(&value, variable, size, vgpuMemcpyDeviceToHost));
  EXPECT_EQ(value, 7);
  value = 100;
  VG_OK(vgpuMemcpy(variable, &value, size, vgpuMemcpyHostToDevice));
  VG_OK(launch(module.kernel("add"), dim3(1), dim3(1), nullptr, data.get()));
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(data.read()[0], 106);
}

// A kernel whose name is a built-in function's in this driver, an extension that it has not, memory of another device:
// whatever the reason, the result is right.
TEST_F(WithHelp, RefusalsOfTheDriver) {
  const Module module(
      "kernel void step(global int* x, global const int* y) { x[get_global_id(0)] += *y; }");
  void* elsewhere = nullptr;
  int value = 4;
  VG_OK(vgpuSetDevice(0));
  VG_OK(vgpuMalloc(&elsewhere, sizeof value));
  VG_OK(vgpuMemcpy(elsewhere, &value, sizeof value, vgpuMemcpyHostToDevice));
  VG_OK(vgpuSetDevice(device_));
  const Buffer<int> data(counted(32));
  VG_OK(launch(module.kernel("step"), dim3(1), dim3(32), nullptr, data.get(),
               static_cast<int*>(elsewhere)));
  VG_OK(vgpuDeviceSynchronize());
  const std::vector<int> got = data.read();
  for (int i = 0; i < 32; ++i) ASSERT_EQ(got[i], i + 4);
  VG_OK(vgpuFree(elsewhere));
}

TEST_F(WithHelp, CopiesBetweenDevices) {
  const Buffer<int> here(counted(1000));
  void* there = nullptr;
  VG_OK(vgpuSetDevice(0));
  VG_OK(vgpuMalloc(&there, 4000));
  VG_OK(vgpuMemcpy(there, here.get(), 4000, vgpuMemcpyDeviceToDevice));  // by the cpu device
  VG_OK(vgpuMemset(here.get(), 0, 4000));
  VG_OK(vgpuSetDevice(device_));
  EXPECT_EQ(here.read(), std::vector<int>(1000, 0));
  VG_OK(vgpuMemcpy(here.get(), there, 4000, vgpuMemcpyDeviceToDevice));
  EXPECT_EQ(here.read(), counted(1000));
  VG_OK(vgpuFree(there));
}

TEST_F(WithHelp, EnginesNeedSharedMemory) {
  const Buffer<float> a(std::vector<float>{1, 2, 3, 4}), c(4);
  const vgpuError_t result = vgpuSgemm(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, 2, 2, 2, 1, a.get(),
                                       2, a.get(), 2, 0, c.get(), 2, nullptr);
  if (memory_kind() != "shared") {
    EXPECT_EQ(result, vgpuErrorNotSupported);
    void* managed = nullptr;
    EXPECT_EQ(vgpuMallocManaged(&managed, 100, 0), vgpuErrorNotSupported);
    return;
  }
  VG_OK(result);
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(c.read(), (std::vector<float>{7, 10, 15, 22}));
}

}  // namespace
}  // namespace opencl_device_test
