// Convolutions of doubles as matrix products with columns of patches, image by image on the handle's stream.
//
// vGPU's engine convolves floats; doubles are rare enough to be gathered in full. Tensors are dense.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/nn.h>

#include "api/cuda/dnn.h"

namespace vgpu::cuda::dnn {

cudnnStatus_t start_forward(cudnnHandle_t handle, const vgpuConvolution& shape, const double* x,
                            const double* w, double* y);
cudnnStatus_t start_data_gradient(cudnnHandle_t handle, const vgpuConvolution& shape,
                                  const double* dy, const double* w, double* dx);
cudnnStatus_t start_filter_gradient(cudnnHandle_t handle, const vgpuConvolution& shape,
                                    const double* x, const double* dy, double* dw);

}  // namespace vgpu::cuda::dnn
