// The functions of vgpu_blas/batched_vectors.h: one product after another.
// SPDX-License-Identifier: MIT
#include "api/cuda/blas.h"

namespace {

// A list is read here, so what the stream has to do before is waited for.
template <typename Body>
cublasStatus_t each(cublasHandle_t handle, int count, bool lists, Body body) {
  if (count < 0) return CUBLAS_STATUS_INVALID_VALUE;
  return vgpu::cuda::blas::call(handle, [&] {
    if (lists && cudaStreamSynchronize(handle->stream) != cudaSuccess)
      return CUBLAS_STATUS_EXECUTION_FAILED;
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i) status = body(i);
    return status;
  });
}

}  // namespace

#define VG_GEMV(L, T)                                                                              \
  cublasStatus_t cublas##L##gemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m,     \
                                        int n, const T* alpha, const T* const A[], int lda,        \
                                        const T* const x[], int incx, const T* beta, T* const y[], \
                                        int incy, int batchCount) {                                \
    return each(handle, batchCount, true, [&](int i) {                                             \
      return cublas##L##gemv(handle, trans, m, n, alpha, A[i], lda, x[i], incx, beta, y[i], incy); \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublas##L##gemvStridedBatched(                                                    \
      cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, const T* A,    \
      int lda, long long strideA, const T* x, int incx, long long stridex, const T* beta, T* y,    \
      int incy, long long stridey, int batchCount) {                                               \
    return each(handle, batchCount, false, [&](int i) {                                            \
      return cublas##L##gemv(handle, trans, m, n, alpha, A + i * strideA, lda, x + i * stridex,    \
                             incx, beta, y + i * stridey, incy);                                   \
    });                                                                                            \
  }
VG_GEMV(S, float)
VG_GEMV(D, double)
VG_GEMV(C, cuComplex)
VG_GEMV(Z, cuDoubleComplex)
#undef VG_GEMV
