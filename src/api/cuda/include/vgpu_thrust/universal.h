// Memory of thrust that host and device share, which is all of it here.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_UNIVERSAL_H
#define VGPU_THRUST_UNIVERSAL_H

#include "vgpu_thrust/vectors.h"

namespace thrust {

template <class T, class... Allocator>
using universal_vector = device_vector<T, Allocator...>;
template <class T>
using universal_ptr = device_ptr<T>;

// The device's own names of its memory.
namespace cuda {
template <class T, class... Allocator>
using vector = device_vector<T, Allocator...>;
template <class T, class... Allocator>
using universal_vector = device_vector<T, Allocator...>;
template <class T>
using pointer = device_ptr<T>;
template <class T>
using universal_pointer = device_ptr<T>;
template <class T>
using allocator = device_allocator<T>;
template <class T>
using universal_allocator = device_allocator<T>;
}  // namespace cuda
namespace cuda_cub = cuda;
// And the host's, whichever way its loops run.
namespace omp {
template <class T, class... Allocator>
using vector = host_vector<T, Allocator...>;
template <class T>
using pointer = T*;
template <class T>
using allocator = std::allocator<T>;
}  // namespace omp

}  // namespace thrust

#endif
