/* cuBLAS's first interface: matrices, operations by letters as in Fortran.
 *
 * Names are those of cublas_v2.h with other parameters, so the library knows them by names of their own.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_BLAS_FIRST_MATRICES_H
#define VGPU_BLAS_FIRST_MATRICES_H

#include "vgpu_blas/first_vectors.h"

VG_C_BEGIN
void cublasSgemv(char trans, int m, int n, float alpha, const float* A, int lda, const float* x,
                 int incx, float beta, float* y, int incy) VG_FIRST(Sgemv);
void cublasSger(int m, int n, float alpha, const float* x, int incx, const float* y, int incy,
                float* A, int lda) VG_FIRST(Sger);
void cublasSsymv(char uplo, int n, float alpha, const float* A, int lda, const float* x, int incx,
                 float beta, float* y, int incy) VG_FIRST(Ssymv);
void cublasStrmv(char uplo, char trans, char diag, int n, const float* A, int lda, float* x,
                 int incx) VG_FIRST(Strmv);
void cublasStrsv(char uplo, char trans, char diag, int n, const float* A, int lda, float* x,
                 int incx) VG_FIRST(Strsv);
void cublasSgemm(char transa, char transb, int m, int n, int k, float alpha, const float* A,
                 int lda, const float* B, int ldb, float beta, float* C, int ldc) VG_FIRST(Sgemm);
void cublasSsymm(char side, char uplo, int m, int n, float alpha, const float* A, int lda,
                 const float* B, int ldb, float beta, float* C, int ldc) VG_FIRST(Ssymm);
void cublasSsyrk(char uplo, char trans, int n, int k, float alpha, const float* A, int lda,
                 float beta, float* C, int ldc) VG_FIRST(Ssyrk);
void cublasSsyr2k(char uplo, char trans, int n, int k, float alpha, const float* A, int lda,
                  const float* B, int ldb, float beta, float* C, int ldc) VG_FIRST(Ssyr2k);
void cublasStrmm(char side, char uplo, char transa, char diag, int m, int n, float alpha,
                 const float* A, int lda, float* B, int ldb) VG_FIRST(Strmm);
void cublasStrsm(char side, char uplo, char transa, char diag, int m, int n, float alpha,
                 const float* A, int lda, float* B, int ldb) VG_FIRST(Strsm);
void cublasDgemv(char trans, int m, int n, double alpha, const double* A, int lda, const double* x,
                 int incx, double beta, double* y, int incy) VG_FIRST(Dgemv);
void cublasDger(int m, int n, double alpha, const double* x, int incx, const double* y, int incy,
                double* A, int lda) VG_FIRST(Dger);
void cublasDsymv(char uplo, int n, double alpha, const double* A, int lda, const double* x,
                 int incx, double beta, double* y, int incy) VG_FIRST(Dsymv);
void cublasDtrmv(char uplo, char trans, char diag, int n, const double* A, int lda, double* x,
                 int incx) VG_FIRST(Dtrmv);
void cublasDtrsv(char uplo, char trans, char diag, int n, const double* A, int lda, double* x,
                 int incx) VG_FIRST(Dtrsv);
void cublasDgemm(char transa, char transb, int m, int n, int k, double alpha, const double* A,
                 int lda, const double* B, int ldb, double beta, double* C, int ldc)
    VG_FIRST(Dgemm);
void cublasDsymm(char side, char uplo, int m, int n, double alpha, const double* A, int lda,
                 const double* B, int ldb, double beta, double* C, int ldc) VG_FIRST(Dsymm);
void cublasDsyrk(char uplo, char trans, int n, int k, double alpha, const double* A, int lda,
                 double beta, double* C, int ldc) VG_FIRST(Dsyrk);
void cublasDsyr2k(char uplo, char trans, int n, int k, double alpha, const double* A, int lda,
                  const double* B, int ldb, double beta, double* C, int ldc) VG_FIRST(Dsyr2k);
void cublasDtrmm(char side, char uplo, char transa, char diag, int m, int n, double alpha,
                 const double* A, int lda, double* B, int ldb) VG_FIRST(Dtrmm);
void cublasDtrsm(char side, char uplo, char transa, char diag, int m, int n, double alpha,
                 const double* A, int lda, double* B, int ldb) VG_FIRST(Dtrsm);
void cublasCgemv(char trans, int m, int n, cuComplex alpha, const cuComplex* A, int lda,
                 const cuComplex* x, int incx, cuComplex beta, cuComplex* y, int incy)
    VG_FIRST(Cgemv);
void cublasCgeru(int m, int n, cuComplex alpha, const cuComplex* x, int incx, const cuComplex* y,
                 int incy, cuComplex* A, int lda) VG_FIRST(Cgeru);
void cublasCgerc(int m, int n, cuComplex alpha, const cuComplex* x, int incx, const cuComplex* y,
                 int incy, cuComplex* A, int lda) VG_FIRST(Cgerc);
void cublasChemv(char uplo, int n, cuComplex alpha, const cuComplex* A, int lda, const cuComplex* x,
                 int incx, cuComplex beta, cuComplex* y, int incy) VG_FIRST(Chemv);
void cublasCtrmv(char uplo, char trans, char diag, int n, const cuComplex* A, int lda, cuComplex* x,
                 int incx) VG_FIRST(Ctrmv);
void cublasCtrsv(char uplo, char trans, char diag, int n, const cuComplex* A, int lda, cuComplex* x,
                 int incx) VG_FIRST(Ctrsv);
void cublasCgemm(char transa, char transb, int m, int n, int k, cuComplex alpha, const cuComplex* A,
                 int lda, const cuComplex* B, int ldb, cuComplex beta, cuComplex* C, int ldc)
    VG_FIRST(Cgemm);
void cublasCsymm(char side, char uplo, int m, int n, cuComplex alpha, const cuComplex* A, int lda,
                 const cuComplex* B, int ldb, cuComplex beta, cuComplex* C, int ldc)
    VG_FIRST(Csymm);
void cublasCsyrk(char uplo, char trans, int n, int k, cuComplex alpha, const cuComplex* A, int lda,
                 cuComplex beta, cuComplex* C, int ldc) VG_FIRST(Csyrk);
void cublasCsyr2k(char uplo, char trans, int n, int k, cuComplex alpha, const cuComplex* A, int lda,
                  const cuComplex* B, int ldb, cuComplex beta, cuComplex* C, int ldc)
    VG_FIRST(Csyr2k);
void cublasCtrmm(char side, char uplo, char transa, char diag, int m, int n, cuComplex alpha,
                 const cuComplex* A, int lda, cuComplex* B, int ldb) VG_FIRST(Ctrmm);
void cublasCtrsm(char side, char uplo, char transa, char diag, int m, int n, cuComplex alpha,
                 const cuComplex* A, int lda, cuComplex* B, int ldb) VG_FIRST(Ctrsm);
void cublasZgemv(char trans, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda,
                 const cuDoubleComplex* x, int incx, cuDoubleComplex beta, cuDoubleComplex* y,
                 int incy) VG_FIRST(Zgemv);
void cublasZgeru(int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* x, int incx,
                 const cuDoubleComplex* y, int incy, cuDoubleComplex* A, int lda) VG_FIRST(Zgeru);
void cublasZgerc(int m, int n, cuDoubleComplex alpha, const cuDoubleComplex* x, int incx,
                 const cuDoubleComplex* y, int incy, cuDoubleComplex* A, int lda) VG_FIRST(Zgerc);
void cublasZhemv(char uplo, int n, cuDoubleComplex alpha, const cuDoubleComplex* A, int lda,
                 const cuDoubleComplex* x, int incx, cuDoubleComplex beta, cuDoubleComplex* y,
                 int incy) VG_FIRST(Zhemv);
void cublasZtrmv(char uplo, char trans, char diag, int n, const cuDoubleComplex* A, int lda,
                 cuDoubleComplex* x, int incx) VG_FIRST(Ztrmv);
void cublasZtrsv(char uplo, char trans, char diag, int n, const cuDoubleComplex* A, int lda,
                 cuDoubleComplex* x, int incx) VG_FIRST(Ztrsv);
void cublasZgemm(char transa, char transb, int m, int n, int k, cuDoubleComplex alpha,
                 const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb,
                 cuDoubleComplex beta, cuDoubleComplex* C, int ldc) VG_FIRST(Zgemm);
void cublasZsymm(char side, char uplo, int m, int n, cuDoubleComplex alpha,
                 const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb,
                 cuDoubleComplex beta, cuDoubleComplex* C, int ldc) VG_FIRST(Zsymm);
void cublasZsyrk(char uplo, char trans, int n, int k, cuDoubleComplex alpha,
                 const cuDoubleComplex* A, int lda, cuDoubleComplex beta, cuDoubleComplex* C,
                 int ldc) VG_FIRST(Zsyrk);
void cublasZsyr2k(char uplo, char trans, int n, int k, cuDoubleComplex alpha,
                  const cuDoubleComplex* A, int lda, const cuDoubleComplex* B, int ldb,
                  cuDoubleComplex beta, cuDoubleComplex* C, int ldc) VG_FIRST(Zsyr2k);
void cublasZtrmm(char side, char uplo, char transa, char diag, int m, int n, cuDoubleComplex alpha,
                 const cuDoubleComplex* A, int lda, cuDoubleComplex* B, int ldb) VG_FIRST(Ztrmm);
void cublasZtrsm(char side, char uplo, char transa, char diag, int m, int n, cuDoubleComplex alpha,
                 const cuDoubleComplex* A, int lda, cuDoubleComplex* B, int ldb) VG_FIRST(Ztrsm);
VG_C_END

#endif
