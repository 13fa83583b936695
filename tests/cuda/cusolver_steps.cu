// cuSOLVER's sparse systems step by step: factors that are kept, their parts, and factors anew without choosing pivots.
// SPDX-License-Identifier: MIT
#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include <cmath>
#include <cstdlib>

#include "check.h"

#define GOOD(call) EXPECT_EQ((int)(call), (int)CUSOLVER_STATUS_SUCCESS)

namespace {

// A mesh of side * side points, each with its neighbours; `skew` makes it unsymmetric.
struct Matrix {
  int n = 0;
  std::vector<int> begins{0}, columns;
  std::vector<double> values;
  explicit Matrix(int side, double skew) : n(side * side) {
    for (int i = 0; i < n; ++i) {
      const auto add = [&](int j, double value) {
        columns.push_back(j);
        values.push_back(value);
      };
      if (i >= side) add(i - side, -1 - skew);
      if (i % side > 0) add(i - 1, -1 + skew / 2);
      add(i, 4.5 + 0.01 * i);
      if (i % side < side - 1) add(i + 1, -1);
      if (i < n - side) add(i + side, -1 + skew);
      begins.push_back((int)columns.size());
    }
  }
  int count() const { return begins.back(); }
  // How far A * x is from b.
  double error(const double* x, const double* b) const {
    double most = 0;
    for (int i = 0; i < n; ++i) {
      double sum = -b[i];
      for (int k = begins[i]; k < begins[i + 1]; ++k) sum += values[k] * x[columns[k]];
      most = std::fmax(most, std::fabs(sum));
    }
    return most;
  }
};

// A matrix, a side and a solution where the device may touch them.
struct OnDevice {
  int *begins, *columns;
  double *values, *b, *x;
  explicit OnDevice(const Matrix& a) {
    OK(cudaMallocManaged(&begins, (a.n + 1) * sizeof(int)));
    OK(cudaMallocManaged(&columns, a.count() * sizeof(int)));
    OK(cudaMallocManaged(&values, a.count() * sizeof(double)));
    OK(cudaMallocManaged(&b, a.n * sizeof(double)));
    OK(cudaMallocManaged(&x, a.n * sizeof(double)));
    std::copy(a.begins.begin(), a.begins.end(), begins);
    std::copy(a.columns.begin(), a.columns.end(), columns);
    std::copy(a.values.begin(), a.values.end(), values);
    for (int i = 0; i < a.n; ++i) b[i] = 1 + i % 3;
  }
  ~OnDevice() {
    for (void* one : {(void*)begins, (void*)columns, (void*)values, (void*)b, (void*)x})
      OK(cudaFree(one));
  }
};

struct Handles {
  cusolverSpHandle_t solver = nullptr;
  cusparseMatDescr_t descr = nullptr;
  Handles() {
    GOOD(cusolverSpCreate(&solver));
    EXPECT_EQ((int)cusparseCreateMatDescr(&descr), 0);
  }
  ~Handles() {
    GOOD(cusolverSpDestroy(solver));
    cusparseDestroyMatDescr(descr);
  }
};

CASE(cholesky_on_both_sides) {
  const Matrix a(7, 0);
  OnDevice d(a);
  Handles h;
  csrcholInfo_t device;
  csrcholInfoHost_t host;
  size_t internal = 1, work = 0;
  int weak = 7;
  GOOD(cusolverSpCreateCsrcholInfo(&device));
  GOOD(cusolverSpCreateCsrcholInfoHost(&host));
  GOOD(cusolverSpXcsrcholAnalysis(h.solver, a.n, a.count(), h.descr, d.begins, d.columns, device));
  GOOD(cusolverSpDcsrcholBufferInfo(h.solver, a.n, a.count(), h.descr, d.values, d.begins,
                                    d.columns, device, &internal, &work));
  EXPECT(work > 0);
  GOOD(cusolverSpDcsrcholFactor(h.solver, a.n, a.count(), h.descr, d.values, d.begins, d.columns,
                                device, nullptr));
  GOOD(cusolverSpDcsrcholZeroPivot(h.solver, device, 1e-12, &weak));
  EXPECT_EQ(weak, -1);
  GOOD(cusolverSpDcsrcholSolve(h.solver, a.n, d.b, d.x, device, nullptr));
  EXPECT(a.error(d.x, d.b) < 1e-12);
  d.values[a.begins[3]] = -1;
  for (int k = a.begins[3]; k < a.begins[4]; ++k)
    d.values[k] = a.columns[k] == 3 ? -4.0 : d.values[k];
  GOOD(cusolverSpDcsrcholFactorHost(h.solver, a.n, a.count(), h.descr, d.values, d.begins,
                                    d.columns, host, nullptr));
  GOOD(cusolverSpDcsrcholZeroPivotHost(h.solver, host, 1e-12, &weak));
  EXPECT(weak >= 0);
  GOOD(cusolverSpDestroyCsrcholInfo(device));
  GOOD(cusolverSpDestroyCsrcholInfoHost(host));
}

CASE(qr_with_a_shift) {
  Matrix a(6, 0.3);
  OnDevice d(a);
  Handles h;
  csrqrInfo_t info;
  int weak = 7;
  GOOD(cusolverSpCreateCsrqrInfo(&info));
  GOOD(cusolverSpXcsrqrAnalysis(h.solver, a.n, a.n, a.count(), h.descr, d.begins, d.columns, info));
  EXPECT_EQ((int)cusolverSpXcsrqrAnalysis(h.solver, a.n + 1, a.n, a.count(), h.descr, d.begins,
                                          d.columns, info),
            (int)CUSOLVER_STATUS_NOT_SUPPORTED);
  GOOD(cusolverSpDcsrqrSetup(h.solver, a.n, a.n, a.count(), h.descr, d.values, d.begins, d.columns,
                             0.25, info));
  GOOD(cusolverSpDcsrqrFactor(h.solver, a.n, a.n, a.count(), nullptr, nullptr, info, nullptr));
  GOOD(cusolverSpDcsrqrZeroPivot(h.solver, info, 1e-12, &weak));
  EXPECT_EQ(weak, -1);
  GOOD(cusolverSpDcsrqrSolve(h.solver, a.n, a.n, d.b, d.x, info, nullptr));
  for (int i = 0; i < a.n; ++i)
    for (int k = a.begins[i]; k < a.begins[i + 1]; ++k)
      if (a.columns[k] == i) a.values[k] -= 0.25;
  EXPECT(a.error(d.x, d.b) < 1e-12);
  GOOD(cusolverSpDestroyCsrqrInfo(info));
}

// P * A * Q' = L * U, element by element.
void expect_product(const Matrix& a, const std::vector<int>& p, const std::vector<int>& q,
                    const int* l, const int* lc, const double* lv, const int* u, const int* uc,
                    const double* uv, bool ones) {
  double most = 0;
  for (int i = 0; i < a.n; ++i) {
    std::vector<double> row(a.n);
    for (int k = l[i]; k < l[i + 1]; ++k)
      for (int m = u[lc[k]]; m < u[lc[k] + 1]; ++m) row[uc[m]] += lv[k] * uv[m];
    for (int m = u[i]; ones && m < u[i + 1]; ++m) row[uc[m]] += uv[m];
    std::vector<double> wanted(a.n);
    for (int k = a.begins[p[i]]; k < a.begins[p[i] + 1]; ++k) wanted[a.columns[k]] = a.values[k];
    for (int j = 0; j < a.n; ++j) most = std::fmax(most, std::fabs(row[j] - wanted[q[j]]));
  }
  EXPECT(most < 1e-12);
}

struct Parts {
  std::vector<int> p, q, l, lc, u, uc;
  std::vector<double> lv, uv;
  int below = 0, above = 0;
};

Parts factors_of(const Matrix& a, const Handles& h) {
  csrluInfoHost_t info;
  Parts f;
  std::vector<double> b(a.n, 1), x(a.n);
  GOOD(cusolverSpCreateCsrluInfoHost(&info));
  GOOD(cusolverSpXcsrluAnalysisHost(h.solver, a.n, a.count(), h.descr, a.begins.data(),
                                    a.columns.data(), info));
  GOOD(cusolverSpDcsrluFactorHost(h.solver, a.n, a.count(), h.descr, a.values.data(),
                                  a.begins.data(), a.columns.data(), info, 1, nullptr));
  GOOD(cusolverSpDcsrluSolveHost(h.solver, a.n, b.data(), x.data(), info, nullptr));
  EXPECT(a.error(x.data(), b.data()) < 1e-12);
  GOOD(cusolverSpXcsrluNnzHost(h.solver, &f.below, &f.above, info));
  f.p.resize(a.n), f.q.resize(a.n), f.l.resize(a.n + 1), f.u.resize(a.n + 1);
  f.lc.resize(f.below), f.lv.resize(f.below), f.uc.resize(f.above), f.uv.resize(f.above);
  GOOD(cusolverSpDcsrluExtractHost(h.solver, f.p.data(), f.q.data(), h.descr, f.lv.data(),
                                   f.l.data(), f.lc.data(), h.descr, f.uv.data(), f.u.data(),
                                   f.uc.data(), info, nullptr));
  GOOD(cusolverSpDestroyCsrluInfoHost(info));
  return f;
}

CASE(parts_of_lu) {
  const Matrix a(6, 0.7);
  const Handles h;
  const Parts f = factors_of(a, h);
  EXPECT_EQ(f.l[a.n], f.below);
  EXPECT_EQ(f.u[a.n], f.above);
  expect_product(a, f.p, f.q, f.l.data(), f.lc.data(), f.lv.data(), f.u.data(), f.uc.data(),
                 f.uv.data(), true);
}

CASE(factors_anew_for_other_numbers) {
  Matrix a(6, 0.7);
  const Handles h;
  Parts f = factors_of(a, h);
  OnDevice d(a);
  cusolverRfHandle_t rf;
  GOOD(cusolverRfCreate(&rf));
  GOOD(cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR,
                                 CUSOLVERRF_UNIT_DIAGONAL_STORED_L));
  EXPECT_EQ((int)cusolverRfRefactor(rf), (int)CUSOLVER_STATUS_INVALID_VALUE);
  GOOD(cusolverRfSetupHost(a.n, a.count(), a.begins.data(), a.columns.data(), a.values.data(),
                           f.below, f.l.data(), f.lc.data(), f.lv.data(), f.above, f.u.data(),
                           f.uc.data(), f.uv.data(), f.p.data(), f.q.data(), rf));
  GOOD(cusolverRfAnalyze(rf));
  for (int k = 0; k < a.count(); ++k) d.values[k] = a.values[k] *= 1 + 0.1 * (k % 4);
  GOOD(cusolverRfResetValues(a.n, a.count(), d.begins, d.columns, d.values, f.p.data(), f.q.data(),
                             rf));
  GOOD(cusolverRfRefactor(rf));
  const std::vector<double> b(d.b, d.b + a.n);
  GOOD(cusolverRfSolve(rf, f.p.data(), f.q.data(), 1, nullptr, a.n, d.b, a.n));
  EXPECT(a.error(d.b, b.data()) < 1e-12);
  int below, above, *l, *lc, *u, *uc;
  double *lv, *uv;
  for (const auto unit : {CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U}) {
    GOOD(cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, unit));
    GOOD(cusolverRfExtractSplitFactorsHost(rf, &below, &l, &lc, &lv, &above, &u, &uc, &uv));
    expect_product(a, f.p, f.q, l, lc, lv, u, uc, uv, false);
    for (void* one : {(void*)l, (void*)lc, (void*)lv, (void*)u, (void*)uc, (void*)uv})
      std::free(one);
  }
  GOOD(cusolverRfDestroy(rf));
}

