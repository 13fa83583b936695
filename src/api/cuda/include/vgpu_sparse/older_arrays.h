/* Bare arrays as before descriptors: dense matrices and sparse ones, a sparse vector and a dense one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_OLDER_ARRAYS_H
#define VGPU_SPARSE_OLDER_ARRAYS_H

#include "vgpu_sparse/handle.h"

VG_C_BEGIN
cusparseStatus_t cusparseSdense2csr(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const float* A, int lda,
                                    const int* perRow, float* csrVal, int* csrRowPtr,
                                    int* csrColInd);
cusparseStatus_t cusparseSdense2csc(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const float* A, int lda,
                                    const int* perColumn, float* cscVal, int* cscRowInd,
                                    int* cscColPtr);
cusparseStatus_t cusparseScsr2dense(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const float* csrVal,
                                    const int* csrRowPtr, const int* csrColInd, float* A, int lda);
cusparseStatus_t cusparseScsc2dense(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const float* cscVal,
                                    const int* cscRowInd, const int* cscColPtr, float* A, int lda);
cusparseStatus_t cusparseSgthr(cusparseHandle_t handle, int nnz, const float* y, float* xVal,
                               const int* xInd, cusparseIndexBase_t base);
cusparseStatus_t cusparseSsctr(cusparseHandle_t handle, int nnz, const float* xVal, const int* xInd,
                               float* y, cusparseIndexBase_t base);
cusparseStatus_t cusparseSaxpyi(cusparseHandle_t handle, int nnz, const float* alpha,
                                const float* xVal, const int* xInd, float* y,
                                cusparseIndexBase_t base);
cusparseStatus_t cusparseDdense2csr(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const double* A, int lda,
                                    const int* perRow, double* csrVal, int* csrRowPtr,
                                    int* csrColInd);
cusparseStatus_t cusparseDdense2csc(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const double* A, int lda,
                                    const int* perColumn, double* cscVal, int* cscRowInd,
                                    int* cscColPtr);
cusparseStatus_t cusparseDcsr2dense(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const double* csrVal,
                                    const int* csrRowPtr, const int* csrColInd, double* A, int lda);
cusparseStatus_t cusparseDcsc2dense(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const double* cscVal,
                                    const int* cscRowInd, const int* cscColPtr, double* A, int lda);
cusparseStatus_t cusparseDgthr(cusparseHandle_t handle, int nnz, const double* y, double* xVal,
                               const int* xInd, cusparseIndexBase_t base);
cusparseStatus_t cusparseDsctr(cusparseHandle_t handle, int nnz, const double* xVal,
                               const int* xInd, double* y, cusparseIndexBase_t base);
cusparseStatus_t cusparseDaxpyi(cusparseHandle_t handle, int nnz, const double* alpha,
                                const double* xVal, const int* xInd, double* y,
                                cusparseIndexBase_t base);
cusparseStatus_t cusparseCdense2csr(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const cuComplex* A, int lda,
                                    const int* perRow, cuComplex* csrVal, int* csrRowPtr,
                                    int* csrColInd);
cusparseStatus_t cusparseCdense2csc(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const cuComplex* A, int lda,
                                    const int* perColumn, cuComplex* cscVal, int* cscRowInd,
                                    int* cscColPtr);
cusparseStatus_t cusparseCcsr2dense(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const cuComplex* csrVal,
                                    const int* csrRowPtr, const int* csrColInd, cuComplex* A,
                                    int lda);
cusparseStatus_t cusparseCcsc2dense(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const cuComplex* cscVal,
                                    const int* cscRowInd, const int* cscColPtr, cuComplex* A,
                                    int lda);
cusparseStatus_t cusparseCgthr(cusparseHandle_t handle, int nnz, const cuComplex* y,
                               cuComplex* xVal, const int* xInd, cusparseIndexBase_t base);
cusparseStatus_t cusparseCsctr(cusparseHandle_t handle, int nnz, const cuComplex* xVal,
                               const int* xInd, cuComplex* y, cusparseIndexBase_t base);
cusparseStatus_t cusparseCaxpyi(cusparseHandle_t handle, int nnz, const cuComplex* alpha,
                                const cuComplex* xVal, const int* xInd, cuComplex* y,
                                cusparseIndexBase_t base);
cusparseStatus_t cusparseZdense2csr(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const cuDoubleComplex* A,
                                    int lda, const int* perRow, cuDoubleComplex* csrVal,
                                    int* csrRowPtr, int* csrColInd);
cusparseStatus_t cusparseZdense2csc(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const cuDoubleComplex* A,
                                    int lda, const int* perColumn, cuDoubleComplex* cscVal,
                                    int* cscRowInd, int* cscColPtr);
cusparseStatus_t cusparseZcsr2dense(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal,
                                    const int* csrRowPtr, const int* csrColInd, cuDoubleComplex* A,
                                    int lda);
cusparseStatus_t cusparseZcsc2dense(cusparseHandle_t handle, int m, int n,
                                    const cusparseMatDescr_t descrA, const cuDoubleComplex* cscVal,
                                    const int* cscRowInd, const int* cscColPtr, cuDoubleComplex* A,
                                    int lda);
cusparseStatus_t cusparseZgthr(cusparseHandle_t handle, int nnz, const cuDoubleComplex* y,
                               cuDoubleComplex* xVal, const int* xInd, cusparseIndexBase_t base);
cusparseStatus_t cusparseZsctr(cusparseHandle_t handle, int nnz, const cuDoubleComplex* xVal,
                               const int* xInd, cuDoubleComplex* y, cusparseIndexBase_t base);
cusparseStatus_t cusparseZaxpyi(cusparseHandle_t handle, int nnz, const cuDoubleComplex* alpha,
                                const cuDoubleComplex* xVal, const int* xInd, cuDoubleComplex* y,
                                cusparseIndexBase_t base);
cusparseStatus_t cusparseSdoti(cusparseHandle_t handle, int nnz, const float* xVal, const int* xInd,
                               const float* y, float* result, cusparseIndexBase_t base);
cusparseStatus_t cusparseDdoti(cusparseHandle_t handle, int nnz, const double* xVal,
                               const int* xInd, const double* y, double* result,
                               cusparseIndexBase_t base);
cusparseStatus_t cusparseCdoti(cusparseHandle_t handle, int nnz, const cuComplex* xVal,
                               const int* xInd, const cuComplex* y, cuComplex* result,
                               cusparseIndexBase_t base);
cusparseStatus_t cusparseZdoti(cusparseHandle_t handle, int nnz, const cuDoubleComplex* xVal,
                               const int* xInd, const cuDoubleComplex* y, cuDoubleComplex* result,
                               cusparseIndexBase_t base);
cusparseStatus_t cusparseCdotci(cusparseHandle_t handle, int nnz, const cuComplex* xVal,
                                const int* xInd, const cuComplex* y, cuComplex* result,
                                cusparseIndexBase_t base);
cusparseStatus_t cusparseZdotci(cusparseHandle_t handle, int nnz, const cuDoubleComplex* xVal,
                                const int* xInd, const cuDoubleComplex* y, cuDoubleComplex* result,
                                cusparseIndexBase_t base);
VG_C_END

#endif
