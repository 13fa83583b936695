// The functions of vgpu_sparse/factors.h: incomplete factors row by row, on one thread.
//
// Columns of a row need not be in order. A zero pivot is noted at its row, and the work goes on as cuSPARSE's does.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <vector>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

// The first row whose pivot is missing or zero; -1: none. The task that finds it may outlive the object it is for.
using Pivot = std::shared_ptr<std::atomic<int>>;

}  // namespace

struct csrilu02Info {
  Pivot zero_pivot = std::make_shared<std::atomic<int>>(-1);
};
struct csric02Info {
  Pivot zero_pivot = std::make_shared<std::atomic<int>>(-1);
};

namespace {

template <typename T>
struct Factors {
  int rows, base;
  T* values;
  const int *begins, *columns;
  Pivot zero_pivot;

  int begin(int row) const { return begins[row] - base; }
  int end(int row) const { return begins[row + 1] - base; }
  int column(int at) const { return columns[at] - base; }
  void note_zero(int row) const {
    int none = -1;
    zero_pivot->compare_exchange_strong(none, row + base);
  }
  // Elements of the row left of its diagonal, from left to right.
  std::vector<int> left_of(int row, std::vector<int>& place) const {
    std::vector<int> found;
    for (int at = begin(row); at < end(row); ++at) {
      place[static_cast<std::size_t>(column(at))] = at;
      if (column(at) < row) found.push_back(at);
    }
    std::sort(found.begin(), found.end(), [&](int a, int b) { return column(a) < column(b); });
    return found;
  }
  void forget(int row, std::vector<int>& place) const {
    for (int at = begin(row); at < end(row); ++at) place[static_cast<std::size_t>(column(at))] = -1;
  }

  // a(i, j) -= l(i, k) * u(k, j) where a has an element.
  void eliminate_lu() const {
    std::vector<int> place(static_cast<std::size_t>(rows), -1), diagonal(place);
    for (int i = 0; i < rows; ++i) {
      for (const int at : left_of(i, place)) {
        const int k = column(at), pivot = diagonal[static_cast<std::size_t>(k)];
        if (pivot < 0) continue;
        values[at] /= values[pivot];
        for (int other = begin(k); other < end(k); ++other) {
          const int target = place[static_cast<std::size_t>(column(other))];
          if (column(other) > k && target >= 0) values[target] -= values[at] * values[other];
        }
      }
      const int own = place[static_cast<std::size_t>(i)];
      diagonal[static_cast<std::size_t>(i)] = own;
      if (own < 0 || values[own] == T(0)) note_zero(i);
      forget(i, place);
    }
  }

