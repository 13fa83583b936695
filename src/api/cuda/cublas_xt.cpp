// The functions of cublasXt.h, on those of cublas_v2.h: memory of the host is as good as the device's here.
// SPDX-License-Identifier: MIT
#include <vgpu_cublas_xt.h>

#include <limits>

#include "api/cuda/blas.h"

using namespace vgpu::cuda;

struct cublasXtContext {
  cublasContext blas;
  int block = 2048;
  cublasXtPinnedMemMode_t pinning = CUBLASXT_PINNING_DISABLED;
};

namespace {

// Sizes beyond an int would need a division into blocks.
template <typename... Sizes>
bool fit(Sizes... sizes) {
  return ((sizes <= static_cast<std::size_t>(std::numeric_limits<int>::max())) && ...);
}

// Runs the call on the handle's own cuBLAS and waits.
template <typename Body>
cublasStatus_t wait_for(cublasXtHandle_t handle, bool valid, Body body) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!valid) return CUBLAS_STATUS_NOT_SUPPORTED;
  const cublasStatus_t error = body(&handle->blas);
  if (error != CUBLAS_STATUS_SUCCESS) return error;
  return blas::status(vgpuStreamSynchronize(to_vgpu(handle->blas.stream)));
}

int number_of(std::size_t size) { return static_cast<int>(size); }

template <typename T>
cublasStatus_t give(const cublasXtContext* handle, T* out, T value) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (out == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *out = value;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new (std::nothrow) cublasXtContext;
  return *handle == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (nbDevices < 1 || deviceId == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < nbDevices; ++i)
    if (deviceId[i] < 0 || deviceId[i] >= count) return CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (blockDim <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return give(handle, &handle->block, blockDim);
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* blockDim) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : give(handle, blockDim, handle->block);
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : give(handle, &handle->pinning, mode);
}
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : give(handle, mode, handle->pinning);
}

#define VG_XT(L, T)                                                                                \
  cublasStatus_t cublasXt##L##gemm(cublasXtHandle_t handle, cublasOperation_t transa,              \
                                   cublasOperation_t transb, size_t m, size_t n, size_t k,         \
                                   const T* alpha, const T* A, size_t lda, const T* B, size_t ldb, \
                                   const T* beta, T* C, size_t ldc) {                              \
    return wait_for(handle, fit(m, n, k, lda, ldb, ldc), [&](cublasHandle_t own) {                 \
      return cublas##L##gemm(own, transa, transb, number_of(m), number_of(n), number_of(k), alpha, \
                             A, number_of(lda), B, number_of(ldb), beta, C, number_of(ldc));       \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublasXt##L##symm(cublasXtHandle_t handle, cublasSideMode_t side,                 \
                                   cublasFillMode_t uplo, size_t m, size_t n, const T* alpha,      \
                                   const T* A, size_t lda, const T* B, size_t ldb, const T* beta,  \
                                   T* C, size_t ldc) {                                             \
    return wait_for(handle, fit(m, n, lda, ldb, ldc), [&](cublasHandle_t own) {                    \
      return cublas##L##symm(own, side, uplo, number_of(m), number_of(n), alpha, A,                \
                             number_of(lda), B, number_of(ldb), beta, C, number_of(ldc));          \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublasXt##L##syrk(cublasXtHandle_t handle, cublasFillMode_t uplo,                 \
                                   cublasOperation_t trans, size_t n, size_t k, const T* alpha,    \
                                   const T* A, size_t lda, const T* beta, T* C, size_t ldc) {      \
    return wait_for(handle, fit(n, k, lda, ldc), [&](cublasHandle_t own) {                         \
      return cublas##L##syrk(own, uplo, trans, number_of(n), number_of(k), alpha, A,               \
                             number_of(lda), beta, C, number_of(ldc));                             \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublasXt##L##syr2k(cublasXtHandle_t handle, cublasFillMode_t uplo,                \
                                    cublasOperation_t trans, size_t n, size_t k, const T* alpha,   \
                                    const T* A, size_t lda, const T* B, size_t ldb, const T* beta, \
                                    T* C, size_t ldc) {                                            \
    return wait_for(handle, fit(n, k, lda, ldb, ldc), [&](cublasHandle_t own) {                    \
      return cublas##L##syr2k(own, uplo, trans, number_of(n), number_of(k), alpha, A,              \
                              number_of(lda), B, number_of(ldb), beta, C, number_of(ldc));         \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublasXt##L##trsm(cublasXtHandle_t handle, cublasSideMode_t side,                 \
                                   cublasFillMode_t uplo, cublasOperation_t trans,                 \
                                   cublasDiagType_t diag, size_t m, size_t n, const T* alpha,      \
                                   const T* A, size_t lda, T* B, size_t ldb) {                     \
    return wait_for(handle, fit(m, n, lda, ldb), [&](cublasHandle_t own) {                         \
      return cublas##L##trsm(own, side, uplo, trans, diag, number_of(m), number_of(n), alpha, A,   \
                             number_of(lda), B, number_of(ldb));                                   \
    });                                                                                            \
  }                                                                                                \
  cublasStatus_t cublasXt##L##trmm(                                                                \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                       \
      cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n, const T* alpha,          \
      const T* A, size_t lda, const T* B, size_t ldb, T* C, size_t ldc) {                          \
    return wait_for(handle, fit(m, n, lda, ldb, ldc), [&](cublasHandle_t own) {                    \
      return cublas##L##trmm(own, side, uplo, trans, diag, number_of(m), number_of(n), alpha, A,   \
                             number_of(lda), B, number_of(ldb), C, number_of(ldc));                \
    });                                                                                            \
  }
VG_XT(S, float)
VG_XT(D, double)
VG_XT(C, cuComplex)
VG_XT(Z, cuDoubleComplex)
#undef VG_XT
