// thrust's allocator of page-locked memory, for host vectors that streams copy from.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_PINNED_H
#define VGPU_THRUST_PINNED_H

#include <cuda_runtime.h>

#include <cstddef>
#include <new>

#include "vgpu_thrust/system.h"

namespace thrust {
namespace cuda {
namespace experimental {

template <class T>
struct pinned_allocator {
  typedef T value_type;
  typedef T* pointer;
  typedef const T* const_pointer;
  typedef T& reference;
  typedef const T& const_reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  template <class U>
  struct rebind {
    typedef pinned_allocator<U> other;
  };
  pinned_allocator() = default;
  template <class U>
  pinned_allocator(const pinned_allocator<U>&) {}
  T* allocate(size_t count, const void* = nullptr) {
    void* memory = nullptr;
    if (count > max_size() || cudaMallocHost(&memory, count * sizeof(T)) != cudaSuccess)
      throw std::bad_alloc();
    return (T*)memory;
  }
  void deallocate(T* memory, size_t) { cudaFreeHost(memory); }
  size_t max_size() const { return (size_t)-1 / sizeof(T); }
  template <class U>
  bool operator==(const pinned_allocator<U>&) const {
    return true;
  }
  template <class U>
  bool operator!=(const pinned_allocator<U>&) const {
    return false;
  }
};

}  // namespace experimental
}  // namespace cuda
}  // namespace thrust

#endif
