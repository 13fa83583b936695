// device_vector of thrust. SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_VECTORS_H
#define VGPU_THRUST_VECTORS_H

#include "vgpu_thrust/host_vector.h"
#include "vgpu_thrust/plain_allocator.h"

namespace thrust {

template <class It>
class reverse_iterator;

template <class T, class Allocator = device_allocator<T>>
class device_vector {
  typedef detail::stored<T> Element;
  typedef detail::PlainAllocator<Element, Allocator> Plain;
  typedef std::vector<Element, Plain> Storage;

 public:
  typedef void is_device_vector;
  typedef T value_type;
  typedef size_t size_type;
  typedef long difference_type;
  typedef device_ptr<T> iterator, pointer;
  typedef device_ptr<const T> const_iterator, const_pointer;
  typedef T& reference;
  typedef const T& const_reference;
  typedef thrust::reverse_iterator<iterator> reverse_iterator;
  typedef thrust::reverse_iterator<const_iterator> const_reverse_iterator;

  device_vector() = default;
  device_vector(const device_vector& other) : storage_(other.settled()) {}
  device_vector(const device_vector& other, const Allocator& from)
      : storage_(other.settled(), Plain(from)) {}
  device_vector(device_vector&&) = default;
  device_vector& operator=(const device_vector& other) {
    settled() = other.settled();
    return *this;
  }
  device_vector& operator=(device_vector&&) = default;
  typedef Allocator allocator_type;
  explicit device_vector(const Allocator& from) : storage_(Plain(from)) {}
  explicit device_vector(size_t count, const Allocator& from = Allocator())
      : storage_(count, Plain(from)) {}
  device_vector(size_t count, const T& value, const Allocator& from = Allocator())
      : storage_(count, value, Plain(from)) {}
  device_vector(std::initializer_list<T> values, const Allocator& from = Allocator())
      : storage_(values.begin(), values.end(), Plain(from)) {}
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  device_vector(It first, It last, const Allocator& from = Allocator())
      : storage_(detail::plain(first), detail::plain(last), Plain(from)) {}
  template <class U, class A>
  device_vector(const device_vector<U, A>& other) : device_vector(other.begin(), other.end()) {}
  template <class U, class A>
  device_vector(const std::vector<U, A>& other) : storage_(other.begin(), other.end()) {}
  template <class U, class A>
  device_vector& operator=(const std::vector<U, A>& other) {
    settled().assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class A>
  device_vector& operator=(const device_vector<U, A>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  iterator begin() { return data(); }
  iterator end() { return begin() + (long)size(); }
  const_iterator begin() const { return data(); }
  const_iterator end() const { return begin() + (long)size(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  auto rbegin() { return reverse_iterator(end()); }
  auto rend() { return reverse_iterator(begin()); }
  auto rbegin() const { return const_reverse_iterator(end()); }
  auto rend() const { return const_reverse_iterator(begin()); }
  auto crbegin() const { return rbegin(); }
  auto crend() const { return rend(); }
  device_ptr<T> data() { return device_ptr<T>((T*)storage_.data()); }
  device_ptr<const T> data() const { return device_ptr<const T>((const T*)storage_.data()); }
  T& operator[](size_t i) { return data()[(long)i]; }
  const T& operator[](size_t i) const { return data()[(long)i]; }
  T& front() { return (*this)[0]; }
  T& back() { return (*this)[size() - 1]; }
  const T& front() const { return (*this)[0]; }
  const T& back() const { return (*this)[size() - 1]; }
  size_t size() const { return storage_.size(); }
  Allocator get_allocator() const { return storage_.get_allocator().inner(); }
  size_t capacity() const { return storage_.capacity(); }
  size_t max_size() const { return storage_.max_size(); }
  bool empty() const { return storage_.empty(); }
  void resize(size_t count) { settled().resize(count); }
  void resize(size_t count, const T& value) { settled().resize(count, value); }
  void reserve(size_t count) { settled().reserve(count); }
  void clear() { settled().clear(); }
  void shrink_to_fit() { settled().shrink_to_fit(); }
  void push_back(const T& value) { settled().push_back(value); }
  void pop_back() { settled().pop_back(); }
  void swap(device_vector& other) { storage_.swap(other.storage_); }
  template <class It>
  void assign(It first, It last) {
    settled().assign(detail::plain(first), detail::plain(last));
  }
  void assign(size_t count, const T& value) { settled().assign(count, value); }
  iterator erase(iterator first, iterator last) {
    settled().erase(storage_.begin() + (first - begin()), storage_.begin() + (last - begin()));
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  template <class... Values>
  iterator insert(iterator at, Values... values) {
    const long place = at - begin();
    settled().insert(storage_.begin() + place, values...);
    return begin() + place;
  }

 private:
  Storage& settled() { return detail::wait_for_kernels(), storage_; }
  const Storage& settled() const { return detail::wait_for_kernels(), storage_; }

  Storage storage_;
};

template <class T, class A>
void swap(device_vector<T, A>& a, device_vector<T, A>& b) {
  a.swap(b);
}

}  // namespace thrust

#endif
