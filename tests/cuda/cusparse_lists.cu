// cuSPARSE's batches, matrices of blocks, sampled products, sorting of elements, sums, counts and older functions, against loops in double.
// SPDX-License-Identifier: MIT
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cusparse.h>

#include <algorithm>
#include <vector>

#include "check.h"
#include "complex_numbers.h"
#include "noisy_array.h"

#define GOOD(call) EXPECT_EQ(call, CUSPARSE_STATUS_SUCCESS)

static const cusparseOperation_t kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;

struct Handle {
  cusparseHandle_t h = nullptr;
  Handle() { GOOD(cusparseCreate(&h)); }
  ~Handle() { GOOD(cusparseDestroy(h)); }
  operator cusparseHandle_t() const { return h; }
};

// CSR patterns of several matrices with equally many elements, one behind the other.
struct Patterns {
  int rows, columns, count, batches;
  std::vector<int> begins, indices, row_of;
  Patterns(int m, int n, int batches_) : rows(m), columns(n), batches(batches_) {
    count = m * 3;
    for (int b = 0; b < batches; ++b)
      for (int i = 0; i <= m; ++i) {
        begins.push_back(3 * i);
        for (int k = 0; i < m && k < 3; ++k) {
          indices.push_back((i + b + k * 2) % n);
          row_of.push_back(i);
        }
      }
  }
};

template <class T>
static cudaDataType type_of() {
  return sizeof(T) == 4 ? CUDA_R_32F : CUDA_C_64F;
}

struct Operands {
  cusparseDnMatDescr_t dense[2];
  cusparseSpMatDescr_t sparse;
  ~Operands() {
    GOOD(cusparseDestroyDnMat(dense[0]));
    GOOD(cusparseDestroyDnMat(dense[1]));
    GOOD(cusparseDestroySpMat(sparse));
  }
};

template <class T>
static void make_sparse(cusparseSpMatDescr_t* out, const Patterns& p, Array<int>& along,
                        Array<int>& across, Array<T>& values, bool coo) {
  if (coo) {
    GOOD(cusparseCreateCoo(out, p.rows, p.columns, p.count, along.x, across.x, values.x,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type_of<T>()));
    GOOD(cusparseCooSetStridedBatch(*out, p.batches, p.count));
  } else {
    GOOD(cusparseCreateCsr(out, p.rows, p.columns, p.count, along.x, across.x, values.x,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                           type_of<T>()));
    GOOD(cusparseCsrSetStridedBatch(*out, p.batches, p.rows + 1, p.count));
  }
}

