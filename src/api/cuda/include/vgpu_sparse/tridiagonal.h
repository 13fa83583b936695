/* Tridiagonal systems by cuSPARSE's names; dl[0] and du[m - 1] are not read.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_TRIDIAGONAL_H
#define VGPU_SPARSE_TRIDIAGONAL_H

#include "vgpu_sparse/handle.h"

VG_C_BEGIN
cusparseStatus_t cusparseSgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
                                              const float* dl, const float* d, const float* du,
                                              const float* B, int ldb, size_t* bytes);
cusparseStatus_t cusparseSgtsv2(cusparseHandle_t handle, int m, int n, const float* dl,
                                const float* d, const float* du, float* B, int ldb, void* buffer);
cusparseStatus_t cusparseSgtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m, int n,
                                                      const float* dl, const float* d,
                                                      const float* du, const float* B, int ldb,
                                                      size_t* bytes);
cusparseStatus_t cusparseSgtsv2_nopivot(cusparseHandle_t handle, int m, int n, const float* dl,
                                        const float* d, const float* du, float* B, int ldb,
                                        void* buffer);
cusparseStatus_t cusparseSgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int m,
                                                          const float* dl, const float* d,
                                                          const float* du, const float* x,
                                                          int batchCount, int batchStride,
                                                          size_t* bytes);
cusparseStatus_t cusparseSgtsv2StridedBatch(cusparseHandle_t handle, int m, const float* dl,
                                            const float* d, const float* du, float* x,
                                            int batchCount, int batchStride, void* buffer);
cusparseStatus_t cusparseDgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
                                              const double* dl, const double* d, const double* du,
                                              const double* B, int ldb, size_t* bytes);
cusparseStatus_t cusparseDgtsv2(cusparseHandle_t handle, int m, int n, const double* dl,
                                const double* d, const double* du, double* B, int ldb,
                                void* buffer);
cusparseStatus_t cusparseDgtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m, int n,
                                                      const double* dl, const double* d,
                                                      const double* du, const double* B, int ldb,
                                                      size_t* bytes);
cusparseStatus_t cusparseDgtsv2_nopivot(cusparseHandle_t handle, int m, int n, const double* dl,
                                        const double* d, const double* du, double* B, int ldb,
                                        void* buffer);
cusparseStatus_t cusparseDgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int m,
                                                          const double* dl, const double* d,
                                                          const double* du, const double* x,
                                                          int batchCount, int batchStride,
                                                          size_t* bytes);
cusparseStatus_t cusparseDgtsv2StridedBatch(cusparseHandle_t handle, int m, const double* dl,
                                            const double* d, const double* du, double* x,
                                            int batchCount, int batchStride, void* buffer);
cusparseStatus_t cusparseCgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
                                              const cuComplex* dl, const cuComplex* d,
                                              const cuComplex* du, const cuComplex* B, int ldb,
                                              size_t* bytes);
cusparseStatus_t cusparseCgtsv2(cusparseHandle_t handle, int m, int n, const cuComplex* dl,
                                const cuComplex* d, const cuComplex* du, cuComplex* B, int ldb,
                                void* buffer);
cusparseStatus_t cusparseCgtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m, int n,
                                                      const cuComplex* dl, const cuComplex* d,
                                                      const cuComplex* du, const cuComplex* B,
                                                      int ldb, size_t* bytes);
cusparseStatus_t cusparseCgtsv2_nopivot(cusparseHandle_t handle, int m, int n, const cuComplex* dl,
                                        const cuComplex* d, const cuComplex* du, cuComplex* B,
                                        int ldb, void* buffer);
cusparseStatus_t cusparseCgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int m,
                                                          const cuComplex* dl, const cuComplex* d,
                                                          const cuComplex* du, const cuComplex* x,
                                                          int batchCount, int batchStride,
                                                          size_t* bytes);
cusparseStatus_t cusparseCgtsv2StridedBatch(cusparseHandle_t handle, int m, const cuComplex* dl,
                                            const cuComplex* d, const cuComplex* du, cuComplex* x,
                                            int batchCount, int batchStride, void* buffer);
cusparseStatus_t cusparseZgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
                                              const cuDoubleComplex* dl, const cuDoubleComplex* d,
                                              const cuDoubleComplex* du, const cuDoubleComplex* B,
                                              int ldb, size_t* bytes);
cusparseStatus_t cusparseZgtsv2(cusparseHandle_t handle, int m, int n, const cuDoubleComplex* dl,
                                const cuDoubleComplex* d, const cuDoubleComplex* du,
                                cuDoubleComplex* B, int ldb, void* buffer);
cusparseStatus_t cusparseZgtsv2_nopivot_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, const cuDoubleComplex* dl, const cuDoubleComplex* d,
    const cuDoubleComplex* du, const cuDoubleComplex* B, int ldb, size_t* bytes);
cusparseStatus_t cusparseZgtsv2_nopivot(cusparseHandle_t handle, int m, int n,
                                        const cuDoubleComplex* dl, const cuDoubleComplex* d,
                                        const cuDoubleComplex* du, cuDoubleComplex* B, int ldb,
                                        void* buffer);
cusparseStatus_t cusparseZgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int m,
                                                          const cuDoubleComplex* dl,
                                                          const cuDoubleComplex* d,
                                                          const cuDoubleComplex* du,
                                                          const cuDoubleComplex* x, int batchCount,
                                                          int batchStride, size_t* bytes);
cusparseStatus_t cusparseZgtsv2StridedBatch(cusparseHandle_t handle, int m,
                                            const cuDoubleComplex* dl, const cuDoubleComplex* d,
                                            const cuDoubleComplex* du, cuDoubleComplex* x,
                                            int batchCount, int batchStride, void* buffer);
VG_C_END

#endif
