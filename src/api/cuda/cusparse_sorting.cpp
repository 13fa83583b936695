// The functions of vgpu_sparse/sorting.h.
//
// Elements at one place stay in the order in which they came. SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <vector>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

// Puts array[begin + order[i]] at begin + i; a null array is none.
void reorder(int* array, int begin, const std::vector<int>& order) {
  if (array == nullptr) return;
  std::vector<int> sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = array[begin + order[i]];
  std::copy(sorted.begin(), sorted.end(), array + begin);
}

// Sorts `count` elements from `begin` on by the first key, then the second if there is one.
void sort(int begin, int count, int* first, int* second, int* permutation) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [=](int i, int j) {
    if (first[begin + i] != first[begin + j]) return first[begin + i] < first[begin + j];
    if (second != nullptr && second[begin + i] != second[begin + j])
      return second[begin + i] < second[begin + j];
    return i < j;
  });
  reorder(first, begin, order);
  reorder(second, begin, order);
  reorder(permutation, begin, order);
}

cusparseStatus_t sort_elements(cusparseHandle_t handle, int m, int n, int nnz, int* first,
                               int* second, int* permutation) {
  return call(handle, [&] {
    if (m < 0 || n < 0 || nnz < 0) return CUSPARSE_STATUS_INVALID_VALUE;
    return start_serial(handle, [=] { sort(0, nnz, first, second, permutation); });
  });
}

cusparseStatus_t sort_lines(cusparseHandle_t handle, int lines, int nnz,
                            const cusparseMatDescr_t descr, const int* begins, int* others,
                            int* permutation) {
  return call(handle, [&] {
    if (lines < 0 || nnz < 0 || descr == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    const int base = descr->base;
    return start_each(handle, lines, 64, [=](Index line) {
      sort(begins[line] - base, begins[line + 1] - begins[line], others, nullptr, permutation);
    });
  });
}

}  // namespace

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n,
                                                   int* permutation) {
  return call(handle, [&] {
    if (n < 0 || permutation == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    return start_serial(handle, [=] { std::iota(permutation, permutation + n, 0); });
  });
}

cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*,
                                                const int*, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int* rows,
                                       int* columns, int* permutation, void*) {
  return sort_elements(handle, m, n, nnz, rows, columns, permutation);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int* rows,
                                          int* columns, int* permutation, void*) {
  return sort_elements(handle, m, n, nnz, columns, rows, permutation);
}

cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*,
                                                const int*, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int, int nnz,
                                  const cusparseMatDescr_t descrA, const int* rowPtr, int* colInd,
                                  int* permutation, void*) {
  return sort_lines(handle, m, nnz, descrA, rowPtr, colInd, permutation);
}
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*,
                                                const int*, size_t* bytes) {
  return give_size(handle, bytes);
}
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int, int n, int nnz,
                                  const cusparseMatDescr_t descrA, const int* colPtr, int* rowInd,
                                  int* permutation, void*) {
  return sort_lines(handle, n, nnz, descrA, colPtr, rowInd, permutation);
}
