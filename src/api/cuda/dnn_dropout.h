// cuDNN's dropout as other layers use it too: masks of bytes, drawn by a counter that the states keep.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "api/cuda/dnn_elements.h"

namespace vgpu::cuda::dnn {

// What the states in device memory are: restored, they go on where they were.
struct DropoutStates {
  std::uint64_t seed, drawn;
};

}  // namespace vgpu::cuda::dnn

struct cudnnDropoutStruct {
  float dropout = 0;
  vgpu::cuda::dnn::DropoutStates* states = nullptr;
  unsigned long long seed = 0;
};

namespace vgpu::cuda::dnn {

cudnnStatus_t start_mask(cudnnHandle_t handle, const cudnnDropoutStruct& how, Index count,
                         std::uint8_t* mask);

// to = from where the mask is set, so much larger as there are fewer; elsewhere 0.
cudnnStatus_t start_masked(cudnnHandle_t handle, float dropout, const Operand& from,
                           const Layout& layout, void* to, const std::uint8_t* mask);

}  // namespace vgpu::cuda::dnn
