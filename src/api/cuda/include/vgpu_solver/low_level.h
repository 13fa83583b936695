/* cusolverSp_LOWLEVEL_PREVIEW.h: the steps of direct solutions of sparse systems one by one: analysis, factors, solution.
 *
 * Factors are exact, in double, of the order that suits them; analysis only notes what is asked for. Systems of QR are square here.
 * SPDX-License-Identifier: MIT
 */
#ifndef CUSOLVERSP_LOWLEVEL_PREVIEW_H_
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include "vgpu_solver/sparse.h"

typedef struct csrluInfoHost* csrluInfoHost_t;
typedef struct csrqrInfoHost* csrqrInfoHost_t;
typedef struct csrcholInfoHost* csrcholInfoHost_t;
typedef struct csrcholInfo* csrcholInfo_t;

#define VG_PATTERN cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA
#define VG_ROWS(T) \
  cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA, const int *csrColIndA
#define VG_SQUARE cusolverSpHandle_t handle, int n, int nnz
#define VG_ANY cusolverSpHandle_t handle, int m, int n, int nnz
/* Parameters of one step, for numbers T, real ones R and the information of its kind of factors. */
#define VG_SIZE(T, Info) VG_SQUARE, VG_ROWS(T), Info info, size_t *internalBytes, size_t *workBytes
#define VG_QR_SIZE(T, Info) VG_ANY, VG_ROWS(T), Info info, size_t *internalBytes, size_t *workBytes
#define VG_QR_SETUP(T, Info) VG_ANY, VG_ROWS(T), T mu, Info info
#define VG_QR(T, Info) VG_ANY, T *b, T *x, Info info, void *work
#define VG_QR_SOLVE(T, Info) \
  cusolverSpHandle_t handle, int m, int n, T *b, T *x, Info info, void *work
#define VG_LU(T, R) VG_SQUARE, VG_ROWS(T), csrluInfoHost_t info, R threshold, void *work
#define VG_CHOLESKY(T, Info) VG_SQUARE, VG_ROWS(T), Info info, void *work
#define VG_SOLVE(T, Info) cusolverSpHandle_t handle, int n, const T *b, T *x, Info info, void *work
#define VG_WEAK(R, Info) cusolverSpHandle_t handle, Info info, R tol, int *position
#define VG_EXTRACT(T)                                                                           \
  cusolverSpHandle_t handle, int *P, int *Q, cusparseMatDescr_t descrL, T *csrValL,             \
      int *csrRowPtrL, int *csrColIndL, cusparseMatDescr_t descrU, T *csrValU, int *csrRowPtrU, \
      int *csrColIndU, csrluInfoHost_t info, void *work

VG_C_BEGIN
cusolverStatus_t cusolverSpCreateCsrluInfoHost(csrluInfoHost_t* info);
cusolverStatus_t cusolverSpDestroyCsrluInfoHost(csrluInfoHost_t info);
cusolverStatus_t cusolverSpXcsrluAnalysisHost(VG_SQUARE, VG_PATTERN, csrluInfoHost_t info);
cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int* nnzL, int* nnzU,
                                         csrluInfoHost_t info);
