/* Systems with three or five diagonals, of which element i of system j lies at i * count + j.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_SPARSE_INTERLEAVED_H
#define VGPU_SPARSE_INTERLEAVED_H

#include <stddef.h>

#include "vgpu_sparse/handle.h"

#define VG_THREE_SIZE(T)                                                                      \
  cusparseHandle_t handle, int algo, int m, const T *dl, const T *d, const T *du, const T *x, \
      int count, size_t *bytes
#define VG_THREE(T) \
  cusparseHandle_t handle, int algo, int m, T *dl, T *d, T *du, T *x, int count, void *buffer
#define VG_FIVE_SIZE(T)                                                                        \
  cusparseHandle_t handle, int algo, int m, const T *ds, const T *dl, const T *d, const T *du, \
      const T *dw, const T *x, int count, size_t *bytes
#define VG_FIVE(T)                                                                             \
  cusparseHandle_t handle, int algo, int m, T *ds, T *dl, T *d, T *du, T *dw, T *x, int count, \
      void *buffer

VG_C_BEGIN
cusparseStatus_t cusparseSgtsvInterleavedBatch_bufferSizeExt(VG_THREE_SIZE(float));
cusparseStatus_t cusparseSgtsvInterleavedBatch(VG_THREE(float));
cusparseStatus_t cusparseSgpsvInterleavedBatch_bufferSizeExt(VG_FIVE_SIZE(float));
cusparseStatus_t cusparseSgpsvInterleavedBatch(VG_FIVE(float));
cusparseStatus_t cusparseDgtsvInterleavedBatch_bufferSizeExt(VG_THREE_SIZE(double));
cusparseStatus_t cusparseDgtsvInterleavedBatch(VG_THREE(double));
cusparseStatus_t cusparseDgpsvInterleavedBatch_bufferSizeExt(VG_FIVE_SIZE(double));
cusparseStatus_t cusparseDgpsvInterleavedBatch(VG_FIVE(double));
cusparseStatus_t cusparseCgtsvInterleavedBatch_bufferSizeExt(VG_THREE_SIZE(cuComplex));
cusparseStatus_t cusparseCgtsvInterleavedBatch(VG_THREE(cuComplex));
cusparseStatus_t cusparseCgpsvInterleavedBatch_bufferSizeExt(VG_FIVE_SIZE(cuComplex));
cusparseStatus_t cusparseCgpsvInterleavedBatch(VG_FIVE(cuComplex));
cusparseStatus_t cusparseZgtsvInterleavedBatch_bufferSizeExt(VG_THREE_SIZE(cuDoubleComplex));
cusparseStatus_t cusparseZgtsvInterleavedBatch(VG_THREE(cuDoubleComplex));
cusparseStatus_t cusparseZgpsvInterleavedBatch_bufferSizeExt(VG_FIVE_SIZE(cuDoubleComplex));
cusparseStatus_t cusparseZgpsvInterleavedBatch(VG_FIVE(cuDoubleComplex));
VG_C_END

#undef VG_THREE_SIZE
#undef VG_THREE
#undef VG_FIVE_SIZE
#undef VG_FIVE

#endif
