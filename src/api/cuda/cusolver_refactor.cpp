// The functions of vgpu_solver/refactor.h, on refactored.h.
//
// Memory of the device is the host's too, so setting up from either is the same. SPDX-License-Identifier: MIT
#include <vgpu_solver/refactor.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

#include "api/cuda/library_call.h"
#include "api/cuda/refactored.h"

using namespace vgpu::cuda;
using solver::GivenPlaces;
using solver::RefactoredPlaces;

struct cusolverRfCommon {
  cusolverRfMatrixFormat_t format = CUSOLVERRF_MATRIX_FORMAT_CSR;
  cusolverRfUnitDiagonal_t unit = CUSOLVERRF_UNIT_DIAGONAL_STORED_L;
  cusolverRfResetValuesFastMode_t fast = CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF;
  cusolverRfFactorization_t factorization = CUSOLVERRF_FACTORIZATION_ALG0;
  cusolverRfTriangularSolve_t triangles = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  double zero = 0, boost = 0;
  RefactoredPlaces places;
  std::vector<std::vector<double>> values;  // of each matrix of a batch: A's numbers, then factors
  std::vector<int> weak;                    // -1: its factors are good
  bool boosted = false;
  bool is_factorized = false;
};

namespace {

template <typename Body>
cusolverStatus_t call(cusolverRfHandle_t handle, Body&& body) noexcept {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return library_call(CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INTERNAL_ERROR, body);
}

cusolverStatus_t wait() {
  return cudaDeviceSynchronize() == cudaSuccess ? CUSOLVER_STATUS_SUCCESS
                                                : CUSOLVER_STATUS_EXECUTION_FAILED;
}

GivenPlaces places_of(cusolverRfHandle_t handle, int n, const int* begins, const int* others) {
  return {n, begins, others, handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC};
}

cusolverStatus_t take_values(cusolverRfHandle_t handle, int count, const double* const* matrices) {
  handle->values.clear();
  for (int i = 0; i < count; ++i) {
    if (matrices[i] == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    handle->values.push_back(handle->places.spread(matrices[i]));
  }
  handle->weak.assign(handle->values.size(), -1);
  handle->is_factorized = false;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t set_up(cusolverRfHandle_t handle, int count, int n, const int* begins,
                        const int* others, const double* const* matrices, const int* p,
                        const int* q) {
  return call(handle, [&] {
    if (count <= 0 || n < 0 || begins == nullptr || others == nullptr || matrices == nullptr ||
        p == nullptr || q == nullptr)
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = wait()) return error;
    handle->places.analyze(places_of(handle, n, begins, others), p, q);
    return take_values(handle, count, matrices);
  });
}

cusolverStatus_t reset_values(cusolverRfHandle_t handle, int count, int n, const int* begins,
                              const int* others, const double* const* matrices, const int* p,
                              const int* q) {
  return call(handle, [&] {
    if (begins == nullptr || others == nullptr || matrices == nullptr || p == nullptr ||
        q == nullptr || static_cast<std::size_t>(count) != handle->values.size())
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = wait()) return error;
    if (handle->places.differs(places_of(handle, n, begins, others), p, q))
      return CUSOLVER_STATUS_INVALID_VALUE;
    return take_values(handle, count, matrices);
  });
}

cusolverStatus_t factorize(cusolverRfHandle_t handle) {
  if (handle->values.empty()) return CUSOLVER_STATUS_INVALID_VALUE;
  handle->boosted = false;
  for (std::size_t i = 0; i < handle->values.size() && !handle->is_factorized; ++i)
    handle->weak[i] =
        handle->places.factorize(handle->values[i], handle->zero, handle->boost, &handle->boosted);
  handle->is_factorized = true;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t solve_all(cusolverRfHandle_t handle, int count, double* const* sides, int ldxf) {
  return call(handle, [&] {
    if (count <= 0 || sides == nullptr || ldxf < handle->places.n())
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = wait()) return error;
    if (const auto error = factorize(handle)) return error;
    for (std::size_t i = 0; i < handle->values.size(); ++i)
      for (std::ptrdiff_t side = 0; side < count; ++side)
        handle->places.solve(handle->values[i], sides[i] + side * ldxf);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// A copy that the program frees.
template <typename T>
T* given_away(const std::vector<T>& all) {
  auto* copy = static_cast<T*>(std::malloc(std::max<std::size_t>(1, all.size() * sizeof(T))));
  if (copy == nullptr) throw std::bad_alloc();
  std::copy(all.begin(), all.end(), copy);
  return copy;
}

// One of the factors row by row.
struct Triangle {
  std::vector<int> begins{0}, columns;
  std::vector<double> values;
  void add(int column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  void end_row() { begins.push_back(static_cast<int>(columns.size())); }
};

// Which of them has the diagonal of ones, and whether that is among its values, is the format's.
void split(const cusolverRfCommon& rf, Triangle& lower, Triangle& upper) {
  const std::vector<double>& all = rf.values.front();
  const auto& begins = rf.places.begins();
  const auto& columns = rf.places.columns();
  const auto& diagonal = rf.places.diagonal();
  const auto number = [](int i) { return static_cast<std::size_t>(i); };
  const bool of_upper =
      rf.unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_U || rf.unit == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
  const bool stored = rf.unit <= CUSOLVERRF_UNIT_DIAGONAL_STORED_U;
  for (int i = 0; i < rf.places.n(); ++i) {
    const double own = all[number(diagonal[number(i)])];
    for (int k = begins[number(i)]; k < diagonal[number(i)]; ++k) {
      const int column = columns[number(k)];
      const double scale = of_upper ? all[number(diagonal[number(column)])] : 1;
      lower.add(column, all[number(k)] * scale);
    }
    if (of_upper || stored) lower.add(i, of_upper ? own : 1);
    if (!of_upper || stored) upper.add(i, of_upper ? 1 : own);
    for (int k = diagonal[number(i)] + 1; k < begins[number(i) + 1]; ++k)
      upper.add(columns[number(k)], all[number(k)] / (of_upper ? own : 1));
    lower.end_row(), upper.end_row();
  }
}

}  // namespace

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t* handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *handle = new (std::nothrow) cusolverRfCommon;
  return *handle == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t* format,
                                           cusolverRfUnitDiagonal_t* diag) {
  return call(handle, [&] {
    if (format == nullptr || diag == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    *format = handle->format, *diag = handle->unit;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t format,
                                           cusolverRfUnitDiagonal_t diag) {
  return call(handle, [&] {
    handle->format = format, handle->unit = diag;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero,
                                                double boost) {
  return call(handle, [&] {
    handle->zero = zero, handle->boost = boost;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double* zero,
                                                double* boost) {
  return call(handle, [&] {
    if (zero == nullptr || boost == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    *zero = handle->zero, *boost = handle->boost;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                 cusolverRfNumericBoostReport_t* report) {
  return call(handle, [&] {
    if (report == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    *report = handle->boosted ? CUSOLVERRF_NUMERIC_BOOST_USED : CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factAlg,
                                   cusolverRfTriangularSolve_t solveAlg) {
  return call(handle, [&] {
    handle->factorization = factAlg, handle->triangles = solveAlg;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t* factAlg,
                                   cusolverRfTriangularSolve_t* solveAlg) {
  return call(handle, [&] {
    if (factAlg == nullptr || solveAlg == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    *factAlg = handle->factorization, *solveAlg = handle->triangles;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t* mode) {
  return call(handle, [&] {
    if (mode == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    *mode = handle->fast;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t mode) {
  return call(handle, [&] {
    handle->fast = mode;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverRfSetupHost(int n, int, int* csrRowPtrA, int* csrColIndA, double* csrValA,
                                     int, int*, int*, double*, int, int*, int*, double*, int* P,
                                     int* Q, cusolverRfHandle_t handle) {
  return set_up(handle, 1, n, csrRowPtrA, csrColIndA, &csrValA, P, Q);
}
cusolverStatus_t cusolverRfSetupDevice(int n, int, int* csrRowPtrA, int* csrColIndA,
                                       double* csrValA, int, int*, int*, double*, int, int*, int*,
                                       double*, int* P, int* Q, cusolverRfHandle_t handle) {
  return set_up(handle, 1, n, csrRowPtrA, csrColIndA, &csrValA, P, Q);
}
cusolverStatus_t cusolverRfBatchSetupHost(int batchSize, int n, int, int* csrRowPtrA,
                                          int* csrColIndA, double* csrValA[], int, int*, int*,
                                          double*, int, int*, int*, double*, int* P, int* Q,
                                          cusolverRfHandle_t handle) {
  return set_up(handle, batchSize, n, csrRowPtrA, csrColIndA, csrValA, P, Q);
}
cusolverStatus_t cusolverRfResetValues(int n, int, int* csrRowPtrA, int* csrColIndA,
                                       double* csrValA, int* P, int* Q, cusolverRfHandle_t handle) {
  return reset_values(handle, 1, n, csrRowPtrA, csrColIndA, &csrValA, P, Q);
}
cusolverStatus_t cusolverRfBatchResetValues(int batchSize, int n, int, int* csrRowPtrA,
                                            int* csrColIndA, double* csrValA[], int* P, int* Q,
                                            cusolverRfHandle_t handle) {
  return reset_values(handle, batchSize, n, csrRowPtrA, csrColIndA, csrValA, P, Q);
}

// Setting up has done it.
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle) {
  return call(handle, [&] {
    return handle->values.empty() ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t handle) {
  return cusolverRfAnalyze(handle);
}
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle) {
  return call(handle, [&] {
    if (const auto error = factorize(handle)) return error;
    return handle->weak.front() < 0 ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ZERO_PIVOT;
  });
}
// Which of a batch have weak pivots is asked for.
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle) {
  return call(handle, [&] { return factorize(handle); });
}
cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int* position) {
  return call(handle, [&] {
    if (position == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    std::copy(handle->weak.begin(), handle->weak.end(), position);
    const bool good =
        std::all_of(handle->weak.begin(), handle->weak.end(), [](int place) { return place < 0; });
    return good ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ZERO_PIVOT;
  });
}

cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int*, int*, int nrhs, double*, int,
                                 double* XF, int ldxf) {
  return solve_all(handle, nrhs, XF == nullptr ? nullptr : &XF, ldxf);
}
cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int*, int*, int nrhs, double*, int,
                                      double* XF[], int ldxf) {
  return solve_all(handle, nrhs, XF, ldxf);
}

cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int* nnzM,
                                                      int** Mp, int** Mi, double** Mx) {
  return call(handle, [&] {
    if (nnzM == nullptr || Mp == nullptr || Mi == nullptr || Mx == nullptr)
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = factorize(handle)) return error;
    *nnzM = static_cast<int>(handle->places.columns().size());
    *Mp = const_cast<int*>(handle->places.begins().data());
    *Mi = const_cast<int*>(handle->places.columns().data());
    *Mx = handle->values.front().data();
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle, int* nnzM, int** Mp,
                                                     int** Mi, double** Mx) {
  return call(handle, [&] {
    const auto error = cusolverRfAccessBundledFactorsDevice(handle, nnzM, Mp, Mi, Mx);
    if (error != CUSOLVER_STATUS_SUCCESS) return error;
    *Mp = given_away(handle->places.begins());
    *Mi = given_away(handle->places.columns());
    *Mx = given_away(handle->values.front());
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int* nnzL,
                                                   int** csrRowPtrL, int** csrColIndL,
                                                   double** csrValL, int* nnzU, int** csrRowPtrU,
                                                   int** csrColIndU, double** csrValU) {
  return call(handle, [&] {
    for (const void* out : {(void*)nnzL, (void*)csrRowPtrL, (void*)csrColIndL, (void*)csrValL,
                            (void*)nnzU, (void*)csrRowPtrU, (void*)csrColIndU, (void*)csrValU})
      if (out == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = factorize(handle)) return error;
    Triangle lower, upper;
    split(*handle, lower, upper);
    *nnzL = lower.begins.back(), *nnzU = upper.begins.back();
    *csrRowPtrL = given_away(lower.begins), *csrRowPtrU = given_away(upper.begins);
    *csrColIndL = given_away(lower.columns), *csrColIndU = given_away(upper.columns);
    *csrValL = given_away(lower.values), *csrValU = given_away(upper.values);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
