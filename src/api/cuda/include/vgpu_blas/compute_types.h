/* Products that name what they compute in by a data type, as programs did before CUDA 11; C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_COMPUTE_TYPES_H
#define VGPU_BLAS_COMPUTE_TYPES_H

#include "vgpu_blas/level3.h"
#include "vgpu_blas/mixed.h"

#ifdef __cplusplus
static inline cublasComputeType_t vgpu_blas_compute_type(cudaDataType type) {
  switch (type) {
    case CUDA_R_16F:
    case CUDA_C_16F:
      return CUBLAS_COMPUTE_16F;
    case CUDA_R_64F:
    case CUDA_C_64F:
      return CUBLAS_COMPUTE_64F;
    case CUDA_R_32I:
    case CUDA_C_32I:
      return CUBLAS_COMPUTE_32I;
    default:
      return CUBLAS_COMPUTE_32F;
  }
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* A, cudaDataType Atype,
                                          int lda, const void* B, cudaDataType Btype, int ldb,
                                          const void* beta, void* C, cudaDataType Ctype, int ldc,
                                          cudaDataType computeType, cublasGemmAlgo_t algo) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C,
                      Ctype, ldc, vgpu_blas_compute_type(computeType), algo);
}
static inline cublasStatus_t cublasGemmBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* const A[], cudaDataType Atype, int lda, const void* const B[],
    cudaDataType Btype, int ldb, const void* beta, void* const C[], cudaDataType Ctype, int ldc,
    int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo) {
  return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb,
                             beta, C, Ctype, ldc, batchCount, vgpu_blas_compute_type(computeType),
                             algo);
}
static inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, cudaDataType Atype, int lda, long long strideA, const void* B,
    cudaDataType Btype, int ldb, long long strideB, const void* beta, void* C, cudaDataType Ctype,
    int ldc, long long strideC, int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA,
                                    B, Btype, ldb, strideB, beta, C, Ctype, ldc, strideC,
                                    batchCount, vgpu_blas_compute_type(computeType), algo);
}
#endif

#endif
