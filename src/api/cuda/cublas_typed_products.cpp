// The functions of vgpu_blas/typed_products.h, by those that take their types for granted.
// SPDX-License-Identifier: MIT
#include <cublas_v2.h>

namespace {

const cuComplex* numbers(const void* matrix) { return static_cast<const cuComplex*>(matrix); }
cuComplex* numbers(void* matrix) { return static_cast<cuComplex*>(matrix); }

bool are_complex(cudaDataType a, cudaDataType b, cudaDataType c) {
  return a == CUDA_C_32F && b == CUDA_C_32F && c == CUDA_C_32F;
}

}  // namespace

// 3m says how a GPU may do it: with three products of real matrices in the place of four.
#define VG_PRODUCT(name)                                                                         \
  cublasStatus_t name(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, \
                      int m, int n, int k, const cuComplex* alpha, const void* A,                \
                      cudaDataType Atype, int lda, const void* B, cudaDataType Btype, int ldb,   \
                      const cuComplex* beta, void* C, cudaDataType Ctype, int ldc) {             \
    if (!are_complex(Atype, Btype, Ctype)) return CUBLAS_STATUS_NOT_SUPPORTED;                   \
    return cublasCgemm(handle, transa, transb, m, n, k, alpha, numbers(A), lda, numbers(B), ldb, \
                       beta, numbers(C), ldc);                                                   \
  }
VG_PRODUCT(cublasCgemmEx)
VG_PRODUCT(cublasCgemm3mEx)
#undef VG_PRODUCT

cublasStatus_t cublasCgemm3mBatched(cublasHandle_t handle, cublasOperation_t transa,
                                    cublasOperation_t transb, int m, int n, int k,
                                    const cuComplex* alpha, const cuComplex* const A[], int lda,
                                    const cuComplex* const B[], int ldb, const cuComplex* beta,
                                    cuComplex* const C[], int ldc, int batchCount) {
  return cublasCgemmBatched(handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc,
                            batchCount);
}
cublasStatus_t cublasCgemm3mStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                           cublasOperation_t transb, int m, int n, int k,
                                           const cuComplex* alpha, const cuComplex* A, int lda,
                                           long long strideA, const cuComplex* B, int ldb,
                                           long long strideB, const cuComplex* beta, cuComplex* C,
                                           int ldc, long long strideC, int batchCount) {
  return cublasCgemmStridedBatched(handle, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb,
                                   strideB, beta, C, ldc, strideC, batchCount);
}

#define VG_UPDATE(name, plain, Factor)                                                       \
  cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
                      int n, int k, const Factor* alpha, const void* A, cudaDataType Atype,  \
                      int lda, const Factor* beta, void* C, cudaDataType Ctype, int ldc) {   \
    if (!are_complex(Atype, Atype, Ctype)) return CUBLAS_STATUS_NOT_SUPPORTED;               \
    return plain(handle, uplo, trans, n, k, alpha, numbers(A), lda, beta, numbers(C), ldc);  \
  }
VG_UPDATE(cublasCsyrkEx, cublasCsyrk, cuComplex)
VG_UPDATE(cublasCsyrk3mEx, cublasCsyrk, cuComplex)
VG_UPDATE(cublasCherkEx, cublasCherk, float)
VG_UPDATE(cublasCherk3mEx, cublasCherk, float)
#undef VG_UPDATE
