// The demonstration that `make demo` runs: one matrix product as a native C++ kernel, from OpenCL C and from
// CUDA C++, each checked against the host and timed beside a scalar loop, and beside PoCL where it is installed.
//
// It also shows what a program on the C interface looks like; it knows nothing but the public headers.
// SPDX-License-Identifier: MIT
#include <vgpu/runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "opencl_peer.h"

namespace {

constexpr int kSize = 1024;      // of the square matrices
constexpr int kTile = 16;        // work-items of a group: kTile x kTile
constexpr int kHostRows = 32;    // rows that the scalar loop computes
constexpr int kRepetitions = 5;  // the best one counts

const char* const kOpenCl = R"(
#define TILE 16
__kernel void matmul(__global const float* a, __global const float* b, __global float* c, int n) {
  __local float as[TILE][TILE], bs[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < n; t += TILE) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += as[y][k] * bs[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
})";

const char* const kCuda = R"(
template <int TILE>
__device__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
  float sum = 0.0f;
  for (int t = 0; t < n; t += TILE) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
  multiply<16>(a, b, c, n);
})";

void check(vgpuError_t result, const char* what) {
  if (result == vgpuSuccess) return;
  std::fprintf(stderr, "%s: %s (%s)\n", what, vgpuGetErrorString(result),
               vgpuGetLastErrorMessage());
  std::exit(1);
}
#define CHECK(call) check((call), #call)

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double gigaflops(int rows, double seconds) { return 2.0 * rows * kSize * kSize / seconds * 1e-9; }

// The host's matrices and what the device should find, as far as the scalar loop has come.
struct Problem {
  std::vector<float> a = std::vector<float>(kSize * kSize), b = a, wanted = a;
  float *device_a = nullptr, *device_b = nullptr, *device_c = nullptr;
};

void fill_matrices(Problem& p) {
  for (int i = 0; i < kSize * kSize; ++i) {
    p.a[i] = std::sin(0.01f * static_cast<float>(i % 7919));
    p.b[i] = std::cos(0.013f * static_cast<float>(i % 7907));
  }
}

void copy_to_device(Problem& p) {
  const std::size_t bytes = p.a.size() * sizeof(float);
  for (float** pointer : {&p.device_a, &p.device_b, &p.device_c}) {
    CHECK(vgpuMalloc(reinterpret_cast<void**>(pointer), bytes));
  }
  CHECK(vgpuMemcpy(p.device_a, p.a.data(), bytes, vgpuMemcpyHostToDevice));
  CHECK(vgpuMemcpy(p.device_b, p.b.data(), bytes, vgpuMemcpyHostToDevice));
}

double run_scalar_loop(Problem& p) {
  const double start = now();
  for (int row = 0; row < kHostRows; ++row) {
    for (int col = 0; col < kSize; ++col) {
      float sum = 0;
      for (int k = 0; k < kSize; ++k) sum += p.a[row * kSize + k] * p.b[k * kSize + col];
      p.wanted[row * kSize + col] = sum;
    }
  }
  return gigaflops(kHostRows, now() - start);
}

// One tile of the product: what a group of the kernels above does, in C++.
vgpuError_t native_matmul(const vgpuNativeGroup* group, void* const* args, void*) {
  const float* a = *static_cast<const float* const*>(args[0]);
  const float* b = *static_cast<const float* const*>(args[1]);
  float* c = *static_cast<float* const*>(args[2]);
  const int n = *static_cast<const int*>(args[3]);
  const int first_row = static_cast<int>(group->blockIdx.y) * kTile;
  const int first_col = static_cast<int>(group->blockIdx.x) * kTile;
  float sum[kTile][kTile] = {};
  for (int k = 0; k < n; ++k) {
    for (int y = 0; y < kTile; ++y) {
      const float left = a[(first_row + y) * n + k];
      for (int x = 0; x < kTile; ++x) sum[y][x] += left * b[k * n + first_col + x];
    }
  }
  for (int y = 0; y < kTile; ++y) {
    std::copy(sum[y], sum[y] + kTile, c + (first_row + y) * n + first_col);
  }
  return vgpuSuccess;
}

void print_row(const char* name, double milliseconds, double scalar) {
  const double rate = gigaflops(kSize, milliseconds * 1e-3);
  std::printf("  %-26s %9.2f ms %8.1f GFLOP/s %6.1f x\n", name, milliseconds, rate, rate / scalar);
}

const char* peer_name(const char* platform) {
  return std::strcmp(platform, "Portable Computing Language") == 0 ? "PoCL, OpenCL C" : platform;
}

