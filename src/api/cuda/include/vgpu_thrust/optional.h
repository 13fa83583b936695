// thrust::optional is libcu++'s.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_OPTIONAL_H
#define VGPU_THRUST_OPTIONAL_H

#include <cuda/std/optional>

namespace thrust {

using ::cuda::std::make_optional;
using ::cuda::std::nullopt;
using ::cuda::std::nullopt_t;
using ::cuda::std::optional;

}  // namespace thrust

#endif
