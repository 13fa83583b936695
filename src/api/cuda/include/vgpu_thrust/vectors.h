// device_ptr, device_vector and host_vector of thrust.
//
// Device memory is the host's too, so a reference to an element is a plain one. SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_VECTORS_H
#define VGPU_THRUST_VECTORS_H

#include <memory>
#include <vector>

#include "vgpu_thrust/system.h"

namespace thrust {

template <class T>
class device_ptr {
 public:
  typedef device_system_tag system_category;
  typedef std::random_access_iterator_tag iterator_category;
  typedef std::remove_cv_t<T> value_type;
  typedef long difference_type;
  typedef T* pointer;
  typedef T& reference;

  VG_THRUST device_ptr() : at_(nullptr) {}
  VG_THRUST explicit device_ptr(T* at) : at_(at) {}
  template <class U, class = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  VG_THRUST device_ptr(const device_ptr<U>& other) : at_(other.get()) {}
  VG_THRUST T* get() const { return at_; }
  VG_THRUST T& operator*() const { return *at_; }
  VG_THRUST T* operator->() const { return at_; }
  VG_THRUST T& operator[](long i) const { return at_[i]; }
  VG_THRUST device_ptr& operator++() { return ++at_, *this; }
  VG_THRUST device_ptr& operator--() { return --at_, *this; }
  VG_THRUST device_ptr operator++(int) { return device_ptr(at_++); }
  VG_THRUST device_ptr operator--(int) { return device_ptr(at_--); }
  VG_THRUST device_ptr& operator+=(long n) { return at_ += n, *this; }
  VG_THRUST device_ptr& operator-=(long n) { return at_ -= n, *this; }
  VG_THRUST device_ptr operator+(long n) const { return device_ptr(at_ + n); }
  VG_THRUST device_ptr operator-(long n) const { return device_ptr(at_ - n); }
  VG_THRUST long operator-(const device_ptr& other) const { return at_ - other.at_; }
  VG_THRUST bool operator==(const device_ptr& other) const { return at_ == other.at_; }
  VG_THRUST bool operator!=(const device_ptr& other) const { return at_ != other.at_; }
  VG_THRUST bool operator<(const device_ptr& other) const { return at_ < other.at_; }

 private:
  T* at_;
};
template <class T>
using device_reference = T&;

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

template <class T>
device_ptr<T> device_malloc(size_t count) {
  T* pointer = nullptr;
  cudaMalloc(&pointer, count * sizeof(T));
  return device_ptr<T>(pointer);
}
template <class T>
void device_free(device_ptr<T> pointer) {
  cudaFree(pointer.get());
}

namespace detail {
// Gives the standard's vector its memory from the device.
template <class T>
struct DeviceAllocator {
  typedef T value_type;
  DeviceAllocator() = default;
  template <class U>
  DeviceAllocator(const DeviceAllocator<U>&) {}
  T* allocate(size_t count) {
    T* pointer = nullptr;
    if (cudaMallocManaged(&pointer, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    return pointer;
  }
  void deallocate(T* pointer, size_t) { cudaFree(pointer); }
  bool operator==(const DeviceAllocator&) const { return true; }
  bool operator!=(const DeviceAllocator&) const { return false; }
};
}  // namespace detail
template <class T>
using device_allocator = detail::DeviceAllocator<T>;
template <class T>
using device_malloc_allocator = detail::DeviceAllocator<T>;

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
 public:
  using std::vector<T, Allocator>::vector;
  host_vector() = default;
  template <class U, class A>
  host_vector(const std::vector<U, A>& other)
      : std::vector<T, Allocator>(other.begin(), other.end()) {}
  template <class Other, class = typename Other::is_device_vector>
  host_vector(const Other& other)
      : std::vector<T, Allocator>(other.data().get(), other.data().get() + other.size()) {}
  template <class Other, class = typename Other::is_device_vector>
  host_vector& operator=(const Other& other) {
    this->assign(other.data().get(), other.data().get() + other.size());
    return *this;
  }
};

template <class T, class = void>
class device_vector {
  typedef std::vector<T, detail::DeviceAllocator<T>> Storage;

 public:
  typedef void is_device_vector;
  typedef T value_type;
  typedef size_t size_type;
  typedef device_ptr<T> iterator;
  typedef device_ptr<const T> const_iterator;
  typedef device_ptr<T> pointer;
  typedef T& reference;

  device_vector() = default;
  explicit device_vector(size_t count) : storage_(count) {}
  device_vector(size_t count, const T& value) : storage_(count, value) {}
  device_vector(std::initializer_list<T> values) : storage_(values) {}
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  device_vector(It first, It last) : storage_(first, last) {}
  template <class U, class A>
  device_vector(const std::vector<U, A>& other) : storage_(other.begin(), other.end()) {}
  template <class U, class A>
  device_vector& operator=(const std::vector<U, A>& other) {
    storage_.assign(other.begin(), other.end());
    return *this;
  }

  iterator begin() { return iterator(storage_.data()); }
  iterator end() { return begin() + (long)size(); }
  const_iterator begin() const { return const_iterator(storage_.data()); }
  const_iterator end() const { return begin() + (long)size(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  device_ptr<T> data() { return device_ptr<T>(storage_.data()); }
  device_ptr<const T> data() const { return device_ptr<const T>(storage_.data()); }
  T& operator[](size_t i) { return storage_[i]; }
  const T& operator[](size_t i) const { return storage_[i]; }
  T& front() { return storage_.front(); }
  T& back() { return storage_.back(); }
  const T& front() const { return storage_.front(); }
  const T& back() const { return storage_.back(); }
  size_t size() const { return storage_.size(); }
  size_t capacity() const { return storage_.capacity(); }
  bool empty() const { return storage_.empty(); }
  void resize(size_t count) { storage_.resize(count); }
  void resize(size_t count, const T& value) { storage_.resize(count, value); }
  void reserve(size_t count) { storage_.reserve(count); }
  void clear() { storage_.clear(); }
  void shrink_to_fit() { storage_.shrink_to_fit(); }
  void push_back(const T& value) { storage_.push_back(value); }
  void pop_back() { storage_.pop_back(); }
  void swap(device_vector& other) { storage_.swap(other.storage_); }
  template <class It>
  void assign(It first, It last) {
    storage_.assign(first, last);
  }
  void assign(size_t count, const T& value) { storage_.assign(count, value); }
  iterator erase(iterator first, iterator last) {
    storage_.erase(storage_.begin() + (first - begin()), storage_.begin() + (last - begin()));
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  template <class... Values>
  iterator insert(iterator at, Values... values) {
    const long place = at - begin();
    storage_.insert(storage_.begin() + place, values...);
    return begin() + place;
  }
  bool operator==(const device_vector& other) const { return storage_ == other.storage_; }
  bool operator!=(const device_vector& other) const { return storage_ != other.storage_; }

 private:
  Storage storage_;
};

}  // namespace thrust

#endif
