// The functions of vgpu_sparse/oldest_products.h.
//
// Products of sparse matrices are computed by rows on one thread, once for the numbers of elements and once for the
// elements; columns come out in order. SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <vector>

#include "api/cuda/sparse_call.h"
#include "api/cuda/sparse_hyb.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

struct csrgemm2Info {};

namespace {

template <typename T>
constexpr cudaDataType kType = std::is_same_v<T, float> ? CUDA_R_32F : CUDA_R_64F;

// One that only the pattern of counts has no values, which are taken for ones.
template <typename T>
struct Csr {
  int rows, columns, base;
  const T* values;
  const int *begins, *indices;
  bool transposed;
};

// Rows that count from 0, and the elements of each.
template <typename T>
class Rows {
 public:
  explicit Rows(const Csr<T>& from)
      : rows_(static_cast<std::size_t>(from.transposed ? from.columns : from.rows)) {
    for (int row = 0; row < from.rows; ++row)
      for (int at = from.begins[row] - from.base; at < from.begins[row + 1] - from.base; ++at) {
        const int column = from.indices[at] - from.base;
        const T value = from.values != nullptr ? from.values[at] : T(1);
        rows_[static_cast<std::size_t>(from.transposed ? column : row)].push_back(
            {from.transposed ? row : column, value});
      }
  }
  const std::vector<std::pair<int, T>>& operator[](int row) const {
    return rows_[static_cast<std::size_t>(row)];
  }

 private:
  std::vector<std::vector<std::pair<int, T>>> rows_;
};

// alpha * a * b + beta * d; without a factor its summand is missing.
template <typename T>
struct Product {
  int columns;
  std::shared_ptr<Rows<T>> a, b, d;
  T alpha = T(1), beta = T(0);

  // body(row, elements) with the elements of each row in order.
  template <typename Body>
  void each_row(int rows, Body body) const {
    std::vector<T> sums(static_cast<std::size_t>(columns));
    std::vector<bool> seen(static_cast<std::size_t>(columns));
    std::vector<int> found;
    const auto add = [&](int column, T value) {
      const auto at = static_cast<std::size_t>(column);
      if (!seen[at]) found.push_back(column);
      seen[at] = true;
      sums[at] += value;
    };
    for (int row = 0; row < rows; ++row) {
      if (a != nullptr)
        for (const auto& [middle, left] : (*a)[row])
          for (const auto& [column, right] : (*b)[middle]) add(column, alpha * left * right);
      if (d != nullptr)
        for (const auto& [column, value] : (*d)[row]) add(column, beta * value);
      std::sort(found.begin(), found.end());
      body(row, found, sums);
      for (const int column : found) {
        seen[static_cast<std::size_t>(column)] = false;
        sums[static_cast<std::size_t>(column)] = T(0);
      }
      found.clear();
    }
  }
};

template <typename T>
struct Operands {
  Csr<T> a, b, d;
  bool has_product, has_sum;
  T alpha, beta;

