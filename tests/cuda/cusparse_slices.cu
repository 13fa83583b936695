// cuSPARSE's matrices in blocks and slices: products, samples, solutions; what descriptors tell; products by their steps.
// SPDX-License-Identifier: MIT
#include <cusparse.h>

#include <cstring>
#include <vector>

#include "check.h"
#include "managed.h"

#define DONE(call) EXPECT_EQ(call, CUSPARSE_STATUS_SUCCESS)

struct Handle {
  cusparseHandle_t handle;
  Handle() { DONE(cusparseCreate(&handle)); }
  ~Handle() { DONE(cusparseDestroy(handle)); }
};

template <typename T>
static T* managed(const std::vector<T>& values) {
  T* memory = nullptr;
  OK(cudaMallocManaged(&memory, values.size() * sizeof(T)));
  std::memcpy(memory, values.data(), values.size() * sizeof(T));
  return memory;
}

// y = A x, waited for.
static std::vector<float> product(cusparseHandle_t handle, cusparseOperation_t op,
                                  cusparseSpMatDescr_t a, const std::vector<float>& x, int rows) {
  const float one = 1, zero = 0;
  float *from = managed(x), *to = managed(std::vector<float>(rows, 7.0f));
  cusparseDnVecDescr_t left, right;
  DONE(cusparseCreateDnVec(&right, x.size(), from, CUDA_R_32F));
  DONE(cusparseCreateDnVec(&left, rows, to, CUDA_R_32F));
  DONE(cusparseSpMV(handle, op, &one, a, right, &zero, left, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                    nullptr));
  OK(cudaDeviceSynchronize());
  const std::vector<float> result(to, to + rows);
  DONE(cusparseDestroyDnVec(left));
  DONE(cusparseDestroyDnVec(right));
  OK(cudaFree(from));
  OK(cudaFree(to));
  return result;
}

