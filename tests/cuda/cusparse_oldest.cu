// cuSPARSE's functions that CUDA 11 took away, against loops over dense matrices.
// SPDX-License-Identifier: MIT
#include <cusparse.h>

#include <algorithm>
#include <vector>

#include "check.h"
#include "noisy_array.h"

#define GOOD(call) EXPECT_EQ(call, CUSPARSE_STATUS_SUCCESS)

static const cusparseOperation_t kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
static const cusparseOperation_t kTurned = CUSPARSE_OPERATION_TRANSPOSE;

// The functions by the type of their numbers.
#define BY_TYPE(name)                            \
  template <class... A>                          \
  cusparseStatus_t name(float, const A&... a) {  \
    return cusparseS##name(a...);                \
  }                                              \
  template <class... A>                          \
  cusparseStatus_t name(double, const A&... a) { \
    return cusparseD##name(a...);                \
  }
BY_TYPE(csr2csc)
BY_TYPE(csr2hyb)
BY_TYPE(hyb2csr)
BY_TYPE(hybmv)
BY_TYPE(csrmm2)
BY_TYPE(csrgemm)
BY_TYPE(csrgemm2)
BY_TYPE(csrgeam)
BY_TYPE(csrsv_analysis)
BY_TYPE(csrsv_solve)
BY_TYPE(csrilu0)
BY_TYPE(csrsm2_solve)
BY_TYPE(gtsv)
BY_TYPE(gtsvStridedBatch)
#undef BY_TYPE

struct Tools {
  cusparseHandle_t handle = nullptr;
  cusparseMatDescr_t plain = nullptr;
  Tools() {
    GOOD(cusparseCreate(&handle));
    GOOD(cusparseCreateMatDescr(&plain));
    GOOD(cusparseSetMatIndexBase(plain, CUSPARSE_INDEX_BASE_ONE));
  }
  ~Tools() {
    GOOD(cusparseDestroyMatDescr(plain));
    GOOD(cusparseDestroy(handle));
  }
};

// A matrix in CSR that counts from 1, and the same by rows with all elements.
template <class T>
struct Matrix {
  int rows, columns, count = 0;
  std::vector<T> full;
  Array<T> values;
  Array<int> begins, indices;
  Matrix(int m, int n, size_t seed, bool diagonal = false)
      : rows(m),
        columns(n),
        full(size_t(m) * n),
        values(full.size()),
        begins(m + 1),
        indices(full.size()) {
    for (int i = 0; i < m; ++i) {
      begins.x[i] = count + 1;
      for (int j = 0; j < n; ++j) {
        if (!(diagonal && i == j) && noise(seed + i * 31 + j * 7) < 0.3) continue;
        const T value = T(noise(seed + 5 * i + j)) + T(diagonal && i == j ? 8 : 1);
        full[i * n + j] = values.x[count] = value;
        indices.x[count++] = j + 1;
      }
    }
    begins.x[m] = count + 1;
  }
  T at(int i, int j) const { return full[i * columns + j]; }
};

template <class T>
static T tolerance() {
  return sizeof(T) == 4 ? T(2e-4) : T(1e-10);
}
#define NEAR(a, b) EXPECT(std::abs((a) - (b)) <= tolerance<T>() * (1 + std::abs(b)))

template <class T>
static std::vector<T> dense_of(int m, int n, const int* begins, const int* indices,
                               const T* values) {
  std::vector<T> full(size_t(m) * n);
  for (int i = 0; i < m; ++i)
    for (int at = begins[i] - 1; at < begins[i + 1] - 1; ++at)
      full[i * n + indices[at] - 1] = values[at];
  return full;
}

