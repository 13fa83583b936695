// thrust::unique_count.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_RUNS_H
#define VGPU_THRUST_RUNS_H

#include "vgpu_thrust/ordering.h"

namespace thrust {
namespace detail {
namespace core {
VG_ALL_BOTH_BEGIN

// How many runs of equal elements there are.
template <class It, class Same>
long unique_count(It first, It last, Same same) {
  Temporary<value_of<It>> kept(last - first);
  const auto out = owned<typename system_of<It>::type>(kept.get());
  return core::unique_copy(first, last, out, same) - out;
}
template <class It>
long unique_count(It first, It last) {
  return core::unique_count(first, last, equal_to<value_of<It>>());
}

VG_ALL_BOTH_END
}  // namespace core
}  // namespace detail

VG_ALGORITHM(unique_count)

}  // namespace thrust

#endif