  // l(i, k) = (a(i, k) - sum of l(i, j) * conj(l(k, j))) / l(k, k) in the lower triangle.
  void eliminate_cholesky() const {
    std::vector<int> place(static_cast<std::size_t>(rows), -1), diagonal(place);
    for (int i = 0; i < rows; ++i) {
      const std::vector<int> left = left_of(i, place);
      const int own = place[static_cast<std::size_t>(i)];
      for (const int at : left) {
        const int k = column(at), pivot = diagonal[static_cast<std::size_t>(k)];
        for (int other = begin(k); other < end(k); ++other) {
          const int mine = place[static_cast<std::size_t>(column(other))];
          if (column(other) < k && mine >= 0) values[at] -= values[mine] * conjugate(values[other]);
        }
        if (pivot >= 0) values[at] /= values[pivot];
        if (own >= 0) values[own] -= values[at] * conjugate(values[at]);
      }
      diagonal[static_cast<std::size_t>(i)] = own;
      if (own < 0 || !(std::real(values[own]) > 0))
        note_zero(i);
      else
        values[own] = std::sqrt(values[own]);
      forget(i, place);
    }
  }
};

template <typename T, typename Info>
cusparseStatus_t factorize(cusparseHandle_t handle, int m, cusparseMatDescr_t descr, T* values,
                           const int* begins, const int* columns, Info* info,
                           void (Factors<Number<T>>::*eliminate)() const) {
  return call(handle, [&] {
    if (m < 0 || descr == nullptr || info == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    if (descr->type != CUSPARSE_MATRIX_TYPE_GENERAL)
      return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
    info->zero_pivot->store(-1);
    const Factors<Number<T>> work{m,      descr->base, reinterpret_cast<Number<T>*>(values),
                                  begins, columns,     info->zero_pivot};
    return start_serial(handle, [work, eliminate] { (work.*eliminate)(); });
  });
}

template <typename Info>
cusparseStatus_t zero_pivot(cusparseHandle_t handle, Info* info, int* position) {
  return call(handle, [&] {
    if (info == nullptr || position == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
      return status(error);
    *position = info->zero_pivot->load();
    return *position < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
  });
}

template <typename Info>
cusparseStatus_t make(Info** info) {
  if (info == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *info = new (std::nothrow) Info;
  return *info == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

#define VG_INFO(kind, Kind)                                                                \
  cusparseStatus_t cusparseCreate##Kind##Info(kind##Info_t* info) { return make(info); }   \
  cusparseStatus_t cusparseDestroy##Kind##Info(kind##Info_t info) {                        \
    delete info;                                                                           \
    return CUSPARSE_STATUS_SUCCESS;                                                        \
  }                                                                                        \
  cusparseStatus_t cusparseX##kind##_zeroPivot(cusparseHandle_t handle, kind##Info_t info, \
                                               int* position) {                            \
    return zero_pivot(handle, info, position);                                             \
  }
VG_INFO(csrilu02, Csrilu02)
VG_INFO(csric02, Csric02)
#undef VG_INFO

#define VG_FACTORS(L, T, kind, eliminate)                                                   \
  cusparseStatus_t cusparse##L##kind##_bufferSize(cusparseHandle_t handle, int, int,        \
                                                  const cusparseMatDescr_t, T*, const int*, \
                                                  const int*, kind##Info_t, int* bytes) {   \
    std::size_t size = 0;                                                                   \
    const cusparseStatus_t error = give_size(handle, bytes == nullptr ? nullptr : &size);   \
    if (error == CUSPARSE_STATUS_SUCCESS) *bytes = static_cast<int>(size);                  \
    return error;                                                                           \
  }                                                                                         \
  cusparseStatus_t cusparse##L##kind##_analysis(                                            \
      cusparseHandle_t handle, int, int, const cusparseMatDescr_t, const T*, const int*,    \
      const int*, kind##Info_t, cusparseSolvePolicy_t, void*) {                             \
    return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : CUSPARSE_STATUS_SUCCESS;   \
  }                                                                                         \
  cusparseStatus_t cusparse##L##kind(cusparseHandle_t handle, int m, int,                   \
                                     const cusparseMatDescr_t descr, T* csrVal,             \
                                     const int* csrRowPtr, const int* csrColInd,            \
                                     kind##Info_t info, cusparseSolvePolicy_t, void*) {     \
    return factorize(handle, m, descr, csrVal, csrRowPtr, csrColInd, info,                  \
                     &Factors<Number<T>>::eliminate);                                       \
  }
VG_FACTORS(S, float, csrilu02, eliminate_lu)
VG_FACTORS(D, double, csrilu02, eliminate_lu)
VG_FACTORS(C, cuComplex, csrilu02, eliminate_lu)
VG_FACTORS(Z, cuDoubleComplex, csrilu02, eliminate_lu)
VG_FACTORS(S, float, csric02, eliminate_cholesky)
VG_FACTORS(D, double, csric02, eliminate_cholesky)
VG_FACTORS(C, cuComplex, csric02, eliminate_cholesky)
VG_FACTORS(Z, cuDoubleComplex, csric02, eliminate_cholesky)
#undef VG_FACTORS