template <class T>
static void check_products() {
  const Tools t;
  const Matrix<T> a(7, 5, 1), b(6, 5, 2), d(7, 6, 3);
  int total = 0;
  Array<int> begins(8);
  GOOD(cusparseXcsrgemmNnz(t.handle, kPlain, kTurned, 7, 6, 5, t.plain, a.count, a.begins.x,
                           a.indices.x, t.plain, b.count, b.begins.x, b.indices.x, t.plain,
                           begins.x, &total));
  Array<int> indices(total);
  Array<T> values(total);
  GOOD(csrgemm(T(), t.handle, kPlain, kTurned, 7, 6, 5, t.plain, a.count, a.values.x, a.begins.x,
               a.indices.x, t.plain, b.count, b.values.x, b.begins.x, b.indices.x, t.plain,
               values.x, begins.x, indices.x));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(begins.x[7], total + 1);
  const std::vector<T> found = dense_of(7, 6, begins.x, indices.x, values.x);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 6; ++j) {
      T sum(0);
      for (int k = 0; k < 5; ++k) sum += a.at(i, k) * b.at(j, k);
      NEAR(found[i * 6 + j], sum);
    }

  const Matrix<T> c(5, 6, 4);
  const T alpha(2), beta(-3);
  csrgemm2Info_t info = nullptr;
  GOOD(cusparseCreateCsrgemm2Info(&info));
  GOOD(cusparseXcsrgemm2Nnz(t.handle, 7, 6, 5, t.plain, a.count, a.begins.x, a.indices.x, t.plain,
                            c.count, c.begins.x, c.indices.x, t.plain, d.count, d.begins.x,
                            d.indices.x, t.plain, begins.x, &total, info, nullptr));
  Array<int> more_indices(total);
  Array<T> more_values(total);
  GOOD(csrgemm2(T(), t.handle, 7, 6, 5, &alpha, t.plain, a.count, a.values.x, a.begins.x,
                a.indices.x, t.plain, c.count, c.values.x, c.begins.x, c.indices.x, &beta, t.plain,
                d.count, d.values.x, d.begins.x, d.indices.x, t.plain, more_values.x, begins.x,
                more_indices.x, info, nullptr));
  OK(cudaDeviceSynchronize());
  GOOD(cusparseDestroyCsrgemm2Info(info));
  const std::vector<T> both = dense_of(7, 6, begins.x, more_indices.x, more_values.x);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 6; ++j) {
      T sum = beta * d.at(i, j);
      for (int k = 0; k < 5; ++k) sum += alpha * a.at(i, k) * c.at(k, j);
      NEAR(both[i * 6 + j], sum);
    }
}

template <class T>
static void check_sums() {
  const Tools t;
  const Matrix<T> a(7, 6, 1), b(7, 6, 2);
  const T alpha(2), beta(-3);
  int total = 0;
  Array<int> begins(8);
  GOOD(cusparseXcsrgeamNnz(t.handle, 7, 6, t.plain, a.count, a.begins.x, a.indices.x, t.plain,
                           b.count, b.begins.x, b.indices.x, t.plain, begins.x, &total));
  Array<int> indices(total);
  Array<T> values(total), x(6, 9), y(7, 11), dense(12, 13), out(14, 17);
  GOOD(csrgeam(T(), t.handle, 7, 6, &alpha, t.plain, a.count, a.values.x, a.begins.x, a.indices.x,
               &beta, t.plain, b.count, b.values.x, b.begins.x, b.indices.x, t.plain, values.x,
               begins.x, indices.x));
  const std::vector<T> y_before(y.x, y.x + 7), out_before(out.x, out.x + 14);
  cusparseHybMat_t hyb = nullptr;
  GOOD(cusparseCreateHybMat(&hyb));
  GOOD(csr2hyb(T(), t.handle, 7, 6, t.plain, a.values.x, a.begins.x, a.indices.x, hyb, 0,
               CUSPARSE_HYB_PARTITION_AUTO));
  GOOD(hybmv(T(), t.handle, kPlain, &alpha, t.plain, hyb, x.x, &beta, y.x));
  Array<int> begins_back(8), indices_back(a.count);
  Array<T> values_back(a.count);
  GOOD(hyb2csr(T(), t.handle, t.plain, hyb, values_back.x, begins_back.x, indices_back.x));
  GOOD(cusparseDestroyHybMat(hyb));
  GOOD(csrmm2(T(), t.handle, kPlain, kTurned, 7, 2, 6, a.count, &alpha, t.plain, a.values.x,
              a.begins.x, a.indices.x, dense.x, 2, &beta, out.x, 7));
  OK(cudaDeviceSynchronize());
  const std::vector<T> sum = dense_of(7, 6, begins.x, indices.x, values.x);
  for (int i = 0; i < 7; ++i) {
    T line(0), products[2] = {T(0), T(0)};
    for (int j = 0; j < 6; ++j) {
      NEAR(sum[i * 6 + j], alpha * a.at(i, j) + beta * b.at(i, j));
      line += a.at(i, j) * x.x[j];
      for (int k = 0; k < 2; ++k) products[k] += a.at(i, j) * dense.x[j * 2 + k];
    }
    NEAR(y.x[i], alpha * line + beta * y_before[i]);
    for (int k = 0; k < 2; ++k)
      NEAR(out.x[k * 7 + i], alpha * products[k] + beta * out_before[k * 7 + i]);
  }
  EXPECT(std::equal(values_back.x, values_back.x + a.count, a.values.x));
  EXPECT(std::equal(indices_back.x, indices_back.x + a.count, a.indices.x));
}

