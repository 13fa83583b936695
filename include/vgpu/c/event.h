/* Events: points in a stream's order that can be waited for and whose times can be compared.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_EVENT_H
#define VGPU_C_EVENT_H

#include <vgpu/c/error.h>

#define vgpuEventDefault 0x0u
#define vgpuEventBlockingSync 0x1u  /**< waiting threads sleep and never spin */
#define vgpuEventDisableTiming 0x2u /**< no time is taken: cheaper */

VGPU_C_BEGIN

VGPU_API vgpuError_t vgpuEventCreate(vgpuEvent_t* event);
VGPU_API vgpuError_t vgpuEventCreateWithFlags(vgpuEvent_t* event, unsigned int flags);

/** Streams that wait for it go on waiting for what it had recorded. */
VGPU_API vgpuError_t vgpuEventDestroy(vgpuEvent_t event);

/** The event now stands for all work enqueued on the stream so far. */
VGPU_API vgpuError_t vgpuEventRecord(vgpuEvent_t event, vgpuStream_t stream VGPU_DEFAULT(nullptr));

/** vgpuSuccess: that work is done, or nothing was recorded. vgpuErrorNotReady: not yet. */
VGPU_API vgpuError_t vgpuEventQuery(vgpuEvent_t event);
VGPU_API vgpuError_t vgpuEventSynchronize(vgpuEvent_t event);

/** Time from start to end, in milliseconds with a resolution of nanoseconds; both must be done. */
VGPU_API vgpuError_t vgpuEventElapsedTime(float* milliseconds, vgpuEvent_t start, vgpuEvent_t end);

VGPU_C_END

#endif
