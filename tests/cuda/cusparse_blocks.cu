// cuSPARSE's matrices of blocks, matrices without their small elements, and interleaved systems, against plain loops.
// SPDX-License-Identifier: MIT
#include <cusparse.h>

#include <vector>

#include "check.h"
#include "complex_numbers.h"
#include "noisy_array.h"

#define GOOD(call) EXPECT_EQ(call, CUSPARSE_STATUS_SUCCESS)

struct Sparse {
  cusparseHandle_t h = nullptr;
  cusparseMatDescr_t zero = nullptr, one = nullptr;
  Sparse() {
    GOOD(cusparseCreate(&h));
    GOOD(cusparseCreateMatDescr(&zero));
    GOOD(cusparseCreateMatDescr(&one));
    GOOD(cusparseSetMatIndexBase(one, CUSPARSE_INDEX_BASE_ONE));
  }
  ~Sparse() {
    GOOD(cusparseDestroyMatDescr(zero));
    GOOD(cusparseDestroyMatDescr(one));
    GOOD(cusparseDestroy(h));
  }
};

// 7 x 8, of which every third element is there; dense and by rows from 1.
template <class T>
struct Matrix {
  static const int kRows = 7, kColumns = 8;
  std::vector<Complex> dense = std::vector<Complex>(kRows * kColumns);
  Array<int> begins{kRows + 1}, columns{kRows * kColumns};
  Array<T> values{kRows * kColumns};
  int count = 0;
  Matrix() {
    for (int i = 0; i < kRows; ++i) {
      begins.x[i] = count + 1;
      for (int j = 0; j < kColumns; ++j) {
        if ((i * 5 + j) % 3 != 0 || i == 4) continue;
        set(values.x[count], {noise(i + 10 * j), noise(i * j)});
        dense[i * kColumns + j] = value(values.x[count]);
        columns.x[count++] = j + 1;
      }
    }
    begins.x[kRows] = count + 1;
  }
};

template <class T>
struct Calls;
#define CALLS(L, T)                                                                             \
  template <>                                                                                   \
  struct Calls<T> {                                                                             \
    static constexpr auto to_blocks = cusparse##L##csr2bsr, from_blocks = cusparse##L##bsr2csr; \
    static constexpr auto times_vector = cusparse##L##bsrmv;                                    \
    static constexpr auto times_matrix = cusparse##L##bsrmm;                                    \
    static constexpr auto count = cusparse##L##nnz_compress;                                    \
    static constexpr auto compress = cusparse##L##csr2csr_compress;                             \
    static constexpr auto three = cusparse##L##gtsvInterleavedBatch;                            \
    static constexpr auto five = cusparse##L##gpsvInterleavedBatch;                             \
  };
CALLS(S, float)
CALLS(D, double)
CALLS(C, cuComplex)
CALLS(Z, cuDoubleComplex)

