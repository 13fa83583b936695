/* cusolverRf.h: factors of sparse matrices that have the same places in use, again and again, without choosing pivots.
 *
 * P * A * Q' = L * U: row i of the product is row P[i] of A, its column j column Q[j]. The factors' places are found from A's.
 * SPDX-License-Identifier: MIT
 */
#ifndef CUSOLVERRF_H_
#define CUSOLVERRF_H_

#include "vgpu_solver/handle.h"

typedef struct cusolverRfCommon* cusolverRfHandle_t;
typedef enum {
  CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF = 0,
  CUSOLVERRF_RESET_VALUES_FAST_MODE_ON = 1
} cusolverRfResetValuesFastMode_t;
typedef enum {
  CUSOLVERRF_MATRIX_FORMAT_CSR = 0,
  CUSOLVERRF_MATRIX_FORMAT_CSC = 1
} cusolverRfMatrixFormat_t;
typedef enum {
  CUSOLVERRF_UNIT_DIAGONAL_STORED_L = 0,
  CUSOLVERRF_UNIT_DIAGONAL_STORED_U = 1,
  CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L = 2,
  CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U = 3
} cusolverRfUnitDiagonal_t;
typedef enum {
  CUSOLVERRF_FACTORIZATION_ALG0 = 0,
  CUSOLVERRF_FACTORIZATION_ALG1 = 1,
  CUSOLVERRF_FACTORIZATION_ALG2 = 2
} cusolverRfFactorization_t;
typedef enum {
  CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1,
  CUSOLVERRF_TRIANGULAR_SOLVE_ALG2 = 2,
  CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 = 3
} cusolverRfTriangularSolve_t;
typedef enum {
  CUSOLVERRF_NUMERIC_BOOST_NOT_USED = 0,
  CUSOLVERRF_NUMERIC_BOOST_USED = 1
} cusolverRfNumericBoostReport_t;

VG_C_BEGIN
cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t* handle);
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t* format,
                                           cusolverRfUnitDiagonal_t* diag);
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t format,
                                           cusolverRfUnitDiagonal_t diag);
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero,
                                                double boost);
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double* zero,
                                                double* boost);
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                 cusolverRfNumericBoostReport_t* report);
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factAlg,
                                   cusolverRfTriangularSolve_t solveAlg);
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t* factAlg,
                                   cusolverRfTriangularSolve_t* solveAlg);
cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t* mode);
cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t mode);
cusolverStatus_t cusolverRfSetupHost(int n, int nnzA, int* csrRowPtrA, int* csrColIndA,
                                     double* csrValA, int nnzL, int* csrRowPtrL, int* csrColIndL,
                                     double* csrValL, int nnzU, int* csrRowPtrU, int* csrColIndU,
                                     double* csrValU, int* P, int* Q, cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfSetupDevice(int n, int nnzA, int* csrRowPtrA, int* csrColIndA,
                                       double* csrValA, int nnzL, int* csrRowPtrL, int* csrColIndL,
                                       double* csrValL, int nnzU, int* csrRowPtrU, int* csrColIndU,
                                       double* csrValU, int* P, int* Q, cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfResetValues(int n, int nnzA, int* csrRowPtrA, int* csrColIndA,
                                       double* csrValA, int* P, int* Q, cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int* nnzM,
                                                      int** Mp, int** Mi, double** Mx);
/* The program frees what these two give. */
cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle, int* nnzM, int** Mp,
                                                     int** Mi, double** Mx);
cusolverStatus_t cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int* nnzL,
                                                   int** csrRowPtrL, int** csrColIndL,
                                                   double** csrValL, int* nnzU, int** csrRowPtrU,
                                                   int** csrColIndU, double** csrValU);
cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int* P, int* Q, int nrhs, double* Temp,
                                 int ldt, double* XF, int ldxf);
cusolverStatus_t cusolverRfBatchSetupHost(int batchSize, int n, int nnzA, int* csrRowPtrA,
                                          int* csrColIndA, double* csrValA[], int nnzL,
                                          int* csrRowPtrL, int* csrColIndL, double* csrValL,
                                          int nnzU, int* csrRowPtrU, int* csrColIndU,
                                          double* csrValU, int* P, int* Q,
                                          cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfBatchResetValues(int batchSize, int n, int nnzA, int* csrRowPtrA,
                                            int* csrColIndA, double* csrValA[], int* P, int* Q,
                                            cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle);
cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int* P, int* Q, int nrhs,
                                      double* Temp, int ldt, double* XF[], int ldxf);
cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int* position);
VG_C_END

#endif
