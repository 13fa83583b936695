// The functions of vgpu_sparse/oldest_solvers.h, on those that came after them. SPDX-License-Identifier: MIT
#include <algorithm>

#include "api/cuda/sparse_call.h"
#include "api/cuda/sparse_hyb.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

struct cusparseSolveAnalysisInfo {};
struct csrsm2Info {
  csrsv2Info_t inner = nullptr;
};

namespace {

template <typename Info>
cusparseStatus_t make(Info** info) {
  if (info == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *info = new (std::nothrow) Info;
  return *info == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

// What is read must have been computed.
template <typename T>
cusparseStatus_t keep(cusparseHandle_t handle, int m, int n, cusparseMatDescr_t by, const T* values,
                      const int* begins, const int* indices, cusparseHybMat_t hyb) {
  return call(handle, [&] {
    if (m < 0 || n < 0 || by == nullptr || hyb == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
      return status(error);
    const int count = begins[m] - by->base;
    const auto* bytes = reinterpret_cast<const char*>(values);
    hyb->rows = m, hyb->columns = n;
    hyb->begins.assign(begins, begins + m + 1);
    hyb->indices.assign(indices, indices + count);
    hyb->values.assign(bytes, bytes + static_cast<std::size_t>(count) * sizeof(T));
    return CUSPARSE_STATUS_SUCCESS;
  });
}

template <typename T>
cusparseStatus_t give_back(cusparseHandle_t handle, cusparseHybMat_t hyb, T* values, int* begins,
                           int* indices) {
  return call(handle, [&] {
    if (hyb == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    return start_serial(handle, [=, kept = *hyb] {
      std::copy(kept.begins.begin(), kept.begins.end(), begins);
      std::copy(kept.indices.begin(), kept.indices.end(), indices);
      std::copy(kept.values.begin(), kept.values.end(), reinterpret_cast<char*>(values));
    });
  });
}

}  // namespace

cusparseStatus_t cusparseCreateSolveAnalysisInfo(cusparseSolveAnalysisInfo_t* info) {
  return make(info);
}
cusparseStatus_t cusparseDestroySolveAnalysisInfo(cusparseSolveAnalysisInfo_t info) {
  delete info;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateCsrsm2Info(csrsm2Info_t* info) {
  if (const cusparseStatus_t error = make(info)) return error;
  return cusparseCreateCsrsv2Info(&(*info)->inner);
}
cusparseStatus_t cusparseDestroyCsrsm2Info(csrsm2Info_t info) {
  if (info != nullptr) cusparseDestroyCsrsv2Info(info->inner);
  delete info;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcsrsm2_zeroPivot(cusparseHandle_t handle, csrsm2Info_t info,
                                           int* position) {
  return cusparseXcsrsv2_zeroPivot(handle, info == nullptr ? nullptr : info->inner, position);
}

// Of a matrix of several right sides only its columns are taken, not its rows.
#define VG_OLDEST(L, T, type)                                                                      \
  cusparseStatus_t cusparse##L##csr2csc(                                                           \
      cusparseHandle_t handle, int m, int n, int nnz, const T* csrVal, const int* csrRowPtr,       \
      const int* csrColInd, T* cscVal, int* cscRowInd, int* cscColPtr,                             \
      cusparseAction_t copyValues, cusparseIndexBase_t base) {                                     \
    return cusparseCsr2cscEx2(handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, cscVal, cscColPtr,  \
                              cscRowInd, type, copyValues, base, CUSPARSE_CSR2CSC_ALG1, nullptr);  \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csr2hyb(cusparseHandle_t handle, int m, int n,                     \
                                        const cusparseMatDescr_t descrA, const T* csrVal,          \
                                        const int* csrRowPtr, const int* csrColInd,                \
                                        cusparseHybMat_t hyb, int, cusparseHybPartition_t) {       \
    return keep(handle, m, n, descrA, csrVal, csrRowPtr, csrColInd, hyb);                          \
  }                                                                                                \
  cusparseStatus_t cusparse##L##hyb2csr(cusparseHandle_t handle, const cusparseMatDescr_t,         \
                                        const cusparseHybMat_t hyb, T* csrVal, int* csrRowPtr,     \
                                        int* csrColInd) {                                          \
    return give_back(handle, hyb, csrVal, csrRowPtr, csrColInd);                                   \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrsv_analysis(                                                    \
      cusparseHandle_t handle, cusparseOperation_t, int m, int, const cusparseMatDescr_t descrA,   \
      const T*, const int*, const int*, cusparseSolveAnalysisInfo_t info) {                        \
    return call(handle, [&] {                                                                      \
      return m < 0 || descrA == nullptr || info == nullptr ? CUSPARSE_STATUS_INVALID_VALUE         \
                                                           : CUSPARSE_STATUS_SUCCESS;              \
    });                                                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrsv_solve(                                                       \
      cusparseHandle_t handle, cusparseOperation_t transA, int m, const T* alpha,                  \
      const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr,                      \
      const int* csrColInd, cusparseSolveAnalysisInfo_t, const T* f, T* x) {                       \
    return cusparse##L##csrsv2_solve(handle, transA, m, 0, alpha, descrA, csrVal, csrRowPtr,       \
                                     csrColInd, nullptr, f, x, CUSPARSE_SOLVE_POLICY_NO_LEVEL,     \
                                     nullptr);                                                     \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrilu0(                                                           \
      cusparseHandle_t handle, cusparseOperation_t, int m, const cusparseMatDescr_t descrA,        \
      T* csrVal, const int* csrRowPtr, const int* csrColInd, cusparseSolveAnalysisInfo_t) {        \
    csrilu02Info_t info = nullptr;                                                                 \
    if (const cusparseStatus_t error = cusparseCreateCsrilu02Info(&info)) return error;            \
    const cusparseStatus_t error =                                                                 \
        cusparse##L##csrilu02(handle, m, 0, descrA, csrVal, csrRowPtr, csrColInd, info,            \
                              CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr);                            \
    cusparseDestroyCsrilu02Info(info);                                                             \
    return error;                                                                                  \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrsm2_bufferSizeExt(                                              \
      cusparseHandle_t handle, int, cusparseOperation_t, cusparseOperation_t, int, int, int,       \
      const T*, const cusparseMatDescr_t, const T*, const int*, const int*, const T*, int,         \
      csrsm2Info_t, cusparseSolvePolicy_t, size_t* bytes) {                                        \
    return give_size(handle, bytes);                                                               \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrsm2_analysis(                                                   \
      cusparseHandle_t handle, int, cusparseOperation_t transA, cusparseOperation_t, int m, int,   \
      int nnz, const T*, const cusparseMatDescr_t descrA, const T* csrVal, const int* csrRowPtr,   \
      const int* csrColInd, const T*, int, csrsm2Info_t info, cusparseSolvePolicy_t policy,        \
      void* buffer) {                                                                              \
    return cusparse##L##csrsv2_analysis(handle, transA, m, nnz, descrA, csrVal, csrRowPtr,         \
                                        csrColInd, info == nullptr ? nullptr : info->inner,        \
                                        policy, buffer);                                           \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrsm2_solve(                                                      \
      cusparseHandle_t handle, int, cusparseOperation_t transA, cusparseOperation_t transB, int m, \
      int nrhs, int nnz, const T* alpha, const cusparseMatDescr_t descrA, const T* csrVal,         \
      const int* csrRowPtr, const int* csrColInd, T* B, int ldb, csrsm2Info_t info,                \
      cusparseSolvePolicy_t policy, void* buffer) {                                                \
    if (transB != CUSPARSE_OPERATION_NON_TRANSPOSE) return CUSPARSE_STATUS_NOT_SUPPORTED;          \
    cusparseStatus_t error = CUSPARSE_STATUS_SUCCESS;                                              \
    for (Index column = 0; column < nrhs && error == CUSPARSE_STATUS_SUCCESS; ++column)            \
      error = cusparse##L##csrsv2_solve(handle, transA, m, nnz, alpha, descrA, csrVal, csrRowPtr,  \
                                        csrColInd, info == nullptr ? nullptr : info->inner,        \
                                        B + column * ldb, B + column * ldb, policy, buffer);       \
    return error;                                                                                  \
  }                                                                                                \
  cusparseStatus_t cusparse##L##gtsv(cusparseHandle_t handle, int m, int n, const T* dl,           \
                                     const T* d, const T* du, T* B, int ldb) {                     \
    return cusparse##L##gtsv2(handle, m, n, dl, d, du, B, ldb, nullptr);                           \
  }                                                                                                \
  cusparseStatus_t cusparse##L##gtsv_nopivot(cusparseHandle_t handle, int m, int n, const T* dl,   \
                                             const T* d, const T* du, T* B, int ldb) {             \
    return cusparse##L##gtsv2_nopivot(handle, m, n, dl, d, du, B, ldb, nullptr);                   \
  }                                                                                                \
  cusparseStatus_t cusparse##L##gtsvStridedBatch(cusparseHandle_t handle, int m, const T* dl,      \
                                                 const T* d, const T* du, T* x, int batchCount,    \
                                                 int batchStride) {                                \
    return cusparse##L##gtsv2StridedBatch(handle, m, dl, d, du, x, batchCount, batchStride,        \
                                          nullptr);                                                \
  }
VG_OLDEST(S, float, CUDA_R_32F)
VG_OLDEST(D, double, CUDA_R_64F)
#undef VG_OLDEST
