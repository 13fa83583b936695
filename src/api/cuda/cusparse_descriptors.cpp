// The functions of vgpu_sparse/descriptors.h.
// SPDX-License-Identifier: MIT
#include <cstring>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda::sparse;

namespace {

bool is_index(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_16U || type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

template <typename Descriptor>
cusparseStatus_t make(Descriptor** out, bool valid, const Descriptor& contents) {
  if (out == nullptr || !valid) return CUSPARSE_STATUS_INVALID_VALUE;
  *out = new (std::nothrow) Descriptor(contents);
  return *out == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

struct Kinds {
  cusparseIndexType_t along, across;
  cusparseIndexBase_t base;
};

cusparseStatus_t make_matrix(cusparseSpMatDescr** out, cusparseFormat_t format, Index rows,
                             Index columns, Index count, const void* along, const void* across,
                             const void* values, const Kinds& kinds, cudaDataType type) {
  const bool valid = rows >= 0 && columns >= 0 && count >= 0 && is_index(kinds.along) &&
                     is_index(kinds.across) && kinds.base >= 0 && kinds.base <= 1;
  const Indices first{const_cast<void*>(along), kinds.along, kinds.base};
  const Indices second{const_cast<void*>(across), kinds.across, kinds.base};
  return make(out, valid,
              {format, rows, columns, count, first, second, const_cast<void*>(values), type});
}

template <typename T>
void put(T* out, T value) {
  if (out != nullptr) *out = value;
}

template <typename Data>
void put_indices(const Indices& indices, Data** data, cusparseIndexType_t* type,
                 cusparseIndexBase_t* base) {
  put(data, static_cast<Data*>(indices.data));
  put(type, indices.type);
  put(base, static_cast<cusparseIndexBase_t>(indices.base));
}

template <typename Data>
cusparseStatus_t get(const cusparseSpMatDescr* matrix, cusparseFormat_t format, int64_t* rows,
                     int64_t* columns, int64_t* count, Data** along, Data** across, Data** values,
                     cusparseIndexType_t* along_type, cusparseIndexType_t* across_type,
                     cusparseIndexBase_t* base, cudaDataType* kind) {
  if (matrix == nullptr || matrix->format != format) return CUSPARSE_STATUS_INVALID_VALUE;
  put(rows, matrix->rows), put(columns, matrix->columns), put(count, matrix->count);
  put_indices(matrix->along, along, along_type, base);
  put_indices(matrix->across, across, across_type, base);
  put(values, static_cast<Data*>(matrix->values)), put(kind, matrix->type);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t set_pointers(cusparseSpMatDescr_t descr, void* along, void* across, void* values) {
  if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  descr->along.data = along;
  descr->across.data = across;
  descr->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

// Each function twice: for memory that operations may write, and for memory that they may not.
#define VG_CREATE(C, c)                                                                            \
  cusparseStatus_t cusparseCreate##C##SpVec(cusparse##C##SpVecDescr_t* descr, int64_t size,        \
                                            int64_t nnz, c void* indices, c void* values,          \
                                            cusparseIndexType_t indexType,                         \
                                            cusparseIndexBase_t base, cudaDataType valueType) {    \
    const Indices all{const_cast<void*>(static_cast<const void*>(indices)), indexType, base};      \
    return make(const_cast<cusparseSpVecDescr**>(descr),                                           \
                size >= 0 && nnz >= 0 && nnz <= size && is_index(indexType),                       \
                {size, nnz, all, const_cast<void*>(static_cast<const void*>(values)), valueType}); \
  }                                                                                                \
  cusparseStatus_t cusparseCreate##C##DnVec(cusparse##C##DnVecDescr_t* descr, int64_t size,        \
                                            c void* values, cudaDataType valueType) {              \
    return make(const_cast<cusparseDnVecDescr**>(descr), size >= 0,                                \
                {size, const_cast<void*>(static_cast<const void*>(values)), valueType});           \
  }                                                                                                \
  cusparseStatus_t cusparseCreate##C##Csr(                                                         \
      cusparse##C##SpMatDescr_t* descr, int64_t rows, int64_t cols, int64_t nnz,                   \
      c void* rowOffsets, c void* colInd, c void* values, cusparseIndexType_t offsetsType,         \
      cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType valueType) {           \
    return make_matrix(const_cast<cusparseSpMatDescr**>(descr), CUSPARSE_FORMAT_CSR, rows, cols,   \
                       nnz, rowOffsets, colInd, values, {offsetsType, indexType, base},            \
                       valueType);                                                                 \
  }                                                                                                \
  cusparseStatus_t cusparseCreate##C##Csc(                                                         \
      cusparse##C##SpMatDescr_t* descr, int64_t rows, int64_t cols, int64_t nnz,                   \
      c void* colOffsets, c void* rowInd, c void* values, cusparseIndexType_t offsetsType,         \
      cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType valueType) {           \
    return make_matrix(const_cast<cusparseSpMatDescr**>(descr), CUSPARSE_FORMAT_CSC, rows, cols,   \
                       nnz, colOffsets, rowInd, values, {offsetsType, indexType, base},            \
                       valueType);                                                                 \
  }                                                                                                \
  cusparseStatus_t cusparseCreate##C##Coo(                                                         \
      cusparse##C##SpMatDescr_t* descr, int64_t rows, int64_t cols, int64_t nnz, c void* rowInd,   \
      c void* colInd, c void* values, cusparseIndexType_t indexType, cusparseIndexBase_t base,     \
      cudaDataType valueType) {                                                                    \
    return make_matrix(const_cast<cusparseSpMatDescr**>(descr), CUSPARSE_FORMAT_COO, rows, cols,   \
                       nnz, rowInd, colInd, values, {indexType, indexType, base}, valueType);      \
  }                                                                                                \
  cusparseStatus_t cusparseCreate##C##DnMat(cusparse##C##DnMatDescr_t* descr, int64_t rows,        \
                                            int64_t cols, int64_t ld, c void* values,              \
                                            cudaDataType valueType, cusparseOrder_t order) {       \
    const Index line = order == CUSPARSE_ORDER_COL ? rows : cols;                                  \
    const bool known = order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW;                 \
    return make(                                                                                   \
        const_cast<cusparseDnMatDescr**>(descr), known && rows >= 0 && cols >= 0 && ld >= line,    \
        {rows, cols, ld, const_cast<void*>(static_cast<const void*>(values)), valueType, order});  \
  }
