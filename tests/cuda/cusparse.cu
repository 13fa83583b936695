// cusparse.h against dense loops in double: formats, operations, types, triangles, factors, conversions, misuse.
// SPDX-License-Identifier: MIT
#include <cusparse.h>

#include <cmath>
#include <complex>
#include <vector>

#include "check.h"
#include "complex_numbers.h"

static const cusparseOperation_t kOperations[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                                  CUSPARSE_OPERATION_TRANSPOSE,
                                                  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

#define GOOD(call) EXPECT_EQ(call, CUSPARSE_STATUS_SUCCESS)

template <class T>
struct Kind;
template <>
struct Kind<float> {
  static const cudaDataType type = CUDA_R_32F;
};
template <>
struct Kind<double> {
  static const cudaDataType type = CUDA_R_64F;
};
template <>
struct Kind<cuComplex> {
  static const cudaDataType type = CUDA_C_32F;
};
template <>
struct Kind<cuDoubleComplex> {
  static const cudaDataType type = CUDA_C_64F;
};

template <class T>
struct Array {
  T* x = nullptr;
  size_t count;
  explicit Array(size_t n) : count(n) { OK(cudaMallocManaged(&x, (n + 1) * sizeof(T))); }
  Array(size_t n, size_t seed) : Array(n) {
    for (size_t i = 0; i < n; ++i) set(x[i], {noise(i + seed), noise(i + seed + 77)});
  }
  template <class U>
  explicit Array(const std::vector<U>& from) : Array(from.size()) {
    for (size_t i = 0; i < from.size(); ++i) x[i] = from[i];
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(x); }
};

struct Handle {
  cusparseHandle_t h = nullptr;
  Handle() { GOOD(cusparseCreate(&h)); }
  ~Handle() { GOOD(cusparseDestroy(h)); }
  operator cusparseHandle_t() const { return h; }
};

// A matrix with every third element or so, and its dense twin. Some lines are empty.
template <class T, class I>
struct Sparse {
  int rows, columns, base;
  cusparseFormat_t format;
  std::vector<Complex> dense;
  std::vector<I> along, across;
  std::vector<T> values;
  Array<I>*first, *second;
  Array<T>* numbers;
  cusparseSpMatDescr_t descr = nullptr;

  Complex at(int i, int j) const { return dense[size_t(i) * columns + j]; }
  Complex at(cusparseOperation_t op, int i, int j) const {
    if (op == CUSPARSE_OPERATION_NON_TRANSPOSE) return at(i, j);
    return op == CUSPARSE_OPERATION_TRANSPOSE ? at(j, i) : std::conj(at(j, i));
  }

  Sparse(int m, int n, cusparseFormat_t f, int b, bool triangle = false)
      : rows(m), columns(n), base(b), format(f), dense(size_t(m) * n) {
    const bool by_rows = f != CUSPARSE_FORMAT_CSC;
    const int lines = by_rows ? m : n, width = by_rows ? n : m;
    for (int line = 0; line < lines; ++line) {
      if (f != CUSPARSE_FORMAT_COO) along.push_back(I(values.size() + b));
      for (int other = 0; other < width; ++other) {
        const int i = by_rows ? line : other, j = by_rows ? other : line;
        const bool there = triangle ? i == j || (i * 5 + j * 3) % 4 == 0 : (i * 7 + j * 5) % 3 == 0;
        if (!there || (!triangle && line == 2)) continue;
        T stored;
        set(stored, Complex(noise(i * 31 + j), noise(i + 17 * j)) + (i == j ? 4.0 : 0.0));
        dense[size_t(i) * n + j] = value(stored);
        if (f == CUSPARSE_FORMAT_COO) along.push_back(I(line + b));
        across.push_back(I(other + b));
        values.push_back(stored);
      }
    }
    if (f != CUSPARSE_FORMAT_COO) along.push_back(I(values.size() + b));
    first = new Array<I>(along), second = new Array<I>(across), numbers = new Array<T>(values);
    const auto index = sizeof(I) == 4 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
    const auto from = cusparseIndexBase_t(b);
    if (f == CUSPARSE_FORMAT_CSR)
      GOOD(cusparseCreateCsr(&descr, m, n, values.size(), first->x, second->x, numbers->x, index,
                             index, from, Kind<T>::type));
    else if (f == CUSPARSE_FORMAT_CSC)
      GOOD(cusparseCreateCsc(&descr, m, n, values.size(), first->x, second->x, numbers->x, index,
                             index, from, Kind<T>::type));
    else
      GOOD(cusparseCreateCoo(&descr, m, n, values.size(), first->x, second->x, numbers->x, index,
                             from, Kind<T>::type));
  }
  Sparse(const Sparse&) = delete;
  ~Sparse() {
    GOOD(cusparseDestroySpMat(descr));
    delete first, delete second, delete numbers;
  }
};

template <class T, class I>
static void check_vector(cusparseFormat_t format, int base, double tolerance) {
  Handle handle;
  Sparse<T, I> a(67, 41, format, base);
  for (const auto op : kOperations) {
    const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int rows = plain ? 67 : 41, columns = plain ? 41 : 67;
    Array<T> x(columns, 3), y(rows, 9), old(rows, 9), scalars(2, 5);
    cusparseDnVecDescr_t from, to;
    GOOD(cusparseCreateDnVec(&from, columns, x.x, Kind<T>::type));
    GOOD(cusparseCreateDnVec(&to, rows, y.x, Kind<T>::type));
    size_t bytes = 0;
    GOOD(cusparseSpMV_bufferSize(handle, op, &scalars.x[0], a.descr, from, &scalars.x[1], to,
                                 Kind<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    EXPECT(bytes > 0);
    GOOD(cusparseSpMV(handle, op, &scalars.x[0], a.descr, from, &scalars.x[1], to, Kind<T>::type,
                      CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    GOOD(cusparseDestroyDnVec(from));
    GOOD(cusparseDestroyDnVec(to));
    OK(cudaDeviceSynchronize());
    bool all = true;
    for (int i = 0; i < rows; ++i) {
      Complex sum = 0;
      for (int j = 0; j < columns; ++j) sum += a.at(op, i, j) * value(x.x[j]);
      all &= near(value(y.x[i]), value(scalars.x[0]) * sum + value(scalars.x[1]) * value(old.x[i]),
                  tolerance);
    }
    EXPECT(all);
  }
}

CASE(matrix_times_vector) {
  for (const auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO})
    for (int base = 0; base < 2; ++base) {
      check_vector<float, int>(format, base, 1e-5);
      check_vector<cuDoubleComplex, long>(format, base, 1e-12);
    }
  check_vector<double, int>(CUSPARSE_FORMAT_CSR, 0, 1e-12);
  check_vector<cuComplex, int>(CUSPARSE_FORMAT_CSR, 0, 1e-5);
}

template <class T>
static void check_matrix(cusparseFormat_t format, cusparseOrder_t order, double tolerance) {
  Handle handle;
  Sparse<T, int> a(23, 19, format, 1);
  for (const auto op : kOperations)
    for (const auto op_b : kOperations) {
      const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
      const bool plain_b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
      const int rows = plain ? 23 : 19, inner = plain ? 19 : 23, columns = 7, ld = 30;
      const int b_rows = plain_b ? inner : columns, b_columns = plain_b ? columns : inner;
      Array<T> b(ld * 30, 3), c(ld * 30, 9), old(ld * 30, 9), scalars(2, 5);
      const auto place = [&](int i, int j) {
        return order == CUSPARSE_ORDER_COL ? i + j * ld : i * ld + j;
      };
      cusparseDnMatDescr_t from, to;
      GOOD(cusparseCreateDnMat(&from, b_rows, b_columns, ld, b.x, Kind<T>::type, order));
      GOOD(cusparseCreateDnMat(&to, rows, columns, ld, c.x, Kind<T>::type, order));
      GOOD(cusparseSpMM(handle, op, op_b, &scalars.x[0], a.descr, from, &scalars.x[1], to,
                        Kind<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
      GOOD(cusparseDestroyDnMat(from));
      GOOD(cusparseDestroyDnMat(to));
      OK(cudaDeviceSynchronize());
      bool all = true;
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
          Complex sum = 0;
          for (int k = 0; k < inner; ++k) {
            Complex right = value(b.x[plain_b ? place(k, j) : place(j, k)]);
            if (op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) right = std::conj(right);
            sum += a.at(op, i, k) * right;
          }
          const Complex kept = value(scalars.x[1]) * value(old.x[place(i, j)]);
          all &= near(value(c.x[place(i, j)]), value(scalars.x[0]) * sum + kept, tolerance);
        }
      EXPECT(all);
    }
}

CASE(matrix_times_matrix) {
  for (const auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO})
    for (const auto order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) {
      check_matrix<float>(format, order, 1e-4);
      check_matrix<cuDoubleComplex>(format, order, 1e-12);
    }
}

CASE(vectors) {
  Handle handle;
  const std::vector<int> indices = {1, 4, 5, 9};
  Array<int> places(indices);
  Array<double> x(4, 1), y(10, 2), old(10, 2), result(1);
  cusparseSpVecDescr_t sparse;
  cusparseDnVecDescr_t dense;
  GOOD(cusparseCreateSpVec(&sparse, 10, 4, places.x, x.x, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  GOOD(cusparseCreateDnVec(&dense, 10, y.x, CUDA_R_64F));
  const double alpha = 2, beta = -0.5;
  GOOD(cusparseAxpby(handle, &alpha, sparse, &beta, dense));
  double dot = 0;
  GOOD(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sparse, dense, &dot, CUDA_R_64F,
                    nullptr));
  double wanted = 0;
  for (int i = 0; i < 4; ++i) wanted += x.x[i] * y.x[indices[i]];
  EXPECT(near(dot, wanted, 1e-14));
  EXPECT(near(y.x[4], -0.5 * old.x[4] + 2 * x.x[1], 1e-14));
  EXPECT(near(y.x[3], -0.5 * old.x[3], 1e-14));
  GOOD(cusparseGather(handle, dense, sparse));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(x.x[3], y.x[9]);
  x.x[0] = 77;
  GOOD(cusparseScatter(handle, sparse, dense));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(y.x[1], 77);
  GOOD(cusparseDestroySpVec(sparse));
  GOOD(cusparseDestroyDnVec(dense));
}

template <class T>
static void check_triangle(cusparseFormat_t format, cusparseFillMode_t fill,
                           cusparseDiagType_t diagonal, double tolerance) {
  Handle handle;
  const int n = 29;
  Sparse<T, int> a(n, n, format, 0, true);
  GOOD(cusparseSpMatSetAttribute(a.descr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  GOOD(cusparseSpMatSetAttribute(a.descr, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
  for (const auto op : kOperations) {
    Array<T> b(n * 2, 3), x(n * 2, 8), alpha(1, 4);
    cusparseDnVecDescr_t right, solution;
    cusparseSpSVDescr_t work;
    GOOD(cusparseCreateDnVec(&right, n, b.x, Kind<T>::type));
    GOOD(cusparseCreateDnVec(&solution, n, x.x, Kind<T>::type));
    GOOD(cusparseSpSV_createDescr(&work));
    GOOD(cusparseSpSV_analysis(handle, op, alpha.x, a.descr, right, solution, Kind<T>::type,
                               CUSPARSE_SPSV_ALG_DEFAULT, work, nullptr));
    GOOD(cusparseSpSV_solve(handle, op, alpha.x, a.descr, right, solution, Kind<T>::type,
                            CUSPARSE_SPSV_ALG_DEFAULT, work));
    OK(cudaDeviceSynchronize());
    bool all = true;
    for (int i = 0; i < n; ++i) {
      Complex sum = 0;
      for (int j = 0; j < n; ++j) {
        const int row = op == CUSPARSE_OPERATION_NON_TRANSPOSE ? i : j, column = i + j - row;
        if (row != column && (row > column) != (fill == CUSPARSE_FILL_MODE_LOWER)) continue;
        const bool one = row == column && diagonal == CUSPARSE_DIAG_TYPE_UNIT;
        sum += (one ? Complex(1) : a.at(op, i, j)) * value(x.x[j]);
      }
      all &= near(sum, value(alpha.x[0]) * value(b.x[i]), tolerance);
    }
    EXPECT(all);
    cusparseDnMatDescr_t rights, solutions;
    cusparseSpSMDescr_t works;
    Array<T> both(n * 2, 5);
    GOOD(cusparseCreateDnMat(&rights, n, 2, n, b.x, Kind<T>::type, CUSPARSE_ORDER_COL));
    GOOD(cusparseCreateDnMat(&solutions, n, 2, n, both.x, Kind<T>::type, CUSPARSE_ORDER_COL));
    GOOD(cusparseSpSM_createDescr(&works));
    GOOD(cusparseSpSM_solve(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha.x, a.descr, rights,
                            solutions, Kind<T>::type, CUSPARSE_SPSM_ALG_DEFAULT, works));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) all &= near(value(both.x[i]), value(x.x[i]), tolerance);
    EXPECT(all);
    GOOD(cusparseSpSM_destroyDescr(works));
    GOOD(cusparseSpSV_destroyDescr(work));
    GOOD(cusparseDestroyDnMat(rights));
    GOOD(cusparseDestroyDnMat(solutions));
    GOOD(cusparseDestroyDnVec(right));
    GOOD(cusparseDestroyDnVec(solution));
  }
}

CASE(triangles) {
  for (const auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO})
    for (const auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER}) {
      check_triangle<double>(format, fill, CUSPARSE_DIAG_TYPE_NON_UNIT, 1e-9);
      check_triangle<cuDoubleComplex>(format, fill, CUSPARSE_DIAG_TYPE_NON_UNIT, 1e-9);
    }
  check_triangle<double>(CUSPARSE_FORMAT_CSR, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_UNIT,
                         1e-6);
}

CASE(dense_and_back) {
  Handle handle;
  for (const auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
    Sparse<float, int> a(9, 13, format, 1);
    Array<float> dense(9 * 13, 1);
    cusparseDnMatDescr_t matrix;
    GOOD(cusparseCreateDnMat(&matrix, 9, 13, 13, dense.x, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    GOOD(cusparseSparseToDense(handle, a.descr, matrix, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                               nullptr));
    OK(cudaDeviceSynchronize());
    bool all = true;
    for (int i = 0; i < 9 * 13; ++i) all &= near(dense.x[i], a.dense[i], 0);
    EXPECT(all);
    const std::vector<int> along = a.along, across = a.across;
    OK(cudaMemset(a.first->x, 0, along.size() * sizeof(int)));
    OK(cudaMemset(a.second->x, 0, across.size() * sizeof(int)));
    GOOD(cusparseDenseToSparse_analysis(handle, matrix, a.descr, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                        nullptr));
    int64_t rows, columns, count;
    GOOD(cusparseSpMatGetSize(a.descr, &rows, &columns, &count));
    EXPECT(rows == 9 && columns == 13 && count == int64_t(across.size()));
    GOOD(cusparseDenseToSparse_convert(handle, matrix, a.descr, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                       nullptr));
    OK(cudaDeviceSynchronize());
    for (size_t i = 0; i < along.size(); ++i) all &= a.first->x[i] == along[i];
    for (size_t i = 0; i < across.size(); ++i)
      all &= a.second->x[i] == across[i] && a.numbers->x[i] == a.values[i];
    EXPECT(all);
    GOOD(cusparseDestroyDnMat(matrix));
  }
}

CASE(bare_arrays) {
  Handle handle;
  Sparse<float, int> a(11, 17, CUSPARSE_FORMAT_CSR, 1), wanted(11, 17, CUSPARSE_FORMAT_CSC, 1);
  const int count = int(a.across.size());
  Array<int> begins(18), rows(count), coo(count), back(12);
  Array<float> values(count, 0);
  GOOD(cusparseCsr2cscEx2(handle, 11, 17, count, a.numbers->x, a.first->x, a.second->x, values.x,
                          begins.x, rows.x, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                          CUSPARSE_INDEX_BASE_ONE, CUSPARSE_CSR2CSC_ALG1, nullptr));
  GOOD(cusparseXcsr2coo(handle, a.first->x, count, 11, coo.x, CUSPARSE_INDEX_BASE_ONE));
  GOOD(cusparseXcoo2csr(handle, coo.x, count, 11, back.x, CUSPARSE_INDEX_BASE_ONE));
  OK(cudaDeviceSynchronize());
  // Line 2 of a is an empty row, of `wanted` an empty column: compare with a itself.
  bool all = begins.x[0] == 1 && begins.x[17] == count + 1;
  for (int j = 0; j < 17; ++j)
    for (int at = begins.x[j] - 1; at < begins.x[j + 1] - 1; ++at)
      all &= near(values.x[at], a.at(rows.x[at] - 1, j), 0);
  for (int i = 0; i <= 11; ++i) all &= back.x[i] == a.along[i];
  EXPECT(all);
  cusparseMatDescr_t descr;
  GOOD(cusparseCreateMatDescr(&descr));
  GOOD(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
  Array<float> x(17 * 2, 1), y(11 * 2, 2);
  const float one = 1, zero = 0;
  GOOD(cusparseScsrmm(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 11, 2, 17, count, &one, descr,
                      a.numbers->x, a.first->x, a.second->x, x.x, 17, &zero, y.x, 11));
  OK(cudaDeviceSynchronize());
  const std::vector<float> product(y.x, y.x + 22);
  GOOD(cusparseScsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 11, 17, count, &one, descr,
                      a.numbers->x, a.first->x, a.second->x, x.x + 17, &zero, y.x));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 11; ++i) {
    Complex sum = 0;
    for (int j = 0; j < 17; ++j) sum += a.at(i, j) * value(x.x[j]);
    EXPECT(near(product[i], sum, 1e-5) && near(product[11 + i], y.x[i], 1e-6));
  }
  GOOD(cusparseDestroyMatDescr(descr));
}

CASE(incomplete_factors) {
  Handle handle;
  const int n = 12;  // a grid's matrix has all the places that L times U needs on its diagonal band
  std::vector<int> begins, columns;
  std::vector<double> values;
  for (int i = 0; i < n; ++i) {
    begins.push_back(int(columns.size()));
    for (int j : {i - 1, i, i + 1}) {
      if (j < 0 || j >= n) continue;
      columns.push_back(j);
      values.push_back(i == j ? 4 + 0.1 * i : -1 - 0.01 * (i + j));
    }
  }
  begins.push_back(int(columns.size()));
  Array<int> first(begins), second(columns);
  Array<double> lu(values), cholesky(values);
  cusparseMatDescr_t descr;
  csrilu02Info_t lu_info;
  csric02Info_t cholesky_info;
  int position = 0, bytes = 0;
  GOOD(cusparseCreateMatDescr(&descr));
  GOOD(cusparseCreateCsrilu02Info(&lu_info));
  GOOD(cusparseCreateCsric02Info(&cholesky_info));
  GOOD(cusparseDcsrilu02_bufferSize(handle, n, int(columns.size()), descr, lu.x, first.x, second.x,
                                    lu_info, &bytes));
  EXPECT(bytes > 0);
  GOOD(cusparseDcsrilu02(handle, n, int(columns.size()), descr, lu.x, first.x, second.x, lu_info,
                         CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
  GOOD(cusparseXcsrilu02_zeroPivot(handle, lu_info, &position));
  EXPECT_EQ(position, -1);
  GOOD(cusparseDcsric02(handle, n, int(columns.size()), descr, cholesky.x, first.x, second.x,
                        cholesky_info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
  GOOD(cusparseXcsric02_zeroPivot(handle, cholesky_info, &position));
  const auto get = [&](const double* x, int i, int j) {
    for (int at = begins[i]; at < begins[i + 1]; ++at)
      if (columns[at] == j) return x[at];
    return 0.0;
  };
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) {
      double product = 0, squared = 0;
      for (int k = 0; k <= std::min(i, j); ++k) {
        product += (k == i ? 1 : get(lu.x, i, k)) * get(lu.x, k, j);
        squared += get(cholesky.x, i, k) * get(cholesky.x, j, k);
      }
      EXPECT(near(product, get(values.data(), i, j), 1e-12));
      if (j <= i) EXPECT(near(squared, get(values.data(), i, j), 1e-12));
    }
  values[begins[3] + 1] = 0, values[begins[3]] = 0;  // row 3 has nothing to divide by
  for (size_t i = 0; i < values.size(); ++i) lu.x[i] = values[i];
  GOOD(cusparseDcsrilu02(handle, n, int(columns.size()), descr, lu.x, first.x, second.x, lu_info,
                         CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));
  EXPECT_EQ(cusparseXcsrilu02_zeroPivot(handle, lu_info, &position), CUSPARSE_STATUS_ZERO_PIVOT);
  EXPECT_EQ(position, 3);
  GOOD(cusparseDestroyCsrilu02Info(lu_info));
  GOOD(cusparseDestroyCsric02Info(cholesky_info));
  GOOD(cusparseDestroyMatDescr(descr));
}

CASE(tridiagonal_systems) {
  Handle handle;
  const int n = 37;
  Array<double> dl(n, 1), d(n, 2), du(n, 3), b(2 * n, 4), x(2 * n, 4);
  d.x[5] = 0;  // rows must be exchanged
  GOOD(cusparseDgtsv2(handle, n, 2, dl.x, d.x, du.x, x.x, n, nullptr));
  OK(cudaDeviceSynchronize());
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < n; ++i) {
      double sum = d.x[i] * x.x[k * n + i];
      if (i > 0) sum += dl.x[i] * x.x[k * n + i - 1];
      if (i + 1 < n) sum += du.x[i] * x.x[k * n + i + 1];
      EXPECT(near(sum, b.x[k * n + i], 1e-9));
    }
}

CASE(sparse_times_sparse) {
  Handle handle;
  Sparse<double, int> a(14, 9, CUSPARSE_FORMAT_CSR, 0), b(9, 11, CUSPARSE_FORMAT_CSR, 0);
  Array<int> begins(15);
  cusparseSpMatDescr_t c;
  cusparseSpGEMMDescr_t work;
  const double alpha = 2, beta = 0;
  const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  size_t bytes = 0;
  void* buffer = nullptr;
  GOOD(cusparseCreateCsr(&c, 14, 11, 0, begins.x, nullptr, nullptr, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  GOOD(cusparseSpGEMM_createDescr(&work));
  GOOD(cusparseSpGEMM_workEstimation(handle, op, op, &alpha, a.descr, b.descr, &beta, c, CUDA_R_64F,
                                     CUSPARSE_SPGEMM_DEFAULT, work, &bytes, nullptr));
  GOOD(cusparseSpGEMM_compute(handle, op, op, &alpha, a.descr, b.descr, &beta, c, CUDA_R_64F,
                              CUSPARSE_SPGEMM_DEFAULT, work, &bytes, nullptr));
  OK(cudaMalloc(&buffer, bytes));
  GOOD(cusparseSpGEMM_compute(handle, op, op, &alpha, a.descr, b.descr, &beta, c, CUDA_R_64F,
                              CUSPARSE_SPGEMM_DEFAULT, work, &bytes, buffer));
  int64_t rows, columns, count;
  GOOD(cusparseSpMatGetSize(c, &rows, &columns, &count));
  Array<int> indices(count);
  Array<double> values(count, 0);
  GOOD(cusparseCsrSetPointers(c, begins.x, indices.x, values.x));
  GOOD(cusparseSpGEMM_copy(handle, op, op, &alpha, a.descr, b.descr, &beta, c, CUDA_R_64F,
                           CUSPARSE_SPGEMM_DEFAULT, work));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(int64_t(begins.x[14]), count);
  std::vector<double> dense(14 * 11, 0);
  for (int i = 0; i < 14; ++i)
    for (int at = begins.x[i]; at < begins.x[i + 1]; ++at)
      dense[i * 11 + indices.x[at]] += values.x[at];
  for (int i = 0; i < 14; ++i)
    for (int j = 0; j < 11; ++j) {
      Complex sum = 0;
      for (int k = 0; k < 9; ++k) sum += a.at(i, k) * b.at(k, j);
      EXPECT(near(dense[i * 11 + j], 2.0 * sum, 1e-13));
    }
  GOOD(cusparseSpGEMM_destroyDescr(work));
  GOOD(cusparseDestroySpMat(c));
  OK(cudaFree(buffer));
}

// The pattern once, then numbers as often as they change.
CASE(reused_products) {
  Handle handle;
  Sparse<double, int> a(14, 9, CUSPARSE_FORMAT_CSR, 0), b(9, 11, CUSPARSE_FORMAT_CSR, 0);
  Array<int> begins(15);
  cusparseSpMatDescr_t c;
  cusparseSpGEMMDescr_t work;
  const double alpha = 2, zero = 0, half = 0.5;
  const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto kind = CUSPARSE_SPGEMM_DEFAULT;
  size_t bytes[4] = {};
  void* buffer = nullptr;
  OK(cudaMalloc(&buffer, 1 << 12));
  GOOD(cusparseCreateCsr(&c, 14, 11, 0, begins.x, nullptr, nullptr, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  GOOD(cusparseSpGEMM_createDescr(&work));
  GOOD(cusparseSpGEMMreuse_workEstimation(handle, op, op, a.descr, b.descr, c, kind, work, bytes,
                                          nullptr));
  EXPECT_EQ(
      cusparseSpGEMMreuse_copy(handle, op, op, a.descr, b.descr, c, kind, work, bytes, buffer),
      CUSPARSE_STATUS_INVALID_VALUE);  // too early
  GOOD(cusparseSpGEMMreuse_nnz(handle, op, op, a.descr, b.descr, c, kind, work, bytes, nullptr,
                               bytes + 1, nullptr, bytes + 2, nullptr));
  GOOD(cusparseSpGEMMreuse_nnz(handle, op, op, a.descr, b.descr, c, kind, work, bytes, buffer,
                               bytes + 1, buffer, bytes + 2, buffer));
  int64_t rows, columns, count;
  GOOD(cusparseSpMatGetSize(c, &rows, &columns, &count));
  Array<int> indices(count);
  Array<double> values(count, 0);
  GOOD(cusparseCsrSetPointers(c, begins.x, indices.x, values.x));
  GOOD(cusparseSpGEMMreuse_copy(handle, op, op, a.descr, b.descr, c, kind, work, bytes, nullptr));
  GOOD(cusparseSpGEMMreuse_copy(handle, op, op, a.descr, b.descr, c, kind, work, bytes, buffer));
  GOOD(cusparseSpGEMMreuse_compute(handle, op, op, &alpha, a.descr, b.descr, &zero, c, CUDA_R_64F,
                                   kind, work));
  GOOD(cusparseSpGEMMreuse_compute(handle, op, op, &alpha, a.descr, b.descr, &half, c, CUDA_R_64F,
                                   kind, work));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(int64_t(begins.x[14]), count);
  for (int i = 0; i < 14; ++i)
    for (int at = begins.x[i]; at < begins.x[i + 1]; ++at) {
      Complex sum = 0;
      for (int k = 0; k < 9; ++k) sum += a.at(i, k) * b.at(k, indices.x[at]);
      EXPECT(near(values.x[at], 3.0 * sum, 1e-13));
    }
  GOOD(cusparseSpGEMM_destroyDescr(work));
  GOOD(cusparseDestroySpMat(c));
  OK(cudaFree(buffer));
}

CASE(misuse) {
  Handle handle;
  Sparse<float, int> a(5, 6, CUSPARSE_FORMAT_CSR, 0);
  Array<float> x(6, 0);
  cusparseDnVecDescr_t vector;
  const float one = 1;
  GOOD(cusparseCreateDnVec(&vector, 6, x.x, CUDA_R_32F));
  EXPECT_EQ(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a.descr, vector, &one,
                         vector, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr),
            CUSPARSE_STATUS_INVALID_VALUE);  // the result has 5 elements
  EXPECT_EQ(cusparseSpMV(nullptr, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a.descr, vector, &one,
                         vector, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr),
            CUSPARSE_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(cusparseCreateDnVec(nullptr, 6, x.x, CUDA_R_32F), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(std::string(cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT)),
            "CUSPARSE_STATUS_ZERO_PIVOT");
  GOOD(cusparseDestroyDnVec(vector));
}

int main() { return run_cases(); }
