// host_vector of thrust, and what its vectors keep for a bool.
//
// The standard's vector packs bools into bits. Thrust's have an address each, which programs hand to kernels.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_HOST_VECTOR_H
#define VGPU_THRUST_HOST_VECTOR_H

#include <memory>
#include <vector>

#include "vgpu_thrust/device_pointer.h"

namespace thrust {
namespace detail {

struct Flag {
  bool value;
  Flag(bool flag = false) : value(flag) {}
  operator bool&() { return value; }
  operator const bool&() const { return value; }
};
template <class T>
using stored = std::conditional_t<std::is_same<T, bool>::value, Flag, T>;
template <class T, class Allocator>
using HostStorage =
    std::vector<stored<T>,
                typename std::allocator_traits<Allocator>::template rebind_alloc<stored<T>>>;

}  // namespace detail

template <class T, class Allocator = std::allocator<T>>
class host_vector : public detail::HostStorage<T, Allocator> {
  typedef detail::HostStorage<T, Allocator> Storage;

 public:
  using Storage::Storage;
  host_vector() = default;
  template <class U, class A>
  host_vector(const std::vector<U, A>& other) : Storage(other.begin(), other.end()) {}
  template <class Other, class = typename Other::is_device_vector>
  host_vector(const Other& other) {
    *this = other;
  }
  template <class Other, class = typename Other::is_device_vector>
  host_vector& operator=(const Other& other) {
    detail::wait_for_kernels();
    this->assign(other.data().get(), other.data().get() + other.size());
    return *this;
  }
  T* data() { return (T*)Storage::data(); }
  const T* data() const { return (const T*)Storage::data(); }
};

}  // namespace thrust

#endif