// L U x = b with the factors in a's place, then the columns of several right sides at once.
template <class T>
static void check_solvers() {
  const Tools t;
  const int n = 6;
  Matrix<T> a(n, n, 1, true);
  Array<int> column_begins(n + 1), rows(a.count);
  Array<T> by_columns(a.count), b(n, 3), middle(n), x(n), many(2 * n, 5);
  GOOD(csr2csc(T(), t.handle, n, n, a.count, a.values.x, a.begins.x, a.indices.x, by_columns.x,
               rows.x, column_begins.x, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE));
  cusparseSolveAnalysisInfo_t info = nullptr;
  GOOD(cusparseCreateSolveAnalysisInfo(&info));
  cusparseMatDescr_t lower, upper;
  for (cusparseMatDescr_t* one : {&lower, &upper}) {
    GOOD(cusparseCreateMatDescr(one));
    GOOD(cusparseSetMatIndexBase(*one, CUSPARSE_INDEX_BASE_ONE));
  }
  GOOD(cusparseSetMatDiagType(lower, CUSPARSE_DIAG_TYPE_UNIT));
  GOOD(cusparseSetMatFillMode(upper, CUSPARSE_FILL_MODE_UPPER));
  GOOD(csrsv_analysis(T(), t.handle, kPlain, n, a.count, t.plain, a.values.x, a.begins.x,
                      a.indices.x, info));
  GOOD(csrilu0(T(), t.handle, kPlain, n, t.plain, a.values.x, a.begins.x, a.indices.x, info));
  const T one(1);
  GOOD(csrsv_solve(T(), t.handle, kPlain, n, &one, lower, a.values.x, a.begins.x, a.indices.x, info,
                   b.x, middle.x));
  GOOD(csrsv_solve(T(), t.handle, kPlain, n, &one, upper, a.values.x, a.begins.x, a.indices.x, info,
                   middle.x, x.x));
  csrsm2Info_t several = nullptr;
  GOOD(cusparseCreateCsrsm2Info(&several));
  OK(cudaDeviceSynchronize());
  const std::vector<T> before(many.x, many.x + 2 * n);
  GOOD(csrsm2_solve(T(), t.handle, 0, kPlain, kPlain, n, 2, a.count, &one, upper, a.values.x,
                    a.begins.x, a.indices.x, many.x, n, several, CUSPARSE_SOLVE_POLICY_NO_LEVEL,
                    nullptr));
  OK(cudaDeviceSynchronize());
  const std::vector<T> factors = dense_of(n, n, a.begins.x, a.indices.x, a.values.x);
  for (int i = 0; i < n; ++i) {
    T left = middle.x[i], right(0), sums[2] = {T(0), T(0)};
    for (int j = 0; j < i; ++j) left += factors[i * n + j] * middle.x[j];
    for (int j = i; j < n; ++j) {
      right += factors[i * n + j] * x.x[j];
      for (int k = 0; k < 2; ++k) sums[k] += factors[i * n + j] * many.x[k * n + j];
    }
    NEAR(left, b.x[i]);
    NEAR(right, middle.x[i]);
    for (int k = 0; k < 2; ++k) NEAR(sums[k], before[k * n + i]);
    for (int at = column_begins.x[i] - 1; at < column_begins.x[i + 1] - 1; ++at)
      EXPECT_EQ(by_columns.x[at], a.at(rows.x[at] - 1, i));
  }
  GOOD(cusparseDestroyCsrsm2Info(several));
  GOOD(cusparseDestroySolveAnalysisInfo(info));
  GOOD(cusparseDestroyMatDescr(lower));
  GOOD(cusparseDestroyMatDescr(upper));
}

template <class T>
static void check_tridiagonal() {
  const Tools t;
  const int n = 9;
  Array<T> left(n, 1), main(n, 2), right(n, 3), x(n, 4), y(n);
  for (int i = 0; i < n; ++i) main.x[i] += T(5);
  left.x[0] = right.x[n - 1] = T(0);
  const std::vector<T> b(x.x, x.x + n);
  std::copy(b.begin(), b.end(), y.x);
  GOOD(gtsv(T(), t.handle, n, 1, left.x, main.x, right.x, x.x, n));
  GOOD(gtsvStridedBatch(T(), t.handle, n, left.x, main.x, right.x, y.x, 1, n));
  OK(cudaDeviceSynchronize());
  for (const T* found : {x.x, y.x})
    for (int i = 0; i < n; ++i) {
      T sum = main.x[i] * found[i];
      if (i > 0) sum += left.x[i] * found[i - 1];
      if (i + 1 < n) sum += right.x[i] * found[i + 1];
      NEAR(sum, b[i]);
    }
}

CASE(products_of_sparse_matrices) {
  check_products<float>();
  check_products<double>();
}
CASE(sums_and_products_with_vectors) {
  check_sums<float>();
  check_sums<double>();
}
CASE(factors_and_triangles) {
  check_solvers<float>();
  check_solvers<double>();
}
CASE(three_diagonals) {
  check_tridiagonal<float>();
  check_tridiagonal<double>();
}

int main() { return run_cases(); }
