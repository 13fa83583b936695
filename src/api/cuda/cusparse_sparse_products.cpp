// The functions of vgpu_sparse/solvers.h that multiply sparse matrices, each on one thread.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>

#include "api/cuda/sparse_lines.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

// The product between compute and copy, its values in the type of its numbers; of a reused one the pattern.
struct cusparseSpGEMMDescr {
  std::vector<Index> begins, columns;
  std::shared_ptr<void> values;
  Index factors = 0;  // pairs of elements that are multiplied
};

namespace {

// alpha * op(A) * op(B), row by row: sums of rows of B, in a line as wide as the product.
template <typename T>
void multiply(const Compressed<T>& a, const Compressed<T>& b, T alpha, Index width,
              cusparseSpGEMMDescr& out) {
  auto values = std::make_shared<std::vector<T>>();
  std::vector<T> line(static_cast<std::size_t>(width), T(0));
  std::vector<bool> is_there(line.size());
  std::vector<Index> there;
  out.begins = {0};
  out.columns.clear();
  for (std::size_t row = 0; row + 1 < a.begins.size(); ++row) {
    there.clear();
    for (auto at = a.begins[row]; at < a.begins[row + 1]; ++at) {
      const auto inner = static_cast<std::size_t>(a.columns[static_cast<std::size_t>(at)]);
      for (auto other = b.begins[inner]; other < b.begins[inner + 1]; ++other) {
        const auto column = static_cast<std::size_t>(b.columns[static_cast<std::size_t>(other)]);
        if (!is_there[column]) there.push_back(static_cast<Index>(column));
        is_there[column] = true;
        line[column] += alpha * a.values[static_cast<std::size_t>(at)] *
                        b.values[static_cast<std::size_t>(other)];
      }
    }
    std::sort(there.begin(), there.end());
    for (const Index column : there) {
      out.columns.push_back(column);
      values->push_back(line[static_cast<std::size_t>(column)]);
      line[static_cast<std::size_t>(column)] = T(0);
      is_there[static_cast<std::size_t>(column)] = false;
    }
    out.begins.push_back(static_cast<Index>(out.columns.size()));
  }
  out.values = std::shared_ptr<void>(values, values->data());
}

cusparseStatus_t check(cusparseOperation_t op_a, cusparseOperation_t op_b,
                       cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                       cusparseSpMatDescr_t c) {
  if (a == nullptr || b == nullptr || c == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!is_known(*a) || !is_known(*b) || c->format != CUSPARSE_FORMAT_CSR || b->type != a->type ||
      c->type != a->type)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool plain_a = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool plain_b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool fits = (plain_a ? a->columns : a->rows) == (plain_b ? b->rows : b->columns);
  return fits ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}

Index width_of(cusparseOperation_t op, const cusparseSpMatDescr& b) {
  return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? b.columns : b.rows;
}

// The caller takes the product's memory next, so this waits and computes at once. No factor: what it is does not matter.
cusparseStatus_t compute(cusparseHandle_t handle, cusparseOperation_t op_a,
                         cusparseOperation_t op_b, const void* alpha, cusparseConstSpMatDescr_t a,
                         cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                         cusparseSpGEMMDescr& product) {
  if (const cusparseStatus_t error = check(op_a, op_b, a, b, c)) return error;
  if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
    return status(error);
  return with_numbers(a->type, [&](auto kind) {
    using T = decltype(kind);
    T factor(1);
    if (alpha != nullptr)
      if (const cusparseStatus_t error = read(handle, alpha, factor)) return error;
    multiply(compress<T>(*a, op_a), compress<T>(*b, op_b), factor, width_of(op_b, *b), product);
    c->count = static_cast<Index>(product.columns.size());
    return CUSPARSE_STATUS_SUCCESS;
  });
}

void store_pattern(const cusparseSpGEMMDescr& product, const cusparseSpMatDescr& c) {
  for (std::size_t i = 0; i < product.begins.size(); ++i)
    c.along.set(static_cast<Index>(i), product.begins[i]);
  for (std::size_t i = 0; i < product.columns.size(); ++i)
    c.across.set(static_cast<Index>(i), product.columns[i]);
}

// c = product + beta * c, where c has the product's pattern already if beta is not 0.
template <typename T>
void store(const cusparseSpGEMMDescr& product, T beta, const cusparseSpMatDescr& c) {
  T* values = static_cast<T*>(c.values);
  const T* made = static_cast<const T*>(product.values.get());
  for (std::size_t i = 0; i < product.columns.size(); ++i)
    values[i] = beta == T(0) ? made[i] : made[i] + beta * values[i];
}

}  // namespace

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descr) {
  if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *descr = new (std::nothrow) cusparseSpGEMMDescr;
  return *descr == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
  delete descr;
  return CUSPARSE_STATUS_SUCCESS;
}

