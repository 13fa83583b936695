// The functions of vgpu_dnn/algorithms.h: lists of algorithms, which differ in name alone, and the time that one takes.
// SPDX-License-Identifier: MIT
#include <vgpu/c/stream.h>

#include <chrono>
#include <memory>

#include "api/cuda/call.h"
#include "api/cuda/dnn_convolve.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::dnn;

namespace {

// The first is the one to take. What cuDNN has by name only stands at the end of what was searched.
constexpr cudnnConvolutionFwdAlgo_t kForward[] = {CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
                                                  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
                                                  CUDNN_CONVOLUTION_FWD_ALGO_GEMM,
                                                  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD,
                                                  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED,
                                                  CUDNN_CONVOLUTION_FWD_ALGO_FFT,
                                                  CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING,
                                                  CUDNN_CONVOLUTION_FWD_ALGO_DIRECT};
constexpr cudnnConvolutionBwdFilterAlgo_t kFilter[] = {
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1,   CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3,   CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING};
constexpr cudnnConvolutionBwdDataAlgo_t kData[] = {
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_1,        CUDNN_CONVOLUTION_BWD_DATA_ALGO_0,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD, CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT,      CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING};

template <typename Algorithm, std::size_t kCount, typename Found>
cudnnStatus_t list(const Algorithm (&algorithms)[kCount], cudnnMathType_t math, float time,
                   int wanted, int* returned, Found* found) {
  if (any_null(returned, found) || wanted < 1) return CUDNN_STATUS_BAD_PARAM;
  *returned = std::min(wanted, static_cast<int>(kCount));
  for (int i = 0; i < *returned; ++i) {
    bool there = true;
    if constexpr (std::is_same_v<Algorithm, cudnnConvolutionFwdAlgo_t>)
      there = algorithms[i] != CUDNN_CONVOLUTION_FWD_ALGO_DIRECT;
    found[i] = {algorithms[i],
                there ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_NOT_SUPPORTED,
                there ? time : -1,
                0,
                CUDNN_DETERMINISTIC,
                math,
                {}};
  }
  return CUDNN_STATUS_SUCCESS;
}

template <std::size_t kCount, typename Algorithm>
cudnnStatus_t give_count(cudnnHandle_t handle, const Algorithm (&)[kCount], int* count) {
  if (any_null(handle, count)) return CUDNN_STATUS_BAD_PARAM;
  *count = static_cast<int>(kCount);
  return CUDNN_STATUS_SUCCESS;
}

// Milliseconds of what `run` puts on the stream.
template <typename Run>
cudnnStatus_t measure(cudnnHandle_t handle, float& time, Run run) {
  const vgpuStream_t stream = to_vgpu(handle->stream);
  if (const vgpuError_t error = vgpuStreamSynchronize(stream)) return status(error);
  const auto before = std::chrono::steady_clock::now();
  if (const cudnnStatus_t error = run()) return error;
  if (const vgpuError_t error = vgpuStreamSynchronize(stream)) return status(error);
  time =
      std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - before).count();
  return CUDNN_STATUS_SUCCESS;
}

// Memory for a tensor that nobody has brought; zeros.
class Room {
 public:
  explicit Room(const Layout& layout)
      : bytes_(new char[static_cast<std::size_t>(layout.span()) * bytes_of(layout.type)]()) {}
  void* get() const { return bytes_.get(); }

 private:
  std::unique_ptr<char[]> bytes_;
};

cudnnStatus_t give_none(cudnnStatus_t checked, size_t* bytes) {
  if (checked != CUDNN_STATUS_SUCCESS) return checked;
  if (bytes == nullptr) return CUDNN_STATUS_BAD_PARAM;
  *bytes = 0;
  return CUDNN_STATUS_SUCCESS;
}

// What every function begins with.
template <typename Body>
cudnnStatus_t checked(cudnnHandle_t handle, cudnnConvolutionDescriptor_t how,
                      cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                      cudnnTensorDescriptor_t y, Body&& body) {
  return call(handle, [&] {
    const cudnnStatus_t error = check(how, x, w, y);
    return error != CUDNN_STATUS_SUCCESS ? error : body();
  });
}

}  // namespace

cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int* count) {
  return give_count(handle, kForward, count);
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle, int* count) {
  return give_count(handle, kFilter, count);
}
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle, int* count) {
  return give_count(handle, kData, count);
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithm(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc,
    cudnnConvolutionFwdPreference_t, size_t, cudnnConvolutionFwdAlgo_t* algo) {
  return checked(handle, convDesc, xDesc, wDesc, yDesc, [&] {
    give(algo, kForward[0]);
    return algo == nullptr ? CUDNN_STATUS_BAD_PARAM : CUDNN_STATUS_SUCCESS;
  });
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
    const cudnnFilterDescriptor_t filterDesc, const cudnnConvolutionDescriptor_t convDesc,
    const cudnnTensorDescriptor_t destDesc, const int requestedAlgoCount, int* returnedAlgoCount,
    cudnnConvolutionFwdAlgoPerf_t* perfResults) {
  return checked(handle, convDesc, srcDesc, filterDesc, destDesc, [&] {
    return list(kForward, convDesc->math, -1, requestedAlgoCount, returnedAlgoCount, perfResults);
  });
}

cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc,
    const int requestedAlgoCount, int* returnedAlgoCount,
    cudnnConvolutionFwdAlgoPerf_t* perfResults) {
  return checked(handle, convDesc, xDesc, wDesc, yDesc, [&] {
    const Room x(*xDesc), w(*wDesc), y(*yDesc);
    return cudnnFindConvolutionForwardAlgorithmEx(handle, xDesc, x.get(), wDesc, w.get(), convDesc,
                                                  yDesc, y.get(), requestedAlgoCount,
                                                  returnedAlgoCount, perfResults, nullptr, 0);
  });
}

cudnnStatus_t cudnnFindConvolutionForwardAlgorithmEx(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const void* x,
    const cudnnFilterDescriptor_t wDesc, const void* w, const cudnnConvolutionDescriptor_t convDesc,
    const cudnnTensorDescriptor_t yDesc, void* y, const int requestedAlgoCount,
    int* returnedAlgoCount, cudnnConvolutionFwdAlgoPerf_t* perfResults, void*, size_t) {
  return checked(handle, convDesc, xDesc, wDesc, yDesc, [&] {
    if (any_null(x, w, y)) return CUDNN_STATUS_BAD_PARAM;
    float time = 0;
    const cudnnStatus_t error = measure(handle, time, [&] {
      return start_forward(handle, *convDesc, {*xDesc, x}, {*wDesc, w}, *yDesc, y, {});
    });
    if (error != CUDNN_STATUS_SUCCESS) return error;
    return list(kForward, convDesc->math, time, requestedAlgoCount, returnedAlgoCount, perfResults);
  });
}

cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const cudnnFilterDescriptor_t wDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t yDesc,
    cudnnConvolutionFwdAlgo_t algo, size_t* sizeInBytes) {
  return checked(handle, convDesc, xDesc, wDesc, yDesc, [&] {
    if (algo < 0 || algo >= CUDNN_CONVOLUTION_FWD_ALGO_COUNT) return CUDNN_STATUS_BAD_PARAM;
    return give_none(algo == CUDNN_CONVOLUTION_FWD_ALGO_DIRECT ? CUDNN_STATUS_NOT_SUPPORTED
                                                               : CUDNN_STATUS_SUCCESS,
                     sizeInBytes);
  });
}

cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc,
    cudnnConvolutionBwdFilterPreference_t, size_t, cudnnConvolutionBwdFilterAlgo_t* algo) {
  return checked(handle, convDesc, xDesc, dwDesc, dyDesc, [&] {
    give(algo, kFilter[0]);
    return algo == nullptr ? CUDNN_STATUS_BAD_PARAM : CUDNN_STATUS_SUCCESS;
  });
}

cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm_v7(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t srcDesc,
    const cudnnTensorDescriptor_t diffDesc, const cudnnConvolutionDescriptor_t convDesc,
    const cudnnFilterDescriptor_t gradDesc, const int requestedAlgoCount, int* returnedAlgoCount,
    cudnnConvolutionBwdFilterAlgoPerf_t* perfResults) {
  return checked(handle, convDesc, srcDesc, gradDesc, diffDesc, [&] {
    return list(kFilter, convDesc->math, -1, requestedAlgoCount, returnedAlgoCount, perfResults);
  });
}

cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithm(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc,
    const int requestedAlgoCount, int* returnedAlgoCount,
    cudnnConvolutionBwdFilterAlgoPerf_t* perfResults) {
  return checked(handle, convDesc, xDesc, dwDesc, dyDesc, [&] {
    const Room x(*xDesc), dy(*dyDesc), dw(*dwDesc);
    return cudnnFindConvolutionBackwardFilterAlgorithmEx(
        handle, xDesc, x.get(), dyDesc, dy.get(), convDesc, dwDesc, dw.get(), requestedAlgoCount,
        returnedAlgoCount, perfResults, nullptr, 0);
  });
}

cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithmEx(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const void* x,
    const cudnnTensorDescriptor_t dyDesc, const void* dy,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t dwDesc, void* dw,
    const int requestedAlgoCount, int* returnedAlgoCount,
    cudnnConvolutionBwdFilterAlgoPerf_t* perfResults, void*, size_t) {
  return checked(handle, convDesc, xDesc, dwDesc, dyDesc, [&] {
    if (any_null(x, dy, dw)) return CUDNN_STATUS_BAD_PARAM;
    float time = 0;
    const cudnnStatus_t error = measure(handle, time, [&] {
      return start_filter_gradient(handle, *convDesc, {*xDesc, x}, {*dyDesc, dy}, *dwDesc, dw, {});
    });
    if (error != CUDNN_STATUS_SUCCESS) return error;
    return list(kFilter, convDesc->math, time, requestedAlgoCount, returnedAlgoCount, perfResults);
  });
}

cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnFilterDescriptor_t gradDesc,
    cudnnConvolutionBwdFilterAlgo_t algo, size_t* sizeInBytes) {
  return checked(handle, convDesc, xDesc, gradDesc, dyDesc, [&] {
    const bool known = algo >= 0 && algo < CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT;
    return give_none(known ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM, sizeInBytes);
  });
}

cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm(
    cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc,
    cudnnConvolutionBwdDataPreference_t, size_t, cudnnConvolutionBwdDataAlgo_t* algo) {
  return checked(handle, convDesc, dxDesc, wDesc, dyDesc, [&] {
    give(algo, kData[0]);
    return algo == nullptr ? CUDNN_STATUS_BAD_PARAM : CUDNN_STATUS_SUCCESS;
  });
}

cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm_v7(
    cudnnHandle_t handle, const cudnnFilterDescriptor_t filterDesc,
    const cudnnTensorDescriptor_t diffDesc, const cudnnConvolutionDescriptor_t convDesc,
    const cudnnTensorDescriptor_t gradDesc, const int requestedAlgoCount, int* returnedAlgoCount,
    cudnnConvolutionBwdDataAlgoPerf_t* perfResults) {
  return checked(handle, convDesc, gradDesc, filterDesc, diffDesc, [&] {
    return list(kData, convDesc->math, -1, requestedAlgoCount, returnedAlgoCount, perfResults);
  });
}

cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithm(
    cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc,
    const int requestedAlgoCount, int* returnedAlgoCount,
    cudnnConvolutionBwdDataAlgoPerf_t* perfResults) {
  return checked(handle, convDesc, dxDesc, wDesc, dyDesc, [&] {
    const Room w(*wDesc), dy(*dyDesc), dx(*dxDesc);
    return cudnnFindConvolutionBackwardDataAlgorithmEx(
        handle, wDesc, w.get(), dyDesc, dy.get(), convDesc, dxDesc, dx.get(), requestedAlgoCount,
        returnedAlgoCount, perfResults, nullptr, 0);
  });
}

cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithmEx(
    cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc, const void* w,
    const cudnnTensorDescriptor_t dyDesc, const void* dy,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc, void* dx,
    const int requestedAlgoCount, int* returnedAlgoCount,
    cudnnConvolutionBwdDataAlgoPerf_t* perfResults, void*, size_t) {
  return checked(handle, convDesc, dxDesc, wDesc, dyDesc, [&] {
    if (any_null(w, dy, dx)) return CUDNN_STATUS_BAD_PARAM;
    float time = 0;
    const cudnnStatus_t error = measure(handle, time, [&] {
      return start_data_gradient(handle, *convDesc, {*wDesc, w}, {*dyDesc, dy}, *dxDesc, dx, {});
    });
    if (error != CUDNN_STATUS_SUCCESS) return error;
    return list(kData, convDesc->math, time, requestedAlgoCount, returnedAlgoCount, perfResults);
  });
}

cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(
    cudnnHandle_t handle, const cudnnFilterDescriptor_t wDesc, const cudnnTensorDescriptor_t dyDesc,
    const cudnnConvolutionDescriptor_t convDesc, const cudnnTensorDescriptor_t dxDesc,
    cudnnConvolutionBwdDataAlgo_t algo, size_t* sizeInBytes) {
  return checked(handle, convDesc, dxDesc, wDesc, dyDesc, [&] {
    const bool known = algo >= 0 && algo < CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT;
    return give_none(known ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM, sizeInBytes);
  });
}
