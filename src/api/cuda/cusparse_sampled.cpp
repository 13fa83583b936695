// The functions of vgpu_sparse/sampled.h: batches of matrices, and dense products sampled by a sparse pattern.
// SPDX-License-Identifier: MIT
#include <vector>

#include "api/cuda/sparse_lines.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

cusparseSpMatDescr cusparseSpMatDescr::one(int batch) const {
  cusparseSpMatDescr result = *this;
  result.batches = 1;
  if (batches == 1) return result;
  const Index bytes = static_cast<Index>(bytes_of(type));
  result.along = along.from(batch * along_stride);
  result.across = across.from(batch * element_stride);
  const Index stride = format == CUSPARSE_FORMAT_BSR ? value_stride : element_stride;
  result.values = static_cast<char*>(values) + batch * stride * bytes;
  return result;
}

cusparseDnMatDescr cusparseDnMatDescr::one(int batch) const {
  cusparseDnMatDescr result = *this;
  result.batches = 1;
  if (batches > 1)
    result.values =
        static_cast<char*>(values) + batch * stride * static_cast<Index>(bytes_of(type));
  return result;
}

namespace {

// Element (i, j) of op(A).
template <typename T>
Computed<T> element(const cusparseDnMatDescr& a, cusparseOperation_t op, Index i, Index j) {
  if (op == CUSPARSE_OPERATION_NON_TRANSPOSE) return wide(a.at<const T>(i, j));
  const Computed<T> value = wide(a.at<const T>(j, i));
  return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(value) : value;
}

// C = alpha (op(A) op(B)) where C has elements + beta C.
template <typename T>
struct Sampled {
  cusparseOperation_t op_a, op_b;
  Computed<T> alpha, beta;
  cusparseDnMatDescr a, b;
  cusparseSpMatDescr c;
  Index inner;

  void sample(Index at, Index line, Index other) const {
    const bool by_rows = c.format != CUSPARSE_FORMAT_CSC;
    const Index row = by_rows ? line : other, column = by_rows ? other : line;
    Computed<T> sum(0);
    for (Index k = 0; k < inner; ++k)
      sum += element<T>(a, op_a, row, k) * element<T>(b, op_b, k, column);
    T& value = static_cast<T*>(c.values)[at];
    const bool fresh = beta == Computed<T>(0);
    value = narrow<T>(fresh ? alpha * sum : alpha * sum + beta * wide(value));
  }
  cusparseStatus_t start(cusparseHandle_t handle) const {
    const Sampled self = *this;
    if (c.format == CUSPARSE_FORMAT_COO)
      return start_each(handle, c.count, 64,
                        [self](Index at) { self.sample(at, self.c.along[at], self.c.across[at]); });
    const Lines<T> lines = lines_of<T>(c, CUSPARSE_OPERATION_NON_TRANSPOSE);
    return start_each(handle, lines.count(), 4, [self, lines](Index line) {
      for (Index at = lines.begin(line); at < lines.end(line); ++at)
        self.sample(lines.stored(at), line, lines.other(at));
    });
  }
};

cusparseStatus_t sample(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                        const void* alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                        const void* beta, cusparseSpMatDescr_t c, cudaDataType compute) {
  if (a == nullptr || b == nullptr || c == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!is_known_or_bsr(*c) || a->type != c->type || b->type != c->type ||
      !is_computed_in(c->type, compute))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool plain_a = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool plain_b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Index inner = plain_a ? a->columns : a->rows;
  if ((plain_a ? a->rows : a->columns) != c->rows || (plain_b ? b->rows : b->columns) != inner ||
      (plain_b ? b->columns : b->rows) != c->columns || !fit_batches(*a, *b, *c))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return with_stored(c->type, [&](auto kind) {
    using T = decltype(kind);
    Computed<T> factor, old;
    if (const cusparseStatus_t error = read(handle, alpha, factor)) return error;
    if (const cusparseStatus_t error = read(handle, beta, old)) return error;
    for (int i = 0; i < c->batches; ++i) {
      const Sampled<T> product{op_a, op_b, factor, old, a->one(i), b->one(i), c->one(i), inner};
      if (const cusparseStatus_t error = product.start(handle)) return error;
    }
    return CUSPARSE_STATUS_SUCCESS;
  });
}

cusparseStatus_t set_batches(cusparseSpMatDescr_t descr, cusparseFormat_t format, int count,
                             Index along, Index elements) {
  if (descr == nullptr || descr->format != format || count < 1 || along < 0 || elements < 0)
    return CUSPARSE_STATUS_INVALID_VALUE;
  descr->batches = count;
  descr->along_stride = along;
  descr->element_stride = elements;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t descr, int batchCount,
                                              int64_t batchStride) {
  if (descr == nullptr || batchCount < 1 || batchStride < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  descr->batches = batchCount;
  descr->stride = batchStride;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t descr, int* batchCount,
                                              int64_t* batchStride) {
  if (descr == nullptr || batchCount == nullptr || batchStride == nullptr)
    return CUSPARSE_STATUS_INVALID_VALUE;
  *batchCount = descr->batches;
  *batchStride = descr->stride;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t descr, int* batchCount) {
  if (descr == nullptr || batchCount == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *batchCount = descr->batches;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t descr, int batchCount,
                                            int64_t batchStride) {
  return set_batches(descr, CUSPARSE_FORMAT_COO, batchCount, batchStride, batchStride);
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t descr, int batchCount,
                                            int64_t offsetsStride, int64_t elementsStride) {
  return set_batches(descr, CUSPARSE_FORMAT_CSR, batchCount, offsetsStride, elementsStride);
}
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t descr, int batchCount,
                                            int64_t offsetsStride, int64_t columnsStride,
                                            int64_t valuesStride) {
  if (valuesStride < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  const cusparseStatus_t error =
      set_batches(descr, CUSPARSE_FORMAT_BSR, batchCount, offsetsStride, columnsStride);
  if (error == CUSPARSE_STATUS_SUCCESS) descr->value_stride = valuesStride;
  return error;
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                          cusparseOperation_t, const void*,
                                          cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void*, cusparseSpMatDescr_t, cudaDataType,
                                          cusparseSDDMMAlg_t, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t,
                                          cusparseOperation_t, const void*,
                                          cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void*, cusparseSpMatDescr_t, cudaDataType,
                                          cusparseSDDMMAlg_t, void*) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void* alpha,
                               cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                               const void* beta, cusparseSpMatDescr_t C, cudaDataType computeType,
                               cusparseSDDMMAlg_t, void*) {
  return call(handle, [&] { return sample(handle, opA, opB, alpha, A, B, beta, C, computeType); });
}
