/* Elements of a sparse matrix into their order: columns within rows, or rows within columns.
 *
 * A permutation that is given, most often that of cusparseCreateIdentityPermutation, goes along, and sorts the values.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_SORTING_H
#define VGPU_SPARSE_SORTING_H

#include "vgpu_sparse/handle.h"

VG_C_BEGIN
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n,
                                                   int* permutation);
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int* rows, const int* columns, size_t* bytes);
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int* rows,
                                       int* columns, int* permutation, void* buffer);
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int* rows,
                                          int* columns, int* permutation, void* buffer);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int* rowPtr, const int* colInd,
                                                size_t* bytes);
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz,
                                  const cusparseMatDescr_t descrA, const int* rowPtr, int* colInd,
                                  int* permutation, void* buffer);
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int* colPtr, const int* rowInd,
                                                size_t* bytes);
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int m, int n, int nnz,
                                  const cusparseMatDescr_t descrA, const int* colPtr, int* rowInd,
                                  int* permutation, void* buffer);
VG_C_END

#endif
