/* Plane rotations, made and applied, by cuBLAS's names. Their scalars lie where the pointer mode says.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_ROTATIONS_H
#define VGPU_BLAS_ROTATIONS_H

#include "vgpu_blas/handle.h"

VG_C_BEGIN
cublasStatus_t cublasSrotg(cublasHandle_t handle, float* a, float* b, float* c, float* s);
cublasStatus_t cublasDrotg(cublasHandle_t handle, double* a, double* b, double* c, double* s);
cublasStatus_t cublasCrotg(cublasHandle_t handle, cuComplex* a, cuComplex* b, float* c,
                           cuComplex* s);
cublasStatus_t cublasZrotg(cublasHandle_t handle, cuDoubleComplex* a, cuDoubleComplex* b, double* c,
                           cuDoubleComplex* s);
cublasStatus_t cublasSrot(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy,
                          const float* c, const float* s);
cublasStatus_t cublasDrot(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy,
                          const double* c, const double* s);
cublasStatus_t cublasCrot(cublasHandle_t handle, int n, cuComplex* x, int incx, cuComplex* y,
                          int incy, const float* c, const cuComplex* s);
cublasStatus_t cublasCsrot(cublasHandle_t handle, int n, cuComplex* x, int incx, cuComplex* y,
                           int incy, const float* c, const float* s);
cublasStatus_t cublasZrot(cublasHandle_t handle, int n, cuDoubleComplex* x, int incx,
                          cuDoubleComplex* y, int incy, const double* c, const cuDoubleComplex* s);
cublasStatus_t cublasZdrot(cublasHandle_t handle, int n, cuDoubleComplex* x, int incx,
                           cuDoubleComplex* y, int incy, const double* c, const double* s);
cublasStatus_t cublasSrotm(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy,
                           const float* param);
cublasStatus_t cublasSrotmg(cublasHandle_t handle, float* d1, float* d2, float* x1, const float* y1,
                            float* param);
cublasStatus_t cublasDrotm(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy,
                           const double* param);
cublasStatus_t cublasDrotmg(cublasHandle_t handle, double* d1, double* d2, double* x1,
                            const double* y1, double* param);
/* All numbers of one type; the execution type must be the same. */
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void* a, void* b, cudaDataType abType, void* c,
                            void* s, cudaDataType csType, cudaDataType executiontype);
cublasStatus_t cublasRotmEx(cublasHandle_t handle, int n, void* x, cudaDataType xType, int incx,
                            void* y, cudaDataType yType, int incy, const void* param,
                            cudaDataType paramType, cudaDataType executiontype);
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void* d1, cudaDataType d1Type, void* d2,
                             cudaDataType d2Type, void* x1, cudaDataType x1Type, const void* y1,
                             cudaDataType y1Type, void* param, cudaDataType paramType,
                             cudaDataType executiontype);
VG_C_END

#endif
