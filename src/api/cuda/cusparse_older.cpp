// The functions of vgpu_sparse/older_solvers.h and vgpu_sparse/older_arrays.h, mostly on those of descriptors, which
// are made for the call. SPDX-License-Identifier: MIT
#include <atomic>
#include <memory>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

struct csrsv2Info {
  // The first row whose diagonal is missing or zero; -1: none. The task that finds it may outlive this object.
  std::shared_ptr<std::atomic<int>> zero_pivot = std::make_shared<std::atomic<int>>(-1);
};

namespace {

template <typename T>
constexpr cudaDataType kType = std::is_same_v<T, float>       ? CUDA_R_32F
                               : std::is_same_v<T, double>    ? CUDA_R_64F
                               : std::is_same_v<T, cuComplex> ? CUDA_C_32F
                                                              : CUDA_C_64F;

// A matrix of bare arrays. `along` says where its lines begin.
template <typename T>
cusparseSpMatDescr matrix(cusparseFormat_t format, int m, int n, cusparseMatDescr_t by,
                          const int* along, const int* across, const T* values) {
  const auto kept = [&](const int* data) {
    return Indices{const_cast<int*>(data), CUSPARSE_INDEX_32I, by->base};
  };
  cusparseSpMatDescr made{format,  m, n, 0, kept(along), kept(across), const_cast<T*>(values),
                          kType<T>};
  made.fill = by->fill, made.diagonal = by->diagonal;
  return made;
}

template <typename T>
cusparseStatus_t find_zero_pivot(cusparseHandle_t handle, int m, cusparseMatDescr_t by,
                                 const T* values, const int* begins, const int* columns,
                                 csrsv2Info_t info) {
  if (by == nullptr || info == nullptr || m < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  const int base = by->base;
  const bool unit = by->diagonal == CUSPARSE_DIAG_TYPE_UNIT;
  return start_serial(handle, [=, found = info->zero_pivot] {
    const auto has_pivot = [&](int row) {
      for (int at = begins[row] - base; at < begins[row + 1] - base; ++at)
        if (columns[at] - base == row && values[at] != T(0)) return true;
      return unit;
    };
    int row = 0;
    while (row < m && has_pivot(row)) ++row;
    found->store(row < m ? row + base : -1);
  });
}

template <typename T>
cusparseStatus_t solve(cusparseHandle_t handle, cusparseOperation_t op, int m, const T* alpha,
                       cusparseMatDescr_t by, const T* values, const int* begins,
                       const int* columns, const T* f, T* x) {
  if (by == nullptr || m < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  const cusparseSpMatDescr a = matrix(CUSPARSE_FORMAT_CSR, m, m, by, begins, columns, values);
  const cusparseDnVecDescr right{m, const_cast<T*>(f), kType<T>};
  cusparseDnVecDescr left{m, x, kType<T>};
  cusparseSpSVDescr_t descr = nullptr;
  if (const cusparseStatus_t error = cusparseSpSV_createDescr(&descr)) return error;
  const cusparseStatus_t error = cusparseSpSV_solve(handle, op, alpha, &a, &right, &left, kType<T>,
                                                    CUSPARSE_SPSV_ALG_DEFAULT, descr);
  cusparseSpSV_destroyDescr(descr);
  return error;
}

template <typename T>
cusparseStatus_t to_sparse(cusparseHandle_t handle, cusparseFormat_t format, int m, int n,
                           cusparseMatDescr_t by, const T* a, int lda, int* along, int* across,
                           T* values) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (by == nullptr || m < 0 || n < 0 || lda < m) return CUSPARSE_STATUS_INVALID_VALUE;
  const cusparseDnMatDescr dense{m, n, lda, const_cast<T*>(a), kType<T>, CUSPARSE_ORDER_COL};
  cusparseSpMatDescr sparse = matrix(format, m, n, by, along, across, values);
  return cusparseDenseToSparse_convert(handle, &dense, &sparse, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                       nullptr);
}

template <typename T>
cusparseStatus_t to_dense(cusparseHandle_t handle, cusparseFormat_t format, int m, int n,
                          cusparseMatDescr_t by, const int* along, const int* across,
                          const T* values, T* a, int lda) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (by == nullptr || m < 0 || n < 0 || lda < m) return CUSPARSE_STATUS_INVALID_VALUE;
  cusparseDnMatDescr dense{m, n, lda, a, kType<T>, CUSPARSE_ORDER_COL};
  const cusparseSpMatDescr sparse = matrix(format, m, n, by, along, across, values);
  return cusparseSparseToDense(handle, &sparse, &dense, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                               nullptr);
}

// body(i, place) for every element of a sparse vector.
template <typename Body>
cusparseStatus_t each_place(cusparseHandle_t handle, int count, const int* indices, int base,
                            Body body) {
  return call(handle, [&] {
    if (count < 0 || base < 0 || base > 1) return CUSPARSE_STATUS_INVALID_VALUE;
    return start_serial(handle, [=] {
      for (int i = 0; i < count; ++i) body(i, indices[i] - base);
    });
  });
}

template <bool kConjugate, typename T>
cusparseStatus_t dot(cusparseHandle_t handle, int count, const T* x, const int* indices, const T* y,
                     T* result, int base) {
  return call(handle, [&] {
    if (count < 0 || result == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    const cusparseStatus_t error = start_serial(handle, [=] {
      T sum(0);
      for (int i = 0; i < count; ++i)
        sum += (kConjugate ? conjugate(x[i]) : x[i]) * y[indices[i] - base];
      *result = sum;
    });
    if (error != CUSPARSE_STATUS_SUCCESS || handle->pointers == CUSPARSE_POINTER_MODE_DEVICE)
      return error;
    return status(vgpuStreamSynchronize(to_vgpu(handle->stream)));
  });
}

template <typename T>
Number<T>* number(T* x) {
  return reinterpret_cast<Number<T>*>(x);
}
template <typename T>
const Number<T>* number(const T* x) {
  return reinterpret_cast<const Number<T>*>(x);
}

}  // namespace

cusparseStatus_t cusparseCreateCsrsv2Info(csrsv2Info_t* info) {
  if (info == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *info = new (std::nothrow) csrsv2Info;
  return *info == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyCsrsv2Info(csrsv2Info_t info) {
  delete info;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcsrsv2_zeroPivot(cusparseHandle_t handle, csrsv2Info_t info,
                                           int* position) {
  return call(handle, [&] {
    if (info == nullptr || position == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
      return status(error);
    *position = info->zero_pivot->load();
    return *position < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
  });
}

#define VG_SOLVERS(L, T)                                                                         \
  cusparseStatus_t cusparse##L##csrsv2_bufferSize(                                               \
      cusparseHandle_t handle, cusparseOperation_t, int, int, const cusparseMatDescr_t, T*,      \
      const int*, const int*, csrsv2Info_t, int* bytes) {                                        \
    std::size_t size = 0;                                                                        \
    const cusparseStatus_t error = give_size(handle, bytes == nullptr ? nullptr : &size);        \
    if (error == CUSPARSE_STATUS_SUCCESS) *bytes = static_cast<int>(size);                       \
    return error;                                                                                \
  }                                                                                              \
  cusparseStatus_t cusparse##L##csrsv2_analysis(                                                 \
      cusparseHandle_t handle, cusparseOperation_t, int m, int, const cusparseMatDescr_t descrA, \
      const T* csrVal, const int* csrRowPtr, const int* csrColInd, csrsv2Info_t info,            \
      cusparseSolvePolicy_t, void*) {                                                            \
    return call(handle, [&] {                                                                    \
      return find_zero_pivot(handle, m, descrA, number(csrVal), csrRowPtr, csrColInd, info);     \
    });                                                                                          \
  }                                                                                              \
  cusparseStatus_t cusparse##L##csrsv2_solve(                                                    \
      cusparseHandle_t handle, cusparseOperation_t transA, int m, int, const T* alpha,           \
      const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr,                    \
      const int* csrColInd, csrsv2Info_t, const T* f, T* x, cusparseSolvePolicy_t, void*) {      \
    return call(handle, [&] {                                                                    \
      return solve(handle, transA, m, alpha, descrA, csrVal, csrRowPtr, csrColInd, f, x);        \
    });                                                                                          \
  }
VG_SOLVERS(S, float)
VG_SOLVERS(D, double)
VG_SOLVERS(C, cuComplex)
VG_SOLVERS(Z, cuDoubleComplex)
#undef VG_SOLVERS

#define VG_ARRAYS(L, T)                                                                            \
  cusparseStatus_t cusparse##L##dense2csr(cusparseHandle_t handle, int m, int n,                   \
                                          const cusparseMatDescr_t descrA, const T* A, int lda,    \
                                          const int*, T* csrVal, int* csrRowPtr, int* csrColInd) { \
    return to_sparse(handle, CUSPARSE_FORMAT_CSR, m, n, descrA, A, lda, csrRowPtr, csrColInd,      \
                     csrVal);                                                                      \
  }                                                                                                \
  cusparseStatus_t cusparse##L##dense2csc(cusparseHandle_t handle, int m, int n,                   \
                                          const cusparseMatDescr_t descrA, const T* A, int lda,    \
                                          const int*, T* cscVal, int* cscRowInd, int* cscColPtr) { \
    return to_sparse(handle, CUSPARSE_FORMAT_CSC, m, n, descrA, A, lda, cscColPtr, cscRowInd,      \
                     cscVal);                                                                      \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csr2dense(                                                         \
      cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const T* csrVal,     \
      const int* csrRowPtr, const int* csrColInd, T* A, int lda) {                                 \
    return to_dense(handle, CUSPARSE_FORMAT_CSR, m, n, descrA, csrRowPtr, csrColInd, csrVal, A,    \
                    lda);                                                                          \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csc2dense(                                                         \
      cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const T* cscVal,     \
      const int* cscRowInd, const int* cscColPtr, T* A, int lda) {                                 \
    return to_dense(handle, CUSPARSE_FORMAT_CSC, m, n, descrA, cscColPtr, cscRowInd, cscVal, A,    \
                    lda);                                                                          \
  }                                                                                                \
  cusparseStatus_t cusparse##L##gthr(cusparseHandle_t handle, int nnz, const T* y, T* xVal,        \
                                     const int* xInd, cusparseIndexBase_t base) {                  \
    return each_place(handle, nnz, xInd, base, [=](int i, int place) { xVal[i] = y[place]; });     \
  }                                                                                                \
  cusparseStatus_t cusparse##L##sctr(cusparseHandle_t handle, int nnz, const T* xVal,              \
                                     const int* xInd, T* y, cusparseIndexBase_t base) {            \
    return each_place(handle, nnz, xInd, base, [=](int i, int place) { y[place] = xVal[i]; });     \
  }                                                                                                \
  cusparseStatus_t cusparse##L##axpyi(cusparseHandle_t handle, int nnz, const T* alpha,            \
                                      const T* xVal, const int* xInd, T* y,                        \
                                      cusparseIndexBase_t base) {                                  \
    if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;                                 \
    Scalar<Number<T>> factor;                                                                      \
    if (const cusparseStatus_t error = take(handle, alpha, factor)) return error;                  \
    return each_place(handle, nnz, xInd, base, [=](int i, int place) {                             \
      number(y)[place] += factor.get() * number(xVal)[i];                                          \
    });                                                                                            \
  }
VG_ARRAYS(S, float)
VG_ARRAYS(D, double)
VG_ARRAYS(C, cuComplex)
VG_ARRAYS(Z, cuDoubleComplex)
#undef VG_ARRAYS

#define VG_DOT(name, T, conjugated)                                                           \
  cusparseStatus_t cusparse##name(cusparseHandle_t handle, int nnz, const T* xVal,            \
                                  const int* xInd, const T* y, T* result,                     \
                                  cusparseIndexBase_t base) {                                 \
    return dot<conjugated>(handle, nnz, number(xVal), xInd, number(y), number(result), base); \
  }
VG_DOT(Sdoti, float, false)
VG_DOT(Ddoti, double, false)
VG_DOT(Cdoti, cuComplex, false)
VG_DOT(Zdoti, cuDoubleComplex, false)
VG_DOT(Cdotci, cuComplex, true)
VG_DOT(Zdotci, cuDoubleComplex, true)
#undef VG_DOT