VG_CREATE(, )
VG_CREATE(Const, const)
#undef VG_CREATE

#define VG_VALUES(Kind)                                                                      \
  cusparseStatus_t cusparseDestroy##Kind(cusparseConst##Kind##Descr_t descr) {               \
    delete descr;                                                                            \
    return CUSPARSE_STATUS_SUCCESS;                                                          \
  }                                                                                          \
  cusparseStatus_t cusparse##Kind##GetValues(cusparse##Kind##Descr_t descr, void** values) { \
    if (descr == nullptr || values == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;         \
    *values = descr->values;                                                                 \
    return CUSPARSE_STATUS_SUCCESS;                                                          \
  }                                                                                          \
  cusparseStatus_t cusparseConst##Kind##GetValues(cusparseConst##Kind##Descr_t descr,        \
                                                  const void** values) {                     \
    if (descr == nullptr || values == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;         \
    *values = descr->values;                                                                 \
    return CUSPARSE_STATUS_SUCCESS;                                                          \
  }                                                                                          \
  cusparseStatus_t cusparse##Kind##SetValues(cusparse##Kind##Descr_t descr, void* values) {  \
    if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                              \
    descr->values = values;                                                                  \
    return CUSPARSE_STATUS_SUCCESS;                                                          \
  }
VG_VALUES(SpVec)
VG_VALUES(DnVec)
VG_VALUES(SpMat)
VG_VALUES(DnMat)
#undef VG_VALUES