// Rows {1 0 2 0}, {0 3 0 0}, {4 5 6 0}, {0 0 0 7}, {8 0 9 0} in slices of two.
CASE(slices) {
  const Handle h;
  int* offsets = managed<int>({0, 4, 10, 12});
  int* columns = managed<int>({0, 1, 2, -1, 0, 3, 1, -1, 2, -1, 0, -1});
  float* values = managed<float>({1, 3, 2, 0, 4, 7, 5, 0, 6, 0, 8, 0});
  cusparseSpMatDescr_t a;
  DONE(cusparseCreateSlicedEll(&a, 5, 4, 8, 12, 2, offsets, columns, values, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  const std::vector<float> wanted = {7, 6, 32, 28, 8};
  EXPECT(product(h.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, a, {1, 2, 3, 4}, 5) == wanted);
  const std::vector<float> turned = {1 + 12 + 40, 6 + 15, 2 + 18, 28};
  EXPECT(product(h.handle, CUSPARSE_OPERATION_TRANSPOSE, a, {1, 2, 3, 4, 5}, 4) == turned);
  cusparseFormat_t format;
  int64_t rows = 0, count = 0;
  DONE(cusparseSpMatGetFormat(a, &format));
  DONE(cusparseSpMatGetSize(a, &rows, nullptr, &count));
  EXPECT_EQ(format, CUSPARSE_FORMAT_SLICED_ELLPACK);
  EXPECT_EQ(rows, 5);
  EXPECT_EQ(count, 8);
  DONE(cusparseDestroySpMat(a));
  OK(cudaFree(offsets));
  OK(cudaFree(columns));
  OK(cudaFree(values));
}

// {2 0 0}, {1 4 0}, {0 3 5}: solved from above, counted from one.
CASE(solutions_in_slices) {
  const Handle h;
  int* offsets = managed<int>({1, 5, 9});
  int* columns = managed<int>({1, 1, -1, 2, 2, -1, 3, -1});
  double* values = managed<double>({2, 1, 0, 4, 3, 0, 5, 0});
  double *b = managed<double>({2, 9, 16}), *x = managed<double>({0, 0, 0});
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t right, left;
  cusparseSpSVDescr_t plan;
  const double one = 1;
  DONE(cusparseCreateSlicedEll(&a, 3, 3, 5, 8, 2, offsets, columns, values, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_64F));
  DONE(cusparseCreateDnVec(&right, 3, b, CUDA_R_64F));
  DONE(cusparseCreateDnVec(&left, 3, x, CUDA_R_64F));
  DONE(cusparseSpSV_createDescr(&plan));
  const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  DONE(cusparseSpSV_analysis(h.handle, op, &one, a, right, left, CUDA_R_64F,
                             CUSPARSE_SPSV_ALG_DEFAULT, plan, nullptr));
  DONE(cusparseSpSV_solve(h.handle, op, &one, a, right, left, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT,
                          plan));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[1], 2);
  EXPECT_EQ(x[2], 2);
  DONE(cusparseSpSV_destroyDescr(plan));
  DONE(cusparseDestroyDnVec(left));
  DONE(cusparseDestroyDnVec(right));
  DONE(cusparseDestroySpMat(a));
  for (void* memory : {(void*)offsets, (void*)columns, (void*)values, (void*)b, (void*)x})
    OK(cudaFree(memory));
}

// Blocks of two rows and three columns at (0, 1) and (1, 0), by rows and by columns.
CASE(blocks) {
  const Handle h;
  int *offsets = managed<int>({0, 1, 2}), *columns = managed<int>({1, 0});
  float* by_rows = managed<float>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  float* by_columns = managed<float>({1, 4, 2, 5, 3, 6, 7, 10, 8, 11, 9, 12});
  const std::vector<float> x = {1, 2, 3, 4, 5, 6}, wanted = {32, 77, 50, 68};
  const std::vector<float> turned = {3 * 7 + 4 * 10, 3 * 8 + 4 * 11, 3 * 9 + 4 * 12,
                                     1 + 2 * 4,      2 + 2 * 5,      3 + 2 * 6};
  for (const cusparseOrder_t order : {CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL}) {
    cusparseSpMatDescr_t a;
    DONE(cusparseCreateBsr(&a, 2, 2, 2, 2, 3, offsets, columns,
                           order == CUSPARSE_ORDER_ROW ? by_rows : by_columns, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F, order));
    EXPECT(product(h.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, a, x, 4) == wanted);
    EXPECT(product(h.handle, CUSPARSE_OPERATION_TRANSPOSE, a, {1, 2, 3, 4}, 6) == turned);
    // The same by a matrix of one column.
    float *b = managed(x), *c = managed<float>({1, 1, 1, 1});
    cusparseDnMatDescr_t right, left;
    const float one = 1, two = 2;
    DONE(cusparseCreateDnMat(&right, 6, 1, 6, b, CUDA_R_32F, CUSPARSE_ORDER_COL));
    DONE(cusparseCreateDnMat(&left, 4, 1, 4, c, CUDA_R_32F, CUSPARSE_ORDER_COL));
    const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
    DONE(cusparseSpMM(h.handle, op, op, &one, a, right, &two, left, CUDA_R_32F,
                      CUSPARSE_SPMM_BSR_ALG1, nullptr));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 4; ++i) EXPECT_EQ(c[i], wanted[i] + 2);
    DONE(cusparseDestroyDnMat(left));
    DONE(cusparseDestroyDnMat(right));
    DONE(cusparseDestroySpMat(a));
    OK(cudaFree(b));
    OK(cudaFree(c));
  }
  for (void* memory : {(void*)offsets, (void*)columns, (void*)by_rows, (void*)by_columns})
    OK(cudaFree(memory));
}

