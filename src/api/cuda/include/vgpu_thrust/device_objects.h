// Objects made in memory that is there: so many of a value, or copies, and objects of the device's own.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_DEVICE_OBJECTS_H
#define VGPU_THRUST_DEVICE_OBJECTS_H

#include "vgpu_thrust/elements.h"

namespace thrust {
namespace detail {
namespace core {
#pragma clang force_cuda_host_device begin

template <class It, class Count, class T>
It uninitialized_fill_n(It first, Count count, T value) {
  core::fill(first, first + count, value);
  return first + count;
}
template <class In, class Count, class Out>
Out uninitialized_copy_n(In first, Count count, Out out) {
  return core::copy(first, first + count, out);
}

#pragma clang force_cuda_host_device end
}  // namespace core
}  // namespace detail

VG_ALGORITHM(uninitialized_fill_n)
VG_ALGORITHM(uninitialized_copy_n)

// Objects in memory of the device, made as T() says.
template <class T>
device_ptr<T> device_new(size_t count = 1) {
  const device_ptr<T> made = device_malloc<T>(count);
  uninitialized_fill(made, made + count, T());
  return made;
}
template <class T>
device_ptr<T> device_new(device_ptr<void> at, const T& value, size_t count = 1) {
  const device_ptr<T> made((T*)at.get());
  uninitialized_fill(made, made + count, value);
  return made;
}
template <class T>
void device_delete(device_ptr<T> pointer, size_t = 1) {
  device_free(pointer);
}

}  // namespace thrust

#endif