template <class T>
static void check_blocks(cusparseDirection_t direction, double tolerance) {
  using M = Matrix<T>;
  Sparse s;
  M a;
  const int size = 3, rows = 3, across = 3;
  int total = 0;
  Array<int> begins(rows + 1);
  GOOD(cusparseXcsr2bsrNnz(s.h, direction, M::kRows, M::kColumns, s.one, a.begins.x, a.columns.x,
                           size, s.zero, begins.x, &total));
  EXPECT_EQ(begins.x[rows], total);
  Array<int> columns(total), wide_begins(rows * size + 1), wide_columns(total * size * size);
  Array<T> values(total * size * size), back(total * size * size);
  GOOD(Calls<T>::to_blocks(s.h, direction, M::kRows, M::kColumns, s.one, a.values.x, a.begins.x,
                           a.columns.x, size, s.zero, values.x, begins.x, columns.x));
  GOOD(Calls<T>::from_blocks(s.h, direction, rows, across, s.zero, values.x, begins.x, columns.x,
                             size, s.one, back.x, wide_begins.x, wide_columns.x));
  OK(cudaDeviceSynchronize());
  std::vector<Complex> found(rows * size * across * size);
  for (int i = 0; i < rows * size; ++i)
    for (int k = wide_begins.x[i] - 1; k < wide_begins.x[i + 1] - 1; ++k)
      found[i * across * size + wide_columns.x[k] - 1] = value(back.x[k]);
  for (int i = 0; i < rows * size; ++i)
    for (int j = 0; j < across * size; ++j) {
      const bool inside = i < M::kRows && j < M::kColumns;
      EXPECT(near(found[i * across * size + j], inside ? a.dense[i * M::kColumns + j] : 0, 0));
    }
  const int n = 2;
  Array<T> x(across * size * n, 3), y(rows * size * n, 4), z(rows * size, 6);
  const std::vector<T> old(y.x, y.x + rows * size * n), old_z(z.x, z.x + rows * size);
  T alpha, beta;
  set(alpha, {2, 1}), set(beta, {0.5, 0});
  GOOD(Calls<T>::times_matrix(s.h, direction, CUSPARSE_OPERATION_NON_TRANSPOSE,
                              CUSPARSE_OPERATION_TRANSPOSE, rows, n, across, total, &alpha, s.zero,
                              values.x, begins.x, columns.x, size, x.x, n, &beta, y.x,
                              rows * size));
  GOOD(Calls<T>::times_vector(s.h, direction, CUSPARSE_OPERATION_NON_TRANSPOSE, rows, across, total,
                              &alpha, s.zero, values.x, begins.x, columns.x, size, x.x, &beta,
                              z.x));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < rows * size; ++i) {
    Complex sums[n] = {0, 0}, sum = 0;
    for (int j = 0; j < across * size; ++j) {
      for (int c = 0; c < n; ++c) sums[c] += found[i * across * size + j] * value(x.x[j * n + c]);
      sum += found[i * across * size + j] * value(x.x[j]);
    }
    for (int c = 0; c < n; ++c)
      EXPECT(near(value(y.x[i + c * rows * size]),
                  value(alpha) * sums[c] + value(beta) * value(old[i + c * rows * size]),
                  tolerance));
    EXPECT(near(value(z.x[i]), value(alpha) * sum + value(beta) * value(old_z[i]), tolerance));
  }
}

CASE(blocks) {
  check_blocks<float>(CUSPARSE_DIRECTION_ROW, 1e-5);
  check_blocks<cuDoubleComplex>(CUSPARSE_DIRECTION_COLUMN, 1e-13);
}

