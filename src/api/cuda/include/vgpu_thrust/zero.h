// What the sums of thrust and cub begin with. SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ZERO_H
#define VGPU_THRUST_ZERO_H

#include <type_traits>

namespace thrust {
namespace detail {

// Also of classes that no number makes.
template <class T>
__host__ __device__ T zero_of() {
  if constexpr (std::is_constructible<T, int>::value)
    return T(0);
  else
    return T{};
}

}  // namespace detail
}  // namespace thrust

#endif
