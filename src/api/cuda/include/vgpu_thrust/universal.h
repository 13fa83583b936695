// Memory of thrust that host and device share, which is all of it here.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_UNIVERSAL_H
#define VGPU_THRUST_UNIVERSAL_H

#include "vgpu_thrust/vectors.h"

namespace thrust {

template <class T, class... Allocator>
using universal_vector = device_vector<T>;
template <class T>
using universal_ptr = device_ptr<T>;

}  // namespace thrust

#endif
