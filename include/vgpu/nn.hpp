// Convolution, pooling and attention for C++: <vgpu/c/nn.h> with shapes that are made in one line and errors that are thrown.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/nn.h>
#include <vgpu/cpp/error.hpp>

#include <array>
#include <cstdint>

namespace vgpu::nn {

using Sizes = std::array<std::int64_t, 3>;  // depth, height, width; unused ones are 1 (padding: 0)

// How a kernel or window walks over an image.
struct Walk {
  Sizes stride{1, 1, 1}, padding{0, 0, 0}, dilation{1, 1, 1};
};

namespace detail {

inline vgpuConvolution shape(std::int64_t batch, std::int64_t in, std::int64_t out,
                             std::int64_t groups, const Sizes& size, const Sizes& kernel,
                             const Walk& walk) {
  vgpuConvolution s{batch, in, out, groups, {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    s.in[i] = size[i], s.kernel[i] = kernel[i], s.stride[i] = walk.stride[i];
    s.padding[i] = walk.padding[i], s.dilation[i] = walk.dilation[i];
  }
  return s;
}

inline Sizes output(const vgpuConvolution& shape) {
  Sizes out;
  check(vgpuConvolutionGetOutput(&shape, out.data()));
  return out;
}

}  // namespace detail

// A convolution of [batch, in, depth, height, width] with weights [out, in / groups, kernel]; groups == in: each channel alone.
class Convolution {
 public:
  Convolution(std::int64_t batch, std::int64_t in, std::int64_t out, const Sizes& size,
              const Sizes& kernel, const Walk& walk = {}, std::int64_t groups = 1)
      : shape_(detail::shape(batch, in, out, groups, size, kernel, walk)),
        output_(detail::output(shape_)) {}

  const vgpuConvolution& shape() const { return shape_; }
  const Sizes& output() const { return output_; }  // depth, height and width of the result

  void forward(const float* x, const float* w, const float* bias, float* y,
               vgpuStream_t stream = nullptr) const {
    check(vgpuConvolutionForward(&shape_, x, w, bias, y, stream));
  }
  // The gradient of x; as such also the transposed convolution, of y to x.
  void backward_data(const float* grad_y, const float* w, float* grad_x,
                     vgpuStream_t stream = nullptr) const {
    check(vgpuConvolutionBackwardData(&shape_, grad_y, w, grad_x, stream));
  }
  // Gradients of w and of the bias (or null).
  void backward_weights(const float* x, const float* grad_y, float* grad_w, float* grad_bias,
                        vgpuStream_t stream = nullptr) const {
    check(vgpuConvolutionBackwardWeights(&shape_, x, grad_y, grad_w, grad_bias, stream));
  }

 private:
  vgpuConvolution shape_;
  Sizes output_;
};

// The maximum or the mean of each window of [batch, channels, depth, height, width].
class Pooling {
 public:
  Pooling(vgpuPooling kind, std::int64_t batch, std::int64_t channels, const Sizes& size,
          const Sizes& kernel, const Walk& walk)
      : kind_(kind),
        shape_(detail::shape(batch, channels, channels, 1, size, kernel, walk)),
        output_(detail::output(shape_)) {}

  const Sizes& output() const { return output_; }

  void forward(const float* x, float* y, vgpuStream_t stream = nullptr) const {
    check(vgpuPoolingForward(&shape_, kind_, x, y, stream));
  }
  void backward(const float* x, const float* grad_y, float* grad_x,
                vgpuStream_t stream = nullptr) const {
    check(vgpuPoolingBackward(&shape_, kind_, x, grad_y, grad_x, stream));
  }

 private:
  vgpuPooling kind_;
  vgpuConvolution shape_;
  Sizes output_;
};

// softmax(scale * q k^T) v of dense tensors [batch, heads, tokens, size]; shape() may be given other strides.
class Attention {
 public:
  Attention(std::int64_t batch, std::int64_t heads, std::int64_t queries, std::int64_t keys,
            std::int64_t size, std::int64_t value_size, float scale, bool causal = false)
      : shape_{batch, heads,          queries, keys, size, value_size,
               scale, causal ? 1 : 0, {},      {},   {},   {}} {
    set_dense(shape_.qStride, queries, size), set_dense(shape_.kStride, keys, size);
    set_dense(shape_.vStride, keys, value_size), set_dense(shape_.outStride, queries, value_size);
  }

  vgpuAttention& shape() { return shape_; }

  // log_sum: [batch, heads, queries] for backward(), or null.
  void forward(const float* q, const float* k, const float* v, float* out, float* log_sum = nullptr,
               vgpuStream_t stream = nullptr) const {
    check(vgpuAttentionForward(&shape_, q, k, v, out, log_sum, stream));
  }
  void backward(const float* q, const float* k, const float* v, const float* out,
                const float* log_sum, const float* grad, float* grad_q, float* grad_k,
                float* grad_v, vgpuStream_t stream = nullptr) const {
    check(vgpuAttentionBackward(&shape_, q, k, v, out, log_sum, grad, grad_q, grad_k, grad_v,
                                stream));
  }

 private:
  void set_dense(std::int64_t (&stride)[3], std::int64_t tokens, std::int64_t size) const {
    stride[0] = shape_.heads * tokens * size, stride[1] = tokens * size, stride[2] = size;
  }
  vgpuAttention shape_;
};

}  // namespace vgpu::nn
