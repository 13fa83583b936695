// A table of a plan: aligned, not initialised, in huge pages where it is large.
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace vgpu::fft {

template <typename T>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t size) : size_(size) {
    if (size == 0) return;
    if (size > (std::size_t{1} << 60) / sizeof(T)) throw std::bad_alloc();
    const std::size_t page = size * sizeof(T) >= kHuge ? kHuge : kLine;
    const std::size_t bytes = (size * sizeof(T) + page - 1) / page * page;
    data_ = static_cast<T*>(std::aligned_alloc(page, bytes));
    if (data_ == nullptr) throw std::bad_alloc();
    if (page == kHuge) ::madvise(data_, bytes, MADV_HUGEPAGE);  // only a hint: it may be refused
  }
  Array(Array&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Array() { std::free(data_); }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t kLine = 64, kHuge = std::size_t{2} << 20;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace vgpu::fft
