// Matrix products behind cublas_v2.h, one overload for each kind of number; columns lie side by side.
//
// Called by cublas_gemm.cpp and cublas_level3.cpp. SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/gemm.h>

#include "api/cuda/blas.h"

namespace vgpu::cuda::blas {

inline vgpuTranspose to_vgpu_transpose(cublasOperation_t op) {
  return op == CUBLAS_OP_N ? vgpuNoTrans : op == CUBLAS_OP_T ? vgpuTrans : vgpuConjTrans;
}

// A product as all of them describe it.
struct Shape {
  cublasOperation_t op_a, op_b;
  Index m, n, k;
};

template <typename T>
struct Operand {
  const T* data;
  Index leading, stride = 0;  // stride: to the next one of a batch
};
template <typename T>
struct Result {
  T* data;
  Index leading, stride = 0;
};

inline vgpuError_t product(cublasHandle_t handle, const Shape& s, float alpha,
                           const Operand<float>& a, const Operand<float>& b, float beta,
                           const Result<float>& c, Index count = 1) {
  return vgpuSgemmStridedBatched(vgpuColumnMajor, to_vgpu_transpose(s.op_a),
                                 to_vgpu_transpose(s.op_b), s.m, s.n, s.k, alpha, a.data, a.leading,
                                 a.stride, b.data, b.leading, b.stride, beta, c.data, c.leading,
                                 c.stride, count, to_vgpu(handle->stream));
}

inline vgpuError_t product(cublasHandle_t handle, const Shape& s, double alpha,
                           const Operand<double>& a, const Operand<double>& b, double beta,
                           const Result<double>& c, Index count = 1) {
  return vgpuDgemmStridedBatched(vgpuColumnMajor, to_vgpu_transpose(s.op_a),
                                 to_vgpu_transpose(s.op_b), s.m, s.n, s.k, alpha, a.data, a.leading,
                                 a.stride, b.data, b.leading, b.stride, beta, c.data, c.leading,
                                 c.stride, count, to_vgpu(handle->stream));
}

template <typename T>
vgpuError_t product(cublasHandle_t handle, const Shape& s, std::complex<T> alpha,
                    const Operand<std::complex<T>>& a, const Operand<std::complex<T>>& b,
                    std::complex<T> beta, const Result<std::complex<T>>& c, Index count = 1) {
  for (Index i = 0; i < count; ++i) {
    const auto run = [&](auto* gemm, auto* kind) {
      using Number = std::remove_pointer_t<decltype(kind)>;
      return gemm(vgpuColumnMajor, to_vgpu_transpose(s.op_a), to_vgpu_transpose(s.op_b), s.m, s.n,
                  s.k, reinterpret_cast<const Number*>(&alpha),
                  reinterpret_cast<const Number*>(a.data + i * a.stride), a.leading,
                  reinterpret_cast<const Number*>(b.data + i * b.stride), b.leading,
                  reinterpret_cast<const Number*>(&beta),
                  reinterpret_cast<Number*>(c.data + i * c.stride), c.leading,
                  to_vgpu(handle->stream));
    };
    vgpuError_t error;
    if constexpr (sizeof(T) == sizeof(float))
      error = run(vgpuCgemm, static_cast<vgpuComplex*>(nullptr));
    else
      error = run(vgpuZgemm, static_cast<vgpuDoubleComplex*>(nullptr));
    if (error != vgpuSuccess) return error;
  }
  return vgpuSuccess;
}

}  // namespace vgpu::cuda::blas
