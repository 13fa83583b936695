// What the files behind cublas_v2.h share: the handle, vectors with increments, matrices, scalars by pointer.
//
// Numbers are float, double or std::complex of them, which cuComplex and cuDoubleComplex are in memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <cublas_v2.h>
#include <vgpu/c/stream.h>

#include <complex>
#include <cstddef>

#include "api/cuda/call.h"
#include "api/cuda/library_call.h"
#include "api/cuda/scalar.h"
#include "api/cuda/stream_task.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
};

namespace vgpu::cuda::blas {

using Index = std::ptrdiff_t;

inline cublasStatus_t status(vgpuError_t error) {
  if (error == vgpuSuccess) return CUBLAS_STATUS_SUCCESS;
  if (error == vgpuErrorMemoryAllocation) return CUBLAS_STATUS_ALLOC_FAILED;
  return error == vgpuErrorInvalidValue ? CUBLAS_STATUS_INVALID_VALUE
                                        : CUBLAS_STATUS_EXECUTION_FAILED;
}

template <typename Body>
cublasStatus_t call(cublasHandle_t handle, Body&& body) noexcept {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  return library_call(CUBLAS_STATUS_ALLOC_FAILED, CUBLAS_STATUS_INTERNAL_ERROR, body);
}

// Element i of a vector; a negative increment counts from the other end.
template <typename T>
struct Vector {
  T* start;
  Index step;
  Vector(T* x, Index n, int increment)
      : start(increment < 0 && n > 0 ? x - (n - 1) * increment : x), step(increment) {}
  T& operator[](Index i) const { return start[i * step]; }
};

// Element (row, column); columns lie side by side.
template <typename T>
struct Matrix {
  T* start;
  Index leading;
  T& operator()(Index row, Index column) const { return start[row + column * leading]; }
  T* column(Index j) const { return start + j * leading; }
};

template <typename T>
T conjugate(T x) {
  return x;
}
template <typename T>
std::complex<T> conjugate(std::complex<T> x) {
  return std::conj(x);
}

// The other half of a symmetric or Hermitian matrix, and its diagonal: that of the latter is real.
template <bool kHermitian, typename T>
T mirrored(T x) {
  return kHermitian ? conjugate(x) : x;
}
template <bool kHermitian, typename T>
T diagonal(T x) {
  return kHermitian ? T(std::real(x)) : x;
}

// Element of op(A).
template <typename T>
T element(const Matrix<const T>& a, cublasOperation_t op, Index row, Index column) {
  if (op == CUBLAS_OP_N) return a(row, column);
  return op == CUBLAS_OP_T ? a(column, row) : conjugate(a(column, row));
}

inline bool is_operation(cublasOperation_t op) {
  return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C;
}

// A number given by pointer. One in device memory may still be in the making, so the stream is waited for.
template <typename T>
cublasStatus_t read(cublasHandle_t handle, const T* pointer, T& value) {
  if (pointer == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
    if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
      return status(error);
  value = *pointer;
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
cublasStatus_t take(cublasHandle_t handle, const T* pointer, Scalar<T>& scalar) {
  const bool of_device = handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
  return scalar.take(pointer, of_device) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

inline cublasStatus_t start(cublasHandle_t handle, StreamTask task) {
  return status(enqueue(std::move(task), handle->stream));
}

// For results by pointer: one in host memory is there when the call returns.
inline cublasStatus_t start_and_wait(cublasHandle_t handle, StreamTask task) {
  const cublasStatus_t error = start(handle, std::move(task));
  if (error != CUBLAS_STATUS_SUCCESS || handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
    return error;
  return status(vgpuStreamSynchronize(to_vgpu(handle->stream)));
}

inline std::complex<float>* number(cuComplex* x) {
  return reinterpret_cast<std::complex<float>*>(x);
}
inline std::complex<double>* number(cuDoubleComplex* x) {
  return reinterpret_cast<std::complex<double>*>(x);
}
inline const std::complex<float>* number(const cuComplex* x) {
  return reinterpret_cast<const std::complex<float>*>(x);
}
inline const std::complex<double>* number(const cuDoubleComplex* x) {
  return reinterpret_cast<const std::complex<double>*>(x);
}
inline float* number(float* x) { return x; }
inline double* number(double* x) { return x; }
inline const float* number(const float* x) { return x; }
inline const double* number(const double* x) { return x; }

}  // namespace vgpu::cuda::blas