// C has elements of A B only at its places; A and B are stored by rows, B transposed.
template <class T>
static void check_sampled(int batches, bool coo, double tolerance) {
  Handle handle;
  const int m = 7, n = 9, k = 5;
  const Patterns p(m, n, batches);
  Array<int> along(coo ? p.row_of : p.begins), across(p.indices);
  Array<T> values(p.count * batches, 1), old(p.count * batches, 1), scalars(2, 4);
  Array<T> a(m * k * batches, 2), b(n * k * batches, 3);
  Operands all;
  GOOD(cusparseCreateDnMat(&all.dense[0], m, k, k, a.x, type_of<T>(), CUSPARSE_ORDER_ROW));
  GOOD(cusparseCreateDnMat(&all.dense[1], n, k, k, b.x, type_of<T>(), CUSPARSE_ORDER_ROW));
  GOOD(cusparseDnMatSetStridedBatch(all.dense[0], batches, m * k));
  GOOD(cusparseDnMatSetStridedBatch(all.dense[1], batches, n * k));
  make_sparse(&all.sparse, p, along, across, values, coo);
  const auto turned = CUSPARSE_OPERATION_TRANSPOSE;
  size_t bytes = 0;
  GOOD(cusparseSDDMM_bufferSize(handle, kPlain, turned, scalars.x, all.dense[0], all.dense[1],
                                scalars.x + 1, all.sparse, type_of<T>(), CUSPARSE_SDDMM_ALG_DEFAULT,
                                &bytes));
  EXPECT(bytes > 0);
  GOOD(cusparseSDDMM_preprocess(handle, kPlain, turned, scalars.x, all.dense[0], all.dense[1],
                                scalars.x + 1, all.sparse, type_of<T>(), CUSPARSE_SDDMM_ALG_DEFAULT,
                                nullptr));
  GOOD(cusparseSDDMM(handle, kPlain, turned, scalars.x, all.dense[0], all.dense[1], scalars.x + 1,
                     all.sparse, type_of<T>(), CUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
  OK(cudaDeviceSynchronize());
  for (int e = 0; e < p.count * batches; ++e) {
    const int batch = e / p.count;
    Complex sum = 0;
    for (int l = 0; l < k; ++l)
      sum += value(a.x[batch * m * k + p.row_of[e] * k + l]) *
             value(b.x[batch * n * k + p.indices[e] * k + l]);
    EXPECT(near(value(values.x[e]),
                value(scalars.x[0]) * sum + value(scalars.x[1]) * value(old.x[e]), tolerance));
  }
}

CASE(sampled_products) {
  for (const int batches : {1, 3})
    for (const bool coo : {false, true}) {
      check_sampled<float>(batches, coo, 1e-5);
      check_sampled<cuDoubleComplex>(batches, coo, 1e-13);
    }
}

// One dense matrix serves all sparse ones.
CASE(batches_of_products) {
  Handle handle;
  const int m = 7, n = 9, k = 4, batches = 3;
  const Patterns p(m, n, batches);
  for (const bool coo : {false, true}) {
    Array<int> along(coo ? p.row_of : p.begins), across(p.indices);
    Array<float> values(p.count * batches, 1), b(n * k, 2), c(m * k * batches, 3);
    Operands all;
    make_sparse(&all.sparse, p, along, across, values, coo);
    GOOD(cusparseCreateDnMat(&all.dense[0], n, k, n, b.x, CUDA_R_32F, CUSPARSE_ORDER_COL));
    GOOD(cusparseCreateDnMat(&all.dense[1], m, k, m, c.x, CUDA_R_32F, CUSPARSE_ORDER_COL));
    GOOD(cusparseDnMatSetStridedBatch(all.dense[1], batches, m * k));
    const float one = 1, zero = 0;
    GOOD(cusparseSpMM(handle, kPlain, kPlain, &one, all.sparse, all.dense[0], &zero, all.dense[1],
                      CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
    OK(cudaDeviceSynchronize());
    std::vector<double> wanted(m * k * batches);
    for (int e = 0; e < p.count * batches; ++e)
      for (int j = 0; j < k; ++j)
        wanted[e / p.count * m * k + p.row_of[e] + j * m] +=
            double(values.x[e]) * b.x[p.indices[e] + j * n];
    for (size_t i = 0; i < wanted.size(); ++i) EXPECT(near(c.x[i], wanted[i], 1e-5));
    int count = 0;
    int64_t stride = 0;
    GOOD(cusparseDnMatGetStridedBatch(all.dense[1], &count, &stride));
    EXPECT_EQ(count * stride, int64_t(batches * m * k));
    GOOD(cusparseSpMatGetStridedBatch(all.sparse, &count));
    EXPECT_EQ(count, batches);
    // Four results of three products.
    GOOD(cusparseDnMatSetStridedBatch(all.dense[1], 4, m * k));
    EXPECT_EQ(cusparseSpMM(handle, kPlain, kPlain, &one, all.sparse, all.dense[0], &zero,
                           all.dense[1], CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, nullptr),
              CUSPARSE_STATUS_INVALID_VALUE);
  }
}

CASE(sorted_elements) {
  Handle handle;
  const int count = 500;
  std::vector<int> r(count), c(count);
  for (int i = 0; i < count; ++i) r[i] = i * 37 % 23, c[i] = i * 91 % 41;
  for (const bool by_row : {true, false}) {
    Array<int> rows(r), columns(c), order(count);
    size_t bytes = 0;
    GOOD(cusparseXcoosort_bufferSizeExt(handle, 23, 41, count, rows.x, columns.x, &bytes));
    EXPECT(bytes > 0);
    GOOD(cusparseCreateIdentityPermutation(handle, count, order.x));
    const auto sort = by_row ? cusparseXcoosortByRow : cusparseXcoosortByColumn;
    GOOD(sort(handle, 23, 41, count, rows.x, columns.x, order.x, nullptr));
    OK(cudaDeviceSynchronize());
    const auto key = [&](int i) {
      return by_row ? rows.x[i] * 41 + columns.x[i] : columns.x[i] * 23 + rows.x[i];
    };
    for (int i = 0; i < count; ++i) {
      EXPECT(rows.x[i] == r[order.x[i]] && columns.x[i] == c[order.x[i]]);
      EXPECT(i == 0 || key(i - 1) <= key(i));
    }
  }
}

CASE(sorted_lines) {
  Handle handle;
  cusparseMatDescr_t descr;
  GOOD(cusparseCreateMatDescr(&descr));
  GOOD(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
  const std::vector<int> begins{1, 4, 4, 9}, indices{7, 2, 5, 9, 1, 4, 3, 8};
  const auto rows = cusparseXcsrsort, columns = cusparseXcscsort;
  for (const auto sort : {rows, columns}) {
    Array<int> from(begins), sorted(indices), order(8);
    GOOD(cusparseCreateIdentityPermutation(handle, 8, order.x));
    GOOD(sort(handle, 3, 3, 8, descr, from.x, sorted.x, order.x, nullptr));
    OK(cudaDeviceSynchronize());
    const int wanted[] = {2, 5, 7, 1, 3, 4, 8, 9};
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(sorted.x[i], wanted[i]);
      EXPECT_EQ(indices[order.x[i]], wanted[i]);
    }
  }
  GOOD(cusparseDestroyMatDescr(descr));
}

CASE(sums_and_counts) {
  Handle handle;
  cusparseMatDescr_t descr;
  GOOD(cusparseCreateMatDescr(&descr));
  const int m = 3, n = 5;
  Array<int> begins_a(std::vector<int>{0, 2, 2, 5}), columns_a(std::vector<int>{1, 4, 0, 2, 3});
  Array<int> begins_b(std::vector<int>{0, 1, 3, 5}), columns_b(std::vector<int>{4, 0, 2, 2, 4});
  Array<cuComplex> a(5, 1), b(5, 2);
  const cuComplex alpha = make_cuComplex(2, 1), beta = make_cuComplex(0, -1);
  Array<int> begins(4);
  int count = 0;
  GOOD(cusparseXcsrgeam2Nnz(handle, m, n, descr, 5, begins_a.x, columns_a.x, descr, 5, begins_b.x,
                            columns_b.x, descr, begins.x, &count, nullptr));
  EXPECT_EQ(count, 8);
  Array<int> columns(count);
  Array<cuComplex> c(count);
  GOOD(cusparseCcsrgeam2(handle, m, n, &alpha, descr, 5, a.x, begins_a.x, columns_a.x, &beta, descr,
                         5, b.x, begins_b.x, columns_b.x, descr, c.x, begins.x, columns.x,
                         nullptr));
  OK(cudaDeviceSynchronize());
  std::vector<Complex> dense(m * n);
  for (int i = 0; i < m; ++i) {
    for (int e = begins_a.x[i]; e < begins_a.x[i + 1]; ++e)
      dense[i * n + columns_a.x[e]] += Complex(2, 1) * value(a.x[e]);
    for (int e = begins_b.x[i]; e < begins_b.x[i + 1]; ++e)
      dense[i * n + columns_b.x[e]] += Complex(0, -1) * value(b.x[e]);
    for (int e = begins.x[i]; e < begins.x[i + 1]; ++e) {
      EXPECT(e == begins.x[i] || columns.x[e - 1] < columns.x[e]);
      EXPECT(near(value(c.x[e]), dense[i * n + columns.x[e]], 1e-6));
    }
  }
  Array<float> full(std::vector<float>{1, 0, 2, 0, 0, 0, 3, 0, 9, 0, 0, 4});  // 3 x 3 of 4 x 3
  Array<int> per_line(3);
  int total = 0;
  GOOD(cusparseSnnz(handle, CUSPARSE_DIRECTION_ROW, 3, 3, descr, full.x, 4, per_line.x, &total));
  EXPECT(total == 4 && per_line.x[0] == 2 && per_line.x[1] == 0 && per_line.x[2] == 2);
  GOOD(cusparseSnnz(handle, CUSPARSE_DIRECTION_COLUMN, 3, 3, descr, full.x, 4, per_line.x, &total));
  EXPECT(total == 4 && per_line.x[0] == 2 && per_line.x[1] == 1 && per_line.x[2] == 1);
  GOOD(cusparseDestroyMatDescr(descr));
}

// 4 x 3 with 5 elements, columns side by side.
static const std::vector<float> kDense{1, 0, 2, 0, 0, 0, 3, 0, 0, 4, 0, 5};

CASE(older_conversions) {
  Handle handle;
  cusparseMatDescr_t descr;
  GOOD(cusparseCreateMatDescr(&descr));
  GOOD(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
  Array<float> a(kDense), values(5), back(12);
  Array<int> along(5), across(5);
  const std::vector<int> rows{1, 2, 3, 5, 6}, row_columns{1, 3, 1, 2, 3};
  const std::vector<int> columns{1, 3, 4, 6}, column_rows{1, 3, 3, 2, 4};
  GOOD(cusparseSdense2csr(handle, 4, 3, descr, a.x, 4, nullptr, values.x, along.x, across.x));
  GOOD(cusparseScsr2dense(handle, 4, 3, descr, values.x, along.x, across.x, back.x, 4));
  OK(cudaDeviceSynchronize());
  EXPECT(std::equal(rows.begin(), rows.end(), along.x));
  EXPECT(std::equal(row_columns.begin(), row_columns.end(), across.x));
  EXPECT(std::equal(kDense.begin(), kDense.end(), back.x));
  std::fill(back.x, back.x + 12, -1.0f);
  GOOD(cusparseSdense2csc(handle, 4, 3, descr, a.x, 4, nullptr, values.x, across.x, along.x));
  GOOD(cusparseScsc2dense(handle, 4, 3, descr, values.x, across.x, along.x, back.x, 4));
  OK(cudaDeviceSynchronize());
  EXPECT(std::equal(columns.begin(), columns.end(), along.x));
  EXPECT(std::equal(column_rows.begin(), column_rows.end(), across.x));
  EXPECT(std::equal(kDense.begin(), kDense.end(), back.x));
  GOOD(cusparseDestroyMatDescr(descr));
}

CASE(older_vectors) {
  Handle handle;
  Array<int> places(std::vector<int>{2, 5, 7});
  Array<cuComplex> x(3, 1), y(8, 4), taken(3), old(8, 4);
  const auto base = CUSPARSE_INDEX_BASE_ONE;
  const cuComplex alpha = make_cuComplex(2, 1);
  cuComplex plain, turned;
  GOOD(cusparseCgthr(handle, 3, y.x, taken.x, places.x, base));
  GOOD(cusparseCdoti(handle, 3, x.x, places.x, y.x, &plain, base));
  GOOD(cusparseCdotci(handle, 3, x.x, places.x, y.x, &turned, base));
  GOOD(cusparseCaxpyi(handle, 3, &alpha, x.x, places.x, y.x, base));
  OK(cudaDeviceSynchronize());
  Complex sum = 0, conjugated = 0;
  for (int i = 0; i < 3; ++i) {
    const Complex there = value(old.x[places.x[i] - 1]);
    EXPECT(near(value(taken.x[i]), there, 0));
    EXPECT(near(value(y.x[places.x[i] - 1]), there + Complex(2, 1) * value(x.x[i]), 1e-6));
    sum += value(x.x[i]) * there, conjugated += std::conj(value(x.x[i])) * there;
  }
  EXPECT(near(value(plain), sum, 1e-6));
  EXPECT(near(value(turned), conjugated, 1e-6));
  GOOD(cusparseCsctr(handle, 3, taken.x, places.x, y.x, base));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) EXPECT(near(value(y.x[i]), value(old.x[i]), 0));
}

// L of a matrix whose upper half is stored too; the transposed system needs U'.
CASE(older_triangles) {
  Handle handle;
  const int n = 9;
  std::vector<int> begins{0}, columns;
  std::vector<double> dense(n * n), numbers;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if ((i * 5 + j * 3) % 4 != 0 && i != j) continue;
      dense[i * n + j] = noise(i * 31 + j) + (i == j ? 4 : 0);
      columns.push_back(j), numbers.push_back(dense[i * n + j]);
    }
    begins.push_back(int(columns.size()));
  }
  Array<int> along(begins), across(columns);
  Array<double> values(numbers), f(n, 3), x(n);
  cusparseMatDescr_t descr;
  csrsv2Info_t info;
  GOOD(cusparseCreateMatDescr(&descr));
  GOOD(cusparseCreateCsrsv2Info(&info));
  const double alpha = 2;
  const int count = int(numbers.size());
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  for (const auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
    for (const auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
      GOOD(cusparseSetMatFillMode(descr, fill));
      int bytes = 0, position = 7;
      GOOD(cusparseDcsrsv2_bufferSize(handle, op, n, count, descr, values.x, along.x, across.x,
                                      info, &bytes));
      EXPECT(bytes > 0);
      GOOD(cusparseDcsrsv2_analysis(handle, op, n, count, descr, values.x, along.x, across.x, info,
                                    policy, nullptr));
      GOOD(cusparseXcsrsv2_zeroPivot(handle, info, &position));
      EXPECT_EQ(position, -1);
      GOOD(cusparseDcsrsv2_solve(handle, op, n, count, &alpha, descr, values.x, along.x, across.x,
                                 info, f.x, x.x, policy, nullptr));
      OK(cudaDeviceSynchronize());
      const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
      for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int j = 0; j < n; ++j) {
          const int row = plain ? i : j, column = plain ? j : i;
          const bool there = fill == CUSPARSE_FILL_MODE_LOWER ? row >= column : row <= column;
          if (there) sum += dense[row * n + column] * x.x[j];
        }
        EXPECT(near(sum, 2 * f.x[i], 1e-12));
      }
    }
  for (int at = begins[4]; at < begins[5]; ++at)
    if (columns[at] == 4) values.x[at] = 0;
  int position = 7;
  GOOD(cusparseDcsrsv2_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, n, count, descr, values.x,
                                along.x, across.x, info, policy, nullptr));
  EXPECT_EQ(cusparseXcsrsv2_zeroPivot(handle, info, &position), CUSPARSE_STATUS_ZERO_PIVOT);
  EXPECT_EQ(position, 4);
  GOOD(cusparseDestroyCsrsv2Info(info));
  GOOD(cusparseDestroyMatDescr(descr));
}

