// The convolutions of cudnn.h as commands on the handle's stream: floats by vGPU's engine, doubles and bytes by products.
//
// SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/dnn_elements.h"

struct cudnnConvolutionStruct {
  int rank = 0;  // axes of space
  std::array<int, 3> padding{}, stride{1, 1, 1}, dilation{1, 1, 1};
  cudnnConvolutionMode_t mode = CUDNN_CROSS_CORRELATION;
  cudnnDataType_t compute = CUDNN_DATA_FLOAT;
  int groups = 1;
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
  cudnnReorderType_t reorder = CUDNN_DEFAULT_REORDER;

  // How many results there are along an axis of space; less than 1: the filter is too large.
  vgpu::cuda::dnn::Index output(int axis, vgpu::cuda::dnn::Index in,
                                vgpu::cuda::dnn::Index taps) const {
    const vgpu::cuda::dnn::Index room = in + 2 * padding[axis] - (dilation[axis] * (taps - 1) + 1);
    return room < 0 ? 0 : room / stride[axis] + 1;
  }
};

namespace vgpu::cuda::dnn {

// Whether x, the filter and y are those of one convolution.
cudnnStatus_t check(const cudnnConvolutionStruct* how, const cudnnTensorStruct* x,
                    const cudnnFilterStruct* w, const cudnnTensorStruct* y);

// Each is result = alpha * computed + beta * result.
cudnnStatus_t start_forward(cudnnHandle_t handle, const cudnnConvolutionStruct& how,
                            const Operand& x, const Operand& w, const Layout& y, void* to,
                            Blend blend);
cudnnStatus_t start_data_gradient(cudnnHandle_t handle, const cudnnConvolutionStruct& how,
                                  const Operand& w, const Operand& dy, const Layout& dx, void* to,
                                  Blend blend);
cudnnStatus_t start_filter_gradient(cudnnHandle_t handle, const cudnnConvolutionStruct& how,
                                    const Operand& x, const Operand& dy, const Layout& dw, void* to,
                                    Blend blend);

}  // namespace vgpu::cuda::dnn
