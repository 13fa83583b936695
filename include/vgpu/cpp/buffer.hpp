// Device memory as a typed, owned array.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/copy.h>
#include <vgpu/c/memory.h>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/handle.hpp>
#include <vgpu/cpp/stream.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace vgpu {

template <typename T>
class GpuBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GpuBuffer() = default;
  explicit GpuBuffer(std::size_t size) : size_(size) {
    check(vgpuMalloc(memory_.out(), size * sizeof(T)));
  }
  explicit GpuBuffer(const std::vector<T>& values) : GpuBuffer(values.size()) { write(values); }

  T* data() const { return static_cast<T*>(memory_.get()); }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  void write(const std::vector<T>& values) {
    if (values.size() > size_) throw RuntimeError(vgpuErrorInvalidValue, "buffer: too small");
    check(vgpuMemcpy(data(), values.data(), values.size() * sizeof(T), vgpuMemcpyHostToDevice));
  }
  std::vector<T> read() const {
    std::vector<T> values(size_);
    check(vgpuMemcpy(values.data(), data(), bytes(), vgpuMemcpyDeviceToHost));
    return values;
  }
  // The host memory must live until the stream has come past the copy.
  void write_async(const T* values, std::size_t count, const GpuStream& stream) {
    check(vgpuMemcpyAsync(data(), values, count * sizeof(T), vgpuMemcpyHostToDevice, stream.get()));
  }
  void read_async(T* values, std::size_t count, const GpuStream& stream) const {
    check(vgpuMemcpyAsync(values, data(), count * sizeof(T), vgpuMemcpyDeviceToHost, stream.get()));
  }
  void fill_bytes(int value) { check(vgpuMemset(data(), value, bytes())); }

 private:
  UniqueHandle<void*, vgpuFree> memory_;
  std::size_t size_ = 0;
};

}  // namespace vgpu