// Numbers of 16 bits, computed in float: to sparse, times a vector, times a matrix, sampled, and back.
template <class T>
static void check_small(cudaDataType type, bool columns_first, double tolerance) {
  Handle handle;
  const int m = 13, n = 11, k = 6;
  std::vector<T> dense(m * n), right(n * k), vector(n), zeros(m * k, T(0.0f));
  for (int i = 0; i < m * n; ++i) dense[i] = T(i * 7 % 3 == 0 ? float(noise(i)) : 0.0f);
  for (int i = 0; i < n * k; ++i) right[i] = T(float(noise(i + 5)));
  for (int i = 0; i < n; ++i) vector[i] = T(float(noise(i + 9)));
  Array<T> a(dense), b(right), x(vector), y(zeros), c(zeros), values(m * n), back(m * n);
  Array<int> along(m + n), across(m * n);
  cusparseDnMatDescr_t da, db, dc, dback;
  cusparseDnVecDescr_t dx, dy;
  cusparseSpMatDescr_t sparse;
  GOOD(cusparseCreateDnMat(&da, m, n, m, a.x, type, CUSPARSE_ORDER_COL));
  GOOD(cusparseCreateDnMat(&dback, m, n, m, back.x, type, CUSPARSE_ORDER_COL));
  GOOD(cusparseCreateDnMat(&db, n, k, n, b.x, type, CUSPARSE_ORDER_COL));
  GOOD(cusparseCreateDnMat(&dc, m, k, m, c.x, type, CUSPARSE_ORDER_COL));
  GOOD(cusparseCreateDnVec(&dx, n, x.x, type));
  GOOD(cusparseCreateDnVec(&dy, m, y.x, type));
  const auto make = columns_first ? cusparseCreateCsc : cusparseCreateCsr;
  GOOD(make(&sparse, m, n, 0, along.x, across.x, values.x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
            CUSPARSE_INDEX_BASE_ZERO, type));
  GOOD(cusparseDenseToSparse_analysis(handle, da, sparse, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                      nullptr));
  GOOD(cusparseDenseToSparse_convert(handle, da, sparse, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                     nullptr));
  const float alpha = 1.5f, beta = 0;
  GOOD(cusparseSpMV(handle, kPlain, &alpha, sparse, dx, &beta, dy, CUDA_R_32F,
                    CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  GOOD(cusparseSpMM(handle, kPlain, kPlain, &alpha, sparse, db, &beta, dc, CUDA_R_32F,
                    CUSPARSE_SPMM_ALG_DEFAULT, nullptr));
  GOOD(cusparseSparseToDense(handle, sparse, dback, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
  OK(cudaDeviceSynchronize());
  const auto at = [&](int i, int j) { return double(float(dense[i + j * m])); };
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      sum += at(i, j) * double(float(vector[j]));
      EXPECT(float(back.x[i + j * m]) == float(at(i, j)));
    }
    EXPECT(near(double(float(y.x[i])), 1.5 * sum, tolerance));
    for (int l = 0; l < k; ++l) {
      double product = 0;
      for (int j = 0; j < n; ++j) product += at(i, j) * double(float(right[j + l * n]));
      EXPECT(near(double(float(c.x[i + l * m])), 1.5 * product, tolerance));
    }
  }
  // The product again, where A has elements: C B'.
  GOOD(cusparseSDDMM(handle, kPlain, CUSPARSE_OPERATION_TRANSPOSE, &alpha, dc, db, &beta, sparse,
                     CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
  GOOD(cusparseSparseToDense(handle, sparse, dback, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < k; ++l)
        sum += double(float(c.x[i + l * m])) * double(float(right[j + l * n]));
      EXPECT(near(double(float(back.x[i + j * m])), at(i, j) == 0 ? 0 : 1.5 * sum, tolerance));
    }
  EXPECT_EQ(cusparseSpMV(handle, kPlain, &alpha, sparse, dx, &beta, dy, type,
                         CUSPARSE_SPMV_ALG_DEFAULT, nullptr),
            CUSPARSE_STATUS_NOT_SUPPORTED);
  for (const auto matrix : {da, db, dc, dback}) GOOD(cusparseDestroyDnMat(matrix));
  GOOD(cusparseDestroyDnVec(dx));
  GOOD(cusparseDestroyDnVec(dy));
  GOOD(cusparseDestroySpMat(sparse));
}

CASE(numbers_of_sixteen_bits) {
  for (const bool columns_first : {false, true}) {
    check_small<__half>(CUDA_R_16F, columns_first, 2e-3);
    check_small<__nv_bfloat16>(CUDA_R_16BF, columns_first, 1.5e-2);
  }
}

// A matrix of CSR in blocks, whose last row and column of blocks lie partly outside, multiplied and turned back.
template <class T, class To, class Back, class Multiply, class Columns>
static void check_blocks(To to_bsr, Back to_csr, Multiply bsrmv, Columns bsrmm, int base,
                         cusparseDirection_t direction) {
  Handle handle;
  const int m = 11, n = 13, size = 3, mb = 4, nb = 5, columns = 2;
  Patterns p(m, n, 1);
  Array<int> begins(p.begins), indices(p.indices), block_begins(mb + 1);
  for (int i = 0; i <= m; ++i) begins.x[i] += base;
  for (int i = 0; i < m; ++i) std::sort(indices.x + 3 * i, indices.x + 3 * i + 3);
  for (int i = 0; i < p.count; ++i) indices.x[i] += base;
  Array<T> values(p.count, 3), x(nb * size * columns, 5), y(mb * size * columns, 8);
  cusparseMatDescr_t from, blocks;
  GOOD(cusparseCreateMatDescr(&from));
  GOOD(cusparseCreateMatDescr(&blocks));
  GOOD(cusparseSetMatIndexBase(from, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO));
  int count = 0;
  GOOD(cusparseXcsr2bsrNnz(handle, direction, m, n, from, begins.x, indices.x, size, blocks,
                           block_begins.x, &count));
  EXPECT(count > mb && count <= mb * nb && block_begins.x[mb] == count);
  Array<T> block_values(count * size * size);
  Array<int> block_columns(count);
  GOOD(to_bsr(handle, direction, m, n, from, values.x, begins.x, indices.x, size, blocks,
              block_values.x, block_begins.x, block_columns.x));
  std::vector<Complex> dense(size_t(mb) * size * nb * size), wanted(mb * size * columns);
  for (int i = 0; i < m; ++i)
    for (int at = 3 * i; at < 3 * i + 3; ++at)
      dense[i * nb * size + indices.x[at] - base] = value(values.x[at]);
  const Complex alpha(0.5, 0), beta(2, 0);
  T a, b;
  set(a, alpha), set(b, beta);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < mb * size; ++i) {
      Complex sum = 0;
      for (int k = 0; k < nb * size; ++k)
        sum += dense[i * nb * size + k] * value(x.x[k + j * nb * size]);
      wanted[i + j * mb * size] = alpha * sum + beta * value(y.x[i + j * mb * size]);
    }
  GOOD(bsrmv(handle, direction, kPlain, mb, nb, count, &a, blocks, block_values.x, block_begins.x,
             block_columns.x, size, x.x, &b, y.x));
  GOOD(bsrmm(handle, direction, kPlain, kPlain, mb, 1, nb, count, &a, blocks, block_values.x,
             block_begins.x, block_columns.x, size, x.x + nb * size, nb * size, &b, y.x + mb * size,
             mb * size));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < mb * size * columns; ++i) EXPECT(near(value(y.x[i]), wanted[i], 1e-5));
  const int all = count * size * size;
  Array<T> back(all);
  Array<int> back_begins(mb * size + 1), back_columns(all);
  GOOD(to_csr(handle, direction, mb, nb, blocks, block_values.x, block_begins.x, block_columns.x,
              size, from, back.x, back_begins.x, back_columns.x));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(back_begins.x[mb * size], all + base);
  for (int i = 0; i < mb * size; ++i)
    for (int at = back_begins.x[i] - base; at < back_begins.x[i + 1] - base; ++at) {
      EXPECT(near(value(back.x[at]), dense[i * nb * size + back_columns.x[at] - base], 0));
      EXPECT(at == back_begins.x[i] - base || back_columns.x[at] > back_columns.x[at - 1]);
    }
  GOOD(cusparseDestroyMatDescr(from));
  GOOD(cusparseDestroyMatDescr(blocks));
}

CASE(matrices_of_blocks) {
  for (const int base : {0, 1})
    for (const auto direction : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}) {
      check_blocks<float>(cusparseScsr2bsr, cusparseSbsr2csr, cusparseSbsrmv, cusparseSbsrmm, base,
                          direction);
      check_blocks<double>(cusparseDcsr2bsr, cusparseDbsr2csr, cusparseDbsrmv, cusparseDbsrmm, base,
                           direction);
      check_blocks<cuComplex>(cusparseCcsr2bsr, cusparseCbsr2csr, cusparseCbsrmv, cusparseCbsrmm,
                              base, direction);
      check_blocks<cuDoubleComplex>(cusparseZcsr2bsr, cusparseZbsr2csr, cusparseZbsrmv,
                                    cusparseZbsrmm, base, direction);
    }
}

int main() { return run_cases(); }
