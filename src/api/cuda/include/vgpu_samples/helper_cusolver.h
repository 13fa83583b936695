/* Sizes of vectors and matrices, with the names of the header beside NVIDIA's samples of cuSOLVER. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HELPER_CUSOLVER
#define HELPER_CUSOLVER

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "cusparse.h"

struct testOpts {
  char* sparse_mat_filename;
  const char* testFunc;
  const char* reorder;
  int lda;
};

inline double vec_norminf(int n, const double* x) {
  double most = 0;
  for (int i = 0; i < n; ++i) most = fmax(most, fabs(x[i]));
  return most;
}

/* The largest sum of a row. */
inline double mat_norminf(int m, int n, const double* A, int lda) {
  double most = 0;
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += fabs(A[i + static_cast<long>(j) * lda]);
    most = fmax(most, sum);
  }
  return most;
}

inline double csr_mat_norminf(int m, int, int, cusparseMatDescr_t descrA, const double* csrValA,
                              const int* csrRowPtrA, const int*) {
  const int base = cusparseGetMatIndexBase(descrA) == CUSPARSE_INDEX_BASE_ONE ? 1 : 0;
  double most = 0;
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = csrRowPtrA[i]; k < csrRowPtrA[i + 1]; ++k) sum += fabs(csrValA[k - base]);
    most = fmax(most, sum);
  }
  return most;
}

inline void display_matrix(int m, int n, int nnzA, cusparseMatDescr_t descrA, const double* csrValA,
                           const int* csrRowPtrA, const int* csrColIndA) {
  const int base = cusparseGetMatIndexBase(descrA) == CUSPARSE_INDEX_BASE_ONE ? 1 : 0;
  printf("%d rows, %d columns, %d elements, counted from 1\n", m, n, nnzA);
  for (int i = 0; i < m; ++i)
    for (int k = csrRowPtrA[i] - base; k < csrRowPtrA[i + 1] - base; ++k)
      printf("A(%d, %d) = %20.16E\n", i + 1, csrColIndA[k] - base + 1, csrValA[k]);
}

inline double second(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_usec) * 1e-6;
}

#endif
