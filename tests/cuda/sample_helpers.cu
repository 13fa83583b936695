// The headers that stand beside NVIDIA's samples and that many programs include without bringing them along.
//
// SPDX-License-Identifier: MIT
#include <cublas_v2.h>
#include <cuda.h>
#include <helper_cuda.h>
#include <helper_cuda_drvapi.h>
#include <helper_cusolver.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <multithreading.h>
#include <nvrtc_helper.h>
#include <unistd.h>

#include <thread>

#include "check.h"
#include "managed.h"

namespace {

__global__ void turn(const float3* in, float4* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float3 v = normalize(in[i]) * 2.0f;
  v += make_float3(1.0f);
  const float3 side = cross(v, make_float3(0, 0, 1));
  out[i] = make_float4(lerp(v, side, 0.5f), dot(v, side) + length(in[i]));
  const int3 whole = clamp(make_int3(in[i]) - 3, 0, 5);
  out[i].x += max(whole, make_int3(1, 2, 3)).x;
}

CASE(vectors) {
  Managed<float3> in(3);
  Managed<float4> out(3);
  in[0] = make_float3(3, 4, 0);
  in[1] = make_float3(0, 0, 2);
  in[2] = make_float3(9, 0, 0);
  turn<<<1, 32>>>(in.get(), out.get(), 3);
  getLastCudaError("turn");
  checkCudaErrors(cudaDeviceSynchronize());
  EXPECT(fabs(out[0].x - (0.5f * (2.2f + 2.6f) + 1)) < 1e-5f);
  EXPECT(fabs(out[0].y - 0.5f * (2.6f - 2.2f)) < 1e-5f);
  EXPECT(fabs(out[0].w - 5) < 1e-5f);
  EXPECT_EQ(out[1].z, 1.5f);
  EXPECT(fabs(out[2].x - (0.5f * (3 + 1) + 5)) < 1e-5f);
  const uint2 sum = 2u * make_uint2(3u, 4u) + make_uint2(1u);
  EXPECT_EQ(sum.x, 7u);
  EXPECT_EQ(sum.y, 9u);
  EXPECT_EQ(smoothstep(0.0f, 1.0f, 0.5f), 0.5f);
}

CASE(command_lines) {
  const char* words[] = {"./program",  "file",      "--Device=0", "-n=12",
                         "-scale=0.5", "-name=a=b", "-q"};
  const int count = sizeof words / sizeof *words;
  EXPECT(checkCmdLineFlag(count, words, "device"));
  EXPECT(checkCmdLineFlag(count, words, "q"));
  EXPECT(!checkCmdLineFlag(count, words, "file"));
  EXPECT(!checkCmdLineFlag(count, words, "nam"));
  EXPECT_EQ(getCmdLineArgumentInt(count, words, "n="), 12);
  EXPECT_EQ(getCmdLineArgumentFloat(count, words, "scale"), 0.5f);
  char* name = nullptr;
  EXPECT(getCmdLineArgumentString(count, words, "name", &name));
  EXPECT(std::string(name) == "a=b");
  EXPECT_EQ(findCudaDevice(count, words), 0);
  EXPECT_EQ(findCudaDevice(1, words), 0);
  EXPECT(checkCudaCapabilities(2, 0));
  EXPECT(!checkCudaCapabilities(99, 0));
}

CASE(errors_have_names) {
  EXPECT(std::string(_cudaGetErrorEnum(cudaErrorInvalidValue)) == "cudaErrorInvalidValue");
  EXPECT(std::string(_cudaGetErrorEnum(CUDA_ERROR_INVALID_VALUE)) == "CUDA_ERROR_INVALID_VALUE");
  EXPECT(std::string(_cudaGetErrorEnum(CUBLAS_STATUS_ALLOC_FAILED)) ==
         "CUBLAS_STATUS_ALLOC_FAILED");
  EXPECT(!printLastCudaError("nothing"));
  cudaMalloc(nullptr, 1);
  EXPECT(printLastCudaError("a null pointer"));
}

CASE(times) {
  StopWatchInterface* timer = nullptr;
  sdkCreateTimer(&timer);
  for (int i = 0; i < 2; ++i) {
    sdkStartTimer(&timer);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    sdkStopTimer(&timer);
  }
  EXPECT(sdkGetTimerValue(&timer) >= 10.0f);
  EXPECT(fabs(sdkGetAverageTimerValue(&timer) * 2 - sdkGetTimerValue(&timer)) < 1e-2f);
  sdkResetTimer(&timer);
  EXPECT_EQ(sdkGetTimerValue(&timer), 0.0f);
  sdkDeleteTimer(&timer);
  EXPECT(timer == nullptr);
}

CASE(images) {
  char name[] = "/tmp/vgpu_image_XXXXXX";
  close(mkstemp(name));
  unsigned char gray[] = {0, 51, 102, 255, 7, 9};
  EXPECT(sdkSavePGM(name, gray, 3, 2));
  float* loaded = nullptr;
  unsigned int width = 0, height = 0;
  EXPECT(sdkLoadPGM(name, &loaded, &width, &height));
  EXPECT_EQ(width, 3u);
  EXPECT_EQ(height, 2u);
  EXPECT_EQ(loaded[1], 0.2f);
  unsigned char colors[] = {1, 2, 3, 0, 4, 5, 6, 0}, *back = nullptr;
  EXPECT(!sdkLoadPPM4(name, &back, &width, &height));
  EXPECT(sdkSavePPM4ub(name, colors, 2, 1));
  EXPECT(sdkLoadPPM4(name, &back, &width, &height));
  EXPECT(memcmp(back, colors, sizeof colors) == 0);
  EXPECT(compareData(colors, back, 8, 0, 0.0f));
  remove(name);
  const float reference[] = {3, 4}, near[] = {3, 4.01f};
  EXPECT(sdkCompareL2fe(reference, near, 2, 1e-2f));
  EXPECT(!sdkCompareL2fe(reference, near, 2, 1e-3f));
  free(loaded);
  free(back);
}

CASE(files_of_elements_and_of_pixels) {
  char first[] = "/tmp/vgpu_first_XXXXXX", second_[] = "/tmp/vgpu_second_XXXXXX";
  close(mkstemp(first));
  close(mkstemp(second_));
  float numbers[] = {1, 2, 3}, others[] = {1, 2, 3.5f};
  sdkDumpBin(numbers, sizeof numbers, first);
  sdkDumpBin(others, sizeof others, second_);
  EXPECT(sdkCompareBin2BinFloat(first, second_, 3, 0.6f, 0, nullptr));
  EXPECT(!sdkCompareBin2BinFloat(first, second_, 3, 0.4f, 0, nullptr));
  EXPECT(sdkCompareBin2BinFloat(first, second_, 3, 0.4f, 0.5f, nullptr));
  EXPECT(!sdkCompareBin2BinUint(first, second_, 4, 0, 0, nullptr));  // too short
  char *blocks[2] = {}, **all = blocks;
  unsigned int length = 0, width = 0, height = 0, channels = 0;
  EXPECT(sdkReadFileBlocks(second_, all, &length, 1, 4, false));
  EXPECT(memcmp(blocks[1], &others[1], 4) == 0);
  unsigned char colors[] = {10, 20, 30, 40, 50, 60}, *loaded = nullptr;
  EXPECT(__savePPM(first, colors, 1, 2, 3));
  colors[5] += 9;
  EXPECT(__savePPM(second_, colors, 1, 2, 3));
  EXPECT(sdkComparePPM(first, second_, 10, 0, false));
  EXPECT(!sdkComparePPM(first, second_, 5, 0, false));
  EXPECT(__loadPPM(second_, &loaded, &width, &height, &channels));
  EXPECT(channels == 3 && height == 2 && loaded[5] == 69);
  free(loaded);
  free(blocks[1]);
  remove(first);
  remove(second_);
}

CUT_THREADPROC arrive(void* barrier) {
  cutIncrementBarrier((CUTBarrier*)barrier);
  CUT_THREADEND;
}

CASE(threads_and_sizes) {
  CUTBarrier barrier = cutCreateBarrier(2);
  CUTThread threads[] = {cutStartThread(arrive, &barrier), cutStartThread(arrive, &barrier)};
  cutWaitForBarrier(&barrier);
  cutWaitForThreads(threads, 2);
  EXPECT_EQ(barrier.count, 2);
  cutDestroyBarrier(&barrier);
  const double x[] = {1, -7, 3, 2};
  EXPECT_EQ(vec_norminf(4, x), 7.0);
  EXPECT_EQ(mat_norminf(2, 2, x, 2), 9.0);
}

CASE(modules_of_the_driver_interface) {
  char name[] = "/tmp/vgpu_kernels_XXXXXX", program[] = "./program", *argv[] = {program};
  close(mkstemp(name));
  std::ofstream(name) << "extern \"C\" __global__ void twice(int* x) { x[threadIdx.x] *= 2; }";
  char* cubin = nullptr;
  size_t size = 0;
  compileFileToCUBIN(name, 1, argv, &cubin, &size, 0);
  EXPECT(size > 0);
  CUfunction twice;
  checkCudaErrors(cuModuleGetFunction(&twice, loadCUBIN(cubin, 1, argv), "twice"));
  Managed<int> x(32);
  x.fill(21);
  int* data = x.get();
  void* arguments[] = {&data};
  checkCudaErrors(cuLaunchKernel(twice, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  checkCudaErrors(cuCtxSynchronize());
  EXPECT_EQ(x[31], 42);
  int warp = 0;
  getCudaAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0);
  EXPECT_EQ(warp, 32);
  EXPECT(checkCudaCapabilitiesDRV(3, 0, 0));
  std::string path;
  std::ostringstream content;
  EXPECT(!findFatbinPath("no_such.fatbin", path, argv, content));
  remove(name);
}

}  // namespace

int main() { return run_cases(); }