// Two patterns of one block each, sampled from products of a column and a row.
CASE(samples_in_blocks) {
  const Handle h;
  int *offsets = managed<int>({0, 1, 1, 0, 0, 1}), *columns = managed<int>({1, 0});
  float* values = managed(std::vector<float>(8, 0.0f));
  float *a = managed<float>({1, 2, 3, 4}), *b = managed<float>({5, 6, 7, 8});
  cusparseSpMatDescr_t c;
  cusparseDnMatDescr_t left, right;
  const float one = 1, zero = 0;
  const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  DONE(cusparseCreateBsr(&c, 2, 2, 1, 2, 2, offsets, columns, values, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F,
                         CUSPARSE_ORDER_ROW));
  DONE(cusparseBsrSetStridedBatch(c, 2, 3, 1, 4));
  DONE(cusparseCreateDnMat(&left, 4, 1, 4, a, CUDA_R_32F, CUSPARSE_ORDER_COL));
  DONE(cusparseCreateDnMat(&right, 1, 4, 1, b, CUDA_R_32F, CUSPARSE_ORDER_COL));
  DONE(cusparseSDDMM(h.handle, op, op, &one, left, right, &zero, c, CUDA_R_32F,
                     CUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
  OK(cudaDeviceSynchronize());
  const float wanted[] = {7, 8, 14, 16, 15, 18, 20, 24};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(values[i], wanted[i]);
  DONE(cusparseDestroyDnMat(left));
  DONE(cusparseDestroyDnMat(right));
  DONE(cusparseDestroySpMat(c));
  for (void* memory : {(void*)offsets, (void*)columns, (void*)values, (void*)a, (void*)b})
    OK(cudaFree(memory));
}

CASE(const_views_and_counts) {
  const Handle h;
  const int offsets[] = {0, 2, 3}, columns[] = {0, 1, 1};
  const float values[] = {1, 2, 3};
  cusparseConstSpMatDescr_t a;
  DONE(cusparseCreateConstCsr(&a, 2, 2, 3, offsets, columns, values, CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  const void *first, *second, *third;
  int64_t rows, width, count;
  cusparseIndexType_t kind, other;
  cusparseIndexBase_t base;
  cudaDataType type;
  DONE(cusparseConstCsrGet(a, &rows, &width, &count, &first, &second, &third, &kind, &other, &base,
                           &type));
  EXPECT(first == offsets && second == columns && third == values);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(
      cusparseConstCooGet(a, &rows, &width, &count, &first, &second, &third, &kind, &base, &type),
      CUSPARSE_STATUS_INVALID_VALUE);
  DONE(cusparseConstSpMatGetValues(a, &third));
  EXPECT(third == values);

  cusparseSpMatDescr_t c;
  cusparseSpGEMMDescr_t plan;
  const float one = 1, zero = 0;
  std::size_t bytes1 = 0, bytes2 = 0, bytes3 = 0;
  const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  DONE(cusparseCreateCsr(&c, 2, 2, 0, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  DONE(cusparseSpGEMM_createDescr(&plan));
  char buffer[64];
  for (void* memory : {(void*)nullptr, (void*)buffer})
    DONE(cusparseSpGEMM_workEstimation(h.handle, op, op, &one, a, a, &zero, c, CUDA_R_32F,
                                       CUSPARSE_SPGEMM_ALG3, plan, &bytes1, memory));
  int64_t factors = 0;
  DONE(cusparseSpGEMM_getNumProducts(plan, &factors));
  EXPECT_EQ(factors, 4);
  for (void* memory : {(void*)nullptr, (void*)buffer})
    DONE(cusparseSpGEMM_estimateMemory(h.handle, op, op, &one, a, a, &zero, c, CUDA_R_32F,
                                       CUSPARSE_SPGEMM_ALG3, plan, 0.2f, &bytes3, memory, &bytes2));
  EXPECT(bytes2 > 0 && bytes3 > 0);
  DONE(cusparseSpGEMM_destroyDescr(plan));
  DONE(cusparseDestroySpMat(c));
  DONE(cusparseDestroySpMat(a));
}

int main() { return run_cases(); }
