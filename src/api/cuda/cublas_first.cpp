// The functions of cublas.h, by the names that its declarations give them, on those of cublas_v2.h.
//
// One handle for the program; the last error is kept until it is asked for. SPDX-License-Identifier: MIT
#include <atomic>

#include "api/cuda/blas.h"

using namespace vgpu::cuda;

namespace {

std::atomic<cublasStatus_t> g_error{CUBLAS_STATUS_SUCCESS};

cublasHandle_t own() {
  static cublasContext handle;
  return &handle;
}

void note(cublasStatus_t error) {
  if (error != CUBLAS_STATUS_SUCCESS) g_error = error;
}

bool is(char letter, char wanted) { return letter == wanted || letter == wanted + 'a' - 'A'; }

cublasOperation_t operation(char letter) {
  return is(letter, 'N') ? CUBLAS_OP_N : is(letter, 'C') ? CUBLAS_OP_C : CUBLAS_OP_T;
}
cublasFillMode_t fill(char letter) {
  return is(letter, 'L') ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
}
cublasSideMode_t side_of(char letter) {
  return is(letter, 'L') ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
}
cublasDiagType_t diagonal(char letter) {
  return is(letter, 'U') ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}

}  // namespace

extern "C" {

cublasStatus_t cublasInit() { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasShutdown() { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetError() { return g_error.exchange(CUBLAS_STATUS_SUCCESS); }
cublasStatus_t cublasAlloc(int n, int elemSize, void** devicePtr) {
  if (n <= 0 || elemSize <= 0 || devicePtr == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const std::size_t bytes = static_cast<std::size_t>(n) * static_cast<std::size_t>(elemSize);
  return cudaMalloc(devicePtr, bytes) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                     : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasFree(void* devicePtr) {
  return cudaFree(devicePtr) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
cublasStatus_t cublasSetKernelStream(cudaStream_t stream) { return cublasSetStream(own(), stream); }

#define VG_FOLD(name, Result, T)                        \
  Result cublasv1_##name(int n, const T* x, int incx) { \
    Result result{};                                    \
    note(cublas##name(own(), n, x, incx, &result));     \
    return result;                                      \
  }
#define VG_DOT(name, T)                                                  \
  T cublasv1_##name(int n, const T* x, int incx, const T* y, int incy) { \
    T result{};                                                          \
    note(cublas##name(own(), n, x, incx, y, incy, &result));             \
    return result;                                                       \
  }
#define VG_VECTORS(L, T)                                                          \
  void cublasv1_##L##axpy(int n, T alpha, const T* x, int incx, T* y, int incy) { \
    note(cublas##L##axpy(own(), n, &alpha, x, incx, y, incy));                    \
  }                                                                               \
  void cublasv1_##L##copy(int n, const T* x, int incx, T* y, int incy) {          \
    note(cublas##L##copy(own(), n, x, incx, y, incy));                            \
  }                                                                               \
  void cublasv1_##L##swap(int n, T* x, int incx, T* y, int incy) {                \
    note(cublas##L##swap(own(), n, x, incx, y, incy));                            \
  }                                                                               \
  void cublasv1_##L##scal(int n, T alpha, T* x, int incx) {                       \
    note(cublas##L##scal(own(), n, &alpha, x, incx));                             \
  }
#define VG_ROTATE(L, T)                                                     \
  void cublasv1_##L##rot(int n, T* x, int incx, T* y, int incy, T c, T s) { \
    note(cublas##L##rot(own(), n, x, incx, y, incy, &c, &s));               \
  }
#define VG_OUTER(name, T)                                                                       \
  void cublasv1_##name(int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* A, \
                       int lda) {                                                               \
    note(cublas##name(own(), m, n, &alpha, x, incx, y, incy, A, lda));                          \
  }
#define VG_MATRICES(L, T, symmetric)                                                               \
  void cublasv1_##L##gemv(char trans, int m, int n, T alpha, const T* A, int lda, const T* x,      \
                          int incx, T beta, T* y, int incy) {                                      \
    note(cublas##L##gemv(own(), operation(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)); \
  }                                                                                                \
  void cublasv1_##L##symmetric(char uplo, int n, T alpha, const T* A, int lda, const T* x,         \
                               int incx, T beta, T* y, int incy) {                                 \
    note(cublas##L##symmetric(own(), fill(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy));     \
  }                                                                                                \
  void cublasv1_##L##trmv(char uplo, char trans, char diag, int n, const T* A, int lda, T* x,      \
                          int incx) {                                                              \
    note(                                                                                          \
        cublas##L##trmv(own(), fill(uplo), operation(trans), diagonal(diag), n, A, lda, x, incx)); \
  }                                                                                                \
  void cublasv1_##L##trsv(char uplo, char trans, char diag, int n, const T* A, int lda, T* x,      \
                          int incx) {                                                              \
    note(                                                                                          \
        cublas##L##trsv(own(), fill(uplo), operation(trans), diagonal(diag), n, A, lda, x, incx)); \
  }                                                                                                \
  void cublasv1_##L##gemm(char transa, char transb, int m, int n, int k, T alpha, const T* A,      \
                          int lda, const T* B, int ldb, T beta, T* C, int ldc) {                   \
    note(cublas##L##gemm(own(), operation(transa), operation(transb), m, n, k, &alpha, A, lda, B,  \
                         ldb, &beta, C, ldc));                                                     \
  }                                                                                                \
  void cublasv1_##L##symm(char side, char uplo, int m, int n, T alpha, const T* A, int lda,        \
                          const T* B, int ldb, T beta, T* C, int ldc) {                            \
    note(cublas##L##symm(own(), side_of(side), fill(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, \
                         ldc));                                                                    \
  }                                                                                                \
  void cublasv1_##L##syrk(char uplo, char trans, int n, int k, T alpha, const T* A, int lda,       \
                          T beta, T* C, int ldc) {                                                 \
    note(cublas##L##syrk(own(), fill(uplo), operation(trans), n, k, &alpha, A, lda, &beta, C,      \
                         ldc));                                                                    \
  }                                                                                                \
  void cublasv1_##L##syr2k(char uplo, char trans, int n, int k, T alpha, const T* A, int lda,      \
                           const T* B, int ldb, T beta, T* C, int ldc) {                           \
    note(cublas##L##syr2k(own(), fill(uplo), operation(trans), n, k, &alpha, A, lda, B, ldb,       \
                          &beta, C, ldc));                                                         \
  }                                                                                                \
  void cublasv1_##L##trmm(char side, char uplo, char transa, char diag, int m, int n, T alpha,     \
                          const T* A, int lda, T* B, int ldb) {                                    \
    note(cublas##L##trmm(own(), side_of(side), fill(uplo), operation(transa), diagonal(diag), m,   \
                         n, &alpha, A, lda, B, ldb, B, ldb));                                      \
  }                                                                                                \
  void cublasv1_##L##trsm(char side, char uplo, char transa, char diag, int m, int n, T alpha,     \
                          const T* A, int lda, T* B, int ldb) {                                    \
    note(cublas##L##trsm(own(), side_of(side), fill(uplo), operation(transa), diagonal(diag), m,   \
                         n, &alpha, A, lda, B, ldb));                                              \
  }

