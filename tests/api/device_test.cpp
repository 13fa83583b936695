// Devices, errors, versions and kernels' descriptions.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <string>
#include <thread>

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "kernels.h"

extern "C" long c_program_sum(void);

namespace {

using vgpu_test::NativeKernel;

TEST(Device, Properties) {
  int count = 0;
  VG_OK(vgpuGetDeviceCount(&count));
  ASSERT_GE(count, 1);
  vgpuDeviceProp properties;
  VG_OK(vgpuGetDeviceProperties(&properties, 0));
  EXPECT_GT(std::strlen(properties.name), 0u);
  EXPECT_GE(properties.multiProcessorCount, 1);
  EXPECT_GT(properties.totalGlobalMem, size_t{1} << 28);
  EXPECT_GE(properties.simdWidth, 128);
  EXPECT_GE(properties.numaNodes, 1);
  EXPECT_EQ(properties.warpSize, 32);
  EXPECT_EQ(vgpuGetDeviceProperties(&properties, -1), vgpuErrorInvalidDevice);
  EXPECT_EQ(vgpuGetDeviceProperties(&properties, count), vgpuErrorInvalidDevice);
}

TEST(Device, SelectionIsPerThread) {
  int null_device = -1, current = -1;
  VG_OK(vgpuGetDeviceByName(&null_device, "null"));
  EXPECT_EQ(vgpuGetDeviceByName(&current, "no such device"), vgpuErrorInvalidDevice);
  std::thread([&] {
    EXPECT_EQ(vgpuSetDevice(null_device), vgpuSuccess);
    EXPECT_EQ(vgpuGetDevice(&current), vgpuSuccess);
  }).join();
  EXPECT_EQ(current, null_device);
  VG_OK(vgpuGetDevice(&current));
  EXPECT_EQ(current, 0);
  EXPECT_EQ(vgpuSetDevice(99), vgpuErrorInvalidDevice);
}

// Notes on which threads the groups of a launch run.
struct ThreadLog {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  static vgpuError_t note(const vgpuNativeGroup*, void* const*, void* data) {
    auto* log = static_cast<ThreadLog*>(data);
    const std::lock_guard lock(log->mutex);
    log->threads.insert(std::this_thread::get_id());
    return vgpuSuccess;
  }
};

TEST(Device, PowerSaverKeepsToHalfOfTheThreads) {
  ThreadLog log;
  vgpu_test::NativeKernel kernel("note threads", "", ThreadLog::note, &log);
  vgpuDeviceProp properties;
  VG_OK(vgpuGetDeviceProperties(&properties, 0));
  VG_OK(vgpuDeviceSetPolicy(0, vgpuPolicyPowerSaver));
  VG_OK(vgpuLaunchKernel(kernel.get(), dim3(2000), dim3(1), nullptr));
  VG_OK(vgpuDeviceSynchronize());
  VG_OK(vgpuDeviceSetPolicy(0, vgpuPolicyBalanced));
  EXPECT_LE(log.threads.size(), std::max<size_t>(1, size_t(properties.multiProcessorCount) / 2));
}

TEST(Device, PolicyAndWorkload) {
  for (int policy = vgpuPolicyPowerSaver; policy >= vgpuPolicyPerformance; --policy) {
    vgpuPolicy got;
    VG_OK(vgpuDeviceSetPolicy(0, static_cast<vgpuPolicy>(policy)));
    VG_OK(vgpuDeviceGetPolicy(&got, 0));
    EXPECT_EQ(got, policy);
  }
  VG_OK(vgpuDeviceSetPolicy(0, vgpuPolicyBalanced));
  EXPECT_EQ(vgpuDeviceSetPolicy(0, static_cast<vgpuPolicy>(17)), vgpuErrorInvalidValue);
  vgpuWorkloadClass workload;
  VG_OK(vgpuDeviceSetWorkloadClass(0, vgpuWorkloadMlTraining));
  VG_OK(vgpuDeviceGetWorkloadClass(&workload, 0));
  EXPECT_EQ(workload, vgpuWorkloadMlTraining);
  VG_OK(vgpuDeviceSetWorkloadClass(0, vgpuWorkloadAuto));
}

TEST(Error, LastErrorIsReadOnceAndOfTheThread) {
  EXPECT_EQ(vgpuSetDevice(-5), vgpuErrorInvalidDevice);
  std::thread([] { EXPECT_EQ(vgpuPeekAtLastError(), vgpuSuccess); }).join();
  EXPECT_EQ(vgpuPeekAtLastError(), vgpuErrorInvalidDevice);
  EXPECT_EQ(vgpuGetLastError(), vgpuErrorInvalidDevice);
  EXPECT_EQ(vgpuGetLastError(), vgpuSuccess);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("[vgpuSetDevice] device: -5"),
            std::string::npos);
}

