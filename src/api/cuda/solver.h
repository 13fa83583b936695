// What the files behind cusolverDn.h share: the handle, failing, work on the stream.
//
// Numbers and matrices are those of blas.h. SPDX-License-Identifier: MIT
#pragma once

#include <vgpu_cusolver.h>

#include <climits>
#include <cstdint>
#include <initializer_list>

#include "api/cuda/blas.h"
#include "api/cuda/library_call.h"

struct cusolverDnContext {
  cublasContext blas;  // its stream is the handle's
};

namespace vgpu::cuda::solver {

using blas::Index;
using blas::Matrix;
using blas::number;

inline cusolverStatus_t status(cublasStatus_t error) {
  switch (error) {
    case CUBLAS_STATUS_SUCCESS:
      return CUSOLVER_STATUS_SUCCESS;
    case CUBLAS_STATUS_ALLOC_FAILED:
      return CUSOLVER_STATUS_ALLOC_FAILED;
    case CUBLAS_STATUS_INVALID_VALUE:
      return CUSOLVER_STATUS_INVALID_VALUE;
    default:
      return CUSOLVER_STATUS_EXECUTION_FAILED;
  }
}

template <typename Body>
cusolverStatus_t call(cusolverDnHandle_t handle, Body&& body) noexcept {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return library_call(CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INTERNAL_ERROR, body);
}

// The whole of `body` on one thread, in the stream's order.
template <typename Body>
cusolverStatus_t start_serial(cusolverDnHandle_t handle, Body body) {
  StreamTask task;
  task.finish = std::move(body);
  return status(blas::start(&handle->blas, std::move(task)));
}

// body(i) for i in [0, count), `part` of them at a time, on the device's threads.
template <typename Body>
cusolverStatus_t start_each(cusolverDnHandle_t handle, Index count, std::size_t part,
                            const Body& body) {
  if (count <= 0) return CUSOLVER_STATUS_SUCCESS;
  auto range = [body](std::size_t begin, std::size_t end) {
    for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) body(i);
  };
  return status(blas::start(&handle->blas, {static_cast<std::size_t>(count), part, range, {}}));
}

inline bool is_matrix(Index rows, Index columns, int leading) {
  return rows >= 0 && columns >= 0 && leading >= (rows > 1 ? rows : 1);
}

inline cusolverStatus_t give_size(cusolverDnHandle_t handle, bool valid, int* lwork) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!valid || lwork == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *lwork = 16;
  return CUSOLVER_STATUS_SUCCESS;
}

// body(T{}) for the kind of number that `type` names, if all sizes fit.
template <typename Body>
cusolverStatus_t with_type(cusolverDnHandle_t handle, cudaDataType type,
                           std::initializer_list<std::int64_t> sizes, Body body) {
  return call(handle, [&] {
    for (const std::int64_t size : sizes)
      if (size < 0 || size > INT_MAX) return CUSOLVER_STATUS_INVALID_VALUE;
    return with_number<cuComplex, cuDoubleComplex>(type, CUSOLVER_STATUS_NOT_SUPPORTED, body);
  });
}

inline int narrow(std::int64_t size) { return static_cast<int>(size); }

inline cusolverStatus_t give_sizes(cusolverDnHandle_t handle, size_t* device_bytes,
                                   size_t* host_bytes) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (device_bytes == nullptr || host_bytes == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *device_bytes = 16, *host_bytes = 0;
  return CUSOLVER_STATUS_SUCCESS;
}

// What the stream has done can be read behind this.
inline cusolverStatus_t finish(cusolverDnHandle_t handle) {
  return vgpuStreamSynchronize(to_vgpu(handle->blas.stream)) == vgpuSuccess
             ? CUSOLVER_STATUS_SUCCESS
             : CUSOLVER_STATUS_EXECUTION_FAILED;
}

}  // namespace vgpu::cuda::solver
