/* Matrix products beyond BLAS: complex, bf16 and int8 operands, fused epilogues, operands packed once, Strassen's way.
 *
 * Arguments are those of <vgpu/c/blas.h>.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_GEMM_H
#define VGPU_C_GEMM_H

#include <vgpu/c/blas.h>

typedef struct vgpuComplex {
  float x, y; /**< real and imaginary part, as in CUDA */
} vgpuComplex;

typedef struct vgpuDoubleComplex {
  double x, y;
} vgpuDoubleComplex;

typedef enum vgpuActivation VGPU_INT_ENUM {
  vgpuActivationNone = 0,
  vgpuActivationRelu = 1,
  vgpuActivationGelu = 2 /**< in the form with tanh */
} vgpuActivation;

/** What is done to x = alpha * a * b + beta * c before it is stored: x + biases, the activation, x * scale, x + residual. */
typedef struct vgpuSgemmEpilogue {
  const float* columnBias; /**< n values, or NULL */
  const float* rowBias;    /**< m values, or NULL */
  vgpuActivation activation;
  float scale;
  const float* residual; /**< m x n in c's layout, or NULL; may be c */
  int64_t ldResidual;
} vgpuSgemmEpilogue;

/** A matrix in the order in which products read it. Products that are still to come keep it alive. */
typedef struct vgpuPackedMatrixHandle* vgpuPackedMatrix_t;

/** The same product in the steps of a lesson. */
typedef enum vgpuGemmVariant VGPU_INT_ENUM {
  vgpuGemmBasic = 0,   /**< three loops */
  vgpuGemmBlocked = 1, /**< loops over blocks that stay in the caches */
  vgpuGemmSimd = 2     /**< vectors, packing and threads, as vgpuSgemm */
} vgpuGemmVariant;

VGPU_C_BEGIN

VGPU_API vgpuError_t vgpuCgemm(vgpuLayout layout, vgpuTranspose transA, vgpuTranspose transB,
                               int64_t m, int64_t n, int64_t k, const vgpuComplex* alpha,
                               const vgpuComplex* a, int64_t lda, const vgpuComplex* b, int64_t ldb,
                               const vgpuComplex* beta, vgpuComplex* c, int64_t ldc,
                               vgpuStream_t stream VGPU_DEFAULT(NULL));
VGPU_API vgpuError_t vgpuZgemm(vgpuLayout layout, vgpuTranspose transA, vgpuTranspose transB,
                               int64_t m, int64_t n, int64_t k, const vgpuDoubleComplex* alpha,
                               const vgpuDoubleComplex* a, int64_t lda, const vgpuDoubleComplex* b,
                               int64_t ldb, const vgpuDoubleComplex* beta, vgpuDoubleComplex* c,
                               int64_t ldc, vgpuStream_t stream VGPU_DEFAULT(NULL));

/** bf16 operands, given as their bits; sums and result in float. */
VGPU_API vgpuError_t vgpuGemmBf16(vgpuLayout layout, vgpuTranspose transA, vgpuTranspose transB,
                                  int64_t m, int64_t n, int64_t k, float alpha, const uint16_t* a,
                                  int64_t lda, const uint16_t* b, int64_t ldb, float beta, float* c,
                                  int64_t ldc, vgpuStream_t stream VGPU_DEFAULT(NULL));

/** int8 operands, exact sums in int32, added to c if `accumulate` is not 0. */
VGPU_API vgpuError_t vgpuGemmS8(vgpuLayout layout, vgpuTranspose transA, vgpuTranspose transB,
                                int64_t m, int64_t n, int64_t k, const int8_t* a, int64_t lda,
                                const int8_t* b, int64_t ldb, int accumulate, int32_t* c,
                                int64_t ldc, vgpuStream_t stream VGPU_DEFAULT(NULL));

/** `count` products; the i-th uses a + i * strideA, and so on. A stride of 0 uses a or b again. */
VGPU_API vgpuError_t vgpuCgemmStridedBatched(vgpuLayout layout, vgpuTranspose transA,
                                             vgpuTranspose transB, int64_t m, int64_t n, int64_t k,
                                             const vgpuComplex* alpha, const vgpuComplex* a,
                                             int64_t lda, int64_t strideA, const vgpuComplex* b,
                                             int64_t ldb, int64_t strideB, const vgpuComplex* beta,
                                             vgpuComplex* c, int64_t ldc, int64_t strideC,
                                             int64_t count, vgpuStream_t stream VGPU_DEFAULT(NULL));
