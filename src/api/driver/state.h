// What driver.so remembers: devices that are initialised, their streams and kernels, living buffers, the last error.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/runtime.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace vgpu::driver {

// Thrown inside the library; every exported function turns it into its error value.
struct Failure {
  std::string text;
};

void check(vgpuError_t result);  // throws Failure with the runtime's text
[[noreturn]] void refuse(const std::string& text);

class Gpu {
 public:
  explicit Gpu(int device);
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  int device() const { return device_; }
  vgpuStream_t stream() const { return stream_; }
  void finish() const { check(vgpuStreamSynchronize(stream_)); }

  void* allocate(std::size_t bytes);
  void free(void* buffer);
  void free_all();
  // A pointer into a living buffer with at least that many bytes from `offset` on; `name` is for the message.
  void* buffer(void* handle, std::size_t bytes, const char* name, std::size_t offset = 0) const;

  vgpuKernel_t kernel(const char* name);                // of the driver, compiled at the first use
  vgpuKernel_t program_kernel(const char* name) const;  // of compile_kernels
  void compile(const char* source, std::string& log);
  void* scratch(
      std::size_t bytes);  // for a call of several kernels, which holds sequence() meanwhile
  std::mutex& sequence() { return sequence_; }

 private:
  const int device_;
  vgpuStream_t stream_{};
  vgpuModule_t module_{}, program_{};
  void* scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
  std::mutex sequence_;
  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> buffers_;
};

// All that a call needs while it runs: the device is current on this thread, and was not before.
class Call {
 public:
  explicit Call(int gpu);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  Gpu& gpu() { return *gpu_; }

 private:
  std::shared_ptr<Gpu> gpu_;
  int previous_ = -1;
};

std::shared_ptr<Gpu> find_gpu(int number);  // null: not initialised
void initialize(int number);
void shut_down();

void remember_error(const char* function) noexcept;  // the exception being handled
const char* last_error() noexcept;

// The body of an exported function: what it gives, or `error` if it throws.
template <typename Result, typename Body>
Result guarded(const char* function, Result error, Body&& body) noexcept {
  try {
    return body();
  } catch (...) {
    remember_error(function);
    return error;
  }
}

// Elements of a tensor: a negative dimension or a product that is too large is refused.
std::size_t elements(std::initializer_list<int> dimensions);

}  // namespace vgpu::driver