// Each function twice, as above.
#define VG_GET(C, c)                                                                            \
  cusparseStatus_t cusparse##C##SpVecGet(cusparse##C##SpVecDescr_t descr, int64_t* size,        \
                                         int64_t* nnz, c void** indices, c void** values,       \
                                         cusparseIndexType_t* indexType,                        \
                                         cusparseIndexBase_t* base, cudaDataType* valueType) {  \
    if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                 \
    put(size, descr->size), put(nnz, descr->count), put(values, (c void*)descr->values);        \
    put_indices(descr->indices, indices, indexType, base);                                      \
    put(valueType, descr->type);                                                                \
    return CUSPARSE_STATUS_SUCCESS;                                                             \
  }                                                                                             \
  cusparseStatus_t cusparse##C##DnVecGet(cusparse##C##DnVecDescr_t descr, int64_t* size,        \
                                         c void** values, cudaDataType* valueType) {            \
    if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                 \
    put(size, descr->size), put(values, (c void*)descr->values), put(valueType, descr->type);   \
    return CUSPARSE_STATUS_SUCCESS;                                                             \
  }                                                                                             \
  cusparseStatus_t cusparse##C##DnMatGet(cusparse##C##DnMatDescr_t descr, int64_t* rows,        \
                                         int64_t* cols, int64_t* ld, c void** values,           \
                                         cudaDataType* valueType, cusparseOrder_t* order) {     \
    if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                 \
    put(rows, descr->rows), put(cols, descr->columns), put(ld, descr->leading);                 \
    put(values, (c void*)descr->values), put(valueType, descr->type), put(order, descr->order); \
    return CUSPARSE_STATUS_SUCCESS;                                                             \
  }                                                                                             \
  cusparseStatus_t cusparse##C##CsrGet(                                                         \
      cusparse##C##SpMatDescr_t descr, int64_t* rows, int64_t* cols, int64_t* nnz,              \
      c void** rowOffsets, c void** colInd, c void** values, cusparseIndexType_t* offsetsType,  \
      cusparseIndexType_t* indexType, cusparseIndexBase_t* base, cudaDataType* valueType) {     \
    return get(descr, CUSPARSE_FORMAT_CSR, rows, cols, nnz, rowOffsets, colInd, values,         \
               offsetsType, indexType, base, valueType);                                        \
  }                                                                                             \
  cusparseStatus_t cusparse##C##CscGet(                                                         \
      cusparse##C##SpMatDescr_t descr, int64_t* rows, int64_t* cols, int64_t* nnz,              \
      c void** colOffsets, c void** rowInd, c void** values, cusparseIndexType_t* offsetsType,  \
      cusparseIndexType_t* indexType, cusparseIndexBase_t* base, cudaDataType* valueType) {     \
    return get(descr, CUSPARSE_FORMAT_CSC, rows, cols, nnz, colOffsets, rowInd, values,         \
               offsetsType, indexType, base, valueType);                                        \
  }                                                                                             \
  cusparseStatus_t cusparse##C##CooGet(                                                         \
      cusparse##C##SpMatDescr_t descr, int64_t* rows, int64_t* cols, int64_t* nnz,              \
      c void** rowInd, c void** colInd, c void** values, cusparseIndexType_t* indexType,        \
      cusparseIndexBase_t* base, cudaDataType* valueType) {                                     \
    return get(descr, CUSPARSE_FORMAT_COO, rows, cols, nnz, rowInd, colInd, values, indexType,  \
               nullptr, base, valueType);                                                       \
  }
VG_GET(, )
VG_GET(Const, const)
#undef VG_GET

cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t descr,
                                           cusparseIndexBase_t* base) {
  if (descr == nullptr || base == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *base = static_cast<cusparseIndexBase_t>(descr->indices.base);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t descr, void* rowOffsets, void* colInd,
                                        void* values) {
  return set_pointers(descr, rowOffsets, colInd, values);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t descr, void* colOffsets, void* rowInd,
                                        void* values) {
  return set_pointers(descr, colOffsets, rowInd, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t descr, void* rows, void* columns,
                                        void* values) {
  return set_pointers(descr, rows, columns, values);
}

cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t descr, cusparseFormat_t* format) {
  if (descr == nullptr || format == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *format = descr->format;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t descr,
                                           cusparseIndexBase_t* base) {
  if (descr == nullptr || base == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *base = static_cast<cusparseIndexBase_t>(descr->across.base);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t descr, int64_t* rows, int64_t* cols,
                                      int64_t* nnz) {
  if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  put(rows, descr->rows);
  put(cols, descr->columns);
  put(nnz, descr->count);
  return CUSPARSE_STATUS_SUCCESS;
}

// Both attributes are enumerations, of an int's size.
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t descr,
                                           cusparseSpMatAttribute_t attribute, void* data,
                                           size_t bytes) {
  if (descr == nullptr || data == nullptr || bytes != sizeof(int))
    return CUSPARSE_STATUS_INVALID_VALUE;
  const int value = attribute == CUSPARSE_SPMAT_FILL_MODE ? static_cast<int>(descr->fill)
                                                          : static_cast<int>(descr->diagonal);
  std::memcpy(data, &value, sizeof value);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t descr,
                                           cusparseSpMatAttribute_t attribute, void* data,
                                           size_t bytes) {
  int value = 0;
  if (descr == nullptr || data == nullptr || bytes != sizeof value)
    return CUSPARSE_STATUS_INVALID_VALUE;
  std::memcpy(&value, data, sizeof value);
  if (value < 0 || value > 1) return CUSPARSE_STATUS_INVALID_VALUE;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE)
    descr->fill = static_cast<cusparseFillMode_t>(value);
  else
    descr->diagonal = static_cast<cusparseDiagType_t>(value);
  return CUSPARSE_STATUS_SUCCESS;
}
