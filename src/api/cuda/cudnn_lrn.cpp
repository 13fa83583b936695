// Local response normalisation of vgpu_dnn/normalization.h, over neighbouring channels of each pixel.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "api/cuda/dnn_lines.h"

using namespace vgpu::cuda::dnn;

struct cudnnLRNStruct {
  unsigned window = 5;
  double alpha = 1e-4, beta = 0.75, k = 2;

  Index behind() const { return static_cast<Index>((window - 1) / 2); }
  Index ahead() const { return static_cast<Index>(window) - 1 - behind(); }
};

namespace {

// Sums of values[i] over windows that reach `behind` back and `ahead` forth.
template <typename A>
std::vector<A> window_sums(const std::vector<A>& values, Index behind, Index ahead) {
  const auto count = static_cast<Index>(values.size());
  std::vector<A> sums(values.size());
  for (Index i = 0; i < count; ++i) {
    A sum = 0;
    const Index end = std::min(count, i + ahead + 1);
    for (Index j = std::max<Index>(0, i - behind); j < end; ++j)
      sum += values[static_cast<std::size_t>(j)];
    sums[static_cast<std::size_t>(i)] = sum;
  }
  return sums;
}

// What each channel is divided by, before its power is taken.
template <typename A>
std::vector<A> scales(const cudnnLRNStruct& how, const std::vector<A>& x) {
  std::vector<A> squares(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) squares[i] = x[i] * x[i];
  std::vector<A> sums = window_sums(squares, how.behind(), how.ahead());
  const A factor = static_cast<A>(how.alpha / how.window), k = static_cast<A>(how.k);
  for (A& sum : sums) sum = k + factor * sum;
  return sums;
}

template <typename A>
void forward(const cudnnLRNStruct& how, std::vector<A>& x) {
  const std::vector<A> scale = scales(how, x);
  const A power = static_cast<A>(-how.beta);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] *= std::pow(scale[i], power);
}

// dy becomes dx.
template <typename A>
void backward(const cudnnLRNStruct& how, const std::vector<A>& x, std::vector<A>& dy) {
  const std::vector<A> scale = scales(how, x);
  const A power = static_cast<A>(-how.beta);
  std::vector<A> shares(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    dy[i] *= std::pow(scale[i], power);
    shares[i] = dy[i] * x[i] / scale[i];
  }
  // A channel stands in the windows of those that reach it.
  const std::vector<A> sums = window_sums(shares, how.ahead(), how.behind());
  const A factor = static_cast<A>(2 * how.alpha * how.beta / how.window);
  for (std::size_t i = 0; i < x.size(); ++i) dy[i] -= factor * x[i] * sums[i];
}

Axes pixels(const Layout& x) {
  Axes kept = x.size;
  kept[1] = 1;
  return kept;
}

}  // namespace

cudnnStatus_t cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t* normDesc) { return make(normDesc); }
cudnnStatus_t cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrnDesc) { return destroy(lrnDesc); }

cudnnStatus_t cudnnSetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned lrnN, double lrnAlpha,
                                    double lrnBeta, double lrnK) {
  if (normDesc == nullptr || lrnN < CUDNN_LRN_MIN_N || lrnN > CUDNN_LRN_MAX_N ||
      lrnK < CUDNN_LRN_MIN_K || lrnBeta < CUDNN_LRN_MIN_BETA)
    return CUDNN_STATUS_BAD_PARAM;
  *normDesc = {lrnN, lrnAlpha, lrnBeta, lrnK};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetLRNDescriptor(cudnnLRNDescriptor_t normDesc, unsigned* lrnN, double* lrnAlpha,
                                    double* lrnBeta, double* lrnK) {
  if (normDesc == nullptr) return CUDNN_STATUS_BAD_PARAM;
  give(lrnN, normDesc->window);
  give(lrnAlpha, normDesc->alpha);
  give(lrnBeta, normDesc->beta);
  give(lrnK, normDesc->k);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                          cudnnLRNMode_t lrnMode, const void* alpha,
                                          const cudnnTensorDescriptor_t xDesc, const void* x,
                                          const void* beta, const cudnnTensorDescriptor_t yDesc,
                                          void* y) {
  return call(handle, [&] {
    if (!all_set(xDesc, yDesc) || any_null(normDesc, alpha, x, beta, y) ||
        lrnMode != CUDNN_LRN_CROSS_CHANNEL_DIM1 || !xDesc->has_sizes_of(*yDesc) ||
        xDesc->type != yDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      using A = decltype(a);
      const Lines<2> lines(*xDesc, pixels(*xDesc), {xDesc->stride, yDesc->stride});
      const Numbers from = numbers(x, *xDesc), to = numbers(y, *yDesc);
      const Blend mix = blend(alpha, beta, xDesc->type);
      return lines.start(handle,
                         [=, how = *normDesc](const Lines<2>& all, const Lines<2>::Offsets& begin) {
                           std::vector<A> line(static_cast<std::size_t>(all.length()));
                           all.read(0, from, begin, line.data());
                           forward(how, line);
                           all.write(1, to, begin, line.data(), mix);
                         });
    });
  });
}

cudnnStatus_t cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t normDesc,
                                           cudnnLRNMode_t lrnMode, const void* alpha,
                                           const cudnnTensorDescriptor_t yDesc, const void* y,
                                           const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                           const cudnnTensorDescriptor_t xDesc, const void* x,
                                           const void* beta, const cudnnTensorDescriptor_t dxDesc,
                                           void* dx) {
  return call(handle, [&] {
    if (!all_set(yDesc, dyDesc, xDesc, dxDesc) || any_null(normDesc, alpha, y, dy, x, beta, dx) ||
        lrnMode != CUDNN_LRN_CROSS_CHANNEL_DIM1 || !xDesc->has_sizes_of(*yDesc) ||
        !xDesc->has_sizes_of(*dyDesc) || !xDesc->has_sizes_of(*dxDesc) ||
        xDesc->type != dxDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      using A = decltype(a);
      const Lines<3> lines(*xDesc, pixels(*xDesc), {xDesc->stride, dyDesc->stride, dxDesc->stride});
      const Numbers from = numbers(x, *xDesc), slopes = numbers(dy, *dyDesc);
      const Numbers to = numbers(dx, *dxDesc);
      const Blend mix = blend(alpha, beta, xDesc->type);
      return lines.start(
          handle, [=, how = *normDesc](const Lines<3>& all, const Lines<3>::Offsets& begin) {
            std::vector<A> line(static_cast<std::size_t>(all.length())), slope(line.size());
            all.read(0, from, begin, line.data());
            all.read(1, slopes, begin, slope.data());
            backward(how, line, slope);
            all.write(2, to, begin, slope.data(), mix);
          });
    });
  });
}