// 6 x 8 in blocks of two, two places in each row of blocks, of which one is empty.
CASE(blocked_ell) {
  const int rows = 6, columns = 8, block = 2, width = 4, others = 3;
  const int places[] = {1, 3, 0, -1, 2, 0};
  Sparse sparse;
  Array<int> indices(6);
  Array<float> values(rows * width), dense(rows * columns), back(rows * columns),
      b(columns * others), c(rows * others);
  for (int i = 0; i < 6; ++i) indices.x[i] = places[i];
  for (int i = 0; i < rows * columns; ++i) dense.x[i] = float(i % 11 - 4);
  for (int i = 0; i < columns * others; ++i) b.x[i] = float(i % 5 - 2);
  for (int i = 0; i < rows * others; ++i) c.x[i] = float(i);
  cusparseSpMatDescr_t a;
  cusparseDnMatDescr_t from, to, right, result;
  GOOD(cusparseCreateBlockedEll(&a, rows, columns, block, width, indices.x, values.x,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  GOOD(cusparseCreateDnMat(&from, rows, columns, columns, dense.x, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  GOOD(cusparseCreateDnMat(&to, rows, columns, columns, back.x, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  GOOD(cusparseCreateDnMat(&right, columns, others, others, b.x, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  GOOD(cusparseCreateDnMat(&result, rows, others, rows, c.x, CUDA_R_32F, CUSPARSE_ORDER_COL));
  GOOD(cusparseDenseToSparse_analysis(sparse.h, from, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                      nullptr));
  GOOD(cusparseDenseToSparse_convert(sparse.h, from, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                     nullptr));
  GOOD(cusparseSparseToDense(sparse.h, a, to, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
  const float alpha = 2, beta = 3;
  GOOD(cusparseSpMM(sparse.h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE,
                    &alpha, a, right, &beta, result, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT,
                    nullptr));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < rows; ++i) {
    float kept[columns] = {};
    for (int place = 0; place < width / block; ++place)
      for (int j = 0; j < block; ++j) {
        const int at = places[i / block * 2 + place] * block + j;
        const float stored = at < 0 ? 0 : dense.x[i * columns + at];
        EXPECT_EQ(values.x[i * width + place * block + j], stored);
        if (at >= 0) kept[at] = stored;
      }
    for (int j = 0; j < columns; ++j) EXPECT_EQ(back.x[i * columns + j], kept[j]);
    for (int j = 0; j < others; ++j) {
      float sum = 0;
      for (int k = 0; k < columns; ++k) sum += kept[k] * b.x[k * others + j];
      EXPECT_EQ(c.x[i + j * rows], 2 * sum + 3 * float(i + j * rows));
    }
  }
  int64_t found_block = 0, found_width = 0;
  GOOD(cusparseBlockedEllGet(a, nullptr, nullptr, &found_block, &found_width, nullptr, nullptr,
                             nullptr, nullptr, nullptr));
  EXPECT_EQ(found_block, int64_t(block));
  EXPECT_EQ(found_width, int64_t(width));
  EXPECT_EQ(cusparseCreateBlockedEll(&a, rows, columns, 4, width, indices.x, values.x,
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
            CUSPARSE_STATUS_INVALID_VALUE);
  GOOD(cusparseDestroySpMat(a));
  for (cusparseDnMatDescr_t matrix : {from, to, right, result}) GOOD(cusparseDestroyDnMat(matrix));
}

CASE(without_small_elements) {
  Sparse s;
  Matrix<double> a;
  Array<int> each(7), begins(8);
  int left = 0;
  GOOD(cusparseDnnz_compress(s.h, 7, s.one, a.values.x, a.begins.x, each.x, &left, 0.6));
  Array<int> columns(left);
  Array<double> values(left);
  GOOD(cusparseDcsr2csr_compress(s.h, 7, 8, s.one, a.values.x, a.columns.x, a.begins.x, a.count,
                                 each.x, values.x, columns.x, begins.x, 0.6));
  OK(cudaDeviceSynchronize());
  int at = 0;
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(begins.x[i], at + 1);
    for (int j = 0; j < 8; ++j) {
      if (std::abs(a.dense[i * 8 + j]) <= 0.6) continue;
      EXPECT_EQ(columns.x[at], j + 1);
      EXPECT_EQ(values.x[at++], a.dense[i * 8 + j].real());
    }
  }
  EXPECT_EQ(at, left);
  EXPECT(left > 0 && left < a.count);
}

// Diagonals that are weak on purpose: rows must be exchanged.
template <class T>
static void check_systems(int width, double tolerance) {
  Sparse s;
  const int m = 9, count = 4;
  std::vector<Array<T>*> d;
  for (int k = -width; k <= width; ++k) d.push_back(new Array<T>(m * count, 40 * (k + width) + 1));
  for (int i = 0; i < m * count; ++i) set(d[width]->x[i], 0.05 * value(d[width]->x[i]));
  Array<T> x(m * count, 9);
  const std::vector<T> b(x.x, x.x + m * count);
  std::vector<std::vector<T>> before;
  for (Array<T>* one : d) before.push_back(std::vector<T>(one->x, one->x + m * count));
  if (width == 1)
    GOOD(Calls<T>::three(s.h, 0, m, d[0]->x, d[1]->x, d[2]->x, x.x, count, nullptr));
  else
    GOOD(Calls<T>::five(s.h, 0, m, d[0]->x, d[1]->x, d[2]->x, d[3]->x, d[4]->x, x.x, count,
                        nullptr));
  OK(cudaDeviceSynchronize());
  for (int system = 0; system < count; ++system)
    for (int i = 0; i < m; ++i) {
      Complex sum = 0;
      for (int k = -width; k <= width; ++k)
        if (i + k >= 0 && i + k < m)
          sum +=
              value(before[k + width][i * count + system]) * value(x.x[(i + k) * count + system]);
      EXPECT(near(sum, value(b[i * count + system]), tolerance));
    }
  for (Array<T>* one : d) delete one;
}

CASE(interleaved_systems) {
  check_systems<double>(1, 1e-10);
  check_systems<double>(2, 1e-10);
  check_systems<cuComplex>(2, 1e-3);
}

int main() { return run_cases(); }
