// Kernels compiled while the program runs, by nvrtc.h, and launched by cuda.h.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <nvrtc.h>

#include "check.h"

static const char kSource[] = R"(
#include "factor.h"
typedef float Real;
namespace math {
template <typename T, int kStep>
__global__ void scale(T* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * T(FACTOR) + T(kStep);
}
}
extern "C" __global__ void twice(int* x) { x[threadIdx.x] *= 2; }
)";
static const char* const kHeaders[] = {"#define FACTOR SCALE_BY\n"};
static const char* const kHeaderNames[] = {"factor.h"};

static nvrtcProgram make() {
  nvrtcProgram program = nullptr;
  EXPECT_EQ(nvrtcCreateProgram(&program, kSource, "scale.cu", 1, kHeaders, kHeaderNames),
            NVRTC_SUCCESS);
  return program;
}

static std::string log_of(nvrtcProgram program) {
  size_t size = 0;
  EXPECT_EQ(nvrtcGetProgramLogSize(program, &size), NVRTC_SUCCESS);
  std::string log(size, 'x');
  EXPECT_EQ(nvrtcGetProgramLog(program, log.data()), NVRTC_SUCCESS);
  EXPECT_EQ(log.back(), '\0');
  return log.c_str();
}

CASE(templates_by_name_expression) {
  nvrtcProgram program = make();
  for (const char* name : {"&math::scale<float, 3>", "math::scale< Real,4 >", "twice"})
    EXPECT_EQ(nvrtcAddNameExpression(program, name), NVRTC_SUCCESS);
  const char* lowered[2] = {};
  EXPECT_EQ(nvrtcGetLoweredName(program, "twice", &lowered[0]),
            NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  const char* options[] = {"--gpu-architecture=compute_80",
                           "--define-macro=SCALE_BY=2",
                           "--include-path=/nowhere",
                           "--std=c++17",
                           "--minimal",
                           "-device-int128",
                           "--brief-diagnostics=true"};
  EXPECT_EQ(nvrtcCompileProgram(program, 7, options), NVRTC_SUCCESS);
  EXPECT_EQ(log_of(program), std::string());
  EXPECT_EQ(nvrtcGetLoweredName(program, "math::scale<float, 3>", &lowered[0]), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcGetLoweredName(program, "math::scale< Real,4 >", &lowered[1]), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcGetLoweredName(program, "nobody", &lowered[1]),
            NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  EXPECT_EQ(nvrtcAddNameExpression(program, "late"),
            NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  size_t size = 0;
  EXPECT_EQ(nvrtcGetPTXSize(program, &size), NVRTC_SUCCESS);
  std::vector<char> image(size);
  EXPECT_EQ(nvrtcGetPTX(program, image.data()), NVRTC_SUCCESS);
  const std::string text = image.data();  // PTX is a string, and programs copy it as one
  EXPECT_EQ(text.size() + 1, size);
  EXPECT(text.find(".version") != std::string::npos);

  CUlinkState linker;
  void* linked = nullptr;
  EXPECT_EQ(cuLinkCreate(0, nullptr, nullptr, &linker), CUDA_SUCCESS);
  EXPECT_EQ(cuLinkAddData(linker, CU_JIT_INPUT_PTX, (void*)text.c_str(), text.size() + 1, nullptr,
                          0, nullptr, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(cuLinkComplete(linker, &linked, nullptr), CUDA_SUCCESS);
  CUmodule module;
  EXPECT_EQ(cuModuleLoadData(&module, linked), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  EXPECT_EQ(cuLinkDestroy(linker), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleLoadData(&module, text.c_str()), CUDA_SUCCESS);
  float* x = nullptr;
  OK(cudaMallocManaged(&x, 100 * sizeof(float)));
  for (int i = 0; i < 100; ++i) x[i] = i;
  int n = 100;
  void* arguments[] = {&x, &n};
  for (const char* name : lowered) {
    CUfunction function;
    EXPECT_EQ(cuModuleGetFunction(&function, module, name), CUDA_SUCCESS);
    EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr),
              CUDA_SUCCESS);
  }
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(x[10], (10 * 2 + 3) * 2 + 4.0f);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  OK(cudaFree(x));
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  EXPECT(program == nullptr);
}

// What has no execution space is the device's: functions, members, lambdas, variables also in functions.
CASE(device_as_default_execution_space) {
  static const char text[] = R"(
namespace numbers {
static const int primes[] = {2, 3, 5, 7};
int offset = 100;
int next(int i) {
  static int calls = 0;
  return primes[i & 3] + offset + atomicAdd(&calls, 1) * 0;
}
struct Scale {
  static int factor;
  int operator()(int x) const { return x * factor; }
};
int Scale::factor = 10;
}
__constant__ int one = 1;
template <typename T> T twice(T x) { return x + x; }
extern "C" __global__ void fill(int* x) {
  __shared__ int kept[32];
  const auto add = [](int a, int b) { return a + b; };
  kept[threadIdx.x] = numbers::Scale()(numbers::next(threadIdx.x));
  __syncthreads();
  x[threadIdx.x] = add(twice(kept[31 - threadIdx.x]), one);
})";
  for (const char* option : {"-default-device", "--device-as-default-execution-space"}) {
    nvrtcProgram program = nullptr;
    EXPECT_EQ(nvrtcCreateProgram(&program, text, "fill.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
    const char* options[] = {option};
    EXPECT_EQ(nvrtcCompileProgram(program, 1, options), NVRTC_SUCCESS);
    EXPECT_EQ(log_of(program), std::string());
    size_t size = 0;
    EXPECT_EQ(nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
    std::vector<char> image(size);
    EXPECT_EQ(nvrtcGetCUBIN(program, image.data()), NVRTC_SUCCESS);
    CUmodule module;
    CUfunction fill;
    EXPECT_EQ(cuModuleLoadData(&module, image.data()), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleGetFunction(&fill, module, "fill"), CUDA_SUCCESS);
    int* x = nullptr;
    OK(cudaMallocManaged(&x, 32 * sizeof(int)));
    void* arguments[] = {&x};
    EXPECT_EQ(cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr),
              CUDA_SUCCESS);
    OK(cudaDeviceSynchronize());
    EXPECT(x[0] == 2 * 10 * 107 + 1 && x[30] == 2 * 10 * 103 + 1);
    OK(cudaFree(x));
    EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
    EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  }
  nvrtcProgram program = nullptr;
  EXPECT_EQ(nvrtcCreateProgram(&program, text, "fill.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_ERROR_COMPILATION);
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
}

CASE(errors_stand_in_the_log) {
  nvrtcProgram program = nullptr;
  EXPECT_EQ(nvrtcCreateProgram(&program, "__global__ void k() {\n  unknown();\n}", "bad.cu", 0,
                               nullptr, nullptr),
            NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_ERROR_COMPILATION);
  EXPECT(log_of(program).find("bad.cu:2") != std::string::npos);
  size_t size = 0;
  EXPECT_EQ(nvrtcGetPTXSize(program, &size), NVRTC_ERROR_INVALID_PROGRAM);
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
}

CASE(misuse) {
  nvrtcProgram program = nullptr;
  int number = 0;
  EXPECT_EQ(nvrtcCreateProgram(nullptr, "", "", 0, nullptr, nullptr), NVRTC_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvrtcCreateProgram(&program, nullptr, "", 0, nullptr, nullptr),
            NVRTC_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvrtcCreateProgram(&program, "", "", 1, nullptr, nullptr), NVRTC_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvrtcCompileProgram(nullptr, 0, nullptr), NVRTC_ERROR_INVALID_PROGRAM);
  EXPECT_EQ(nvrtcDestroyProgram(nullptr), NVRTC_ERROR_INVALID_PROGRAM);
  EXPECT_EQ(nvrtcVersion(&number, nullptr), NVRTC_ERROR_INVALID_INPUT);
  program = make();
  const char* options[] = {"--no-such-option"};
  EXPECT_EQ(nvrtcCompileProgram(program, 1, options), NVRTC_ERROR_INVALID_OPTION);
  EXPECT(log_of(program).find("no-such-option") != std::string::npos);
  EXPECT_EQ(nvrtcAddNameExpression(program, " & "), NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  EXPECT_EQ(std::string(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION)), "NVRTC_ERROR_COMPILATION");
  EXPECT_EQ(nvrtcGetNumSupportedArchs(&number), NVRTC_SUCCESS);
  std::vector<int> all(number);
  EXPECT_EQ(nvrtcGetSupportedArchs(all.data()), NVRTC_SUCCESS);
  EXPECT(all.front() < all.back());
}

int main() { return run_cases(); }
