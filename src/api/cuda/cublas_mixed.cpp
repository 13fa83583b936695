// The functions of vgpu_blas/mixed.h, on those that take their types by name.
// SPDX-License-Identifier: MIT
#include <cublas_v2.h>

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void* alpha,
                                   const void* const A[], cudaDataType Atype, int lda,
                                   const void* const B[], cudaDataType Btype, int ldb,
                                   const void* beta, void* const C[], cudaDataType Ctype, int ldc,
                                   int batchCount, cublasComputeType_t computeType,
                                   cublasGemmAlgo_t algo) {
  if (batchCount < 0) return CUBLAS_STATUS_INVALID_VALUE;
  // The lists of matrices may be a kernel's work.
  cudaStream_t stream = nullptr;
  cublasStatus_t status = cublasGetStream(handle, &stream);
  if (status == CUBLAS_STATUS_SUCCESS && cudaStreamSynchronize(stream) != cudaSuccess)
    return CUBLAS_STATUS_EXECUTION_FAILED;
  for (int i = 0; i < batchCount && status == CUBLAS_STATUS_SUCCESS; ++i)
    status = cublasGemmEx(handle, transa, transb, m, n, k, alpha, A[i], Atype, lda, B[i], Btype,
                          ldb, beta, C[i], Ctype, ldc, computeType, algo);
  return status;
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const float* alpha,
                             const void* A, cudaDataType Atype, int lda, const void* B,
                             cudaDataType Btype, int ldb, const float* beta, void* C,
                             cudaDataType Ctype, int ldc) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C,
                      Ctype, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const __half* alpha,
                           const __half* A, int lda, const __half* B, int ldb, const __half* beta,
                           __half* C, int ldc) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, CUDA_R_16F, lda, B, CUDA_R_16F,
                      ldb, beta, C, CUDA_R_16F, ldc, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const __half* alpha, const __half* A, int lda,
                                         long long strideA, const __half* B, int ldb,
                                         long long strideB, const __half* beta, __half* C, int ldc,
                                         long long strideC, int batchCount) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, CUDA_R_16F, lda,
                                    strideA, B, CUDA_R_16F, ldb, strideB, beta, C, CUDA_R_16F, ldc,
                                    strideC, batchCount, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const __half* alpha, const __half* const A[], int lda,
                                  const __half* const B[], int ldb, const __half* beta,
                                  __half* const C[], int ldc, int batchCount) {
  return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha,
                             reinterpret_cast<const void* const*>(A), CUDA_R_16F, lda,
                             reinterpret_cast<const void* const*>(B), CUDA_R_16F, ldb, beta,
                             reinterpret_cast<void* const*>(C), CUDA_R_16F, ldc, batchCount,
                             CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
