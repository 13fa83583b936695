// The device's allocator of thrust, and any other one for the standard's vector, which wants plain pointers; see
// vectors.h.
//
// Programs' own allocators may give device_ptr and may say how elements are made: not at all, for memory that a kernel
// fills anyway.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_PLAIN_ALLOCATOR_H
#define VGPU_THRUST_PLAIN_ALLOCATOR_H

#include <new>
#include <utility>

#include "vgpu_thrust/device_pointer.h"

namespace thrust {
namespace detail {

template <class T, class Allocator>
class PlainAllocator {  // of T, which stands for the elements of Allocator
  typedef decltype(std::declval<Allocator&>().allocate(1)) Pointer;
  typedef decltype(raw_pointer_cast(std::declval<Pointer>())) Raw;
  template <class A, class... Values>
  static auto makes(int)
      -> decltype(std::declval<A&>().construct((T*)0, std::declval<Values>()...), std::true_type());
  template <class A, class... Values>
  static std::false_type makes(...);

 public:
  typedef T value_type;
  template <class U>
  struct rebind {
    typedef PlainAllocator<U, Allocator> other;
  };
  PlainAllocator() = default;
  explicit PlainAllocator(const Allocator& inner) : inner_(inner) {}
  const Allocator& inner() const { return inner_; }

  T* allocate(size_t count) { return (T*)raw_pointer_cast(inner_.allocate(count)); }
  void deallocate(T* memory, size_t count) { inner_.deallocate(Pointer((Raw)memory), count); }
  template <class... Values>
  void construct(T* place, Values&&... values) {
    if constexpr (decltype(makes<Allocator, Values...>(0))::value)
      inner_.construct(place, std::forward<Values>(values)...);
    else
      new ((void*)place) T(std::forward<Values>(values)...);
  }
  bool operator==(const PlainAllocator& other) const { return inner_ == other.inner_; }
  bool operator!=(const PlainAllocator& other) const { return !(*this == other); }

 private:
  Allocator inner_;
};

}  // namespace detail

// Not in detail: whoever calls a function with a vector would look for it there too.
template <class T>
struct device_allocator {
  typedef T value_type;
  typedef device_ptr<T> pointer;
  typedef device_ptr<const T> const_pointer;
  typedef T& reference;
  typedef const T& const_reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  template <class U>
  struct rebind {
    typedef device_allocator<U> other;
  };
  device_allocator() = default;
  template <class U>
  device_allocator(const device_allocator<U>&) {}
  pointer allocate(size_t count) {
    T* memory = nullptr;
    if (cudaMallocManaged(&memory, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    return pointer(memory);
  }
  void deallocate(pointer memory, size_t) { cudaFree(memory.get()); }
  bool operator==(const device_allocator&) const { return true; }
  bool operator!=(const device_allocator&) const { return false; }
};
template <class T>
using device_malloc_allocator = device_allocator<T>;

}  // namespace thrust

#endif
