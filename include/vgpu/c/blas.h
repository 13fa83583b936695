/* Matrix products on streams.
 *
 * c = alpha * op(a) * op(b) + beta * c; op(a) is m x k, op(b) is k x n, c is m x n. Layouts, transposes and leading
 * dimensions are CBLAS's, and so are the numbers of its enumerations. Matrices lie in device memory, pinned memory or any
 * other memory of the program, which must live and stay unchanged until the stream has done the product. With beta 0
 * c need not be set. c must not overlap a or b.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_BLAS_H
#define VGPU_C_BLAS_H

#include <vgpu/c/error.h>

typedef enum vgpuLayout VGPU_INT_ENUM {
  vgpuRowMajor = 101,   /**< C's and NumPy's: elements of a row lie side by side */
  vgpuColumnMajor = 102 /**< Fortran's and cuBLAS's: elements of a column do */
} vgpuLayout;

typedef enum vgpuTranspose VGPU_INT_ENUM {
  vgpuNoTrans = 111,
  vgpuTrans = 112,
  vgpuConjTrans = 113 /**< of real matrices the same as vgpuTrans */
} vgpuTranspose;

VGPU_C_BEGIN

/** A product of float matrices. Sizes of 0 are allowed; a leading dimension is at least the length of a stored row (column,
 * if vgpuColumnMajor). */
VGPU_API vgpuError_t vgpuSgemm(vgpuLayout layout, vgpuTranspose transA, vgpuTranspose transB,
                               int64_t m, int64_t n, int64_t k, float alpha, const float* a,
                               int64_t lda, const float* b, int64_t ldb, float beta, float* c,
                               int64_t ldc, vgpuStream_t stream VGPU_DEFAULT(NULL));

/** The same of doubles. */
VGPU_API vgpuError_t vgpuDgemm(vgpuLayout layout, vgpuTranspose transA, vgpuTranspose transB,
                               int64_t m, int64_t n, int64_t k, double alpha, const double* a,
                               int64_t lda, const double* b, int64_t ldb, double beta, double* c,
                               int64_t ldc, vgpuStream_t stream VGPU_DEFAULT(NULL));

/** `count` products; the i-th uses a + i * strideA, and so on. A stride of 0 uses a or b again. */
VGPU_API vgpuError_t vgpuSgemmStridedBatched(vgpuLayout layout, vgpuTranspose transA,
                                             vgpuTranspose transB, int64_t m, int64_t n, int64_t k,
                                             float alpha, const float* a, int64_t lda,
                                             int64_t strideA, const float* b, int64_t ldb,
                                             int64_t strideB, float beta, float* c, int64_t ldc,
                                             int64_t strideC, int64_t count,
                                             vgpuStream_t stream VGPU_DEFAULT(NULL));
VGPU_API vgpuError_t vgpuDgemmStridedBatched(vgpuLayout layout, vgpuTranspose transA,
                                             vgpuTranspose transB, int64_t m, int64_t n, int64_t k,
                                             double alpha, const double* a, int64_t lda,
                                             int64_t strideA, const double* b, int64_t ldb,
                                             int64_t strideB, double beta, double* c, int64_t ldc,
                                             int64_t strideC, int64_t count,
                                             vgpuStream_t stream VGPU_DEFAULT(NULL));

VGPU_C_END

#endif
