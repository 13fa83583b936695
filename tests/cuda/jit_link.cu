// Relocatable code of nvrtc.h, linked while the program runs: by nvJitLink.h and by the driver's linker.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <nvJitLink.h>
#include <nvrtc.h>

#include <cstring>

#include "check.h"

static const char kMain[] = R"(
extern __device__ int weigh(int x);
extern __device__ int calls;
extern __constant__ int offsets[2];
extern "C" __global__ void run(int* x) {
  x[threadIdx.x] = weigh(x[threadIdx.x]) + offsets[threadIdx.x & 1];
  atomicAdd(&calls, 1);
}
)";
static const char kOther[] = R"(
__device__ int calls = 100;
__constant__ int offsets[2] = {1000, 2000};
__device__ int weigh(int x) { return WEIGHT * x; }
)";

// What NVRTC makes of the text with these options.
static std::vector<char> compiled(const char* text, std::vector<const char*> options,
                                  nvrtcResult wanted = NVRTC_SUCCESS) {
  nvrtcProgram program = nullptr;
  EXPECT_EQ(nvrtcCreateProgram(&program, text, "part.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcCompileProgram(program, (int)options.size(), options.data()), wanted);
  std::vector<char> code;
  size_t size = 0;
  if (wanted == NVRTC_SUCCESS) {
    EXPECT_EQ(nvrtcGetLTOIRSize(program, &size), NVRTC_SUCCESS);
    code.resize(size);
    EXPECT_EQ(nvrtcGetLTOIR(program, code.data()), NVRTC_SUCCESS);
  }
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return code;
}

static void expect_runs(const void* image, int weight) {
  CUmodule module;
  CUfunction run;
  CUdeviceptr x, calls;
  int values[4] = {1, 2, 3, 4}, count = 0;
  EXPECT_EQ(cuModuleLoadData(&module, image), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleGetFunction(&run, module, "run"), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAlloc(&x, sizeof values), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyHtoD(x, values, sizeof values), CUDA_SUCCESS);
  void* arguments[] = {&x};
  EXPECT_EQ(cuLaunchKernel(run, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH(values, x, sizeof values), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleGetGlobal(&calls, nullptr, module, "calls"), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH(&count, calls, sizeof count), CUDA_SUCCESS);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(values[i], weight * (i + 1) + 1000 + 1000 * (i & 1));
  EXPECT_EQ(count, 104);
  EXPECT_EQ(cuMemFree(x), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
}

CASE(nvjitlink_links_what_nvrtc_made) {
  const auto main_part = compiled(kMain, {"-dlto", "--relocatable-device-code=true"});
  const auto other = compiled(kOther, {"-dlto", "-DWEIGHT=7"});
  const char* options[] = {"-lto", "-arch=sm_86", "-O3"};
  nvJitLinkHandle link = nullptr;
  EXPECT_EQ(nvJitLinkCreate(&link, 3, options), NVJITLINK_SUCCESS);
  EXPECT_EQ(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, main_part.data(), main_part.size(), "a"),
            NVJITLINK_SUCCESS);
  EXPECT_EQ(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, other.data(), other.size(), "b"),
            NVJITLINK_SUCCESS);
  size_t size = 0;
  EXPECT_EQ(nvJitLinkGetLinkedCubinSize(link, &size), NVJITLINK_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvJitLinkComplete(link), NVJITLINK_SUCCESS);
  EXPECT_EQ(nvJitLinkGetErrorLogSize(link, &size), NVJITLINK_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(nvJitLinkGetLinkedCubinSize(link, &size), NVJITLINK_SUCCESS);
  std::vector<char> image(size);
  EXPECT_EQ(nvJitLinkGetLinkedCubin(link, image.data()), NVJITLINK_SUCCESS);
  EXPECT_EQ(nvJitLinkGetLinkedPtxSize(link, &size), NVJITLINK_SUCCESS);
  std::vector<char> text(size);
  EXPECT_EQ(nvJitLinkGetLinkedPtx(link, text.data()), NVJITLINK_SUCCESS);
  EXPECT_EQ(std::strlen(text.data()) + 1, size);
  EXPECT_EQ(nvJitLinkDestroy(&link), NVJITLINK_SUCCESS);
  expect_runs(image.data(), 7);
  expect_runs(text.data(), 7);
}

CASE(the_drivers_linker_takes_it_as_well) {
  const auto main_part = compiled(kMain, {"-rdc=true"});
  const auto other = compiled(kOther, {"--device-c", "-DWEIGHT=-3"});
  CUlinkState link;
  void* image = nullptr;
  EXPECT_EQ(cuLinkCreate(0, nullptr, nullptr, &link), CUDA_SUCCESS);
  for (const auto* part : {&other, &main_part})
    EXPECT_EQ(cuLinkAddData(link, CU_JIT_INPUT_CUBIN, (void*)part->data(), part->size(), nullptr, 0,
                            nullptr, nullptr),
              CUDA_SUCCESS);
  EXPECT_EQ(cuLinkComplete(link, &image, nullptr), CUDA_SUCCESS);
  expect_runs(image, -3);
  EXPECT_EQ(cuLinkDestroy(link), CUDA_SUCCESS);
}

// Relocatable code that needs nobody is a module as it is, and knows its kernels' names.
CASE(code_that_needs_nobody_is_loaded_alone) {
  const char* text = "template <int n> __global__ void fill(int* x) { *x = n; }";
  const char* option = "-rdc=true";
  const char* name = nullptr;
  nvrtcProgram program = nullptr;
  EXPECT_EQ(nvrtcCreateProgram(&program, text, nullptr, 0, nullptr, nullptr), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcAddNameExpression(program, "fill<5>"), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcCompileProgram(program, 1, &option), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcGetLoweredName(program, "fill<5>", &name), NVRTC_SUCCESS);
  size_t size = 0;
  EXPECT_EQ(nvrtcGetPTXSize(program, &size), NVRTC_SUCCESS);
  std::vector<char> ptx(size);
  EXPECT_EQ(nvrtcGetPTX(program, ptx.data()), NVRTC_SUCCESS);
  CUmodule module;
  CUfunction function;
  CUdeviceptr x;
  int value = 0;
  EXPECT_EQ(cuModuleLoadData(&module, ptx.data()), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleGetFunction(&function, module, name), CUDA_SUCCESS);
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  EXPECT_EQ(cuMemAlloc(&x, sizeof value), CUDA_SUCCESS);
  void* arguments[] = {&x};
  EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH(&value, x, sizeof value), CUDA_SUCCESS);
  EXPECT_EQ(value, 5);
  EXPECT_EQ(cuMemFree(x), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
}

// An instance that needs another file goes by the name that the program gave it.
CASE(instances_that_need_others) {
  const char* text =
      "extern __device__ int weigh(int x);"
      "template <class T> __global__ void all(T* x) { *x = weigh(*x); }";
  const char* option = "-rdc=true";
  const char* name = nullptr;
  nvrtcProgram program = nullptr;
  EXPECT_EQ(nvrtcCreateProgram(&program, text, nullptr, 0, nullptr, nullptr), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcAddNameExpression(program, "all<unsigned int>"), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcCompileProgram(program, 1, &option), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcGetLoweredName(program, "all<unsigned int>", &name), NVRTC_SUCCESS);
  size_t size = 0;
  EXPECT_EQ(nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
  std::vector<char> part(size);
  EXPECT_EQ(nvrtcGetCUBIN(program, part.data()), NVRTC_SUCCESS);
  auto other = compiled(kOther, {"-rdc=true", "-DWEIGHT=2"});
  CUlinkState link;
  void* image = nullptr;
  EXPECT_EQ(cuLinkCreate(0, nullptr, nullptr, &link), CUDA_SUCCESS);
  for (const auto* one : {&part, &other})
    EXPECT_EQ(cuLinkAddData(link, CU_JIT_INPUT_CUBIN, (void*)one->data(), one->size(), nullptr, 0,
                            nullptr, nullptr),
              CUDA_SUCCESS);
  EXPECT_EQ(cuLinkComplete(link, &image, nullptr), CUDA_SUCCESS);
  CUmodule module;
  CUfunction function;
  EXPECT_EQ(cuModuleLoadData(&module, image), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleGetFunction(&function, module, name), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  EXPECT_EQ(cuLinkDestroy(link), CUDA_SUCCESS);
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
}

CASE(what_is_wrong_is_told) {
  compiled("__device__ int f() { return nothing; }", {"-rdc=true"}, NVRTC_ERROR_COMPILATION);
  const char* options[] = {"-arch=sm_80", "-lots"};
  nvJitLinkHandle link = nullptr;
  EXPECT_EQ(nvJitLinkCreate(&link, 2, options), NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  EXPECT_EQ(nvJitLinkCreate(&link, 0, nullptr), NVJITLINK_ERROR_MISSING_ARCH);
  EXPECT_EQ(nvJitLinkCreate(&link, 1, options), NVJITLINK_SUCCESS);
  EXPECT_EQ(nvJitLinkAddData(link, NVJITLINK_INPUT_ANY, "what is it, that this may be", 28, "it"),
            NVJITLINK_ERROR_UNRECOGNIZED_INPUT);
  const auto alone = compiled(kMain, {"-dlto"});
  EXPECT_EQ(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, alone.data(), alone.size(), "a"),
            NVJITLINK_SUCCESS);
  EXPECT_EQ(nvJitLinkComplete(link), NVJITLINK_ERROR_FINALIZE);
  size_t size = 0;
  EXPECT_EQ(nvJitLinkGetErrorLogSize(link, &size), NVJITLINK_SUCCESS);
  std::string log(size, ' ');
  EXPECT_EQ(nvJitLinkGetErrorLog(link, log.data()), NVJITLINK_SUCCESS);
  EXPECT(log.find("weigh") != std::string::npos);
  EXPECT_EQ(nvJitLinkDestroy(&link), NVJITLINK_SUCCESS);
  EXPECT_EQ(nvJitLinkDestroy(&link), NVJITLINK_ERROR_INVALID_INPUT);
}

int main() {
  cuInit(0);
  CUcontext context;
  CUctxCreateParams whole{};
  EXPECT_EQ(cuCtxCreate(&context, &whole, 0, 0), CUDA_SUCCESS);  // as since CUDA 13
  const int result = run_cases();
  cuCtxDestroy(context);
  return result;
}
