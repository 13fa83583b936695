// What the files behind cusolverDn.h share: the handle, failing, work on the stream.
//
// Numbers and matrices are those of blas.h. SPDX-License-Identifier: MIT
#pragma once

#include <vgpu_cusolver.h>

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

}  // namespace vgpu::cuda::solver