// The second one's first pivot is 0, and may be changed.
CASE(a_batch_with_a_zero_pivot) {
  int begins[] = {0, 2, 4}, columns[] = {0, 1, 0, 1}, order[] = {0, 1}, places[2] = {};
  double good[] = {2, 1, 1, 3}, bad[] = {0, 1, 1, 3}, side[] = {3, 4}, other[] = {1, 1};
  double *matrices[] = {good, bad}, *sides[] = {side, other};
  cusolverRfHandle_t rf;
  cusolverRfNumericBoostReport_t report;
  GOOD(cusolverRfCreate(&rf));
  GOOD(cusolverRfBatchSetupHost(2, 2, 4, begins, columns, matrices, 0, nullptr, nullptr, nullptr, 0,
                                nullptr, nullptr, nullptr, order, order, rf));
  GOOD(cusolverRfBatchAnalyze(rf));
  GOOD(cusolverRfBatchRefactor(rf));
  EXPECT_EQ((int)cusolverRfBatchZeroPivot(rf, places), (int)CUSOLVER_STATUS_ZERO_PIVOT);
  EXPECT_EQ(places[0], -1);
  EXPECT_EQ(places[1], 0);
  GOOD(cusolverRfSetNumericProperties(rf, 1e-9, 1e-3));
  GOOD(cusolverRfBatchResetValues(2, 2, 4, begins, columns, matrices, order, order, rf));
  GOOD(cusolverRfBatchRefactor(rf));
  GOOD(cusolverRfBatchZeroPivot(rf, places));
  GOOD(cusolverRfGetNumericBoostReport(rf, &report));
  EXPECT_EQ((int)report, (int)CUSOLVERRF_NUMERIC_BOOST_USED);
  GOOD(cusolverRfBatchSolve(rf, order, order, 1, nullptr, 2, sides, 2));
  EXPECT(std::fabs(side[0] - 1) < 1e-15 && std::fabs(side[1] - 1) < 1e-15);
  GOOD(cusolverRfDestroy(rf));
}

}  // namespace

int main() { return run_cases(); }