VGPU_API vgpuError_t vgpuZgemmStridedBatched(
    vgpuLayout layout, vgpuTranspose transA, vgpuTranspose transB, int64_t m, int64_t n, int64_t k,
    const vgpuDoubleComplex* alpha, const vgpuDoubleComplex* a, int64_t lda, int64_t strideA,
    const vgpuDoubleComplex* b, int64_t ldb, int64_t strideB, const vgpuDoubleComplex* beta,
    vgpuDoubleComplex* c, int64_t ldc, int64_t strideC, int64_t count,
    vgpuStream_t stream VGPU_DEFAULT(NULL));
VGPU_API vgpuError_t vgpuGemmBf16StridedBatched(vgpuLayout layout, vgpuTranspose transA,
                                                vgpuTranspose transB, int64_t m, int64_t n,
                                                int64_t k, float alpha, const uint16_t* a,
                                                int64_t lda, int64_t strideA, const uint16_t* b,
                                                int64_t ldb, int64_t strideB, float beta, float* c,
                                                int64_t ldc, int64_t strideC, int64_t count,
                                                vgpuStream_t stream VGPU_DEFAULT(NULL));
VGPU_API vgpuError_t vgpuGemmS8StridedBatched(vgpuLayout layout, vgpuTranspose transA,
                                              vgpuTranspose transB, int64_t m, int64_t n, int64_t k,
                                              const int8_t* a, int64_t lda, int64_t strideA,
                                              const int8_t* b, int64_t ldb, int64_t strideB,
                                              int accumulate, int32_t* c, int64_t ldc,
                                              int64_t strideC, int64_t count,
                                              vgpuStream_t stream VGPU_DEFAULT(NULL));

VGPU_API vgpuError_t vgpuSgemmFused(vgpuLayout layout, vgpuTranspose transA, vgpuTranspose transB,
                                    int64_t m, int64_t n, int64_t k, float alpha, const float* a,
                                    int64_t lda, const float* b, int64_t ldb, float beta, float* c,
                                    int64_t ldc, const vgpuSgemmEpilogue* epilogue,
                                    vgpuStream_t stream VGPU_DEFAULT(NULL));

/** Packs op(b), k x n, by rows; returns when it is done. */
VGPU_API vgpuError_t vgpuSgemmPack(vgpuPackedMatrix_t* packed, vgpuTranspose transB, int64_t k,
                                   int64_t n, const float* b, int64_t ldb);
/** c = alpha * op(a) * packed + beta * c by rows, with an epilogue or NULL. */
VGPU_API vgpuError_t vgpuSgemmPacked(vgpuTranspose transA, int64_t m, float alpha, const float* a,
                                     int64_t lda, vgpuPackedMatrix_t packed, float beta, float* c,
                                     int64_t ldc, const vgpuSgemmEpilogue* epilogue,
                                     vgpuStream_t stream VGPU_DEFAULT(NULL));
VGPU_API vgpuError_t vgpuPackedMatrixDestroy(vgpuPackedMatrix_t packed);

/** By Strassen's recursion of that many levels (0 to 2; -1: as many as pay, which may be none). Errors grow with the largest
 * elements of a and b rather than with those of a row and a column; docs/engines.md has the bound. */
VGPU_API vgpuError_t vgpuSgemmStrassen(vgpuLayout layout, vgpuTranspose transA,
                                       vgpuTranspose transB, int64_t m, int64_t n, int64_t k,
                                       float alpha, const float* a, int64_t lda, const float* b,
                                       int64_t ldb, float beta, float* c, int64_t ldc, int levels,
                                       vgpuStream_t stream VGPU_DEFAULT(NULL));
VGPU_API vgpuError_t vgpuDgemmStrassen(vgpuLayout layout, vgpuTranspose transA,
                                       vgpuTranspose transB, int64_t m, int64_t n, int64_t k,
                                       double alpha, const double* a, int64_t lda, const double* b,
                                       int64_t ldb, double beta, double* c, int64_t ldc, int levels,
                                       vgpuStream_t stream VGPU_DEFAULT(NULL));

/** vgpuSgemm by the named steps, for measuring what each of them brings. */
VGPU_API vgpuError_t vgpuSgemmVariant(vgpuGemmVariant variant, vgpuLayout layout,
                                      vgpuTranspose transA, vgpuTranspose transB, int64_t m,
                                      int64_t n, int64_t k, float alpha, const float* a,
                                      int64_t lda, const float* b, int64_t ldb, float beta,
                                      float* c, int64_t ldc,
                                      vgpuStream_t stream VGPU_DEFAULT(NULL));

VGPU_C_END

#endif
