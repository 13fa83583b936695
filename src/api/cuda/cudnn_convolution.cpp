// The functions of vgpu_dnn/convolution.h.
// SPDX-License-Identifier: MIT
#include <climits>
#include <memory>

#include "api/cuda/dnn_activation.h"
#include "api/cuda/dnn_convolve.h"
#include "api/cuda/dnn_lines.h"

using namespace vgpu::cuda::dnn;

namespace {

// There is no direct convolution in cuDNN but its name.
bool is_algorithm(cudnnConvolutionFwdAlgo_t algo) {
  return algo >= 0 && algo < CUDNN_CONVOLUTION_FWD_ALGO_COUNT;
}

cudnnStatus_t check_forward(const cudnnConvolutionStruct* how, const cudnnTensorStruct* x,
                            const cudnnFilterStruct* w, const cudnnTensorStruct* y,
                            cudnnConvolutionFwdAlgo_t algo) {
  if (!is_algorithm(algo)) return CUDNN_STATUS_BAD_PARAM;
  if (const cudnnStatus_t error = check(how, x, w, y)) return error;
  return algo == CUDNN_CONVOLUTION_FWD_ALGO_DIRECT ? CUDNN_STATUS_NOT_SUPPORTED
                                                   : CUDNN_STATUS_SUCCESS;
}

// y = activation(y + bias), and z before it.
template <typename A>
cudnnStatus_t start_end(cudnnHandle_t handle, const Operand& bias, const Operand& z, A z_scale,
                        const cudnnActivationStruct& activation, const Layout& y, void* to,
                        const Operand& convolved) {
  const auto body = [=](const std::array<const A*, 3>& in, A* out, Index count) {
    for (Index i = 0; i < count; ++i) out[i] = in[0][i] + in[1][i];
    if (z_scale != A(0))
      for (Index i = 0; i < count; ++i) out[i] += z_scale * in[2][i];
    activate(activation, out, out, count);
  };
  return start_each<A, 3>(handle, y, to, {convolved, bias, z}, {}, body);
}

// The bias is that of the output's channels.
bool is_bias(const Layout& bias, const Layout& y) {
  return bias.rank == y.rank && bias.size == only(y, 1, 2);
}

}  // namespace

cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convDesc) {
  return make(convDesc);
}
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convDesc) {
  return destroy(convDesc);
}

cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convDesc, int pad_h,
                                              int pad_w, int u, int v, int dilation_h,
                                              int dilation_w, cudnnConvolutionMode_t mode,
                                              cudnnDataType_t computeType) {
  const int padding[] = {pad_h, pad_w}, stride[] = {u, v}, dilation[] = {dilation_h, dilation_w};
  return cudnnSetConvolutionNdDescriptor(convDesc, 2, padding, stride, dilation, mode, computeType);
}

cudnnStatus_t cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t convDesc,
                                              int* pad_h, int* pad_w, int* u, int* v,
                                              int* dilation_h, int* dilation_w,
                                              cudnnConvolutionMode_t* mode,
                                              cudnnDataType_t* computeType) {
  if (convDesc == nullptr || convDesc->rank != 2) return CUDNN_STATUS_BAD_PARAM;
  give(pad_h, convDesc->padding[0]);
  give(pad_w, convDesc->padding[1]);
  give(u, convDesc->stride[0]);
  give(v, convDesc->stride[1]);
  give(dilation_h, convDesc->dilation[0]);
  give(dilation_w, convDesc->dilation[1]);
  give(mode, convDesc->mode);
  give(computeType, convDesc->compute);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convDesc,
                                              int arrayLength, const int padA[],
                                              const int filterStrideA[], const int dilationA[],
                                              cudnnConvolutionMode_t mode,
                                              cudnnDataType_t computeType) {
  if (any_null(convDesc, padA, filterStrideA, dilationA) || arrayLength < 1 ||
      (mode != CUDNN_CONVOLUTION && mode != CUDNN_CROSS_CORRELATION) || bytes_of(computeType) == 0)
    return CUDNN_STATUS_BAD_PARAM;
  if (arrayLength > 3) return CUDNN_STATUS_NOT_SUPPORTED;
  cudnnConvolutionStruct made = *convDesc;  // groups and math stay as they were set
  made.rank = arrayLength, made.mode = mode, made.compute = computeType;
  for (int i = 0; i < arrayLength; ++i) {
    if (padA[i] < 0 || filterStrideA[i] < 1 || dilationA[i] < 1) return CUDNN_STATUS_BAD_PARAM;
    made.padding[i] = padA[i], made.stride[i] = filterStrideA[i], made.dilation[i] = dilationA[i];
  }
  *convDesc = made;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionNdDescriptor(const cudnnConvolutionDescriptor_t convDesc,
                                              int arrayLengthRequested, int* arrayLength,
                                              int padA[], int strideA[], int dilationA[],
                                              cudnnConvolutionMode_t* mode,
                                              cudnnDataType_t* computeType) {
  if (convDesc == nullptr || arrayLengthRequested < 0) return CUDNN_STATUS_BAD_PARAM;
  give(arrayLength, convDesc->rank);
  give(mode, convDesc->mode);
  give(computeType, convDesc->compute);
  for (int i = 0; i < std::min(arrayLengthRequested, convDesc->rank); ++i) {
    if (padA != nullptr) padA[i] = convDesc->padding[i];
    if (strideA != nullptr) strideA[i] = convDesc->stride[i];
    if (dilationA != nullptr) dilationA[i] = convDesc->dilation[i];
  }
  return CUDNN_STATUS_SUCCESS;
}

#define VG_PROPERTY(name, type, field, least, most)                                              \
  cudnnStatus_t cudnnSetConvolution##name(cudnnConvolutionDescriptor_t convDesc, type value) {   \
    if (convDesc == nullptr || value < (least) || value > (most)) return CUDNN_STATUS_BAD_PARAM; \
    convDesc->field = value;                                                                     \
    return CUDNN_STATUS_SUCCESS;                                                                 \
  }                                                                                              \
  cudnnStatus_t cudnnGetConvolution##name(cudnnConvolutionDescriptor_t convDesc, type* value) {  \
    if (any_null(convDesc, value)) return CUDNN_STATUS_BAD_PARAM;                                \
    *value = convDesc->field;                                                                    \
    return CUDNN_STATUS_SUCCESS;                                                                 \
  }
