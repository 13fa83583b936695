// The functions of vgpu_sparse/solvers.h that solve triangular systems, each on one thread.
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
  if (!is_known_or_sliced(*a) || x->type != a->type || y->type != a->type)
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
