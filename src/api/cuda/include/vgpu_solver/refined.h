/* Systems of equations and least squares whose solution NVIDIA refines from factors of lower precision. Here the factors
 * have the precision of the matrix, which needs no steps of refinement.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SOLVER_REFINED_H
#define VGPU_SOLVER_REFINED_H

#include <stddef.h>

#include "vgpu_solver/handle.h"

typedef struct cusolverDnIRSParams* cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos* cusolverDnIRSInfos_t;

/* What follows the sizes: the matrix, which stays as it is, right sides and solutions. */
#define VG_MATRICES(T) T *A, cusolver_int_t lda, T *B, cusolver_int_t ldb, T *X, cusolver_int_t ldx
#define VG_SQUARE(T)                                                                          \
  cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T *A, cusolver_int_t lda, \
      cusolver_int_t *pivots, T *B, cusolver_int_t ldb, T *X, cusolver_int_t ldx, void *work
#define VG_TALL(T)                                                                    \
  cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, \
      VG_MATRICES(T), void *work
#define VG_ANSWER size_t bytes, cusolver_int_t *steps, cusolver_int_t *info

VG_C_BEGIN
cusolverStatus_t cusolverDnZZgesv_bufferSize(VG_SQUARE(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZZgesv(VG_SQUARE(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZZgels_bufferSize(VG_TALL(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZZgels(VG_TALL(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZCgesv_bufferSize(VG_SQUARE(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZCgesv(VG_SQUARE(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZCgels_bufferSize(VG_TALL(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZCgels(VG_TALL(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZKgesv_bufferSize(VG_SQUARE(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZKgesv(VG_SQUARE(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZKgels_bufferSize(VG_TALL(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZKgels(VG_TALL(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZEgesv_bufferSize(VG_SQUARE(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZEgesv(VG_SQUARE(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZEgels_bufferSize(VG_TALL(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZEgels(VG_TALL(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZYgesv_bufferSize(VG_SQUARE(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZYgesv(VG_SQUARE(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnZYgels_bufferSize(VG_TALL(cuDoubleComplex), size_t* bytes);
cusolverStatus_t cusolverDnZYgels(VG_TALL(cuDoubleComplex), VG_ANSWER);
cusolverStatus_t cusolverDnCCgesv_bufferSize(VG_SQUARE(cuComplex), size_t* bytes);
cusolverStatus_t cusolverDnCCgesv(VG_SQUARE(cuComplex), VG_ANSWER);
cusolverStatus_t cusolverDnCCgels_bufferSize(VG_TALL(cuComplex), size_t* bytes);
cusolverStatus_t cusolverDnCCgels(VG_TALL(cuComplex), VG_ANSWER);
cusolverStatus_t cusolverDnCKgesv_bufferSize(VG_SQUARE(cuComplex), size_t* bytes);
cusolverStatus_t cusolverDnCKgesv(VG_SQUARE(cuComplex), VG_ANSWER);
cusolverStatus_t cusolverDnCKgels_bufferSize(VG_TALL(cuComplex), size_t* bytes);
cusolverStatus_t cusolverDnCKgels(VG_TALL(cuComplex), VG_ANSWER);
cusolverStatus_t cusolverDnCEgesv_bufferSize(VG_SQUARE(cuComplex), size_t* bytes);
cusolverStatus_t cusolverDnCEgesv(VG_SQUARE(cuComplex), VG_ANSWER);
cusolverStatus_t cusolverDnCEgels_bufferSize(VG_TALL(cuComplex), size_t* bytes);
cusolverStatus_t cusolverDnCEgels(VG_TALL(cuComplex), VG_ANSWER);
cusolverStatus_t cusolverDnCYgesv_bufferSize(VG_SQUARE(cuComplex), size_t* bytes);
cusolverStatus_t cusolverDnCYgesv(VG_SQUARE(cuComplex), VG_ANSWER);
cusolverStatus_t cusolverDnCYgels_bufferSize(VG_TALL(cuComplex), size_t* bytes);
cusolverStatus_t cusolverDnCYgels(VG_TALL(cuComplex), VG_ANSWER);
cusolverStatus_t cusolverDnDDgesv_bufferSize(VG_SQUARE(double), size_t* bytes);
cusolverStatus_t cusolverDnDDgesv(VG_SQUARE(double), VG_ANSWER);
cusolverStatus_t cusolverDnDDgels_bufferSize(VG_TALL(double), size_t* bytes);
cusolverStatus_t cusolverDnDDgels(VG_TALL(double), VG_ANSWER);
cusolverStatus_t cusolverDnDSgesv_bufferSize(VG_SQUARE(double), size_t* bytes);
cusolverStatus_t cusolverDnDSgesv(VG_SQUARE(double), VG_ANSWER);
cusolverStatus_t cusolverDnDSgels_bufferSize(VG_TALL(double), size_t* bytes);
cusolverStatus_t cusolverDnDSgels(VG_TALL(double), VG_ANSWER);
cusolverStatus_t cusolverDnDHgesv_bufferSize(VG_SQUARE(double), size_t* bytes);
cusolverStatus_t cusolverDnDHgesv(VG_SQUARE(double), VG_ANSWER);
cusolverStatus_t cusolverDnDHgels_bufferSize(VG_TALL(double), size_t* bytes);
cusolverStatus_t cusolverDnDHgels(VG_TALL(double), VG_ANSWER);
cusolverStatus_t cusolverDnDBgesv_bufferSize(VG_SQUARE(double), size_t* bytes);
cusolverStatus_t cusolverDnDBgesv(VG_SQUARE(double), VG_ANSWER);
cusolverStatus_t cusolverDnDBgels_bufferSize(VG_TALL(double), size_t* bytes);
cusolverStatus_t cusolverDnDBgels(VG_TALL(double), VG_ANSWER);
cusolverStatus_t cusolverDnDXgesv_bufferSize(VG_SQUARE(double), size_t* bytes);
cusolverStatus_t cusolverDnDXgesv(VG_SQUARE(double), VG_ANSWER);
cusolverStatus_t cusolverDnDXgels_bufferSize(VG_TALL(double), size_t* bytes);
cusolverStatus_t cusolverDnDXgels(VG_TALL(double), VG_ANSWER);
cusolverStatus_t cusolverDnSSgesv_bufferSize(VG_SQUARE(float), size_t* bytes);
cusolverStatus_t cusolverDnSSgesv(VG_SQUARE(float), VG_ANSWER);
cusolverStatus_t cusolverDnSSgels_bufferSize(VG_TALL(float), size_t* bytes);
cusolverStatus_t cusolverDnSSgels(VG_TALL(float), VG_ANSWER);
cusolverStatus_t cusolverDnSHgesv_bufferSize(VG_SQUARE(float), size_t* bytes);
cusolverStatus_t cusolverDnSHgesv(VG_SQUARE(float), VG_ANSWER);
cusolverStatus_t cusolverDnSHgels_bufferSize(VG_TALL(float), size_t* bytes);
cusolverStatus_t cusolverDnSHgels(VG_TALL(float), VG_ANSWER);
cusolverStatus_t cusolverDnSBgesv_bufferSize(VG_SQUARE(float), size_t* bytes);
cusolverStatus_t cusolverDnSBgesv(VG_SQUARE(float), VG_ANSWER);
cusolverStatus_t cusolverDnSBgels_bufferSize(VG_TALL(float), size_t* bytes);
cusolverStatus_t cusolverDnSBgels(VG_TALL(float), VG_ANSWER);
cusolverStatus_t cusolverDnSXgesv_bufferSize(VG_SQUARE(float), size_t* bytes);
cusolverStatus_t cusolverDnSXgesv(VG_SQUARE(float), VG_ANSWER);
cusolverStatus_t cusolverDnSXgels_bufferSize(VG_TALL(float), size_t* bytes);
cusolverStatus_t cusolverDnSXgels(VG_TALL(float), VG_ANSWER);
cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t* params);
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
                                                        cusolverIRSRefinement_t solver);
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
                                                           cusolverPrecType_t main);
cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
                                                             cusolverPrecType_t lowest);
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
                                                        cusolverPrecType_t main,
                                                        cusolverPrecType_t lowest);
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double tolerance);
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double tolerance);
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t most);
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params,
                                                     cusolver_int_t most);
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t* most);
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t* infos);
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos);
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t* steps);
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos,
                                                  cusolver_int_t* steps);
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, cusolver_int_t* most);
cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle,
                                               cusolverDnIRSParams_t params, cusolver_int_t n,
                                               cusolver_int_t nrhs, size_t* bytes);
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, cusolver_int_t n,
                                    cusolver_int_t nrhs, VG_MATRICES(void), void* work, VG_ANSWER);
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle,
                                               cusolverDnIRSParams_t params, cusolver_int_t m,
                                               cusolver_int_t n, cusolver_int_t nrhs,
                                               size_t* bytes);
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, cusolver_int_t m, cusolver_int_t n,
                                    cusolver_int_t nrhs, VG_MATRICES(void), void* work, VG_ANSWER);
VG_C_END

#undef VG_MATRICES
#undef VG_SQUARE
#undef VG_TALL
#undef VG_ANSWER

#endif
