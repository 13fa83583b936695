// Kernels of the program's own: compiled from OpenCL C, launched with arguments by size.
// SPDX-License-Identifier: MIT
#include <vgpu/driver.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "api/driver/state.h"

using namespace vgpu::driver;

namespace {

// Checks what a caller by ctypes gets wrong most easily: how many arguments, and how large.
std::vector<void*> pack(vgpuKernel_t kernel, void** args, const size_t* sizes, int count,
                        std::vector<std::size_t>& local) {
  vgpuKernelAttributes attributes{};
  check(vgpuKernelGetAttributes(&attributes, kernel));
  const int wanted = attributes.argumentCount;
  if (count != wanted) {
    refuse("count: the kernel takes " + std::to_string(wanted) + " arguments, not " +
           std::to_string(count));
  }
  if (count > 0 && (args == nullptr || sizes == nullptr)) refuse("args: is NULL");
  std::vector<void*> packed(static_cast<std::size_t>(count));
  local.reserve(packed.size());  // pointers to its elements must stay
  for (int i = 0; i < count; ++i) {
    vgpuArgumentInfo info{};
    check(vgpuKernelGetArgumentInfo(&info, kernel, i));
    const auto index = static_cast<std::size_t>(i);
    if (info.kind == vgpuArgumentLocal) {
      local.push_back(sizes[i]);
      packed[index] = &local.back();
    } else {
      if (sizes[i] != info.size) {
        refuse("sizes[" + std::to_string(i) + "]: " + std::to_string(sizes[i]) + " bytes, " +
               info.name + " has " + std::to_string(info.size));
      }
      packed[index] = args[i];
    }
  }
  return packed;
}

void enqueue(Gpu& gpu, const char* name, void** args, const size_t* sizes, int count,
             int dimensions, const size_t* gws, const size_t* lws) {
  if (dimensions < 1 || dimensions > 3) {
    refuse("dimensions: " + std::to_string(dimensions) + " is not 1, 2 or 3");
  }
  if (gws == nullptr) refuse("gws: is NULL");
  const vgpuKernel_t kernel = gpu.program_kernel(name);
  std::vector<std::size_t> local;
  std::vector<void*> packed = pack(kernel, args, sizes, count, local);
  vgpuLaunchConfig config{};
  config.workDim = static_cast<unsigned>(dimensions);
  for (int d = 0; d < dimensions; ++d) {
    config.globalSize[d] = gws[d];
    if (lws != nullptr) {
      if (lws[d] == 0 || lws[d] > 1024)
        refuse("lws: " + std::to_string(lws[d]) + " is no size of a group");
      config.block[d] = static_cast<unsigned>(lws[d]);
    }
  }
  config.stream = gpu.stream();
  check(vgpuLaunchKernelEx(&config, kernel, packed.data()));
}

}  // namespace

int compile_kernels(int gpu, const char* source, const char** log) {
  thread_local std::string text;
  text.clear();
  const int result = guarded(__func__, 0, [&] {
    Call call(gpu);
    call.gpu().compile(source, text);
    return 1;
  });
  if (log != nullptr) *log = text.c_str();
  return result;
}

int run_kernel(int gpu, const char* name, void** args, const size_t* sizes, int count,
               int dimensions, const size_t* gws, const size_t* lws) {
  return guarded(__func__, 0, [&] {
    Call call(gpu);
    enqueue(call.gpu(), name, args, sizes, count, dimensions, gws, lws);
    call.gpu().finish();
    return 1;
  });
}

void* enqueue_async(int gpu, const char* name, void** args, const size_t* sizes, int count,
                    int dimensions, const size_t* gws, const size_t* lws) {
  return guarded(__func__, static_cast<void*>(nullptr), [&] {
    Call call(gpu);
    enqueue(call.gpu(), name, args, sizes, count, dimensions, gws, lws);
    vgpuEvent_t event{};
    check(vgpuEventCreate(&event));
    check(vgpuEventRecord(event, call.gpu().stream()));
    return static_cast<void*>(event);
  });
}

int wait_event(void* event) {
  return guarded(__func__, 0, [&] {
    const auto handle = static_cast<vgpuEvent_t>(event);
    check(vgpuEventSynchronize(handle));
    check(vgpuEventDestroy(handle));
    return 1;
  });
}

float get_last_kernel_time_ms(int gpu) {
  return guarded(__func__, 0.0f, [&] {
    Call call(gpu);
    float time = 0;
    check(vgpuDeviceGetLastKernelTime(&time, call.gpu().device()));
    return time;
  });
}
