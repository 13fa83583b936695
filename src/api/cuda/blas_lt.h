// cuBLASLt's objects, and what it does to the result of a product before that is stored.
//
// Used by cublas_lt_objects.cpp, which fills them, and cublas_lt_matmul.cpp, which reads them.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu_cublas_lt.h>

#include <cstdint>
#include <optional>

struct cublasLtMatmulDescOpaque {
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
  cudaDataType scale = CUDA_R_32F;
  cublasLtPointerMode_t pointers = CUBLASLT_POINTER_MODE_HOST;
  cublasOperation_t op_a = CUBLAS_OP_N, op_b = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  void* bias = nullptr;
  std::int64_t bias_stride = 0;
  void* aux = nullptr;
  std::int64_t aux_leading = 0, aux_stride = 0;
  std::optional<cudaDataType> bias_type, aux_type;  // else the result's
  // What the matrices are to be multiplied with, and where the result's largest size goes; all of the device, or null.
  const float *a_scale = nullptr, *b_scale = nullptr, *c_scale = nullptr, *d_scale = nullptr;
  float* largest = nullptr;
};

struct cublasLtMatrixLayoutOpaque {
  cudaDataType type = CUDA_R_32F;
  cublasLtOrder_t order = CUBLASLT_ORDER_COL;
  std::uint64_t rows = 0, columns = 0;
  std::int64_t leading = 0;
  std::int32_t batches = 1;
  std::int64_t stride = 0;

  std::int64_t place(std::int64_t i, std::int64_t j) const {
    return order == CUBLASLT_ORDER_COL ? i + j * leading : i * leading + j;
  }
};
