// The functions of vgpu_sparse/solvers.h: triangular systems and products of sparse matrices, each on one thread.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>

#include "api/cuda/sparse_lines.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

struct cusparseSpSVDescr {
  void* values = nullptr;  // instead of the matrix's own, if given
};
struct cusparseSpSMDescr {};

// The product between compute and copy, its values in the type of its numbers.
struct cusparseSpGEMMDescr {
  std::vector<Index> begins, columns;
  std::shared_ptr<void> values;
};

namespace {

// Row i of op(A) in the triangle that is meant: elements of the other one are skipped, a missing diagonal is 0.
template <typename T>
struct Triangle {
  Compressed<T> rows;
  bool lower, unit;
  Index size;

  T solve_row(Index i, T value, const T* x) const {
    T diagonal(0);
    const auto row = static_cast<std::size_t>(i);
    for (auto at = static_cast<std::size_t>(rows.begins[row]);
         at < static_cast<std::size_t>(rows.begins[row + 1]); ++at) {
      const Index column = rows.columns[at];
      if (column == i)
        diagonal = rows.values[at];
      else if ((column < i) == lower)
        value -= rows.values[at] * x[column];
    }
    return unit ? value : value / diagonal;
  }
  void solve(const std::vector<T>& b, T* x) const {
    for (Index step = 0; step < size; ++step) {
      const Index i = lower ? step : size - 1 - step;
      x[i] = solve_row(i, b[static_cast<std::size_t>(i)], x);
    }
  }
};

template <typename T>
Triangle<T> triangle_of(const cusparseSpMatDescr& a, cusparseOperation_t op) {
  const bool lower =
      (a.fill == CUSPARSE_FILL_MODE_LOWER) == (op == CUSPARSE_OPERATION_NON_TRANSPOSE);
  return {compress<T>(a, op), lower, a.diagonal == CUSPARSE_DIAG_TYPE_UNIT, a.rows};
}

cusparseStatus_t solve(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                       cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                       cusparseDnVecDescr_t y, const cusparseSpSVDescr* descr) {
  if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (a == nullptr || x == nullptr || y == nullptr || a->rows != a->columns || x->size != a->rows ||
      y->size != a->rows)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (!is_known(*a) || x->type != a->type || y->type != a->type)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return with_numbers(a->type, [&](auto kind) {
    using T = decltype(kind);
    T factor;
    if (const cusparseStatus_t error = read(handle, alpha, factor)) return error;
    cusparseSpMatDescr matrix = *a;
    if (descr->values != nullptr) matrix.values = descr->values;
    return start_serial(handle, [=, a = matrix, from = static_cast<const T*>(x->values),
                                 to = static_cast<T*>(y->values)] {
      std::vector<T> right(static_cast<std::size_t>(a.rows));
      std::transform(from, from + a.rows, right.begin(), [&](T v) { return factor * v; });
      triangle_of<T>(a, op).solve(right, to);
    });
  });
}

template <typename T>
void solve_columns(const cusparseSpMatDescr& a, cusparseOperation_t op_a, cusparseOperation_t op_b,
                   T factor, const cusparseDnMatDescr& b, const cusparseDnMatDescr& c) {
  const Triangle<T> triangle = triangle_of<T>(a, op_a);
  std::vector<T> right(static_cast<std::size_t>(c.rows)), solution(right.size());
  for (Index j = 0; j < c.columns; ++j) {
    for (Index i = 0; i < c.rows; ++i) {
      const bool plain = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
      const T value = plain ? b.at<const T>(i, j) : b.at<const T>(j, i);
      const bool conjugated = op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
      right[static_cast<std::size_t>(i)] = factor * (conjugated ? conjugate(value) : value);
    }
    triangle.solve(right, solution.data());
    for (Index i = 0; i < c.rows; ++i) c.at<T>(i, j) = solution[static_cast<std::size_t>(i)];
  }
}

cusparseStatus_t solve(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                       const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                       cusparseDnMatDescr_t c) {
  if (a == nullptr || b == nullptr || c == nullptr || a->rows != a->columns || c->rows != a->rows)
    return CUSPARSE_STATUS_INVALID_VALUE;
  const bool plain = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  if ((plain ? b->rows : b->columns) != c->rows || (plain ? b->columns : b->rows) != c->columns)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (!is_known(*a) || b->type != a->type || c->type != a->type)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return with_numbers(a->type, [&](auto kind) {
    decltype(kind) factor;
    if (const cusparseStatus_t error = read(handle, alpha, factor)) return error;
    return start_serial(
        handle, [=, a = *a, b = *b, c = *c] { solve_columns(a, op_a, op_b, factor, b, c); });
  });
}

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

// The caller takes the product's memory next, so this waits and computes at once.
cusparseStatus_t compute(cusparseHandle_t handle, cusparseOperation_t op_a,
                         cusparseOperation_t op_b, const void* alpha, cusparseConstSpMatDescr_t a,
                         cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                         cusparseSpGEMMDescr& product) {
  if (a == nullptr || b == nullptr || c == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!is_known(*a) || !is_known(*b) || c->format != CUSPARSE_FORMAT_CSR || b->type != a->type ||
      c->type != a->type)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool plain_a = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool plain_b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  if ((plain_a ? a->columns : a->rows) != (plain_b ? b->rows : b->columns))
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
    return status(error);
  return with_numbers(a->type, [&](auto kind) {
    using T = decltype(kind);
    T factor;
    if (const cusparseStatus_t error = read(handle, alpha, factor)) return error;
    multiply(compress<T>(*a, op_a), compress<T>(*b, op_b), factor, plain_b ? b->columns : b->rows,
             product);
    c->count = static_cast<Index>(product.columns.size());
    return CUSPARSE_STATUS_SUCCESS;
  });
}

// c = product + beta * c, where c has the product's pattern already if beta is not 0.
template <typename T>
void store(const cusparseSpGEMMDescr& product, T beta, const cusparseSpMatDescr& c) {
  for (std::size_t i = 0; i < product.begins.size(); ++i)
    c.along.set(static_cast<Index>(i), product.begins[i]);
  T* values = static_cast<T*>(c.values);
  const T* made = static_cast<const T*>(product.values.get());
  for (std::size_t i = 0; i < product.columns.size(); ++i) {
    c.across.set(static_cast<Index>(i), product.columns[i]);
    values[i] = beta == T(0) ? made[i] : made[i] + beta * values[i];
  }
}

template <typename Descriptor>
cusparseStatus_t make(Descriptor** descr) {
  if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *descr = new (std::nothrow) Descriptor;
  return *descr == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

#define VG_DESCRIPTOR(Kind)                                                       \
  cusparseStatus_t cusparse##Kind##_createDescr(cusparse##Kind##Descr_t* descr) { \
    return make(descr);                                                           \
  }                                                                               \
  cusparseStatus_t cusparse##Kind##_destroyDescr(cusparse##Kind##Descr_t descr) { \
    delete descr;                                                                 \
    return CUSPARSE_STATUS_SUCCESS;                                               \
  }
