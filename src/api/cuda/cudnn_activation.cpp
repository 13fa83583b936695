// Activations of vgpu_dnn/activation.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/dnn_activation.h"

#include <cmath>

using namespace vgpu::cuda::dnn;

namespace vgpu::cuda::dnn {
namespace {

template <typename A>
A logistic(A x) {
  return A(1) / (A(1) + std::exp(-x));
}

}  // namespace

template <typename A>
void activate(const cudnnActivationStruct& how, const A* x, A* y, Index count) {
  const A c = static_cast<A>(how.coefficient), s = static_cast<A>(how.swish_beta);
  const auto each = [&](auto function) {
    for (Index i = 0; i < count; ++i) y[i] = function(x[i]);
  };
  const bool keep_nan = how.nan == CUDNN_PROPAGATE_NAN;
  switch (how.mode) {
    case CUDNN_ACTIVATION_SIGMOID:
      return each([](A v) { return logistic(v); });
    case CUDNN_ACTIVATION_RELU:
      return keep_nan ? each([](A v) { return v < 0 ? A(0) : v; })
                      : each([](A v) { return v > 0 ? v : A(0); });
    case CUDNN_ACTIVATION_TANH:
      return each([](A v) { return std::tanh(v); });
    case CUDNN_ACTIVATION_CLIPPED_RELU:
      return keep_nan ? each([c](A v) { return v < 0   ? A(0)
                                               : v > c ? c
                                                       : v; })
                      : each([c](A v) { return v > 0 ? (v > c ? c : v) : A(0); });
    case CUDNN_ACTIVATION_ELU:
      return each([c](A v) { return v > 0 ? v : c * std::expm1(v); });
    case CUDNN_ACTIVATION_SWISH:
      return each([s](A v) { return v * logistic(s * v); });
    default:
      return each([](A v) { return v; });
  }
}
template void activate(const cudnnActivationStruct&, const float*, float*, Index);
template void activate(const cudnnActivationStruct&, const double*, double*, Index);

}  // namespace vgpu::cuda::dnn

namespace {

// The gradient of x; y = f(x).
template <typename A>
void pass_back(const cudnnActivationStruct& how, const A* x, const A* y, const A* dy, A* dx,
               Index count) {
  const A c = static_cast<A>(how.coefficient), s = static_cast<A>(how.swish_beta);
  const auto each = [&](auto slope) {
    for (Index i = 0; i < count; ++i) dx[i] = dy[i] * slope(x[i], y[i]);
  };
  const auto where = [&](auto condition) {  // what is cut off is 0, whatever dy is
    for (Index i = 0; i < count; ++i) dx[i] = condition(x[i]) ? dy[i] : A(0);
  };
  switch (how.mode) {
    case CUDNN_ACTIVATION_SIGMOID:
      return each([](A, A v) { return v * (A(1) - v); });
    case CUDNN_ACTIVATION_RELU:
      return where([](A v) { return v > 0; });
    case CUDNN_ACTIVATION_TANH:
      return each([](A, A v) { return A(1) - v * v; });
    case CUDNN_ACTIVATION_CLIPPED_RELU:
      return where([c](A v) { return v > 0 && v < c; });
    case CUDNN_ACTIVATION_ELU:
      return each([c](A u, A v) { return u > 0 ? A(1) : v + c; });
    case CUDNN_ACTIVATION_SWISH:
      return each([s](A u, A v) { return s * v + logistic(s * u) * (A(1) - s * v); });
    default:
      return each([](A, A) { return A(1); });
  }
}

}  // namespace

cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* activationDesc) {
  return make(activationDesc);
}
cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activationDesc) {
  return destroy(activationDesc);
}

cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activationDesc,
                                           cudnnActivationMode_t mode,
                                           cudnnNanPropagation_t reluNanOpt, double coef) {
  if (activationDesc == nullptr || mode < 0 || mode > CUDNN_ACTIVATION_SWISH)
    return CUDNN_STATUS_BAD_PARAM;
  *activationDesc = {mode, reluNanOpt, coef};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t activationDesc,
                                           cudnnActivationMode_t* mode,
                                           cudnnNanPropagation_t* reluNanOpt, double* coef) {
  if (activationDesc == nullptr) return CUDNN_STATUS_BAD_PARAM;
  give(mode, activationDesc->mode);
  give(reluNanOpt, activationDesc->nan);
  give(coef, activationDesc->coefficient);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc,
                                                    double swish_beta) {
  if (activationDesc == nullptr) return CUDNN_STATUS_BAD_PARAM;
  activationDesc->swish_beta = swish_beta;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activationDesc,
                                                    double* swish_beta) {
  if (any_null(activationDesc, swish_beta)) return CUDNN_STATUS_BAD_PARAM;
  *swish_beta = activationDesc->swish_beta;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle,
                                     cudnnActivationDescriptor_t activationDesc, const void* alpha,
                                     const cudnnTensorDescriptor_t xDesc, const void* x,
                                     const void* beta, const cudnnTensorDescriptor_t yDesc,
                                     void* y) {
  return call(handle, [&] {
    if (!all_set(xDesc, yDesc) || any_null(activationDesc, alpha, x, beta, y) ||
        !xDesc->has_sizes_of(*yDesc) || xDesc->type != yDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      using A = decltype(a);
      const auto body = [how = *activationDesc](const std::array<const A*, 1>& in, A* out,
                                                Index count) { activate(how, in[0], out, count); };
      return start_each<A, 1>(handle, *yDesc, y, {Operand{*xDesc, x}},
                              blend(alpha, beta, xDesc->type), body);
    });
  });
}

cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle,
                                      cudnnActivationDescriptor_t activationDesc, const void* alpha,
                                      const cudnnTensorDescriptor_t yDesc, const void* y,
                                      const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                      const cudnnTensorDescriptor_t xDesc, const void* x,
                                      const void* beta, const cudnnTensorDescriptor_t dxDesc,
                                      void* dx) {
  return call(handle, [&] {
    if (!all_set(xDesc, yDesc, dxDesc, dyDesc) ||
        any_null(activationDesc, alpha, x, y, dy, beta, dx) || !xDesc->has_sizes_of(*yDesc) ||
        !xDesc->has_sizes_of(*dxDesc) || !xDesc->has_sizes_of(*dyDesc) ||
        xDesc->type != dxDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      using A = decltype(a);
      const auto body = [how = *activationDesc](const std::array<const A*, 3>& in, A* out,
                                                Index count) {
        pass_back(how, in[0], in[1], in[2], out, count);
      };
      return start_each<A, 3>(handle, *dxDesc, dx,
                              {Operand{*xDesc, x}, Operand{*yDesc, y}, Operand{*dyDesc, dy}},
                              blend(alpha, beta, xDesc->type), body);
    });
  });
}
