// Device memory and objects that programs take from thrust by hand, and memory of whatever system a policy names.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_DEVICE_OBJECTS_H
#define VGPU_THRUST_DEVICE_OBJECTS_H

#include <cstdlib>
#include <utility>

#include "vgpu_thrust/elements.h"

namespace thrust {

inline device_ptr<void> device_malloc(size_t bytes) {
  void* pointer = nullptr;
  if (cudaMalloc(&pointer, bytes) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<void>(pointer);
}
template <class T>
device_ptr<T> device_malloc(size_t count) {
  return device_ptr<T>((T*)device_malloc(count * sizeof(T)).get());
}
template <class T>
void device_free(device_ptr<T> pointer) {
  cudaFree((void*)pointer.get());
}

// Elements at a place, in new memory, or as copies of one.
template <class T>
device_ptr<T> device_new(device_ptr<void> place, const T& value, size_t count = 1) {
  const device_ptr<T> objects((T*)place.get());
  thrust::uninitialized_fill_n(objects, count, value);
  return objects;
}
template <class T>
device_ptr<T> device_new(device_ptr<void> place, size_t count = 1) {
  return thrust::device_new<T>(place, T(), count);
}
template <class T>
device_ptr<T> device_new(size_t count = 1) {
  return thrust::device_new<T>(device_malloc(count * sizeof(T)), T(), count);
}
template <class T>
void device_delete(device_ptr<T> objects, size_t count = 0) {
  T* const first = detail::plain(objects);
  for (size_t i = 0; i < count; ++i) first[i].~T();
  device_free(objects);
}

namespace detail {
template <class Policy>
using is_device_policy =
    std::is_same<typename policy_system<Policy>::found::system, device_system_tag>;
template <class Policy, class T>
using memory_of = std::conditional_t<is_device_policy<Policy>::value, device_ptr<T>, T*>;
}  // namespace detail

template <class T, class Policy>
detail::memory_of<Policy, T> malloc(const Policy&, size_t count) {
  if constexpr (detail::is_device_policy<Policy>::value)
    return device_malloc<T>(count);
  else
    return (T*)std::malloc(count * sizeof(T));
}
template <class Policy>
detail::memory_of<Policy, void> malloc(const Policy&, size_t bytes) {
  if constexpr (detail::is_device_policy<Policy>::value)
    return device_malloc(bytes);
  else
    return std::malloc(bytes);
}
template <class Policy, class Pointer>
void free(const Policy&, Pointer memory) {
  if constexpr (detail::is_device_policy<Policy>::value)
    cudaFree((void*)raw_pointer_cast(memory));
  else
    std::free((void*)raw_pointer_cast(memory));
}
namespace cuda {
inline device_ptr<void> malloc(size_t bytes) { return device_malloc(bytes); }
template <class T>
device_ptr<T> malloc(size_t count) {
  return device_malloc<T>(count);
}
template <class T>
void free(device_ptr<T> memory) {
  device_free(memory);
}
}  // namespace cuda

template <class T, class Policy>
std::pair<detail::memory_of<Policy, T>, long> get_temporary_buffer(const Policy& policy,
                                                                   long count) {
  return {thrust::malloc<T>(policy, (size_t)count), count};
}
template <class Policy, class Pointer>
void return_temporary_buffer(const Policy& policy, Pointer memory, long = 0) {
  thrust::free(policy, memory);
}

}  // namespace thrust

#endif
