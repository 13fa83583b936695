// Softmax of vgpu_dnn/activation.h, over the channels of each pixel or over all of each image.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "api/cuda/dnn_lines.h"

using namespace vgpu::cuda::dnn;

namespace {

Axes kept_axes(const Layout& x, cudnnSoftmaxMode_t mode) {
  if (mode == CUDNN_SOFTMAX_MODE_INSTANCE) return only(x, 0, 1);
  Axes kept = x.size;
  kept[1] = 1;
  return kept;
}

bool is_softmax(cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode) {
  return algo >= CUDNN_SOFTMAX_FAST && algo <= CUDNN_SOFTMAX_LOG &&
         (mode == CUDNN_SOFTMAX_MODE_INSTANCE || mode == CUDNN_SOFTMAX_MODE_CHANNEL);
}

// A channel that is kept nowhere else has size 1: then the line has one element.
template <typename A>
void forward(A* x, Index count, cudnnSoftmaxAlgorithm_t algo) {
  const A top = algo == CUDNN_SOFTMAX_FAST ? A(0) : *std::max_element(x, x + count);
  if (algo == CUDNN_SOFTMAX_LOG) {
    const double sum = sum_of(count, [&](Index i) { return std::exp(x[i] - top); });
    const A log_sum = static_cast<A>(std::log(sum));
    for (Index i = 0; i < count; ++i) x[i] = x[i] - top - log_sum;
    return;
  }
  for (Index i = 0; i < count; ++i) x[i] = std::exp(x[i] - top);
  const A scale = static_cast<A>(1 / sum_of(count, [&](Index i) { return x[i]; }));
  for (Index i = 0; i < count; ++i) x[i] *= scale;
}

// dy becomes dx.
template <typename A>
void backward(const A* y, A* dy, Index count, cudnnSoftmaxAlgorithm_t algo) {
  if (algo == CUDNN_SOFTMAX_LOG) {
    const A sum = static_cast<A>(sum_of(count, [&](Index i) { return dy[i]; }));
    for (Index i = 0; i < count; ++i) dy[i] -= std::exp(y[i]) * sum;
    return;
  }
  const A sum = static_cast<A>(sum_of(count, [&](Index i) { return y[i] * dy[i]; }));
  for (Index i = 0; i < count; ++i) dy[i] = y[i] * (dy[i] - sum);
}

}  // namespace

cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                  cudnnSoftmaxMode_t mode, const void* alpha,
                                  const cudnnTensorDescriptor_t xDesc, const void* x,
                                  const void* beta, const cudnnTensorDescriptor_t yDesc, void* y) {
  return call(handle, [&] {
    if (!all_set(xDesc, yDesc) || any_null(alpha, x, beta, y) || !is_softmax(algo, mode) ||
        !xDesc->has_sizes_of(*yDesc) || xDesc->type != yDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      using A = decltype(a);
      const Lines<2> lines(*xDesc, kept_axes(*xDesc, mode), {xDesc->stride, yDesc->stride});
      const Numbers from = numbers(x, *xDesc), to = numbers(y, *yDesc);
      const Blend how = blend(alpha, beta, xDesc->type);
      return lines.start(handle, [=](const Lines<2>& all, const Lines<2>::Offsets& begin) {
        std::vector<A> line(static_cast<std::size_t>(all.length()));
        all.read(0, from, begin, line.data());
        forward(line.data(), all.length(), algo);
        all.write(1, to, begin, line.data(), how);
      });
    });
  });
}

cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                   cudnnSoftmaxMode_t mode, const void* alpha,
                                   const cudnnTensorDescriptor_t yDesc, const void* y,
                                   const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                   const void* beta, const cudnnTensorDescriptor_t dxDesc,
                                   void* dx) {
  return call(handle, [&] {
    if (!all_set(yDesc, dyDesc, dxDesc) || any_null(alpha, y, dy, beta, dx) ||
        !is_softmax(algo, mode) || !yDesc->has_sizes_of(*dyDesc) || !yDesc->has_sizes_of(*dxDesc) ||
        yDesc->type != dxDesc->type || yDesc->type != dyDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(yDesc->type, [&](auto a) {
      using A = decltype(a);
      const Lines<3> lines(*yDesc, kept_axes(*yDesc, mode),
                           {yDesc->stride, dyDesc->stride, dxDesc->stride});
      const Numbers values = numbers(y, *yDesc), slopes = numbers(dy, *dyDesc);
      const Numbers to = numbers(dx, *dxDesc);
      const Blend how = blend(alpha, beta, yDesc->type);
      return lines.start(handle, [=](const Lines<3>& all, const Lines<3>::Offsets& begin) {
        std::vector<A> line(static_cast<std::size_t>(all.length())), slope(line.size());
        all.read(0, values, begin, line.data());
        all.read(1, slopes, begin, slope.data());
        backward(line.data(), slope.data(), all.length(), algo);
        all.write(2, to, begin, slope.data(), how);
      });
    });
  });
}
