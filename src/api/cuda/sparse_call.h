// What the functions behind cusparse.h do alike: failing, reading scalars, numbers by their type, work on the stream.
//
// Numbers are float, double or std::complex of them; products and conversions also take those of 16 bits. Work is a task of the handle's stream, which takes copies of the
// descriptors: these may be destroyed right behind a call. SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/stream.h>

#include <complex>
#include <type_traits>

#include "api/cuda/call.h"
#include "api/cuda/library_call.h"
#include "api/cuda/scalar.h"
#include "api/cuda/sparse.h"
#include "api/cuda/stream_task.h"
#include "base/half.h"

namespace vgpu::cuda::sparse {

inline cusparseStatus_t status(vgpuError_t error) {
  if (error == vgpuSuccess) return CUSPARSE_STATUS_SUCCESS;
  return error == vgpuErrorMemoryAllocation ? CUSPARSE_STATUS_ALLOC_FAILED
                                            : CUSPARSE_STATUS_EXECUTION_FAILED;
}

template <typename Body>
cusparseStatus_t call(cusparseHandle_t handle, Body&& body) noexcept {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return library_call(CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR, body);
}

// body(T{}) for the kind of number that `type` names.
template <typename Body>
cusparseStatus_t with_numbers(cudaDataType type, Body&& body) {
  return with_number<std::complex<float>, std::complex<double>>(type, CUSPARSE_STATUS_NOT_SUPPORTED,
                                                                body);
}

// body(T{}) also for numbers of 16 bits, which are computed in float.
template <typename Body>
cusparseStatus_t with_stored(cudaDataType type, Body&& body) {
  if (type == CUDA_R_16F) return body(Half{});
  if (type == CUDA_R_16BF) return body(BFloat16{});
  return with_numbers(type, body);
}
inline bool is_computed_in(cudaDataType type, cudaDataType compute) {
  return (type != CUDA_R_16F && type != CUDA_R_16BF) || compute == CUDA_R_32F;
}

// What a stored number is computed in, and the ways there and back.
template <typename T>
using Computed =
    std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;
template <typename T>
Computed<T> wide(T x) {
  return static_cast<Computed<T>>(x);
}
template <typename T>
T narrow(Computed<T> x) {
  return static_cast<T>(x);
}

// cuComplex and cuDoubleComplex as numbers.
template <typename T>
using Number = std::conditional_t<
    std::is_same_v<T, cuComplex>, std::complex<float>,
    std::conditional_t<std::is_same_v<T, cuDoubleComplex>, std::complex<double>, T>>;

template <typename T>
T conjugate(T x) {
  return x;
}
template <typename T>
std::complex<T> conjugate(std::complex<T> x) {
  return std::conj(x);
}

// A number given by pointer. One in device memory may still be in the making, so the stream is waited for.
template <typename T>
cusparseStatus_t read(cusparseHandle_t handle, const void* pointer, T& value) {
  if (pointer == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (handle->pointers == CUSPARSE_POINTER_MODE_DEVICE)
    if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
      return status(error);
  value = *static_cast<const T*>(pointer);
  return CUSPARSE_STATUS_SUCCESS;
}

template <typename T>
cusparseStatus_t take(cusparseHandle_t handle, const void* pointer, Scalar<T>& scalar) {
  const bool of_device = handle->pointers == CUSPARSE_POINTER_MODE_DEVICE;
  return scalar.take(static_cast<const T*>(pointer), of_device) ? CUSPARSE_STATUS_SUCCESS
                                                                : CUSPARSE_STATUS_INVALID_VALUE;
}

inline cusparseStatus_t start(cusparseHandle_t handle, StreamTask task) {
  return status(enqueue(std::move(task), handle->stream));
}

// The whole of `body` on one thread, in the stream's order.
template <typename Body>
cusparseStatus_t start_serial(cusparseHandle_t handle, Body body) {
  StreamTask task;
  task.finish = std::move(body);
  return start(handle, std::move(task));
}

// body(i) for i in [0, count), `part` of them at a time, on the device's threads.
template <typename Body>
cusparseStatus_t start_each(cusparseHandle_t handle, Index count, std::size_t part, Body body) {
  auto range = [body](std::size_t begin, std::size_t end) {
    for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) body(i);
  };
  return start(handle, {static_cast<std::size_t>(count), part, range, {}});
}

// A result by pointer: one of the host is there when the call returns.
inline cusparseStatus_t finish(cusparseHandle_t handle) {
  if (handle->pointers == CUSPARSE_POINTER_MODE_DEVICE) return CUSPARSE_STATUS_SUCCESS;
  return status(vgpuStreamSynchronize(to_vgpu(handle->stream)));
}

// cuSPARSE's buffers are memory that callers must bring and that nobody needs here.
inline cusparseStatus_t give_size(cusparseHandle_t handle, std::size_t* bytes) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (bytes == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *bytes = 16;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace vgpu::cuda::sparse
