// The functions of vgpu_blas/handle.h: handles, modes, copies with increments.
// SPDX-License-Identifier: MIT
#include "api/cuda/blas.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

constexpr struct {
  cublasStatus_t status;
  const char* name;
  const char* text;
} kStatuses[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "the operation completed"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the handle is not one"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "out of memory"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE", "an argument is out of range"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH", "the device cannot do that"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "memory could not be reached"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the work failed"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal error"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "this is not supported"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "a licence is missing"}};

template <typename T>
cublasStatus_t give(cublasHandle_t handle, T* out, T value) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (out == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *out = value;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t copy(std::size_t rows, std::size_t columns, std::size_t size, const void* from,
                    int from_pitch, void* to, int to_pitch, cudaStream_t stream, bool wait) {
  cudaError_t error = cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_pitch) * size, from,
                                        static_cast<std::size_t>(from_pitch) * size, rows * size,
                                        columns, cudaMemcpyDefault, stream);
  if (error == cudaSuccess && wait) error = cudaStreamSynchronize(stream);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// A vector is a matrix whose columns have one element.
cublasStatus_t copy_vector(int n, int size, const void* x, int incx, void* y, int incy,
                           cudaStream_t stream, bool wait) {
  if (n < 0 || size < 1 || incx < 1 || incy < 1) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return copy(1, static_cast<std::size_t>(n), static_cast<std::size_t>(size), x, incx, y, incy,
              stream, wait);
}

cublasStatus_t copy_matrix(int rows, int columns, int size, const void* a, int lda, void* b,
                           int ldb, cudaStream_t stream, bool wait) {
  if (rows < 0 || columns < 0 || size < 1 || lda < rows || ldb < rows || lda < 1 || ldb < 1)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
  return copy(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
              static_cast<std::size_t>(size), a, lda, b, ldb, stream, wait);
}

}  // namespace

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new (std::nothrow) cublasContext;
  return *handle == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
  return give(handle, version, CUBLAS_VERSION);
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : type == MINOR_VERSION ? CUBLAS_VER_MINOR : 0;
  return CUBLAS_STATUS_SUCCESS;
}

const char* cublasGetStatusName(cublasStatus_t status) {
  for (const auto& row : kStatuses)
    if (row.status == status) return row.name;
  return "CUBLAS_STATUS unknown";
}

const char* cublasGetStatusString(cublasStatus_t status) {
  for (const auto& row : kStatuses)
    if (row.status == status) return row.text;
  return "an unknown status";
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : give(handle, &handle->stream, stream);
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : give(handle, stream, handle->stream);
}

// Products bring their own scratch memory.
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, size_t) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}

#define VG_MODE(name, type, field, last)                                                          \
  cublasStatus_t cublasSet##name(cublasHandle_t handle, type mode) {                              \
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;                                  \
    if (mode < 0 || mode > (last)) return CUBLAS_STATUS_INVALID_VALUE;                            \
    return give(handle, &handle->field, mode);                                                    \
  }                                                                                               \
  cublasStatus_t cublasGet##name(cublasHandle_t handle, type* mode) {                             \
    return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : give(handle, mode, handle->field); \
  }
VG_MODE(PointerMode, cublasPointerMode_t, pointers, CUBLAS_POINTER_MODE_DEVICE)
VG_MODE(MathMode, cublasMath_t, math, CUBLAS_TF32_TENSOR_OP_MATH)
VG_MODE(AtomicsMode, cublasAtomicsMode_t, atomics, CUBLAS_ATOMICS_ALLOWED)
#undef VG_MODE

cublasStatus_t cublasSetVector(int n, int elemSize, const void* x, int incx, void* y, int incy) {
  return copy_vector(n, elemSize, x, incx, y, incy, nullptr, true);
}
cublasStatus_t cublasGetVector(int n, int elemSize, const void* x, int incx, void* y, int incy) {
  return copy_vector(n, elemSize, x, incx, y, incy, nullptr, true);
}
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  return copy_vector(n, elemSize, x, incx, y, incy, stream, false);
}
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void* x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
  return copy_vector(n, elemSize, x, incx, y, incy, stream, false);
}
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B,
                               int ldb) {
  return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, nullptr, true);
}
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void* A, int lda, void* B,
                               int ldb) {
  return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, nullptr, true);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda,
                                    void* B, int ldb, cudaStream_t stream) {
  return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, stream, false);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void* A, int lda,
                                    void* B, int ldb, cudaStream_t stream) {
  return copy_matrix(rows, cols, elemSize, A, lda, B, ldb, stream, false);
}
