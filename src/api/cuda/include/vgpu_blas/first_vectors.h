/* cuBLAS's first interface: vectors, numbers by value, results returned.
 *
 * Names are those of cublas_v2.h with other parameters, so the library knows them by names of their own.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_FIRST_VECTORS_H
#define VGPU_BLAS_FIRST_VECTORS_H

#include "vgpu_blas/handle.h"

#define VG_FIRST(name) __asm__("cublasv1_" #name)

VG_C_BEGIN
int cublasIsamax(int n, const float* x, int incx) VG_FIRST(Isamax);
int cublasIsamin(int n, const float* x, int incx) VG_FIRST(Isamin);
float cublasSasum(int n, const float* x, int incx) VG_FIRST(Sasum);
float cublasSnrm2(int n, const float* x, int incx) VG_FIRST(Snrm2);
void cublasSaxpy(int n, float alpha, const float* x, int incx, float* y, int incy) VG_FIRST(Saxpy);
void cublasScopy(int n, const float* x, int incx, float* y, int incy) VG_FIRST(Scopy);
void cublasSswap(int n, float* x, int incx, float* y, int incy) VG_FIRST(Sswap);
void cublasSscal(int n, float alpha, float* x, int incx) VG_FIRST(Sscal);
float cublasSdot(int n, const float* x, int incx, const float* y, int incy) VG_FIRST(Sdot);
void cublasSrot(int n, float* x, int incx, float* y, int incy, float c, float s) VG_FIRST(Srot);
int cublasIdamax(int n, const double* x, int incx) VG_FIRST(Idamax);
int cublasIdamin(int n, const double* x, int incx) VG_FIRST(Idamin);
double cublasDasum(int n, const double* x, int incx) VG_FIRST(Dasum);
double cublasDnrm2(int n, const double* x, int incx) VG_FIRST(Dnrm2);
void cublasDaxpy(int n, double alpha, const double* x, int incx, double* y, int incy)
    VG_FIRST(Daxpy);
void cublasDcopy(int n, const double* x, int incx, double* y, int incy) VG_FIRST(Dcopy);
void cublasDswap(int n, double* x, int incx, double* y, int incy) VG_FIRST(Dswap);
void cublasDscal(int n, double alpha, double* x, int incx) VG_FIRST(Dscal);
double cublasDdot(int n, const double* x, int incx, const double* y, int incy) VG_FIRST(Ddot);
void cublasDrot(int n, double* x, int incx, double* y, int incy, double c, double s) VG_FIRST(Drot);
int cublasIcamax(int n, const cuComplex* x, int incx) VG_FIRST(Icamax);
int cublasIcamin(int n, const cuComplex* x, int incx) VG_FIRST(Icamin);
float cublasScasum(int n, const cuComplex* x, int incx) VG_FIRST(Scasum);
float cublasScnrm2(int n, const cuComplex* x, int incx) VG_FIRST(Scnrm2);
void cublasCaxpy(int n, cuComplex alpha, const cuComplex* x, int incx, cuComplex* y, int incy)
    VG_FIRST(Caxpy);
void cublasCcopy(int n, const cuComplex* x, int incx, cuComplex* y, int incy) VG_FIRST(Ccopy);
void cublasCswap(int n, cuComplex* x, int incx, cuComplex* y, int incy) VG_FIRST(Cswap);
void cublasCscal(int n, cuComplex alpha, cuComplex* x, int incx) VG_FIRST(Cscal);
cuComplex cublasCdotu(int n, const cuComplex* x, int incx, const cuComplex* y, int incy)
    VG_FIRST(Cdotu);
cuComplex cublasCdotc(int n, const cuComplex* x, int incx, const cuComplex* y, int incy)
    VG_FIRST(Cdotc);
int cublasIzamax(int n, const cuDoubleComplex* x, int incx) VG_FIRST(Izamax);
int cublasIzamin(int n, const cuDoubleComplex* x, int incx) VG_FIRST(Izamin);
double cublasDzasum(int n, const cuDoubleComplex* x, int incx) VG_FIRST(Dzasum);
double cublasDznrm2(int n, const cuDoubleComplex* x, int incx) VG_FIRST(Dznrm2);
void cublasZaxpy(int n, cuDoubleComplex alpha, const cuDoubleComplex* x, int incx,
                 cuDoubleComplex* y, int incy) VG_FIRST(Zaxpy);
void cublasZcopy(int n, const cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy)
    VG_FIRST(Zcopy);
void cublasZswap(int n, cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy) VG_FIRST(Zswap);
void cublasZscal(int n, cuDoubleComplex alpha, cuDoubleComplex* x, int incx) VG_FIRST(Zscal);
cuDoubleComplex cublasZdotu(int n, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y,
                            int incy) VG_FIRST(Zdotu);
cuDoubleComplex cublasZdotc(int n, const cuDoubleComplex* x, int incx, const cuDoubleComplex* y,
                            int incy) VG_FIRST(Zdotc);
void cublasCsscal(int n, float alpha, cuComplex* x, int incx) VG_FIRST(Csscal);
void cublasZdscal(int n, double alpha, cuDoubleComplex* x, int incx) VG_FIRST(Zdscal);
VG_C_END

#endif