VG_PROPERTY(GroupCount, int, groups, 1, INT_MAX)
VG_PROPERTY(MathType, cudnnMathType_t, math, CUDNN_DEFAULT_MATH, CUDNN_FMA_MATH)
VG_PROPERTY(ReorderType, cudnnReorderType_t, reorder, CUDNN_DEFAULT_REORDER, CUDNN_NO_REORDER)
#undef VG_PROPERTY

cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                    const cudnnTensorDescriptor_t inputTensorDesc,
                                                    const cudnnFilterDescriptor_t filterDesc,
                                                    int* n, int* c, int* h, int* w) {
  if (any_null(n, c, h, w)) return CUDNN_STATUS_BAD_PARAM;
  int sizes[4] = {};
  const cudnnStatus_t error =
      cudnnGetConvolutionNdForwardOutputDim(convDesc, inputTensorDesc, filterDesc, 4, sizes);
  if (error == CUDNN_STATUS_SUCCESS) *n = sizes[0], *c = sizes[1], *h = sizes[2], *w = sizes[3];
  return error;
}

cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc,
                                                    const cudnnTensorDescriptor_t inputTensorDesc,
                                                    const cudnnFilterDescriptor_t filterDesc,
                                                    int nbDims, int tensorOuputDimA[]) {
  if (!all_set(convDesc, inputTensorDesc, filterDesc) || tensorOuputDimA == nullptr)
    return CUDNN_STATUS_BAD_PARAM;
  const Layout &x = *inputTensorDesc, &w = *filterDesc;
  if (nbDims != convDesc->rank + 2 || x.rank != nbDims || w.rank != nbDims ||
      w.size[1] * convDesc->groups != x.size[1])
    return CUDNN_STATUS_BAD_PARAM;
  tensorOuputDimA[0] = static_cast<int>(x.size[0]);
  tensorOuputDimA[1] = static_cast<int>(w.size[0]);
  for (int i = 2; i < nbDims; ++i) {
    const Index size = convDesc->output(i - 2, x.size[i], w.size[i]);
    if (size < 1) return CUDNN_STATUS_BAD_PARAM;
    tensorOuputDimA[i] = static_cast<int>(size);
  }
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha,
                                      const cudnnTensorDescriptor_t xDesc, const void* x,
                                      const cudnnFilterDescriptor_t wDesc, const void* w,
                                      const cudnnConvolutionDescriptor_t convDesc,
                                      cudnnConvolutionFwdAlgo_t algo, void*, size_t,
                                      const void* beta, const cudnnTensorDescriptor_t yDesc,
                                      void* y) {
  return call(handle, [&] {
    if (any_null(alpha, x, w, beta, y)) return CUDNN_STATUS_BAD_PARAM;
    if (const cudnnStatus_t error = check_forward(convDesc, xDesc, wDesc, yDesc, algo))
      return error;
    return start_forward(handle, *convDesc, {*xDesc, x}, {*wDesc, w}, *yDesc, y,
                         blend(alpha, beta, xDesc->type));
  });
}

