/* Memory that kernels take by themselves, by malloc and new: one heap for all devices.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_HEAP_H
#define VGPU_C_HEAP_H

#include <vgpu/c/error.h>

VGPU_C_BEGIN

/** The most that kernels may have together; beyond it malloc gives them NULL. 0: option heap_limit
 * again. */
VGPU_API vgpuError_t vgpuHeapSetLimit(size_t bytes);

/** Bytes that kernels have taken and not freed. */
VGPU_API vgpuError_t vgpuHeapGetUsed(size_t* bytes);

VGPU_C_END

#endif