VG_FOLD(Isamax, int, float)
VG_FOLD(Idamax, int, double)
VG_FOLD(Icamax, int, cuComplex)
VG_FOLD(Izamax, int, cuDoubleComplex)
VG_FOLD(Isamin, int, float)
VG_FOLD(Idamin, int, double)
VG_FOLD(Icamin, int, cuComplex)
VG_FOLD(Izamin, int, cuDoubleComplex)
VG_FOLD(Sasum, float, float)
VG_FOLD(Dasum, double, double)
VG_FOLD(Scasum, float, cuComplex)
VG_FOLD(Dzasum, double, cuDoubleComplex)
VG_FOLD(Snrm2, float, float)
VG_FOLD(Dnrm2, double, double)
VG_FOLD(Scnrm2, float, cuComplex)
VG_FOLD(Dznrm2, double, cuDoubleComplex)
VG_DOT(Sdot, float)
VG_DOT(Ddot, double)
VG_DOT(Cdotu, cuComplex)
VG_DOT(Cdotc, cuComplex)
VG_DOT(Zdotu, cuDoubleComplex)
VG_DOT(Zdotc, cuDoubleComplex)
VG_VECTORS(S, float)
VG_VECTORS(D, double)
VG_VECTORS(C, cuComplex)
VG_VECTORS(Z, cuDoubleComplex)
VG_ROTATE(S, float)
VG_ROTATE(D, double)
VG_OUTER(Sger, float)
VG_OUTER(Dger, double)
VG_OUTER(Cgeru, cuComplex)
VG_OUTER(Cgerc, cuComplex)
VG_OUTER(Zgeru, cuDoubleComplex)
VG_OUTER(Zgerc, cuDoubleComplex)
VG_MATRICES(S, float, symv)
VG_MATRICES(D, double, symv)
VG_MATRICES(C, cuComplex, hemv)
VG_MATRICES(Z, cuDoubleComplex, hemv)

void cublasv1_Csscal(int n, float alpha, cuComplex* x, int incx) {
  note(cublasCsscal(own(), n, &alpha, x, incx));
}
void cublasv1_Zdscal(int n, double alpha, cuDoubleComplex* x, int incx) {
  note(cublasZdscal(own(), n, &alpha, x, incx));
}
}