TEST(Error, NamesAndTexts) {
  EXPECT_STREQ(vgpuGetErrorName(vgpuSuccess), "vgpuSuccess");
  EXPECT_STREQ(vgpuGetErrorName(vgpuErrorInvalidValue), "vgpuErrorInvalidValue");
  EXPECT_STREQ(vgpuGetErrorName(static_cast<vgpuError_t>(998)), "vgpuErrorUnrecognized");
  EXPECT_GT(std::strlen(vgpuGetErrorString(vgpuErrorNotReady)), 0u);
  EXPECT_GT(std::strlen(vgpuGetErrorString(static_cast<vgpuError_t>(998))), 0u);
}

TEST(Version, IsThatOfTheHeader) {
  int version = 0;
  VG_OK(vgpuRuntimeGetVersion(&version));
  EXPECT_EQ(version, VGPU_VERSION);
  EXPECT_STREQ(vgpuGetVersionString(), "0.1.0");
}

TEST(CProgram, Works) { EXPECT_EQ(c_program_sum(), 332833500); }

TEST(Kernel, DescribesItself) {
  NativeKernel kernel("described",
                      "float* __restrict y, const unsigned char *x, unsigned long n, double",
                      vgpu_test::fail_always);
  vgpuKernelAttributes attributes;
  VG_OK(vgpuKernelGetAttributes(&attributes, kernel.get()));
  EXPECT_EQ(attributes.argumentCount, 4);
  EXPECT_EQ(attributes.argumentBytes, 32u);
  EXPECT_EQ(attributes.native, 1);
  vgpuArgumentInfo info;
  VG_OK(vgpuKernelGetArgumentInfo(&info, kernel.get(), 1));
  EXPECT_STREQ(info.name, "x");
  EXPECT_EQ(info.kind, vgpuArgumentGlobal);
  VG_OK(vgpuKernelGetArgumentInfo(&info, kernel.get(), 2));
  EXPECT_STREQ(info.name, "n");
  EXPECT_STREQ(info.typeName, "unsigned long");
  EXPECT_EQ(info.size, 8u);
  EXPECT_EQ(vgpuKernelGetArgumentInfo(&info, kernel.get(), 4), vgpuErrorInvalidValue);
  vgpuKernel_t found;
  VG_OK(vgpuGetNativeKernel(&found, "described"));
  EXPECT_EQ(found, kernel.get());
}

TEST(Kernel, BadSignaturesAreRefused) {
  vgpuKernel_t kernel;
  for (const char* signature : {"int a,", "matrix m", "int a b", ",", "const", "int a, ,int b"}) {
    EXPECT_EQ(vgpuRegisterNativeKernel(&kernel, "bad", signature, vgpu_test::fail_always, nullptr),
              vgpuErrorInvalidValue)
        << signature;
  }
  NativeKernel first("taken", "", vgpu_test::fail_always);
  EXPECT_EQ(vgpuRegisterNativeKernel(&kernel, "taken", "", vgpu_test::fail_always, nullptr),
            vgpuErrorInvalidValue);
}

}  // namespace
