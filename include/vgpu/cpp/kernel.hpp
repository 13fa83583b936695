// Kernels and their launches: arguments as in a function call.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/kernel.h>
#include <vgpu/c/launch.h>
#include <vgpu/cpp/buffer.hpp>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/stream.hpp>

#include <cstddef>

namespace vgpu {

struct LaunchSize {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
};

namespace detail {

// A kernel gets a buffer's address, and everything else by value.
template <typename T>
const T& argument(const T& value) {
  return value;
}
template <typename T>
T* argument(const GpuBuffer<T>& buffer) {
  return buffer.data();
}

template <typename... Values>
void launch(vgpuKernel_t kernel, const LaunchSize& size, vgpuStream_t stream,
            const Values&... values) {
  void* args[] = {const_cast<void*>(static_cast<const void*>(&values))..., nullptr};
  check(vgpuLaunchKernelAsync(kernel, size.grid, size.block, args, size.shared_bytes, stream));
}

}  // namespace detail

// A handle that something else owns: a module, or the list of native kernels.
class GpuKernel {
 public:
  explicit GpuKernel(vgpuKernel_t handle) : handle_(handle) {}
  vgpuKernel_t get() const { return handle_; }

  vgpuKernelAttributes attributes() const {
    vgpuKernelAttributes attributes;
    check(vgpuKernelGetAttributes(&attributes, handle_));
    return attributes;
  }
  const char* name() const {
    const char* name = nullptr;
    check(vgpuKernelGetName(&name, handle_));
    return name;
  }

  // Types must be those of the kernel's parameters: an int is not a long.
  template <typename... Arguments>
  void operator()(const LaunchSize& size, const Arguments&... arguments) const {
    detail::launch(handle_, size, nullptr, detail::argument(arguments)...);
  }
  template <typename... Arguments>
  void on(const GpuStream& stream, const LaunchSize& size, const Arguments&... arguments) const {
    detail::launch(handle_, size, stream.get(), detail::argument(arguments)...);
  }

 private:
  vgpuKernel_t handle_;
};

}  // namespace vgpu
