// Times a kernel on another OpenCL implementation of the machine (PoCL), if there is one, for comparison.
//
// It runs in a child process, made before this one has threads, so that nothing of the peer's stays in the
// demonstration. OpenCL is loaded at run time: building needs neither its headers nor its library.
// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace opencl_peer {

struct Result {
  char name[64] = "";
  double seconds = 0;  // of the best run; 0: there is no peer
};

// The few functions that are needed, by their OpenCL names.
struct Library {
  void* handle = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);

  template <typename Return = void*, typename... Arguments>
  Return call(const char* name, Arguments... arguments) const {
    return reinterpret_cast<Return (*)(Arguments...)>(dlsym(handle, name))(arguments...);
  }
};

using Int = std::int32_t;
using Uint = std::uint32_t;
using Flags = std::uint64_t;

constexpr Flags kCpu = 1 << 1, kCopyHost = 1 << 5 | 1 << 0;
constexpr Uint kPlatformName = 0x0902;
constexpr unsigned kPatience = 20;  // seconds, then the peer counts as absent

struct Setup {
  void *context = nullptr, *queue = nullptr, *kernel = nullptr, *device = nullptr;
};

inline bool find_device(const Library& cl, Result& result, Setup& setup) {
  void* platforms[8];
  Uint count = 0;
  if (cl.call<Int>("clGetPlatformIDs", Uint(8), static_cast<void**>(platforms), &count) != 0)
    return false;
  for (Uint i = 0; i < count && i < 8; ++i) {
    if (cl.call<Int>("clGetDeviceIDs", platforms[i], kCpu, Uint(1), &setup.device,
                     static_cast<Uint*>(nullptr)) != 0)
      continue;
    cl.call<Int>("clGetPlatformInfo", platforms[i], kPlatformName, sizeof result.name,
                 static_cast<void*>(result.name), static_cast<std::size_t*>(nullptr));
    return true;
  }
  return false;
}

inline bool build(const Library& cl, const char* source, const char* kernel, Setup& setup) {
  Int error = 0;
  const void* none = nullptr;
  setup.context = cl.call<>("clCreateContext", none, Uint(1), &setup.device, none, none, &error);
  if (error != 0) return false;
  setup.queue = cl.call<>("clCreateCommandQueue", setup.context, setup.device, Flags(0), &error);
  void* program =
      cl.call<>("clCreateProgramWithSource", setup.context, Uint(1), &source, none, &error);
  if (cl.call<Int>("clBuildProgram", program, Uint(1), &setup.device, "", none, none) != 0)
    return false;
  setup.kernel = cl.call<>("clCreateKernel", program, kernel, &error);
  return error == 0;
}

// Runs a kernel (a, b, c, n) over n x n work-items in square groups a few times; seconds of the best one.
inline double run(const Library& cl, const Setup& setup, const std::vector<float>& a,
                  const std::vector<float>& b, int n, std::size_t tile) {
  std::vector<float> c(a.size());
  Int error = 0;
  Uint index = 0;
  for (const float* host : {a.data(), b.data(), static_cast<const float*>(c.data())}) {
    void* memory = cl.call<>("clCreateBuffer", setup.context, kCopyHost, a.size() * sizeof(float),
                             host, &error);
    cl.call<Int>("clSetKernelArg", setup.kernel, index++, sizeof memory, &memory);
  }
  cl.call<Int>("clSetKernelArg", setup.kernel, index, sizeof n, &n);
  const std::size_t global[] = {std::size_t(n), std::size_t(n)}, local[] = {tile, tile};
  double best = 0;
  double spent = 0;
  for (int i = 0; i < 4 && spent < 2; ++i) {  // the first one compiles
    const void* none = nullptr;
    const auto start = std::chrono::steady_clock::now();
    if (cl.call<Int>("clEnqueueNDRangeKernel", setup.queue, setup.kernel, Uint(2), none, &global[0],
                     &local[0], Uint(0), none, none) != 0)
      return 0;
    cl.call<Int>("clFinish", setup.queue);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    spent += seconds;
    if (best == 0 || seconds < best) best = seconds;
  }
  return best;
}

inline Result measure_here(const char* source, const char* kernel, const std::vector<float>& a,
                           const std::vector<float>& b, int n, std::size_t tile) {
  Result result;
  Setup setup;
  const Library cl;
  if (cl.handle && find_device(cl, result, setup) && build(cl, source, kernel, setup))
    result.seconds = run(cl, setup, a, b, n, tile);
  return result;
}

inline Result measure(const char* source, const char* kernel, const std::vector<float>& a,
                      const std::vector<float>& b, int n, std::size_t tile) {
  Result result;
  int ends[2];
  if (pipe(ends) != 0) return result;
  const pid_t child = fork();
  if (child == 0) {
    alarm(kPatience);
    result = measure_here(source, kernel, a, b, n, tile);
    const ssize_t written = write(ends[1], &result, sizeof result);
    _exit(written == sizeof result ? 0 : 1);
  }
  close(ends[1]);
  if (child < 0 || read(ends[0], &result, sizeof result) != sizeof result) result = Result();
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return result;
}

}  // namespace opencl_peer
