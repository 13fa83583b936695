// The functions of vgpu/c/nn.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/nn.h>

#include <algorithm>
#include <initializer_list>

#include "api/c/entry.h"
#include "engine/attention/attention.h"
#include "engine/conv/conv.h"
#include "engine/engine_work.h"
#include "runtime/memory.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

// The product of sizes that are not negative. Error(InvalidValue) where it is too large.
std::int64_t elements(std::initializer_list<std::int64_t> sizes) {
  std::int64_t all = 1;
  for (std::int64_t size : sizes) {
    if (size < 0) fail(ErrorCode::InvalidValue, "shape: the size {} is negative", size);
  }
  for (std::int64_t size : sizes) {
    if (__builtin_mul_overflow(all, size, &all) || all > (std::int64_t{1} << 48)) {
      fail(ErrorCode::InvalidValue, "shape: more elements than there can be");
    }
  }
  return all;
}

void check_floats(const void* data, std::int64_t count, const char* name) {
  if (count > 0) check_operand(data, static_cast<std::size_t>(count) * sizeof(float), name);
}

attention::Shape shape_of(const vgpuAttention* x) {
  require(x, "shape");
  elements({x->batch, x->heads, x->queries, x->keys, std::max(x->size, x->valueSize)});
  elements({x->size, x->valueSize});
  return {x->batch, x->heads, x->queries, x->keys, x->size, x->valueSize, x->scale, x->causal != 0};
}

double operations_of(const attention::Shape& s) {
  return 2.0 * static_cast<double>(s.batch * s.heads) * static_cast<double>(s.queries) *
         static_cast<double>(s.keys) * static_cast<double>(s.size + s.value_size);
}

template <typename T>
attention::Heads<T> heads_of(const attention::Shape& s, T* data, const std::int64_t (&stride)[3],
                             std::int64_t tokens, std::int64_t size, const char* name) {
  const std::int64_t counts[3] = {s.batch, s.heads, tokens};
  std::int64_t last = size;
  for (int i = 0; i < 3; ++i) {
    std::int64_t far = 0;
    if (stride[i] < 0 ||
        __builtin_mul_overflow(std::max<std::int64_t>(counts[i], 1) - 1, stride[i], &far) ||
        __builtin_add_overflow(last, far, &last) || last > (std::int64_t{1} << 48)) {
      fail(ErrorCode::InvalidValue, "{}: its stride {} is negative or too large", name, stride[i]);
    }
  }
  if (elements({s.batch, s.heads, tokens, size}) > 0) check_floats(data, last, name);
  return {data, stride[0], stride[1], stride[2]};
}

conv::Shape shape_of(const vgpuConvolution* x, bool pooling) {
  require(x, "shape");
  conv::Shape s{x->batch, x->inChannels, pooling ? x->inChannels : x->outChannels,
                pooling ? x->inChannels : x->groups};
  for (int i = 0; i < 3; ++i) {
    s.in[i] = x->in[i], s.kernel[i] = x->kernel[i], s.stride[i] = x->stride[i];
    s.padding[i] = x->padding[i], s.dilation[i] = x->dilation[i];
    constexpr std::int64_t kMost = std::int64_t{1} << 31;
    if (x->kernel[i] < 1 || x->stride[i] < 1 || x->dilation[i] < 1 || x->padding[i] < 0 ||
        std::max({x->in[i], x->kernel[i], x->stride[i], x->dilation[i], x->padding[i]}) > kMost) {
      fail(ErrorCode::InvalidValue,
           "shape: kernel {}, stride {}, padding {}, dilation {} of axis {} are not possible",
           x->kernel[i], x->stride[i], x->padding[i], x->dilation[i], i);
    }
  }
  if (!pooling &&
      (s.groups < 1 || s.in_channels % s.groups != 0 || s.out_channels % s.groups != 0)) {
    fail(ErrorCode::InvalidValue, "shape: {} and {} channels do not divide into {} groups",
         s.in_channels, s.out_channels, s.groups);
  }
  return s;
}

std::int64_t elements_of_x(const conv::Shape& s) {
  return elements({s.batch, s.in_channels, s.in[0], s.in[1], s.in[2]});
}
std::int64_t elements_of_y(const conv::Shape& s) {
  return elements({s.batch, s.out_channels, s.out(0), s.out(1), s.out(2)});
}
std::int64_t elements_of_w(const conv::Shape& s) {
  return elements(
      {s.out_channels, s.in_channels / s.groups, s.kernel[0], s.kernel[1], s.kernel[2]});
}
double operations_of(const conv::Shape& s) {
  return 2.0 * static_cast<double>(s.batch * conv::product(s.out())) *
         static_cast<double>(elements_of_w(s));
}

conv::Pooling pooling_of(vgpuPooling kind) {
  if (kind < vgpuPoolingMax || kind > vgpuPoolingAverageWithoutPadding) {
    fail(ErrorCode::InvalidValue, "kind: {} is no pooling", static_cast<int>(kind));
  }
  return static_cast<conv::Pooling>(kind);
}

}  // namespace

