// Tensors and filters of vgpu_dnn/tensors.h: descriptors.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "api/cuda/dnn.h"

using namespace vgpu::cuda::dnn;

namespace vgpu::cuda::dnn {

std::size_t bytes_of(cudnnDataType_t type) {
  switch (type) {
    case CUDNN_DATA_INT8:
    case CUDNN_DATA_UINT8:
      return 1;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16:
      return 2;
    case CUDNN_DATA_FLOAT:
    case CUDNN_DATA_INT32:
      return 4;
    case CUDNN_DATA_DOUBLE:
    case CUDNN_DATA_INT64:
      return 8;
    default:
      return 0;
  }
}

Layout Layout::packed(cudnnDataType_t as) const {
  Layout result = *this;
  result.type = as;
  Index step = 1;
  for (int i = rank - 1; i >= 0; --i) {
    result.stride[i] = step;
    step *= size[i];
  }
  return result;
}

bool Layout::is_packed() const {
  const Layout dense = packed(type);
  for (int i = 0; i < rank; ++i)
    if (size[i] != 1 && stride[i] != dense.stride[i]) return false;
  return true;
}

Index Layout::span() const {
  Index last = 0;
  for (int i = 0; i < rank; ++i) last += (size[i] - 1) * stride[i];
  return last + 1;
}

}  // namespace vgpu::cuda::dnn

namespace {

// A layout of that order with all elements side by side. NCHW_VECT_C, of types that hold several numbers, is not there.
cudnnStatus_t set_packed(Layout& layout, cudnnTensorFormat_t format, cudnnDataType_t type, int rank,
                         const int* sizes) {
  if (rank < 3 || rank > kMostAxes || format == CUDNN_TENSOR_NCHW_VECT_C)
    return CUDNN_STATUS_NOT_SUPPORTED;
  if (sizes == nullptr || format < CUDNN_TENSOR_NCHW || format > CUDNN_TENSOR_NCHW_VECT_C)
    return CUDNN_STATUS_BAD_PARAM;
  if (type < CUDNN_DATA_FLOAT || type > CUDNN_DATA_FP8_E5M2) return CUDNN_STATUS_BAD_PARAM;
  if (bytes_of(type) == 0) return CUDNN_STATUS_NOT_SUPPORTED;
  Layout result;
  result.rank = rank;
  for (int i = 0; i < rank; ++i) {
    if (sizes[i] <= 0) return CUDNN_STATUS_BAD_PARAM;
    result.size[i] = sizes[i];
    if (result.count() > std::numeric_limits<int>::max()) return CUDNN_STATUS_NOT_SUPPORTED;
  }
  result = result.packed(type);
  if (format == CUDNN_TENSOR_NHWC) {  // channels side by side, space around them
    result.stride[1] = 1;
    Index step = result.size[1];
    for (int i = rank - 1; i >= 2; --i) {
      result.stride[i] = step;
      step *= result.size[i];
    }
  }
  layout = result;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t set_strided(Layout* layout, cudnnDataType_t type, int rank, const int* sizes,
                          const int* strides) {
  if (layout == nullptr || strides == nullptr) return CUDNN_STATUS_BAD_PARAM;
  Layout result;
  if (const cudnnStatus_t error = set_packed(result, CUDNN_TENSOR_NCHW, type, rank, sizes))
    return error;
  for (int i = 0; i < rank; ++i) {
    if (strides[i] < 0) return CUDNN_STATUS_BAD_PARAM;
    result.stride[i] = strides[i];
  }
  if (result.span() > std::numeric_limits<int>::max()) return CUDNN_STATUS_NOT_SUPPORTED;
  *layout = result;
  return CUDNN_STATUS_SUCCESS;
}

void give_axes(const Axes& from, int rank, int wanted, int* to) {
  if (to == nullptr) return;
  for (int i = 0; i < std::min(rank, wanted); ++i) to[i] = static_cast<int>(from[i]);
}

cudnnStatus_t give_bytes(const Layout* layout, size_t* size) {
  if (layout == nullptr || size == nullptr) return CUDNN_STATUS_BAD_PARAM;
  *size = layout->rank == 0 ? 0 : static_cast<size_t>(layout->span()) * bytes_of(layout->type);
  return CUDNN_STATUS_SUCCESS;
}

}  // namespace

cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensorDesc) {
  return make(tensorDesc);
}
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensorDesc) {
  return destroy(tensorDesc);
}

cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                         cudnnTensorFormat_t format, cudnnDataType_t dataType,
                                         int n, int c, int h, int w) {
  const int sizes[] = {n, c, h, w};
  return cudnnSetTensorNdDescriptorEx(tensorDesc, format, dataType, 4, sizes);
}

cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                           cudnnDataType_t dataType, int n, int c, int h, int w,
                                           int nStride, int cStride, int hStride, int wStride) {
  const int sizes[] = {n, c, h, w}, strides[] = {nStride, cStride, hStride, wStride};
  return set_strided(tensorDesc, dataType, 4, sizes, strides);
}

cudnnStatus_t cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensorDesc,
                                         cudnnDataType_t* dataType, int* n, int* c, int* h, int* w,
                                         int* nStride, int* cStride, int* hStride, int* wStride) {
  if (tensorDesc == nullptr || tensorDesc->rank > 4) return CUDNN_STATUS_BAD_PARAM;
  int *const sizes[] = {n, c, h, w}, *const strides[] = {nStride, cStride, hStride, wStride};
  give(dataType, tensorDesc->type);
  for (int i = 0; i < 4; ++i) {
    give(sizes[i], tensorDesc->size[i]);
    give(strides[i], tensorDesc->stride[i]);
  }
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                         cudnnDataType_t dataType, int nbDims, const int dimA[],
                                         const int strideA[]) {
  return set_strided(tensorDesc, dataType, nbDims, dimA, strideA);
}

cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                           cudnnTensorFormat_t format, cudnnDataType_t dataType,
                                           int nbDims, const int dimA[]) {
  if (tensorDesc == nullptr) return CUDNN_STATUS_BAD_PARAM;
  return set_packed(*tensorDesc, format, dataType, nbDims, dimA);
}

cudnnStatus_t cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensorDesc,
                                         int nbDimsRequested, cudnnDataType_t* dataType,
                                         int* nbDims, int dimA[], int strideA[]) {
  if (tensorDesc == nullptr || nbDimsRequested < 0 || nbDimsRequested > kMostAxes)
    return CUDNN_STATUS_BAD_PARAM;
  give(dataType, tensorDesc->type);
  give(nbDims, tensorDesc->rank);
  give_axes(tensorDesc->size, tensorDesc->rank, nbDimsRequested, dimA);
  give_axes(tensorDesc->stride, tensorDesc->rank, nbDimsRequested, strideA);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensorDesc, size_t* size) {
  return give_bytes(tensorDesc, size);
}

cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filterDesc) {
  return make(filterDesc);
}
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filterDesc) {
  return destroy(filterDesc);
}

cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc,
                                         cudnnDataType_t dataType, cudnnTensorFormat_t format,
                                         int k, int c, int h, int w) {
  const int sizes[] = {k, c, h, w};
  return cudnnSetFilterNdDescriptor(filterDesc, dataType, format, 4, sizes);
}

cudnnStatus_t cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t filterDesc,
                                         cudnnDataType_t* dataType, cudnnTensorFormat_t* format,
                                         int* k, int* c, int* h, int* w) {
  if (filterDesc == nullptr || filterDesc->rank > 4) return CUDNN_STATUS_BAD_PARAM;
  give(dataType, filterDesc->type);
  give(format, filterDesc->format);
  int* const sizes[] = {k, c, h, w};
  for (int i = 0; i < 4; ++i) give(sizes[i], filterDesc->size[i]);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filterDesc,
                                         cudnnDataType_t dataType, cudnnTensorFormat_t format,
                                         int nbDims, const int filterDimA[]) {
  if (filterDesc == nullptr) return CUDNN_STATUS_BAD_PARAM;
  const cudnnStatus_t error = set_packed(*filterDesc, format, dataType, nbDims, filterDimA);
  if (error == CUDNN_STATUS_SUCCESS) filterDesc->format = format;
  return error;
}

cudnnStatus_t cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t filterDesc,
                                         int nbDimsRequested, cudnnDataType_t* dataType,
                                         cudnnTensorFormat_t* format, int* nbDims,
                                         int filterDimA[]) {
  if (filterDesc == nullptr || nbDimsRequested < 0 || nbDimsRequested > kMostAxes)
    return CUDNN_STATUS_BAD_PARAM;
  give(dataType, filterDesc->type);
  give(format, filterDesc->format);
  give(nbDims, filterDesc->rank);
  give_axes(filterDesc->size, filterDesc->rank, nbDimsRequested, filterDimA);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filterDesc, size_t* size) {
  return give_bytes(filterDesc, size);
}
