// cuBLAS's searches for extremes with _64, whose result is a number of 64 bits too; see wide_names.h.
// SPDX-License-Identifier: MIT
#ifndef VGPU_BLAS_WIDE_PLACES_H
#define VGPU_BLAS_WIDE_PLACES_H

#include <limits.h>
#include <stdint.h>

// Found for the host, and then stored where the pointer says.
#define VG_WIDE_PLACE(name, T)                                                         \
  static inline cublasStatus_t name##_64(cublasHandle_t handle, int64_t n, const T* x, \
                                         int64_t step, int64_t* result) {              \
    cublasPointerMode_t before;                                                        \
    int place = 0;                                                                     \
    if (n > INT_MAX || step > INT_MAX) return CUBLAS_STATUS_NOT_SUPPORTED;             \
    if (!result) return CUBLAS_STATUS_INVALID_VALUE;                                   \
    cublasStatus_t error = cublasGetPointerMode(handle, &before);                      \
    if (error) return error;                                                           \
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);                            \
    error = name(handle, (int)n, x, (int)step, &place);                                \
    cublasSetPointerMode(handle, before);                                              \
    *result = place;                                                                   \
    return error;                                                                      \
  }
VG_WIDE_PLACE(cublasIsamax, float)
VG_WIDE_PLACE(cublasIdamax, double)
VG_WIDE_PLACE(cublasIcamax, cuComplex)
VG_WIDE_PLACE(cublasIzamax, cuDoubleComplex)
VG_WIDE_PLACE(cublasIsamin, float)
VG_WIDE_PLACE(cublasIdamin, double)
VG_WIDE_PLACE(cublasIcamin, cuComplex)
VG_WIDE_PLACE(cublasIzamin, cuDoubleComplex)
#undef VG_WIDE_PLACE

#endif
