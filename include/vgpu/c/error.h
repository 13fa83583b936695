/* Error codes and what is known about the last error.
 *
 * Every function returns a vgpuError_t. A failure is also remembered as the calling thread's last
 * error, with a text that says which argument was wrong and why. No function of vGPU aborts, exits
 * or prints.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_ERROR_H
#define VGPU_C_ERROR_H

#include <vgpu/c/types.h>

/** The result of every function; the list with texts stands in vgpu/c/errors.def. */
typedef enum vgpuError_t VGPU_INT_ENUM {
  vgpuSuccess = 0,
#define VGPU_ERROR(name, value, text) vgpuError##name = value,
#include <vgpu/c/errors.def>
#undef VGPU_ERROR
} vgpuError_t;

VGPU_C_BEGIN

/** The calling thread's last error; the next call gives vgpuSuccess again. */
VGPU_API vgpuError_t vgpuGetLastError(void);

/** The calling thread's last error, which stays. */
VGPU_API vgpuError_t vgpuPeekAtLastError(void);

/** The text of the calling thread's last error: "[vgpuMalloc] size: ...". Never NULL; valid until
 * the thread's next failing call. Stays when vgpuGetLastError clears the code. */
VGPU_API const char* vgpuGetLastErrorMessage(void);

/** "vgpuErrorInvalidValue"; of an unknown code "vgpuErrorUnrecognized". */
VGPU_API const char* vgpuGetErrorName(vgpuError_t error);

/** What the code means, in one sentence. Never NULL. */
VGPU_API const char* vgpuGetErrorString(vgpuError_t error);

VGPU_C_END

#endif
