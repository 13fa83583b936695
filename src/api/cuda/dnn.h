// What the functions behind cudnn.h share: the handle, layouts of tensors, failing, scalars, numbers by their type.
//
// Numbers of every type are computed as floats, or as doubles where they are doubles or integers of 32 bits and more.
// Work is a task of the handle's stream, which takes copies of descriptors. SPDX-License-Identifier: MIT
#pragma once

#include <cudnn.h>
#include <vgpu/c/error.h>

#include <array>
#include <cstddef>
#include <utility>

#include "api/cuda/library_call.h"
#include "api/cuda/stream_task.h"

struct cudnnContext {
  cudaStream_t stream = nullptr;
};

namespace vgpu::cuda::dnn {

using Index = std::ptrdiff_t;
inline constexpr int kMostAxes = CUDNN_DIM_MAX;
using Axes = std::array<Index, kMostAxes>;

inline Index product(const Index* sizes, int count) {
  Index all = 1;
  for (int i = 0; i < count; ++i) all *= sizes[i];
  return all;
}

// Where the elements of a tensor lie: sizes and strides, in elements, of its axes (batch, channels, space).
struct Layout {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  int rank = 0;  // 0: not set yet
  Axes size{}, stride{};

  Index count() const { return product(size.data(), rank); }
  bool has_sizes_of(const Layout& other) const { return rank == other.rank && size == other.size; }
  // Elements side by side, the last axis first.
  bool is_packed() const;
  Layout packed(cudnnDataType_t as) const;
  // Elements from the first to the last, both included.
  Index span() const;
};

std::size_t bytes_of(cudnnDataType_t type);  // 0: not a type that is known here

template <typename A>
inline constexpr cudnnDataType_t kTypeOf = CUDNN_DATA_FLOAT;
template <>
inline constexpr cudnnDataType_t kTypeOf<double> = CUDNN_DATA_DOUBLE;

inline cudnnStatus_t status(vgpuError_t error) {
  if (error == vgpuSuccess) return CUDNN_STATUS_SUCCESS;
  if (error == vgpuErrorMemoryAllocation) return CUDNN_STATUS_ALLOC_FAILED;
  return error == vgpuErrorInvalidValue ? CUDNN_STATUS_BAD_PARAM : CUDNN_STATUS_EXECUTION_FAILED;
}

template <typename Body>
cudnnStatus_t call(cudnnHandle_t handle, Body&& body) noexcept {
  if (handle == nullptr) return CUDNN_STATUS_BAD_PARAM;
  return library_call(CUDNN_STATUS_ALLOC_FAILED, CUDNN_STATUS_INTERNAL_ERROR, body);
}

inline cudnnStatus_t start(cudnnHandle_t handle, StreamTask task) {
  return status(enqueue(std::move(task), handle->stream));
}

// body(A{}) for the numbers that a type is computed in.
template <typename Body>
cudnnStatus_t with_numbers(cudnnDataType_t type, Body&& body) {
  if (bytes_of(type) == 0) return CUDNN_STATUS_NOT_SUPPORTED;
  const bool wide =
      type == CUDNN_DATA_DOUBLE || type == CUDNN_DATA_INT32 || type == CUDNN_DATA_INT64;
  return wide ? body(double{}) : body(float{});
}

// What alpha and beta point to: doubles with tensors of doubles, else floats.
inline double scalar(const void* pointer, cudnnDataType_t type) {
  return type == CUDNN_DATA_DOUBLE ? *static_cast<const double*>(pointer)
                                   : static_cast<double>(*static_cast<const float*>(pointer));
}

// result = alpha * computed + beta * result. With beta 0 the result need not be set before.
struct Blend {
  double alpha = 1, beta = 0;
};
inline Blend blend(const void* alpha, const void* beta, cudnnDataType_t type) {
  return {scalar(alpha, type), scalar(beta, type)};
}

template <typename... Pointer>
bool any_null(Pointer... pointers) {
  return ((pointers == nullptr) || ...);
}
// Whether all of these descriptors are there and set.
template <typename... Descriptor>
bool all_set(const Descriptor*... descriptors) {
  return ((descriptors != nullptr && descriptors->rank > 0) && ...);
}

template <typename Object>
cudnnStatus_t make(Object** object) {
  if (object == nullptr) return CUDNN_STATUS_BAD_PARAM;
  *object = new (std::nothrow) Object;
  return *object == nullptr ? CUDNN_STATUS_ALLOC_FAILED : CUDNN_STATUS_SUCCESS;
}
template <typename Object>
cudnnStatus_t destroy(Object* object) {
  delete object;
  return CUDNN_STATUS_SUCCESS;
}

// For what may be left out of an answer.
template <typename T, typename Value>
void give(T* out, Value value) {
  if (out != nullptr) *out = static_cast<T>(value);
}

}  // namespace vgpu::cuda::dnn

struct cudnnTensorStruct : vgpu::cuda::dnn::Layout {};
struct cudnnFilterStruct : vgpu::cuda::dnn::Layout {
  cudnnTensorFormat_t format = CUDNN_TENSOR_NCHW;
};
struct cudnnActivationStruct {
  cudnnActivationMode_t mode = CUDNN_ACTIVATION_RELU;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
  double coefficient = 0, swish_beta = 1;
};
