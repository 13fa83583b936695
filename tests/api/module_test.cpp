// Modules from source and from binaries. Without libvgpu_compiler.so only the mistakes can be tested.
// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels.h"

namespace {

// Before the library reads its options: tests leave nothing in the user's cache.
[[maybe_unused]] const int kNoCache = setenv("VGPU_CACHE", "0", 1);

constexpr char kSource[] = R"(
__device__ int offset = 7;
extern "C" __global__ void shift(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += offset;
})";

TEST(ModuleTest, MistakesAreErrors) {
  vgpuModule_t module = nullptr;
  EXPECT_EQ(vgpuModuleLoadSource(&module, "x", static_cast<vgpuLanguage>(9), nullptr),
            vgpuErrorInvalidValue);
  const char junk[] = "this is no module of kernels, whatever its length";
  EXPECT_NE(vgpuModuleLoadBinary(&module, junk, sizeof junk), vgpuSuccess);
  EXPECT_NE(vgpuModuleLoadBinary(&module, junk, 0), vgpuSuccess);
  EXPECT_EQ(vgpuModuleLoadFile(&module, "/no/such/file.cu", nullptr), vgpuErrorFileNotFound);
  vgpuBuildOptions options = {};
  options.headerCount = 1;
  EXPECT_EQ(vgpuModuleLoadSource(&module, kSource, vgpuLanguageCUDA, &options),
            vgpuErrorInvalidValue);
  EXPECT_EQ(module, nullptr);
}

// Runs the kernel of a module and gives what it has made of {0, 0, 0}.
std::vector<int> run_shift(vgpuModule_t module) {
  vgpuKernel_t kernel = nullptr;
  int* data = nullptr;
  int n = 3;
  std::vector<int> back(3);
  void* args[] = {&data, &n};
  EXPECT_EQ(vgpuModuleGetKernel(&kernel, module, "shift"), vgpuSuccess);
  EXPECT_EQ(vgpuMalloc(reinterpret_cast<void**>(&data), 12), vgpuSuccess);
  EXPECT_EQ(vgpuMemset(data, 0, 12), vgpuSuccess);
  EXPECT_EQ(vgpuLaunchKernel(kernel, dim3(1), dim3(8), args), vgpuSuccess)
      << vgpuGetLastErrorMessage();
  EXPECT_EQ(vgpuMemcpy(back.data(), data, 12, vgpuMemcpyDeviceToHost), vgpuSuccess);
  EXPECT_EQ(vgpuFree(data), vgpuSuccess);
  return back;
}

TEST(ModuleTest, SourceBinaryAndVariables) {
  vgpuModule_t module, copy;
  const vgpuError_t code = vgpuModuleLoadSource(&module, kSource, vgpuLanguageCUDA, nullptr);
  if (code == vgpuErrorCompilerNotFound) GTEST_SKIP() << "built without the compiler";
  ASSERT_EQ(code, vgpuSuccess) << vgpuGetLastErrorMessage();
  EXPECT_EQ(run_shift(module), (std::vector<int>{7, 7, 7}));

  void* variable = nullptr;
  size_t size = 0;
  const int nine = 9;
  VG_OK(vgpuModuleGetGlobal(&variable, &size, module, "offset"));
  ASSERT_EQ(size, sizeof(int));
  VG_OK(vgpuMemcpy(variable, &nine, size, vgpuMemcpyHostToDevice));
  EXPECT_EQ(run_shift(module), (std::vector<int>{9, 9, 9}));
  EXPECT_EQ(vgpuModuleGetGlobal(&variable, &size, module, "nothing"), vgpuErrorSymbolNotFound);

  VG_OK(vgpuModuleGetBinary(module, nullptr, &size));
  std::string binary(size, '\0');
  VG_OK(vgpuModuleGetBinary(module, binary.data(), &size));
  size = 1;
  EXPECT_EQ(vgpuModuleGetBinary(module, binary.data(), &size), vgpuErrorInvalidValue);
  VG_OK(vgpuModuleLoadBinary(&copy, binary.data(), binary.size()));
  EXPECT_EQ(run_shift(copy), (std::vector<int>{7, 7, 7})) << "an instance has its own variables";

  vgpuKernel_t kernel;
  EXPECT_EQ(vgpuModuleGetKernel(&kernel, module, "nothing"), vgpuErrorSymbolNotFound);
  VG_OK(vgpuModuleGetKernel(&kernel, module, "shift"));
  VG_OK(vgpuModuleUnload(module));
  vgpuKernelAttributes attributes;
  EXPECT_EQ(vgpuKernelGetAttributes(&attributes, kernel), vgpuErrorInvalidHandle);
  EXPECT_EQ(vgpuModuleUnload(module), vgpuErrorInvalidHandle);
  VG_OK(vgpuModuleUnload(copy));
}

TEST(ModuleTest, CompilersWordsComeBack) {
  vgpuModule_t module;
  char log[2000] = "";
  vgpuBuildOptions options = {};
  options.log = log;
  options.logSize = sizeof log;
  const vgpuError_t code =
      vgpuModuleLoadSource(&module, "__kernel void f() { oops; }", vgpuLanguageOpenCL, &options);
  if (code == vgpuErrorCompilerNotFound) GTEST_SKIP() << "built without the compiler";
  EXPECT_EQ(code, vgpuErrorCompilationFailed);
  EXPECT_NE(std::string(log).find("oops"), std::string::npos) << log;
}

}  // namespace