VG_DESCRIPTOR(SpSV)
VG_DESCRIPTOR(SpSM)
VG_DESCRIPTOR(SpGEMM)
#undef VG_DESCRIPTOR

cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                         cusparseSpSVDescr_t, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                       cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                       cusparseSpSVDescr_t descr, void*) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  descr->values = nullptr;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    const void* alpha, cusparseConstSpMatDescr_t A,
                                    cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t descr) {
  return call(handle, [&] { return solve(handle, opA, alpha, A, x, y, descr); });
}
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t descr,
                                           void* values, cusparseSpSVUpdate_t part) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (descr == nullptr || values == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (part != CUSPARSE_SPSV_UPDATE_GENERAL) return CUSPARSE_STATUS_NOT_SUPPORTED;
  descr->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpSMAlg_t,
                                         cusparseSpSMDescr_t, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t,
                                       cusparseOperation_t, const void*, cusparseConstSpMatDescr_t,
                                       cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                       cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t,
                                       void*) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    cusparseOperation_t opB, const void* alpha,
                                    cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                    cusparseDnMatDescr_t C, cudaDataType, cusparseSpSMAlg_t,
                                    cusparseSpSMDescr_t) {
  return call(handle, [&] { return solve(handle, opA, opB, alpha, A, B, C); });
}

cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t,
                                               cusparseOperation_t, const void*,
                                               cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                                               const void*, cusparseSpMatDescr_t, cudaDataType,
                                               cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t,
                                               size_t* bytes, void*) {
  return give_size(handle, bytes);
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
      return start_serial(handle, [=, c = *C, made = *descr] { store(made, old, c); });
    });
  });
}