// The first call only asks for the buffer's size.
cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void*,
    cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, const void*, cusparseSpMatDescr_t C,
    cudaDataType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr, size_t* bytes, void* buffer) {
  return call(handle, [&] {
    if (buffer == nullptr || descr == nullptr) return give_size(handle, bytes);
    if (const cusparseStatus_t error = check(opA, opB, A, B, C)) return error;
    if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
      return status(error);
    return with_numbers(A->type, [&](auto kind) {
      using T = decltype(kind);
      const Compressed<T> a = compress<T>(*A, opA), b = compress<T>(*B, opB);
      descr->factors = 0;
      for (const Index inner : a.columns) {
        const auto row = static_cast<std::size_t>(inner);
        descr->factors += b.begins[row + 1] - b.begins[row];
      }
      return CUSPARSE_STATUS_SUCCESS;
    });
  });
}
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t* count) {
  if (descr == nullptr || count == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *count = descr->factors;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_estimateMemory(cusparseHandle_t handle, cusparseOperation_t,
                                               cusparseOperation_t, const void*,
                                               cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                                               const void*, cusparseSpMatDescr_t, cudaDataType,
                                               cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, float,
                                               size_t* bytes3, void* buffer3, size_t* bytes2) {
  return give_size(handle, buffer3 == nullptr ? bytes3 : bytes2);
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                        cusparseOperation_t opB, const void* alpha,
                                        cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                                        const void*, cusparseSpMatDescr_t C, cudaDataType,
                                        cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                                        size_t* bytes, void* buffer) {
  return call(handle, [&] {
    if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    // The first call only asks for the buffer's size.
    if (buffer == nullptr) return give_size(handle, bytes);
    return compute(handle, opA, opB, alpha, A, B, C, *descr);
  });
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t,
                                     cusparseOperation_t, const void*, cusparseConstSpMatDescr_t,
                                     cusparseConstSpMatDescr_t, const void* beta,
                                     cusparseSpMatDescr_t C, cudaDataType, cusparseSpGEMMAlg_t,
                                     cusparseSpGEMMDescr_t descr) {
  return call(handle, [&] {
    if (descr == nullptr || C == nullptr || !descr->values) return CUSPARSE_STATUS_INVALID_VALUE;
    return with_numbers(C->type, [&](auto kind) {
      decltype(kind) old;
      if (const cusparseStatus_t error = read(handle, beta, old)) return error;
      return start_serial(handle, [=, c = *C, made = *descr] {
        store_pattern(made, c);
        store(made, old, c);
      });
    });
  });
}

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(cusparseHandle_t handle, cusparseOperation_t,
                                                    cusparseOperation_t, cusparseConstSpMatDescr_t,
                                                    cusparseConstSpMatDescr_t, cusparseSpMatDescr_t,
                                                    cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t,
                                                    size_t* bytes, void*) {
  return give_size(handle, bytes);
}

// The first call only asks for the sizes of the buffers.
cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, cusparseConstSpMatDescr_t A,
                                         cusparseConstSpMatDescr_t B, cusparseSpMatDescr_t C,
                                         cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                                         size_t* bytes2, void* buffer2, size_t* bytes3, void*,
                                         size_t* bytes4, void*) {
  return call(handle, [&] {
    if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    if (buffer2 != nullptr) return compute(handle, opA, opB, nullptr, A, B, C, *descr);
    for (size_t* bytes : {bytes2, bytes3, bytes4})
      if (const cusparseStatus_t error = give_size(handle, bytes)) return error;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t,
                                          cusparseOperation_t, cusparseConstSpMatDescr_t,
                                          cusparseConstSpMatDescr_t, cusparseSpMatDescr_t C,
                                          cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr,
                                          size_t* bytes, void* buffer) {
  return call(handle, [&] {
    if (descr == nullptr || C == nullptr || !descr->values) return CUSPARSE_STATUS_INVALID_VALUE;
    if (buffer == nullptr) return give_size(handle, bytes);
    return start_serial(handle, [c = *C, made = *descr] { store_pattern(made, c); });
  });
}

cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                             cusparseOperation_t opB, const void* alpha,
                                             cusparseConstSpMatDescr_t A,
                                             cusparseConstSpMatDescr_t B, const void* beta,
                                             cusparseSpMatDescr_t C, cudaDataType,
                                             cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t descr) {
  return call(handle, [&] {
    if (descr == nullptr || !descr->values) return CUSPARSE_STATUS_INVALID_VALUE;
    if (const cusparseStatus_t error = check(opA, opB, A, B, C)) return error;
    return with_numbers(C->type, [&](auto kind) {
      using T = decltype(kind);
      T factor, old;
      if (const cusparseStatus_t error = read(handle, alpha, factor)) return error;
      if (const cusparseStatus_t error = read(handle, beta, old)) return error;
      return start_serial(handle, [=, a = *A, b = *B, c = *C] {
        cusparseSpGEMMDescr made;
        multiply(compress<T>(a, opA), compress<T>(b, opB), factor, width_of(opB, b), made);
        store(made, old, c);
      });
    });
  });
}
