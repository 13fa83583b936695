/* Fourier transforms on streams: any length, 1 to 8 axes, complex and real, batches, any strides.
 *
 * A plan says which numbers are transformed and how; it may be run any number of times, from several threads and on
 * several streams. Plans are cached: making one again is cheap. A forward transform is sum x[j] exp(-2 pi i j k / n),
 * a backward one has +; neither divides by n unless the plan's scale says so. Data lies in device memory, pinned
 * memory or any other memory of the program, which must live until the stream has done the transform.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_FFT_H
#define VGPU_C_FFT_H

#include <vgpu/c/error.h>

#define vgpuFftMaxDims 8

typedef struct vgpuFftPlanHandle* vgpuFftPlan_t;

typedef enum vgpuFftType VGPU_INT_ENUM {
  vgpuFftComplex = 0,     /**< complex to complex */
  vgpuFftRealForward = 1, /**< n real numbers to n / 2 + 1 complex ones, along the last axis */
  vgpuFftRealBackward = 2 /**< and back; backward along all axes */
} vgpuFftType;

typedef enum vgpuFftPrecision VGPU_INT_ENUM {
  vgpuFftSingle = 0, /**< float */
  vgpuFftDouble = 1
} vgpuFftPrecision;

typedef enum vgpuFftDirection VGPU_INT_ENUM {
  vgpuFftForward = -1,
  vgpuFftBackward = 1
} vgpuFftDirection;

/** A dimension of n numbers. Strides count elements (complex or real ones) and may be negative. n of a real
 * transform's last axis counts its real numbers. */
typedef struct vgpuFftDim {
  size_t n;
  int64_t inStride, outStride;
} vgpuFftDim;

typedef struct vgpuFftDesc {
  vgpuFftType type;
  vgpuFftPrecision precision;
  vgpuFftDirection direction; /**< of complex transforms; real ones have their own */
  unsigned int rank, batchRank;
  vgpuFftDim axes[vgpuFftMaxDims]; /**< transformed */
  vgpuFftDim
      batch[vgpuFftMaxDims]; /**< transformed over: every position of these has a transform */
  double scale;              /**< every result is multiplied with it; 0 counts as 1 */
  unsigned int threads;      /**< 1: in one thread; else in all of the device's */
} vgpuFftDesc;

VGPU_C_BEGIN

VGPU_API vgpuError_t vgpuFftPlanCreate(vgpuFftPlan_t* plan, const vgpuFftDesc* desc);

/** Arrays in C's order without gaps, n[rank - 1] the fastest, `batch` of them one after another. */
VGPU_API vgpuError_t vgpuFftPlanContiguous(vgpuFftPlan_t* plan, vgpuFftType type,
                                           vgpuFftPrecision precision, vgpuFftDirection direction,
                                           unsigned int rank, const size_t* n,
                                           size_t batch VGPU_DEFAULT(1));

/** Transforms that are already enqueued are still done. */
VGPU_API vgpuError_t vgpuFftPlanDestroy(vgpuFftPlan_t plan);

/** Enqueues a transform. in == out is allowed where both have the same layout in bytes; else they must not overlap. */
VGPU_API vgpuError_t vgpuFftExec(vgpuFftPlan_t plan, const void* in, void* out,
                                 vgpuStream_t stream VGPU_DEFAULT(NULL));

VGPU_C_END

#endif
