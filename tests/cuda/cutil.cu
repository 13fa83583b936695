// The helpers of the CUDA SDK up to version 4, as programs of those years call them.
//
// SPDX-License-Identifier: MIT
#include <cutil.h>
#include <cutil_inline.h>
#include <cutil_math.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "check.h"

namespace {

__global__ void scale(float* x, float3 by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) CUT_BANK_CHECKER(x, i) *= dot(by, make_float3(1.0f));
}

CASE(a_program_of_2008) {
  char name[] = "./program", count[] = "-n=64", *argv[] = {name, count};
  const int argc = 2;
  CUT_DEVICE_INIT(argc, argv);
  int n = 7;
  CUT_SAFE_CALL(cutGetCmdLineArgumenti(argc, (const char**)argv, "n", &n));
  EXPECT_EQ(n, 64);
  EXPECT_EQ(cutCheckCmdLineFlag(argc, (const char**)argv, "quiet"), CUTFalse);
  float *host = nullptr, *device = nullptr;
  CUT_SAFE_MALLOC(host = (float*)malloc(n * sizeof(float)));
  for (int i = 0; i < n; ++i) host[i] = i;
  CUDA_SAFE_CALL(cudaMalloc((void**)&device, n * sizeof(float)));
  CUDA_SAFE_CALL(cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice));
  scale<<<2, 32>>>(device, make_float3(0.5f, 0.5f, 1.0f), n);
  CUT_CHECK_ERROR("scale");
  CUDA_SAFE_CALL(cudaThreadSynchronize());
  float doubled[64], near[64];
  for (int i = 0; i < n; ++i) near[i] = (doubled[i] = 2 * host[i]) + (i == 9 ? 0.01f : 0.0f);
  CUDA_SAFE_CALL(cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(cutComparef(doubled, host, n), CUTTrue);
  EXPECT_EQ(cutComparefe(doubled, near, n, 1e-3f), CUTFalse);
  EXPECT_EQ(cutComparefe(doubled, near, n, 0.1f), CUTTrue);
  EXPECT_EQ(cutCompareL2fe(doubled, near, n, 1e-3f), CUTTrue);
  CUDA_SAFE_CALL(cudaFree(device));
  free(host);
}

CASE(a_program_of_2010) {
  char name[] = "./program", text[] = "--file=a b", *argv[] = {name, text};
  EXPECT_EQ(cutilChooseCudaDevice(2, argv), cutGetMaxGflopsDeviceId());
  int number = -1;
  EXPECT_EQ(cutilChooseCudaDeviceDrv(1, argv, &number), 0);
  cutilDrvSafeCallNoSync(cuDeviceGet(&number, 0));
  EXPECT_EQ(MIN(3, number), 0);
  char* file = nullptr;
  cutilCheckError(cutGetCmdLineArgumentstr(2, (const char**)argv, "file", &file));
  EXPECT(std::string(file) == "a b");
  cutFree(file);
  cutilSafeCall(cudaSetDevice(0));
  cutilSafeThreadSync();
  cutilCheckMsg("nothing failed");
  cufftHandle plan;
  cufftSafeCall(cufftPlan1d(&plan, 16, CUFFT_C2C, 1));
  cufftSafeCall(cufftDestroy(plan));
  EXPECT(cutilCudaCapabilities(1, 3));
}

CASE(timers_have_numbers) {
  unsigned int first = 0, second = 0;
  CUT_SAFE_CALL(cutCreateTimer(&first));
  CUT_SAFE_CALL(cutCreateTimer(&second));
  EXPECT(first != 0 && second != 0 && first != second);
  cutStartTimer(second);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  cutStopTimer(second);
  EXPECT_EQ(cutGetTimerValue(first), 0.0f);
  EXPECT(cutGetTimerValue(second) >= 5.0f);
  EXPECT(cutGetAverageTimerValue(second) >= 5.0f);
  cutResetTimer(second);
  EXPECT_EQ(cutGetTimerValue(second), 0.0f);
  CUT_SAFE_CALL(cutDeleteTimer(first));
  EXPECT_EQ(cutGetTimerValue(second), 0.0f);
}

CASE(files) {
  char name[] = "/tmp/vgpu_cutil_XXXXXX";
  close(mkstemp(name));
  unsigned char gray[] = {0, 51, 102, 255, 7, 9}, *back = nullptr;
  unsigned int width = 0, height = 0, count = 0;
  EXPECT_EQ(cutSavePGMub(name, gray, 3, 2), CUTTrue);
  EXPECT_EQ(cutLoadPGMub(name, &back, &width, &height), CUTTrue);
  EXPECT_EQ(cutCompareub(gray, back, width * height), CUTTrue);
  EXPECT_EQ(cutLoadPPM4ub(name, &back, &width, &height), CUTFalse);
  const float some[] = {1.5f, -2.0f, 4.0f};
  float* read = nullptr;
  EXPECT_EQ(cutWriteFilef(name, some, 3, 0.0f), CUTTrue);
  EXPECT_EQ(cutReadFilef(name, &read, &count), CUTTrue);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(cutComparef(some, read, 3), CUTTrue);
  char* found = cutFindFilePath(name + 1, "./program");
  EXPECT(found == nullptr || access(found, R_OK) == 0);
  cutFree(found);
  cutFree(read);
  cutFree(back);
  remove(name);
}

}  // namespace

int main() { return run_cases(); }
