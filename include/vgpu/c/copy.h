/* Copies and fills, at once or in a stream's order, of bytes or of rows.
 *
 * A function without Async returns when the copy is done. vGPU has one address space, so the kind
 * of a copy is only checked, never needed: vgpuMemcpyDefault always works.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_COPY_H
#define VGPU_C_COPY_H

#include <vgpu/c/error.h>

typedef enum vgpuMemcpyKind VGPU_INT_ENUM {
  vgpuMemcpyHostToHost = 0,
  vgpuMemcpyHostToDevice = 1,
  vgpuMemcpyDeviceToHost = 2,
  vgpuMemcpyDeviceToDevice = 3,
  vgpuMemcpyDefault = 4 /**< found from the pointers */
} vgpuMemcpyKind;

VGPU_C_BEGIN

VGPU_API vgpuError_t vgpuMemcpy(void* dst, const void* src, size_t count, vgpuMemcpyKind kind);

/** The host memory must stay as it is until the stream has come past this copy. */
VGPU_API vgpuError_t vgpuMemcpyAsync(void* dst, const void* src, size_t count, vgpuMemcpyKind kind,
                                     vgpuStream_t stream VGPU_DEFAULT(nullptr));

/** height rows of width bytes; a row of dst starts dpitch bytes behind the one before, of src
 * spitch bytes. */
VGPU_API vgpuError_t vgpuMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch,
                                  size_t width, size_t height, vgpuMemcpyKind kind);
VGPU_API vgpuError_t vgpuMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                                       size_t width, size_t height, vgpuMemcpyKind kind,
                                       vgpuStream_t stream VGPU_DEFAULT(nullptr));

/** Between devices; each pointer belongs to the device given. */
VGPU_API vgpuError_t vgpuMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice,
                                    size_t count);
VGPU_API vgpuError_t vgpuMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice,
                                         size_t count, vgpuStream_t stream VGPU_DEFAULT(nullptr));

/** Sets count bytes to the low byte of value. */
VGPU_API vgpuError_t vgpuMemset(void* dst, int value, size_t count);
VGPU_API vgpuError_t vgpuMemsetAsync(void* dst, int value, size_t count,
                                     vgpuStream_t stream VGPU_DEFAULT(nullptr));
VGPU_API vgpuError_t vgpuMemset2D(void* dst, size_t pitch, int value, size_t width, size_t height);
VGPU_API vgpuError_t vgpuMemset2DAsync(void* dst, size_t pitch, int value, size_t width,
                                       size_t height, vgpuStream_t stream VGPU_DEFAULT(nullptr));

/** Sets count values of 16 or 32 bits; dst must be aligned to them. */
VGPU_API vgpuError_t vgpuMemsetD16(void* dst, uint16_t value, size_t count);
VGPU_API vgpuError_t vgpuMemsetD32(void* dst, uint32_t value, size_t count);
VGPU_API vgpuError_t vgpuMemsetD32Async(void* dst, uint32_t value, size_t count,
                                        vgpuStream_t stream VGPU_DEFAULT(nullptr));

/** count times a pattern of patternSize bytes: 1, 2, 4, 8, 16, 32, 64 or 128. The pattern is copied
 * at once. */
VGPU_API vgpuError_t vgpuMemFillAsync(void* dst, const void* pattern, size_t patternSize,
                                      size_t count, vgpuStream_t stream VGPU_DEFAULT(nullptr));

VGPU_C_END

#endif