cusolverStatus_t cusolverSpCreateCsrqrInfoHost(csrqrInfoHost_t* info);
cusolverStatus_t cusolverSpDestroyCsrqrInfoHost(csrqrInfoHost_t info);
cusolverStatus_t cusolverSpXcsrqrAnalysisHost(VG_ANY, VG_PATTERN, csrqrInfoHost_t info);
cusolverStatus_t cusolverSpXcsrqrAnalysis(VG_ANY, VG_PATTERN, csrqrInfo_t info);
cusolverStatus_t cusolverSpCreateCsrcholInfoHost(csrcholInfoHost_t* info);
cusolverStatus_t cusolverSpDestroyCsrcholInfoHost(csrcholInfoHost_t info);
cusolverStatus_t cusolverSpXcsrcholAnalysisHost(VG_SQUARE, VG_PATTERN, csrcholInfoHost_t info);
cusolverStatus_t cusolverSpCreateCsrcholInfo(csrcholInfo_t* info);
cusolverStatus_t cusolverSpDestroyCsrcholInfo(csrcholInfo_t info);
cusolverStatus_t cusolverSpXcsrcholAnalysis(VG_SQUARE, VG_PATTERN, csrcholInfo_t info);
cusolverStatus_t cusolverSpScsrluBufferInfoHost(VG_SIZE(float, csrluInfoHost_t));
cusolverStatus_t cusolverSpScsrluFactorHost(VG_LU(float, float));
cusolverStatus_t cusolverSpScsrluZeroPivotHost(VG_WEAK(float, csrluInfoHost_t));
cusolverStatus_t cusolverSpScsrluSolveHost(VG_SOLVE(float, csrluInfoHost_t));
cusolverStatus_t cusolverSpScsrluExtractHost(VG_EXTRACT(float));
cusolverStatus_t cusolverSpScsrqrBufferInfoHost(VG_QR_SIZE(float, csrqrInfoHost_t));
cusolverStatus_t cusolverSpScsrqrSetupHost(VG_QR_SETUP(float, csrqrInfoHost_t));
cusolverStatus_t cusolverSpScsrqrFactorHost(VG_QR(float, csrqrInfoHost_t));
cusolverStatus_t cusolverSpScsrqrZeroPivotHost(VG_WEAK(float, csrqrInfoHost_t));
cusolverStatus_t cusolverSpScsrqrSolveHost(VG_QR_SOLVE(float, csrqrInfoHost_t));
cusolverStatus_t cusolverSpScsrcholBufferInfoHost(VG_SIZE(float, csrcholInfoHost_t));
cusolverStatus_t cusolverSpScsrcholFactorHost(VG_CHOLESKY(float, csrcholInfoHost_t));
cusolverStatus_t cusolverSpScsrcholZeroPivotHost(VG_WEAK(float, csrcholInfoHost_t));
cusolverStatus_t cusolverSpScsrcholSolveHost(VG_SOLVE(float, csrcholInfoHost_t));
cusolverStatus_t cusolverSpScsrqrBufferInfo(VG_QR_SIZE(float, csrqrInfo_t));
cusolverStatus_t cusolverSpScsrqrSetup(VG_QR_SETUP(float, csrqrInfo_t));
cusolverStatus_t cusolverSpScsrqrFactor(VG_QR(float, csrqrInfo_t));
cusolverStatus_t cusolverSpScsrqrZeroPivot(VG_WEAK(float, csrqrInfo_t));
cusolverStatus_t cusolverSpScsrqrSolve(VG_QR_SOLVE(float, csrqrInfo_t));
cusolverStatus_t cusolverSpScsrcholBufferInfo(VG_SIZE(float, csrcholInfo_t));
cusolverStatus_t cusolverSpScsrcholFactor(VG_CHOLESKY(float, csrcholInfo_t));
cusolverStatus_t cusolverSpScsrcholZeroPivot(VG_WEAK(float, csrcholInfo_t));
cusolverStatus_t cusolverSpScsrcholSolve(VG_SOLVE(float, csrcholInfo_t));
cusolverStatus_t cusolverSpDcsrluBufferInfoHost(VG_SIZE(double, csrluInfoHost_t));
cusolverStatus_t cusolverSpDcsrluFactorHost(VG_LU(double, double));
cusolverStatus_t cusolverSpDcsrluZeroPivotHost(VG_WEAK(double, csrluInfoHost_t));
cusolverStatus_t cusolverSpDcsrluSolveHost(VG_SOLVE(double, csrluInfoHost_t));
cusolverStatus_t cusolverSpDcsrluExtractHost(VG_EXTRACT(double));
cusolverStatus_t cusolverSpDcsrqrBufferInfoHost(VG_QR_SIZE(double, csrqrInfoHost_t));
cusolverStatus_t cusolverSpDcsrqrSetupHost(VG_QR_SETUP(double, csrqrInfoHost_t));
cusolverStatus_t cusolverSpDcsrqrFactorHost(VG_QR(double, csrqrInfoHost_t));
cusolverStatus_t cusolverSpDcsrqrZeroPivotHost(VG_WEAK(double, csrqrInfoHost_t));
cusolverStatus_t cusolverSpDcsrqrSolveHost(VG_QR_SOLVE(double, csrqrInfoHost_t));
cusolverStatus_t cusolverSpDcsrcholBufferInfoHost(VG_SIZE(double, csrcholInfoHost_t));
cusolverStatus_t cusolverSpDcsrcholFactorHost(VG_CHOLESKY(double, csrcholInfoHost_t));
cusolverStatus_t cusolverSpDcsrcholZeroPivotHost(VG_WEAK(double, csrcholInfoHost_t));
cusolverStatus_t cusolverSpDcsrcholSolveHost(VG_SOLVE(double, csrcholInfoHost_t));
cusolverStatus_t cusolverSpDcsrqrBufferInfo(VG_QR_SIZE(double, csrqrInfo_t));
cusolverStatus_t cusolverSpDcsrqrSetup(VG_QR_SETUP(double, csrqrInfo_t));
cusolverStatus_t cusolverSpDcsrqrFactor(VG_QR(double, csrqrInfo_t));
cusolverStatus_t cusolverSpDcsrqrZeroPivot(VG_WEAK(double, csrqrInfo_t));
cusolverStatus_t cusolverSpDcsrqrSolve(VG_QR_SOLVE(double, csrqrInfo_t));
cusolverStatus_t cusolverSpDcsrcholBufferInfo(VG_SIZE(double, csrcholInfo_t));
cusolverStatus_t cusolverSpDcsrcholFactor(VG_CHOLESKY(double, csrcholInfo_t));
cusolverStatus_t cusolverSpDcsrcholZeroPivot(VG_WEAK(double, csrcholInfo_t));
cusolverStatus_t cusolverSpDcsrcholSolve(VG_SOLVE(double, csrcholInfo_t));
cusolverStatus_t cusolverSpCcsrluBufferInfoHost(VG_SIZE(cuComplex, csrluInfoHost_t));
cusolverStatus_t cusolverSpCcsrluFactorHost(VG_LU(cuComplex, float));
cusolverStatus_t cusolverSpCcsrluZeroPivotHost(VG_WEAK(float, csrluInfoHost_t));
cusolverStatus_t cusolverSpCcsrluSolveHost(VG_SOLVE(cuComplex, csrluInfoHost_t));
cusolverStatus_t cusolverSpCcsrluExtractHost(VG_EXTRACT(cuComplex));
cusolverStatus_t cusolverSpCcsrqrBufferInfoHost(VG_QR_SIZE(cuComplex, csrqrInfoHost_t));
cusolverStatus_t cusolverSpCcsrqrSetupHost(VG_QR_SETUP(cuComplex, csrqrInfoHost_t));
cusolverStatus_t cusolverSpCcsrqrFactorHost(VG_QR(cuComplex, csrqrInfoHost_t));
cusolverStatus_t cusolverSpCcsrqrZeroPivotHost(VG_WEAK(float, csrqrInfoHost_t));
cusolverStatus_t cusolverSpCcsrqrSolveHost(VG_QR_SOLVE(cuComplex, csrqrInfoHost_t));
cusolverStatus_t cusolverSpCcsrcholBufferInfoHost(VG_SIZE(cuComplex, csrcholInfoHost_t));
cusolverStatus_t cusolverSpCcsrcholFactorHost(VG_CHOLESKY(cuComplex, csrcholInfoHost_t));
cusolverStatus_t cusolverSpCcsrcholZeroPivotHost(VG_WEAK(float, csrcholInfoHost_t));
cusolverStatus_t cusolverSpCcsrcholSolveHost(VG_SOLVE(cuComplex, csrcholInfoHost_t));
cusolverStatus_t cusolverSpCcsrqrBufferInfo(VG_QR_SIZE(cuComplex, csrqrInfo_t));
cusolverStatus_t cusolverSpCcsrqrSetup(VG_QR_SETUP(cuComplex, csrqrInfo_t));
cusolverStatus_t cusolverSpCcsrqrFactor(VG_QR(cuComplex, csrqrInfo_t));
cusolverStatus_t cusolverSpCcsrqrZeroPivot(VG_WEAK(float, csrqrInfo_t));
cusolverStatus_t cusolverSpCcsrqrSolve(VG_QR_SOLVE(cuComplex, csrqrInfo_t));
cusolverStatus_t cusolverSpCcsrcholBufferInfo(VG_SIZE(cuComplex, csrcholInfo_t));
cusolverStatus_t cusolverSpCcsrcholFactor(VG_CHOLESKY(cuComplex, csrcholInfo_t));
cusolverStatus_t cusolverSpCcsrcholZeroPivot(VG_WEAK(float, csrcholInfo_t));
cusolverStatus_t cusolverSpCcsrcholSolve(VG_SOLVE(cuComplex, csrcholInfo_t));
cusolverStatus_t cusolverSpZcsrluBufferInfoHost(VG_SIZE(cuDoubleComplex, csrluInfoHost_t));
cusolverStatus_t cusolverSpZcsrluFactorHost(VG_LU(cuDoubleComplex, double));
cusolverStatus_t cusolverSpZcsrluZeroPivotHost(VG_WEAK(double, csrluInfoHost_t));
cusolverStatus_t cusolverSpZcsrluSolveHost(VG_SOLVE(cuDoubleComplex, csrluInfoHost_t));
cusolverStatus_t cusolverSpZcsrluExtractHost(VG_EXTRACT(cuDoubleComplex));
cusolverStatus_t cusolverSpZcsrqrBufferInfoHost(VG_QR_SIZE(cuDoubleComplex, csrqrInfoHost_t));
cusolverStatus_t cusolverSpZcsrqrSetupHost(VG_QR_SETUP(cuDoubleComplex, csrqrInfoHost_t));
cusolverStatus_t cusolverSpZcsrqrFactorHost(VG_QR(cuDoubleComplex, csrqrInfoHost_t));
cusolverStatus_t cusolverSpZcsrqrZeroPivotHost(VG_WEAK(double, csrqrInfoHost_t));
cusolverStatus_t cusolverSpZcsrqrSolveHost(VG_QR_SOLVE(cuDoubleComplex, csrqrInfoHost_t));
cusolverStatus_t cusolverSpZcsrcholBufferInfoHost(VG_SIZE(cuDoubleComplex, csrcholInfoHost_t));
cusolverStatus_t cusolverSpZcsrcholFactorHost(VG_CHOLESKY(cuDoubleComplex, csrcholInfoHost_t));
cusolverStatus_t cusolverSpZcsrcholZeroPivotHost(VG_WEAK(double, csrcholInfoHost_t));
cusolverStatus_t cusolverSpZcsrcholSolveHost(VG_SOLVE(cuDoubleComplex, csrcholInfoHost_t));
cusolverStatus_t cusolverSpZcsrqrBufferInfo(VG_QR_SIZE(cuDoubleComplex, csrqrInfo_t));
cusolverStatus_t cusolverSpZcsrqrSetup(VG_QR_SETUP(cuDoubleComplex, csrqrInfo_t));
cusolverStatus_t cusolverSpZcsrqrFactor(VG_QR(cuDoubleComplex, csrqrInfo_t));
cusolverStatus_t cusolverSpZcsrqrZeroPivot(VG_WEAK(double, csrqrInfo_t));
cusolverStatus_t cusolverSpZcsrqrSolve(VG_QR_SOLVE(cuDoubleComplex, csrqrInfo_t));
cusolverStatus_t cusolverSpZcsrcholBufferInfo(VG_SIZE(cuDoubleComplex, csrcholInfo_t));
cusolverStatus_t cusolverSpZcsrcholFactor(VG_CHOLESKY(cuDoubleComplex, csrcholInfo_t));
cusolverStatus_t cusolverSpZcsrcholZeroPivot(VG_WEAK(double, csrcholInfo_t));
cusolverStatus_t cusolverSpZcsrcholSolve(VG_SOLVE(cuDoubleComplex, csrcholInfo_t));
VG_C_END

#undef VG_ANY
#undef VG_CHOLESKY
#undef VG_EXTRACT
#undef VG_LU
#undef VG_PATTERN
#undef VG_QR
#undef VG_QR_SETUP
#undef VG_QR_SIZE
#undef VG_QR_SOLVE
#undef VG_ROWS
#undef VG_SIZE
#undef VG_SOLVE
#undef VG_SQUARE
#undef VG_WEAK

#endif
