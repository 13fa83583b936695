// Lists of matrices, which batched functions of cuBLAS get in memory of the device.
//
// Used by cublas_gemm.cpp, cublas_batched.cpp and cublas_least_squares.cpp. SPDX-License-Identifier: MIT
#pragma once

#include "api/cuda/blas.h"

namespace vgpu::cuda::blas {

template <typename T>
T* const* numbers(T* const* pointers) {
  return pointers;
}
inline const std::complex<float>* const* numbers(const cuComplex* const* pointers) {
  return reinterpret_cast<const std::complex<float>* const*>(pointers);
}
inline std::complex<float>* const* numbers(cuComplex* const* pointers) {
  return reinterpret_cast<std::complex<float>* const*>(pointers);
}
inline const std::complex<double>* const* numbers(const cuDoubleComplex* const* pointers) {
  return reinterpret_cast<const std::complex<double>* const*>(pointers);
}
inline std::complex<double>* const* numbers(cuDoubleComplex* const* pointers) {
  return reinterpret_cast<std::complex<double>* const*>(pointers);
}

// Calls work(i) for every matrix, in the handle's stream.
template <class Work>
cublasStatus_t for_each_matrix(cublasHandle_t handle, bool valid, int count, Work work) {
  cudaStream_t stream = nullptr;
  if (const cublasStatus_t error = cublasGetStream(handle, &stream)) return error;
  if (!valid || count < 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (count == 0) return CUBLAS_STATUS_SUCCESS;
  const auto body = [work](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(i);
  };
  const vgpuError_t error = enqueue({static_cast<std::size_t>(count), 1, body, {}}, stream);
  return error == vgpuSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace vgpu::cuda::blas
