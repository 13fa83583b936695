/* What cuSPARSE's operations work on: sparse and dense vectors and matrices, in memory of the caller's.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_DESCRIPTORS_H
#define VGPU_SPARSE_DESCRIPTORS_H

#include "vgpu_sparse/handle.h"

typedef enum {
  CUSPARSE_INDEX_16U = 1,
  CUSPARSE_INDEX_32I = 2,
  CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;
typedef enum {
  CUSPARSE_FORMAT_CSR = 1,
  CUSPARSE_FORMAT_CSC = 2,
  CUSPARSE_FORMAT_COO = 3,
  CUSPARSE_FORMAT_BLOCKED_ELL = 5,
  CUSPARSE_FORMAT_BSR = 6,
  CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum {
  CUSPARSE_SPMAT_FILL_MODE = 0,
  CUSPARSE_SPMAT_DIAG_TYPE = 1
} cusparseSpMatAttribute_t;

typedef struct cusparseSpVecDescr* cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr* cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr* cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr* cusparseDnMatDescr_t;
typedef const struct cusparseSpVecDescr* cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr* cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr* cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr* cusparseConstDnMatDescr_t;

VG_C_BEGIN
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t* descr, int64_t size, int64_t nnz,
                                     void* indices, void* values, cusparseIndexType_t indexType,
                                     cusparseIndexBase_t base, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t* descr, int64_t size,
                                          int64_t nnz, const void* indices, const void* values,
                                          cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                          cudaDataType valueType);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* descr, int64_t size, void* values,
                                     cudaDataType valueType);
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* descr, int64_t size,
                                          const void* values, cudaDataType valueType);
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* descr, int64_t rows, int64_t cols,
                                   int64_t nnz, void* rowOffsets, void* colInd, void* values,
                                   cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,
                                   cusparseIndexBase_t base, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* descr, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* rowOffsets,
                                        const void* colInd, const void* values,
                                        cusparseIndexType_t offsetsType,
                                        cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                        cudaDataType valueType);
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t* descr, int64_t rows, int64_t cols,
                                   int64_t nnz, void* colOffsets, void* rowInd, void* values,
                                   cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,
                                   cusparseIndexBase_t base, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t* descr, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* colOffsets,
                                        const void* rowInd, const void* values,
                                        cusparseIndexType_t offsetsType,
                                        cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                        cudaDataType valueType);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* descr, int64_t rows, int64_t cols,
                                   int64_t nnz, void* rowInd, void* colInd, void* values,
                                   cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                   cudaDataType valueType);
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t* descr, int64_t rows,
                                        int64_t cols, int64_t nnz, const void* rowInd,
                                        const void* colInd, const void* values,
                                        cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                        cudaDataType valueType);
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* descr, int64_t rows, int64_t cols,
                                     int64_t ld, void* values, cudaDataType valueType,
                                     cusparseOrder_t order);
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* descr, int64_t rows,
                                          int64_t cols, int64_t ld, const void* values,
                                          cudaDataType valueType, cusparseOrder_t order);
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t descr);
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t descr, void** values);
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t descr, void* values);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t descr);
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t descr, void** values);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t descr, void* values);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t descr);
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t descr, void** values);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t descr, void* values);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t descr);
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t descr, void** values);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t descr, void* values);
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t descr, int64_t* size, int64_t* nnz,
                                  void** indices, void** values, cusparseIndexType_t* indexType,
                                  cusparseIndexBase_t* base, cudaDataType* valueType);
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t descr,
                                           cusparseIndexBase_t* base);
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t descr, int64_t* size, void** values,
                                  cudaDataType* valueType);
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t descr, int64_t* rows, int64_t* cols,
                                  int64_t* ld, void** values, cudaDataType* valueType,
                                  cusparseOrder_t* order);
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** rowOffsets, void** colInd, void** values,
                                cusparseIndexType_t* offsetsType, cusparseIndexType_t* indexType,
                                cusparseIndexBase_t* base, cudaDataType* valueType);
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                int64_t* nnz, void** rowInd, void** colInd, void** values,
                                cusparseIndexType_t* indexType, cusparseIndexBase_t* base,
                                cudaDataType* valueType);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t descr, void* rowOffsets, void* colInd,
                                        void* values);
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t descr, void* colOffsets, void* rowInd,
                                        void* values);
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t descr, void* rows, void* columns,
                                        void* values);
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t descr, cusparseFormat_t* format);
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t descr,
                                           cusparseIndexBase_t* base);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                      int64_t* nnz);
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t descr,
                                           cusparseSpMatAttribute_t attribute, void* data,
                                           size_t bytes);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t descr,
                                           cusparseSpMatAttribute_t attribute, void* data,
                                           size_t bytes);
VG_C_END

#endif
