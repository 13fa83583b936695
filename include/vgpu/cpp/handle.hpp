// A C handle that is destroyed with its owner; what the C++ objects are made of.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/error.h>

#include <utility>

namespace vgpu {

template <typename Handle, vgpuError_t (*kDestroy)(Handle)>
class UniqueHandle {
 public:
  UniqueHandle() = default;
  explicit UniqueHandle(Handle handle) : handle_(handle) {}
  UniqueHandle(UniqueHandle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  UniqueHandle& operator=(UniqueHandle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~UniqueHandle() {
    if (handle_ != nullptr) kDestroy(handle_);
  }

  Handle get() const noexcept { return handle_; }
  Handle* out() noexcept {
    return &handle_;
  }  // for functions that make one; only while it is empty

 private:
  Handle handle_ = nullptr;
};

}  // namespace vgpu