cudnnStatus_t cudnnConvolutionBiasActivationForward(
    cudnnHandle_t handle, const void* alpha1, const cudnnTensorDescriptor_t xDesc, const void* x,
    const cudnnFilterDescriptor_t wDesc, const void* w, const cudnnConvolutionDescriptor_t convDesc,
    cudnnConvolutionFwdAlgo_t algo, void*, size_t, const void* alpha2,
    const cudnnTensorDescriptor_t zDesc, const void* z, const cudnnTensorDescriptor_t biasDesc,
    const void* bias, const cudnnActivationDescriptor_t activationDesc,
    const cudnnTensorDescriptor_t yDesc, void* y) {
  return call(handle, [&] {
    if (any_null(alpha1, x, w, alpha2, bias, activationDesc, y) || !all_set(biasDesc))
      return CUDNN_STATUS_BAD_PARAM;
    if (const cudnnStatus_t error = check_forward(convDesc, xDesc, wDesc, yDesc, algo))
      return error;
    const double z_scale = scalar(alpha2, xDesc->type);
    const bool adds = z_scale != 0;
    if (adds && (!all_set(zDesc) || z == nullptr || !zDesc->has_sizes_of(*yDesc)))
      return CUDNN_STATUS_BAD_PARAM;
    if (!is_bias(*biasDesc, *yDesc)) return CUDNN_STATUS_BAD_PARAM;
    // z may be y, and y may be narrow: what was convolved waits elsewhere, as wide as it was computed.
    return with_numbers(bytes_of(xDesc->type) == 1 ? CUDNN_DATA_DOUBLE : xDesc->type, [&](auto a) {
      using A = decltype(a);
      const Layout dense = yDesc->packed(kTypeOf<A>);
      const auto room =
          std::make_shared_for_overwrite<A[]>(static_cast<std::size_t>(dense.count()));
      const Operand convolved{dense, room.get()};
      if (const cudnnStatus_t error =
              start_forward(handle, *convDesc, {*xDesc, x}, {*wDesc, w}, dense, room.get(),
                            {scalar(alpha1, xDesc->type), 0}))
        return error;
      const Operand added = adds ? Operand{*zDesc, z} : convolved;
      if (const cudnnStatus_t error =
              start_end<A>(handle, {*biasDesc, bias}, added, static_cast<A>(z_scale),
                           *activationDesc, *yDesc, y, convolved))
        return error;
      vgpu::cuda::StreamTask keep;
      keep.finish = [room] {};
      return start(handle, std::move(keep));
    });
  });
}

cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha,
                                           const cudnnFilterDescriptor_t wDesc, const void* w,
                                           const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                           const cudnnConvolutionDescriptor_t convDesc,
                                           cudnnConvolutionBwdDataAlgo_t algo, void*, size_t,
                                           const void* beta, const cudnnTensorDescriptor_t dxDesc,
                                           void* dx) {
  return call(handle, [&] {
    if (any_null(alpha, w, dy, beta, dx) || algo < 0 ||
        algo >= CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT)
      return CUDNN_STATUS_BAD_PARAM;
    if (const cudnnStatus_t error = check(convDesc, dxDesc, wDesc, dyDesc)) return error;
    return start_data_gradient(handle, *convDesc, {*wDesc, w}, {*dyDesc, dy}, *dxDesc, dx,
                               blend(alpha, beta, dyDesc->type));
  });
}

cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha,
                                             const cudnnTensorDescriptor_t xDesc, const void* x,
                                             const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                             const cudnnConvolutionDescriptor_t convDesc,
                                             cudnnConvolutionBwdFilterAlgo_t algo, void*, size_t,
                                             const void* beta, const cudnnFilterDescriptor_t dwDesc,
                                             void* dw) {
  return call(handle, [&] {
    if (any_null(alpha, x, dy, beta, dw) || algo < 0 ||
        algo >= CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT)
      return CUDNN_STATUS_BAD_PARAM;
    if (const cudnnStatus_t error = check(convDesc, xDesc, dwDesc, dyDesc)) return error;
    return start_filter_gradient(handle, *convDesc, {*xDesc, x}, {*dyDesc, dy}, *dwDesc, dw,
                                 blend(alpha, beta, xDesc->type));
  });
}

cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha,
                                           const cudnnTensorDescriptor_t dyDesc, const void* dy,
                                           const void* beta, const cudnnTensorDescriptor_t dbDesc,
                                           void* db) {
  return call(handle, [&] {
    if (!all_set(dyDesc, dbDesc) || any_null(alpha, dy, beta, db) || !is_bias(*dbDesc, *dyDesc) ||
        dyDesc->type != dbDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return start_sum(handle, {*dyDesc, dy}, *dbDesc, db, blend(alpha, beta, dyDesc->type));
  });
}