vgpuError_t vgpuAttentionForward(const vgpuAttention* shape, const float* q, const float* k,
                                 const float* v, float* out, float* log_sum, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const attention::Shape s = shape_of(shape);
    const auto hq = heads_of(s, q, shape->qStride, s.queries, s.size, "q");
    const auto hk = heads_of(s, k, shape->kStride, s.keys, s.size, "k");
    const auto hv = heads_of(s, v, shape->vStride, s.keys, s.value_size, "v");
    const auto ho = heads_of(s, out, shape->outStride, s.queries, s.value_size, "out");
    if (log_sum != nullptr)
      check_floats(log_sum, elements({s.batch, s.heads, s.queries}), "logSum");
    engine::enqueue(stream, "attention", operations_of(s),
                    [=] { attention::forward(s, hq, hk, hv, ho, log_sum); });
  });
}

vgpuError_t vgpuAttentionBackward(const vgpuAttention* shape, const float* q, const float* k,
                                  const float* v, const float* out, const float* log_sum,
                                  const float* grad, float* grad_q, float* grad_k, float* grad_v,
                                  vgpuStream_t stream) {
  return entry(__func__, [&] {
    const attention::Shape s = shape_of(shape);
    const auto hq = heads_of(s, q, shape->qStride, s.queries, s.size, "q");
    const auto hk = heads_of(s, k, shape->kStride, s.keys, s.size, "k");
    const auto hv = heads_of(s, v, shape->vStride, s.keys, s.value_size, "v");
    const auto ho = heads_of(s, out, shape->outStride, s.queries, s.value_size, "out");
    const auto hg = heads_of(s, grad, shape->outStride, s.queries, s.value_size, "grad");
    const attention::Gradients result{
        heads_of(s, grad_q, shape->qStride, s.queries, s.size, "gradQ"),
        heads_of(s, grad_k, shape->kStride, s.keys, s.size, "gradK"),
        heads_of(s, grad_v, shape->vStride, s.keys, s.value_size, "gradV")};
    check_floats(log_sum, elements({s.batch, s.heads, s.queries}), "logSum");
    engine::enqueue(stream, "attention gradients", 2.5 * operations_of(s),
                    [=] { attention::backward(s, hq, hk, hv, ho, log_sum, hg, result); });
  });
}

vgpuError_t vgpuConvolutionGetOutput(const vgpuConvolution* shape, int64_t out[3]) {
  return entry(__func__, [&] {
    require(out, "out");
    const conv::Shape s = shape_of(shape, true);
    for (int i = 0; i < 3; ++i) out[i] = s.out(i);
  });
}

vgpuError_t vgpuConvolutionForward(const vgpuConvolution* shape, const float* x, const float* w,
                                   const float* bias, float* y, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const conv::Shape s = shape_of(shape, false);
    check_floats(x, elements_of_x(s), "x"), check_floats(w, elements_of_w(s), "w");
    check_floats(y, elements_of_y(s), "y");
    if (bias != nullptr) check_floats(bias, s.out_channels, "bias");
    engine::enqueue(stream, "convolution", operations_of(s),
                    [=] { conv::forward(s, x, w, bias, y); });
  });
}

vgpuError_t vgpuConvolutionBackwardData(const vgpuConvolution* shape, const float* grad_y,
                                        const float* w, float* grad_x, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const conv::Shape s = shape_of(shape, false);
    check_floats(grad_y, elements_of_y(s), "gradY"), check_floats(w, elements_of_w(s), "w");
    check_floats(grad_x, elements_of_x(s), "gradX");
    engine::enqueue(stream, "convolution gradient of data", operations_of(s),
                    [=] { conv::backward_data(s, grad_y, w, grad_x); });
  });
}

vgpuError_t vgpuConvolutionBackwardWeights(const vgpuConvolution* shape, const float* x,
                                           const float* grad_y, float* grad_w, float* grad_bias,
                                           vgpuStream_t stream) {
  return entry(__func__, [&] {
    const conv::Shape s = shape_of(shape, false);
    check_floats(x, elements_of_x(s), "x"), check_floats(grad_y, elements_of_y(s), "gradY");
    check_floats(grad_w, elements_of_w(s), "gradW");
    if (grad_bias != nullptr) check_floats(grad_bias, s.out_channels, "gradBias");
    engine::enqueue(stream, "convolution gradient of weights", operations_of(s),
                    [=] { conv::backward_weights(s, x, grad_y, grad_w, grad_bias); });
  });
}

vgpuError_t vgpuPoolingForward(const vgpuConvolution* shape, vgpuPooling kind, const float* x,
                               float* y, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const conv::Shape s = shape_of(shape, true);
    const conv::Pooling pooling = pooling_of(kind);
    check_floats(x, elements_of_x(s), "x"), check_floats(y, elements_of_y(s), "y");
    engine::enqueue(stream, "pooling", static_cast<double>(elements_of_x(s)),
                    [=] { conv::pool_forward(s, pooling, x, y); });
  });
}

vgpuError_t vgpuPoolingBackward(const vgpuConvolution* shape, vgpuPooling kind, const float* x,
                                const float* grad_y, float* grad_x, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const conv::Shape s = shape_of(shape, true);
    const conv::Pooling pooling = pooling_of(kind);
    check_floats(x, elements_of_x(s), "x"), check_floats(grad_y, elements_of_y(s), "gradY");
    check_floats(grad_x, elements_of_x(s), "gradX");
    engine::enqueue(stream, "pooling gradient", static_cast<double>(elements_of_x(s)),
                    [=] { conv::pool_backward(s, pooling, x, grad_y, grad_x); });
  });
}
