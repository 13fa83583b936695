// The functions of vgpu_sparse/raw.h; products are those of descriptors, made for the call.
// SPDX-License-Identifier: MIT
#include <cstring>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

struct Transposed {
  int rows, columns;
  const int *begins, *indices;
  int *out_begins, *out_indices;
  int base;
  const char* values;  // null: only the pattern
  char* out_values;
  std::size_t bytes;

  void operator()() const {
    for (int j = 0; j <= columns; ++j) out_begins[j] = 0;
    const int count = begins[rows] - base;
    for (int at = 0; at < count; ++at) ++out_begins[indices[at] - base + 1];
    for (int j = 0; j < columns; ++j) out_begins[j + 1] += out_begins[j];
    for (int i = 0; i < rows; ++i)
      for (int at = begins[i] - base; at < begins[i + 1] - base; ++at) {
        const int to = out_begins[indices[at] - base]++;
        out_indices[to] = i + base;
        if (values != nullptr)
          std::memcpy(out_values + static_cast<std::size_t>(to) * bytes,
                      values + static_cast<std::size_t>(at) * bytes, bytes);
      }
    // Each begin has moved to its end, which is where the next one began.
    for (int j = columns; j > 0; --j) out_begins[j] = out_begins[j - 1] + base;
    out_begins[0] = base;
  }
};

struct Csr {
  int rows, columns, count;
  const void* values;
  const int *begins, *indices;
  cudaDataType type;

  cusparseSpMatDescr described(cusparseMatDescr_t by) const {
    const auto kept = [&](const int* data) {
      return Indices{const_cast<int*>(data), CUSPARSE_INDEX_32I, by->base};
    };
    return {CUSPARSE_FORMAT_CSR,       rows, columns, count, kept(begins), kept(indices),
            const_cast<void*>(values), type};
  }
};

cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                          cusparseMatDescr_t by, const Csr& a, const void* x, const void* beta,
                          void* y) {
  if (by == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (by->type != CUSPARSE_MATRIX_TYPE_GENERAL) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const cusparseSpMatDescr matrix = a.described(by);
  const cusparseDnVecDescr from{plain ? a.columns : a.rows, const_cast<void*>(x), a.type};
  cusparseDnVecDescr to{plain ? a.rows : a.columns, y, a.type};
  return cusparseSpMV(handle, op, alpha, &matrix, &from, beta, &to, a.type,
                      CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
}

cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                          cusparseMatDescr_t by, const Csr& a, int width, const void* b, int ldb,
                          const void* beta, void* c, int ldc) {
  if (by == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (by->type != CUSPARSE_MATRIX_TYPE_GENERAL) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const cusparseSpMatDescr matrix = a.described(by);
  const cusparseDnMatDescr from{plain ? a.columns : a.rows, width,  ldb,
                                const_cast<void*>(b),       a.type, CUSPARSE_ORDER_COL};
  cusparseDnMatDescr to{plain ? a.rows : a.columns, width, ldc, c, a.type, CUSPARSE_ORDER_COL};
  return cusparseSpMM(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, &matrix, &from, beta,
                      &to, a.type, CUSPARSE_SPMM_ALG_DEFAULT, nullptr);
}

}  // namespace

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* cooRowInd, int nnz, int m,
                                  int* csrRowPtr, cusparseIndexBase_t base) {
  return call(handle, [&] {
    if (nnz < 0 || m < 0) return CUSPARSE_STATUS_INVALID_VALUE;
    return start_serial(handle, [=] {
      int at = 0;
      for (int row = 0; row <= m; ++row) {
        while (at < nnz && cooRowInd[at] - base < row) ++at;
        csrRowPtr[row] = at + base;
      }
    });
  });
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* csrRowPtr, int nnz, int m,
                                  int* cooRowInd, cusparseIndexBase_t base) {
  return call(handle, [&] {
    if (nnz < 0 || m < 0) return CUSPARSE_STATUS_INVALID_VALUE;
    return start_each(handle, m, 1024, [=](Index row) {
      for (int at = csrRowPtr[row] - base; at < csrRowPtr[row + 1] - base; ++at)
        cooRowInd[at] = static_cast<int>(row) + base;
    });
  });
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int, int, int, const void*,
                                               const int*, const int*, void*, int*, int*,
                                               cudaDataType, cusparseAction_t, cusparseIndexBase_t,
                                               cusparseCsr2CscAlg_t, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
                                    const void* csrVal, const int* csrRowPtr, const int* csrColInd,
                                    void* cscVal, int* cscColPtr, int* cscRowInd,
                                    cudaDataType valueType, cusparseAction_t values,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void*) {
  return call(handle, [&] {
    if (m < 0 || n < 0 || nnz < 0) return CUSPARSE_STATUS_INVALID_VALUE;
    const bool numeric = values == CUSPARSE_ACTION_NUMERIC;
    return start_serial(handle, Transposed{m, n, csrRowPtr, csrColInd, cscColPtr, cscRowInd, base,
                                           numeric ? static_cast<const char*>(csrVal) : nullptr,
                                           static_cast<char*>(cscVal), bytes_of(valueType)});
  });
}

#define VG_PRODUCTS(L, T, type)                                                                  \
  cusparseStatus_t cusparse##L##csrmv(                                                           \
      cusparseHandle_t handle, cusparseOperation_t opA, int m, int n, int nnz, const T* alpha,   \
      const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr,                    \
      const int* csrColInd, const T* x, const T* beta, T* y) {                                   \
    return multiply(handle, opA, alpha, descrA, {m, n, nnz, csrVal, csrRowPtr, csrColInd, type}, \
                    x, beta, y);                                                                 \
  }                                                                                              \
  cusparseStatus_t cusparse##L##csrmm(                                                           \
      cusparseHandle_t handle, cusparseOperation_t opA, int m, int n, int k, int nnz,            \
      const T* alpha, const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr,    \
      const int* csrColInd, const T* B, int ldb, const T* beta, T* C, int ldc) {                 \
    return multiply(handle, opA, alpha, descrA, {m, k, nnz, csrVal, csrRowPtr, csrColInd, type}, \
                    n, B, ldb, beta, C, ldc);                                                    \
  }
VG_PRODUCTS(S, float, CUDA_R_32F)
VG_PRODUCTS(D, double, CUDA_R_64F)
VG_PRODUCTS(C, cuComplex, CUDA_C_32F)
VG_PRODUCTS(Z, cuDoubleComplex, CUDA_C_64F)
#undef VG_PRODUCTS
