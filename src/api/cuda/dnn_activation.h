// The activation that a cuDNN descriptor names, on a run of numbers. Also what convolutions do at their end.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/dnn_elements.h"

namespace vgpu::cuda::dnn {

// x may be y.
template <typename A>
void activate(const cudnnActivationStruct& how, const A* x, A* y, Index count);

}  // namespace vgpu::cuda::dnn
