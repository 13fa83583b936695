// device_ptr of thrust, untyped memory, and when the host may look at what kernels write.
//
// Device memory is the host's too, so a reference to an element is a plain one; the host waits for kernels under way
// before it reads or writes one, as it would by the copy that thrust makes. SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_DEVICE_POINTER_H
#define VGPU_THRUST_DEVICE_POINTER_H

#include <ostream>

#include "vgpu_thrust/system.h"

namespace thrust {

namespace detail {
VG_THRUST inline void wait_for_kernels() {
#ifndef __CUDA_ARCH__
  cudaStreamSynchronize(nullptr);
#endif
}
}  // namespace detail

template <class T>
class device_ptr {
 public:
  typedef device_system_tag system_category;
  typedef std::random_access_iterator_tag iterator_category;
  typedef std::remove_cv_t<T> value_type;
  typedef long difference_type;
  typedef T* pointer;
  typedef std::add_lvalue_reference_t<T> reference;  // of void there is none

  VG_THRUST device_ptr() : at_(nullptr) {}
  template <class Null, std::enable_if_t<std::is_same<Null, std::nullptr_t>::value, int> = 0>
  VG_THRUST device_ptr(Null) : at_(nullptr) {}
  VG_THRUST device_ptr(T* at) : at_(at) {}  // not explicit: thrust's &vector[0] is a device_ptr
  template <class U, class = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  VG_THRUST device_ptr(const device_ptr<U>& other) : at_(other.get()) {}
  VG_THRUST T* get() const { return at_; }
  VG_THRUST reference operator*() const { return detail::wait_for_kernels(), *at_; }
  VG_THRUST T* operator->() const { return at_; }
  VG_THRUST reference operator[](long i) const { return detail::wait_for_kernels(), at_[i]; }
  VG_THRUST device_ptr& operator++() { return ++at_, *this; }
  VG_THRUST device_ptr& operator--() { return --at_, *this; }
  VG_THRUST device_ptr operator++(int) { return device_ptr(at_++); }
  VG_THRUST device_ptr operator--(int) { return device_ptr(at_--); }
  VG_THRUST device_ptr& operator+=(long n) { return at_ += n, *this; }
  VG_THRUST device_ptr& operator-=(long n) { return at_ -= n, *this; }
  VG_THRUST device_ptr operator+(long n) const { return device_ptr(at_ + n); }
  VG_THRUST device_ptr operator-(long n) const { return device_ptr(at_ - n); }
  VG_THRUST friend long operator-(const device_ptr& a, const device_ptr& b) {
    return a.at_ - b.at_;
  }
  VG_THRUST explicit operator bool() const { return at_ != nullptr; }
  VG_THRUST friend device_ptr operator+(long n, const device_ptr& p) { return p + n; }
  VG_THRUST friend bool operator==(const device_ptr& a, const device_ptr& b) {
    return a.at_ == b.at_;
  }
  VG_THRUST friend bool operator!=(const device_ptr& a, const device_ptr& b) {
    return a.at_ != b.at_;
  }
  VG_THRUST friend bool operator<(const device_ptr& a, const device_ptr& b) {
    return a.at_ < b.at_;
  }
  VG_THRUST friend bool operator>(const device_ptr& a, const device_ptr& b) { return b < a; }
  VG_THRUST friend bool operator<=(const device_ptr& a, const device_ptr& b) { return !(b < a); }
  VG_THRUST friend bool operator>=(const device_ptr& a, const device_ptr& b) { return !(a < b); }

 private:
  T* at_;
};
template <class T>
using device_reference = T&;
template <class T, class Char, class Traits>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                             const device_ptr<T>& pointer) {
  return out << pointer.get();
}

namespace detail {
// An iterator for a loop on the host, which need not wait at every element.
template <class It>
VG_THRUST It plain(It at) {
  return at;
}
template <class T>
VG_THRUST T* plain(device_ptr<T> at) {
  return wait_for_kernels(), at.get();
}
}  // namespace detail

template <class T>
VG_THRUST device_ptr<T> device_pointer_cast(T* pointer) {
  return device_ptr<T>(pointer);
}
template <class T>
VG_THRUST device_ptr<T> device_pointer_cast(const device_ptr<T>& pointer) {
  return pointer;
}
template <class T>
VG_THRUST T* raw_pointer_cast(const device_ptr<T>& pointer) {
  return pointer.get();
}
template <class T>
VG_THRUST T* raw_pointer_cast(T* pointer) {
  return pointer;
}
template <class T>
VG_THRUST T& raw_reference_cast(T& reference) {
  return reference;
}

namespace detail {
// A policy makes places of all pointers, also of one that is the value of elements which are pointers.
template <class Element, class T>
VG_THRUST T as_element(T value) {
  return value;
}
template <class Element, class T>
VG_THRUST auto as_element(device_ptr<T> value) {
  if constexpr (std::is_pointer<Element>::value)
    return value.get();
  else
    return value;
}
}  // namespace detail

}  // namespace thrust

#endif