// Whether the rows that the host has computed agree.
bool is_right(const Problem& p) {
  std::vector<float> c(p.a.size());
  CHECK(vgpuMemcpy(c.data(), p.device_c, c.size() * sizeof(float), vgpuMemcpyDeviceToHost));
  for (int i = 0; i < kHostRows * kSize; ++i) {
    if (!(std::fabs(c[i] - p.wanted[i]) <= 1e-2f)) {
      std::printf("wrong at %d: %f, should be %f\n", i, c[i], p.wanted[i]);
      return false;
    }
  }
  return true;
}

// Launches, times and checks one kernel; exits when its result is wrong.
void run_kernel(const char* name, vgpuKernel_t kernel, Problem& p, double scalar) {
  int n = kSize;
  void* args[] = {&p.device_a, &p.device_b, &p.device_c, &n};
  vgpuEvent_t start, stop;
  CHECK(vgpuEventCreate(&start));
  CHECK(vgpuEventCreate(&stop));
  float best = 1e30f;
  CHECK(vgpuMemset(p.device_c, 0, p.a.size() * sizeof(float)));
  for (int i = 0; i < kRepetitions; ++i) {
    float milliseconds = 0;
    CHECK(vgpuEventRecord(start, nullptr));
    CHECK(vgpuLaunchKernelAsync(kernel, dim3(n / kTile, n / kTile), dim3(kTile, kTile), args, 0,
                                nullptr));
    CHECK(vgpuEventRecord(stop, nullptr));
    CHECK(vgpuEventSynchronize(stop));
    CHECK(vgpuEventElapsedTime(&milliseconds, start, stop));
    best = std::min(best, milliseconds);
  }
  CHECK(vgpuEventDestroy(start));
  CHECK(vgpuEventDestroy(stop));
  if (!is_right(p)) std::exit(1);
  print_row(name, best, scalar);
}

void run_native(Problem& p, double scalar) {
  vgpuKernel_t kernel;
  CHECK(vgpuRegisterNativeKernel(&kernel, "matmul",
                                 "const float* a, const float* b, float* c, int n", native_matmul,
                                 nullptr));
  run_kernel("vGPU, native C++ kernel", kernel, p, scalar);
  CHECK(vgpuUnregisterNativeKernel(kernel));
}

void run_source(const char* name, const char* source, vgpuLanguage language, Problem& p,
                double scalar) {
  std::vector<char> log(1 << 16);
  vgpuBuildOptions options = {};
  options.log = log.data();
  options.logSize = log.size();
  vgpuModule_t module;
  const vgpuError_t result = vgpuModuleLoadSource(&module, source, language, &options);
  if (result == vgpuErrorCompilerNotFound) {
    std::printf("  %-26s not run: this build has no kernel compiler\n", name);
    return;
  }
  if (result != vgpuSuccess) std::fprintf(stderr, "%s\n", log.data());
  check(result, name);
  vgpuKernel_t kernel;
  CHECK(vgpuModuleGetKernel(&kernel, module, "matmul"));
  run_kernel(name, kernel, p, scalar);
  CHECK(vgpuModuleUnload(module));
}

}  // namespace

int main() {
  Problem problem;
  fill_matrices(problem);
  const auto peer = opencl_peer::measure(kOpenCl, "matmul", problem.a, problem.b, kSize, kTile);
  vgpuDeviceProp prop;
  CHECK(vgpuInit());
  CHECK(vgpuGetDeviceProperties(&prop, 0));
  std::printf("vGPU %s on %s: %d compute units, %d bit SIMD (%s)\n", vgpuGetVersionString(),
              prop.name, prop.multiProcessorCount, prop.simdWidth, prop.instructionSet);
  std::printf("product of two %d x %d matrices, tiled %d x %d, checked against the host:\n", kSize,
              kSize, kTile, kTile);
  copy_to_device(problem);
  const double scalar = run_scalar_loop(problem);
  print_row("scalar loop on the host", 2.0 * kSize * kSize * kSize / scalar * 1e-6, scalar);
  if (peer.seconds > 0) print_row(peer_name(peer.name), peer.seconds * 1e3, scalar);
  run_native(problem, scalar);
  run_source("vGPU, OpenCL C", kOpenCl, vgpuLanguageOpenCL, problem, scalar);
  run_source("vGPU, CUDA C++", kCuda, vgpuLanguageCUDA, problem, scalar);
  for (float* pointer : {problem.device_a, problem.device_b, problem.device_c})
    CHECK(vgpuFree(pointer));
  std::printf("all results are right\n");
  return 0;
}
