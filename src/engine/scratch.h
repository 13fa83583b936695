// Memory that an engine needs for the length of a computation: aligned, kept by the thread for the next time.
//
// Packed panels and buffers of tiles are needed at every call and have the same sizes again and again; the system's
// allocator would map and unmap them each time. Large ones lie on huge pages where the system has them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>

namespace vgpu::engine {

class Scratch {
 public:
  static constexpr std::size_t kAlignment = 64;

  // At least that many bytes, contents undefined; null for 0 bytes. Error(MemoryAllocation). An object goes on the
  // thread that made it, in any order.
  explicit Scratch(std::size_t bytes);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void* data() const { return data_; }
  template <typename T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  std::size_t capacity_ = 0;
};

// For std::vector: memory aligned as vectors of any instruction set like it.
template <typename T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) {}  // NOLINT: implicit, as allocators are
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{Scratch::kAlignment}));
  }
  void deallocate(T* p, std::size_t) {
    ::operator delete(p, std::align_val_t{Scratch::kAlignment});
  }
  bool operator==(const AlignedAllocator&) const { return true; }
};

}  // namespace vgpu::engine
