// Convolutions of one to three dimensions and their gradients, and pooling; tensors as [n, c, d, h, w].
//
// A convolution is a matrix product of the weights with columns of patches. The matrix of patches is never made: a block of
// columns that fits the second cache is gathered, multiplied and forgotten. With a 1x1 kernel and no strides the image itself
// is that matrix. Called by src/api/c/nn.cpp as commands on streams.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace vgpu::conv {

using Sizes = std::array<std::int64_t, 3>;  // depth, height, width; unused ones are 1 (padding: 0)

struct Shape {
  std::int64_t batch = 0, in_channels = 0, out_channels = 0, groups = 1;
  Sizes in{1, 1, 1}, kernel{1, 1, 1}, stride{1, 1, 1}, padding{0, 0, 0}, dilation{1, 1, 1};

  std::int64_t out(int axis) const {
    const std::int64_t reach = dilation[axis] * (kernel[axis] - 1) + 1;
    const std::int64_t room = in[axis] + 2 * padding[axis] - reach;
    return room < 0 ? 0 : room / stride[axis] + 1;
  }
  Sizes out() const { return {out(0), out(1), out(2)}; }
};

inline std::int64_t product(const Sizes& s) { return s[0] * s[1] * s[2]; }

// x: [batch, in_channels, in], w: [out_channels, in_channels / groups, kernel], bias: [out_channels] or null,
// y: [batch, out_channels, out].
void forward(const Shape& shape, const float* x, const float* w, const float* bias, float* y);

// The gradient of x from that of y. This is also the transposed convolution, of y to x.
void backward_data(const Shape& shape, const float* dy, const float* w, float* dx);

// The gradients of w and (unless null) of the bias.
void backward_weights(const Shape& shape, const float* x, const float* dy, float* dw, float* dbias);

enum class Pooling : std::uint8_t { max, average, average_without_padding };

// Channels are kept: out_channels and groups are not looked at. A window that lies in the padding alone gives 0 (average) or
// -infinity (max).
void pool_forward(const Shape& shape, Pooling kind, const float* x, float* y);
// The first of several equal maxima gets the gradient.
void pool_backward(const Shape& shape, Pooling kind, const float* x, const float* dy, float* dx);

}  // namespace vgpu::conv