  // Reads the operands: only in the stream's order.
  Product<T> product(int columns) const {
    Product<T> made{columns, nullptr, nullptr, nullptr, alpha, beta};
    if (has_product) {
      made.a = std::make_shared<Rows<T>>(a);
      made.b = std::make_shared<Rows<T>>(b);
    }
    if (has_sum) made.d = std::make_shared<Rows<T>>(d);
    return made;
  }
};

template <typename T>
cusparseStatus_t count(cusparseHandle_t handle, int m, int n, const Operands<T>& operands, int base,
                       int* begins, int* total) {
  if (m < 0 || n < 0 || begins == nullptr || total == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  const cusparseStatus_t error = start_serial(handle, [=] {
    int sum = 0;
    operands.product(n).each_row(m, [&](int row, const std::vector<int>& found, const auto&) {
      begins[row] = sum + base;
      sum += static_cast<int>(found.size());
    });
    begins[m] = sum + base;
    *total = sum;
  });
  return error != CUSPARSE_STATUS_SUCCESS ? error : finish(handle);
}

template <typename T>
cusparseStatus_t multiply(cusparseHandle_t handle, int m, int n, const Operands<T>& operands,
                          int base, T* values, const int* begins, int* indices) {
  if (m < 0 || n < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  return start_serial(handle, [=] {
    operands.product(n).each_row(
        m, [&](int row, const std::vector<int>& found, const std::vector<T>& sums) {
          int at = begins[row] - base;
          for (const int column : found) {
            indices[at] = column + base;
            values[at++] = sums[static_cast<std::size_t>(column)];
          }
        });
  });
}

// Of op(a), whose rows and columns are given as the product sees them.
template <typename T>
Csr<T> operand(cusparseOperation_t op, int rows, int columns, cusparseMatDescr_t by,
               const T* values, const int* begins, const int* indices) {
  const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  if (turned) std::swap(rows, columns);
  return {rows, columns, by == nullptr ? 0 : by->base, values, begins, indices, turned};
}

// Products with a factor and a summand: either is missing when its pointer is null.
template <typename T>
cusparseStatus_t read_factors(cusparseHandle_t handle, const T* alpha, const T* beta,
                              Operands<T>& operands) {
  operands.has_product = alpha != nullptr;
  operands.has_sum = beta != nullptr;
  if (alpha != nullptr)
    if (const cusparseStatus_t error = read(handle, alpha, operands.alpha)) return error;
  return beta == nullptr ? CUSPARSE_STATUS_SUCCESS : read(handle, beta, operands.beta);
}

template <typename T>
cusparseStatus_t multiply_dense(cusparseHandle_t handle, cusparseOperation_t op_a,
                                cusparseOperation_t op_b, int m, int n, int k, int nnz,
                                const T* alpha, cusparseMatDescr_t by, const T* values,
                                const int* begins, const int* indices, const T* b, int ldb,
                                const T* beta, T* c, int ldc) {
  if (by == nullptr || m < 0 || n < 0 || k < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  const bool plain = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto kept = [&](const int* data) {
    return Indices{const_cast<int*>(data), CUSPARSE_INDEX_32I, by->base};
  };
  const cusparseSpMatDescr a{CUSPARSE_FORMAT_CSR,    m,       k, nnz, kept(begins), kept(indices),
                             const_cast<T*>(values), kType<T>};
  const int inner = plain ? k : m;
  const bool b_plain = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const cusparseDnMatDescr from{
      b_plain ? inner : n, b_plain ? n : inner, ldb, const_cast<T*>(b), kType<T>,
      CUSPARSE_ORDER_COL};
  cusparseDnMatDescr to{plain ? m : k, n, ldc, c, kType<T>, CUSPARSE_ORDER_COL};
  return cusparseSpMM(handle, op_a, op_b, alpha, &a, &from, beta, &to, kType<T>,
                      CUSPARSE_SPMM_ALG_DEFAULT, nullptr);
}

}  // namespace

cusparseStatus_t cusparseCreateCsrgemm2Info(csrgemm2Info_t* info) {
  if (info == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *info = new (std::nothrow) csrgemm2Info;
  return *info == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyCsrgemm2Info(csrgemm2Info_t info) {
  delete info;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateHybMat(cusparseHybMat_t* hyb) {
  if (hyb == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *hyb = new (std::nothrow) cusparseHybMat;
  return *hyb == nullptr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_SUCCESS;
}
// Products that still read the matrix must have ended.
cusparseStatus_t cusparseDestroyHybMat(cusparseHybMat_t hyb) {
  cudaDeviceSynchronize();
  delete hyb;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseXcsrgemmNnz(cusparseHandle_t handle, cusparseOperation_t transA,
                                     cusparseOperation_t transB, int m, int n, int k,
                                     const cusparseMatDescr_t descrA, int, const int* rowPtrA,
                                     const int* colIndA, const cusparseMatDescr_t descrB, int,
                                     const int* rowPtrB, const int* colIndB,
                                     const cusparseMatDescr_t descrC, int* rowPtrC, int* nnzTotal) {
  const float* none = nullptr;
  return call(handle, [&] {
    if (!descrA || !descrB || !descrC) return CUSPARSE_STATUS_INVALID_VALUE;
    const Operands<float> operands{operand(transA, m, k, descrA, none, rowPtrA, colIndA),
                                   operand(transB, k, n, descrB, none, rowPtrB, colIndB),
                                   {},
                                   true,
                                   false,
                                   1,
                                   0};
    return count(handle, m, n, operands, descrC->base, rowPtrC, nnzTotal);
  });
}

cusparseStatus_t cusparseXcsrgemm2Nnz(cusparseHandle_t handle, int m, int n, int k,
                                      const cusparseMatDescr_t descrA, int, const int* rowPtrA,
                                      const int* colIndA, const cusparseMatDescr_t descrB, int,
                                      const int* rowPtrB, const int* colIndB,
                                      const cusparseMatDescr_t descrD, int nnzD, const int* rowPtrD,
                                      const int* colIndD, const cusparseMatDescr_t descrC,
                                      int* rowPtrC, int* nnzTotal, const csrgemm2Info_t, void*) {
  const float* none = nullptr;
  const auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  return call(handle, [&] {
    if (!descrC) return CUSPARSE_STATUS_INVALID_VALUE;
    const Operands<float> operands{operand(plain, m, k, descrA, none, rowPtrA, colIndA),
                                   operand(plain, k, n, descrB, none, rowPtrB, colIndB),
                                   operand(plain, m, n, descrD, none, rowPtrD, colIndD),
                                   rowPtrA != nullptr && rowPtrB != nullptr,
                                   rowPtrD != nullptr && nnzD > 0,
                                   1,
                                   1};
    return count(handle, m, n, operands, descrC->base, rowPtrC, nnzTotal);
  });
}

cusparseStatus_t cusparseXcsrgeamNnz(cusparseHandle_t handle, int m, int n,
                                     const cusparseMatDescr_t descrA, int nnzA, const int* rowPtrA,
                                     const int* colIndA, const cusparseMatDescr_t descrB, int nnzB,
                                     const int* rowPtrB, const int* colIndB,
                                     const cusparseMatDescr_t descrC, int* rowPtrC, int* nnzTotal) {
  return cusparseXcsrgeam2Nnz(handle, m, n, descrA, nnzA, rowPtrA, colIndA, descrB, nnzB, rowPtrB,
                              colIndB, descrC, rowPtrC, nnzTotal, nullptr);
}

#define VG_PRODUCTS(L, T)                                                                          \
  cusparseStatus_t cusparse##L##csrmm2(                                                            \
      cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m,      \
      int n, int k, int nnz, const T* alpha, const cusparseMatDescr_t descrA, const T* csrVal,     \
      const int* csrRowPtr, const int* csrColInd, const T* B, int ldb, const T* beta, T* C,        \
      int ldc) {                                                                                   \
    return multiply_dense(handle, transA, transB, m, n, k, nnz, alpha, descrA, csrVal, csrRowPtr,  \
                          csrColInd, B, ldb, beta, C, ldc);                                        \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrgemm(                                                           \
      cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m,      \
      int n, int k, const cusparseMatDescr_t descrA, int, const T* valA, const int* rowPtrA,       \
      const int* colIndA, const cusparseMatDescr_t descrB, int, const T* valB, const int* rowPtrB, \
      const int* colIndB, const cusparseMatDescr_t descrC, T* valC, const int* rowPtrC,            \
      int* colIndC) {                                                                              \
    return call(handle, [&] {                                                                      \
      if (!descrA || !descrB || !descrC) return CUSPARSE_STATUS_INVALID_VALUE;                     \
      const Operands<T> operands{operand(transA, m, k, descrA, valA, rowPtrA, colIndA),            \
                                 operand(transB, k, n, descrB, valB, rowPtrB, colIndB),            \
                                 {},                                                               \
                                 true,                                                             \
                                 false,                                                            \
                                 1,                                                                \
                                 0};                                                               \
      return multiply(handle, m, n, operands, descrC->base, valC, rowPtrC, colIndC);               \
    });                                                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrgemm2_bufferSizeExt(                                            \
      cusparseHandle_t handle, int, int, int, const T*, const cusparseMatDescr_t, int, const int*, \
      const int*, const cusparseMatDescr_t, int, const int*, const int*, const T*,                 \
      const cusparseMatDescr_t, int, const int*, const int*, csrgemm2Info_t, size_t* bytes) {      \
    return give_size(handle, bytes);                                                               \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrgemm2(                                                          \
      cusparseHandle_t handle, int m, int n, int k, const T* alpha,                                \
      const cusparseMatDescr_t descrA, int, const T* valA, const int* rowPtrA, const int* colIndA, \
      const cusparseMatDescr_t descrB, int, const T* valB, const int* rowPtrB, const int* colIndB, \
      const T* beta, const cusparseMatDescr_t descrD, int, const T* valD, const int* rowPtrD,      \
      const int* colIndD, const cusparseMatDescr_t descrC, T* valC, const int* rowPtrC,            \
      int* colIndC, const csrgemm2Info_t, void*) {                                                 \
    const auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;                                           \
    return call(handle, [&] {                                                                      \
      if (!descrC) return CUSPARSE_STATUS_INVALID_VALUE;                                           \
      Operands<T> operands{operand(plain, m, k, descrA, valA, rowPtrA, colIndA),                   \
                           operand(plain, k, n, descrB, valB, rowPtrB, colIndB),                   \
                           operand(plain, m, n, descrD, valD, rowPtrD, colIndD),                   \
                           true,                                                                   \
                           true,                                                                   \
                           1,                                                                      \
                           0};                                                                     \
      if (const cusparseStatus_t error = read_factors(handle, alpha, beta, operands))              \
        return error;                                                                              \
      return multiply(handle, m, n, operands, descrC->base, valC, rowPtrC, colIndC);               \
    });                                                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##L##csrgeam(                                                           \
      cusparseHandle_t handle, int m, int n, const T* alpha, const cusparseMatDescr_t descrA,      \
      int nnzA, const T* valA, const int* rowPtrA, const int* colIndA, const T* beta,              \
      const cusparseMatDescr_t descrB, int nnzB, const T* valB, const int* rowPtrB,                \
      const int* colIndB, const cusparseMatDescr_t descrC, T* valC, int* rowPtrC, int* colIndC) {  \
    return cusparse##L##csrgeam2(handle, m, n, alpha, descrA, nnzA, valA, rowPtrA, colIndA, beta,  \
                                 descrB, nnzB, valB, rowPtrB, colIndB, descrC, valC, rowPtrC,      \
                                 colIndC, nullptr);                                                \
  }                                                                                                \
  cusparseStatus_t cusparse##L##hybmv(cusparseHandle_t handle, cusparseOperation_t transA,         \
                                      const T* alpha, const cusparseMatDescr_t descrA,             \
                                      const cusparseHybMat_t hyb, const T* x, const T* beta,       \
                                      T* y) {                                                      \
    if (hyb == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;                                      \
    return cusparse##L##csrmv(handle, transA, hyb->rows, hyb->columns,                             \
                              static_cast<int>(hyb->indices.size()), alpha, descrA,                \
                              reinterpret_cast<const T*>(hyb->values.data()), hyb->begins.data(),  \
                              hyb->indices.data(), x, beta, y);                                    \
  }
VG_PRODUCTS(S, float)
VG_PRODUCTS(D, double)
#undef VG_PRODUCTS
