/* Streams: queues whose commands run in order, beside those of other streams.
 *
 * The default stream (NULL) behaves as CUDA's legacy one: its commands wait for all that was
 * enqueued on the device's blocking streams before, and blocking streams wait for it. Streams made
 * with vgpuStreamNonBlocking take no part in that. The first error of a stream's command sticks to
 * the stream until it is synchronised; commands behind it are skipped.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_STREAM_H
#define VGPU_C_STREAM_H

#include <vgpu/c/error.h>

#define vgpuStreamDefault 0x0u
#define vgpuStreamNonBlocking 0x1u

#define vgpuStreamLegacy ((vgpuStream_t)0x1) /**< the default stream by name */
#define vgpuStreamPerThread \
  ((vgpuStream_t)0x2) /**< a default stream of the calling thread's own \
                                                 */

/** Runs when the stream comes to it; must not call functions of vGPU that wait. */
typedef void (*vgpuHostFunction_t)(void* userData);
/** As above, and it is told the stream's first error so far. */
typedef void (*vgpuStreamCallback_t)(vgpuStream_t stream, vgpuError_t status, void* userData);

typedef enum vgpuStreamCaptureStatus VGPU_INT_ENUM {
  vgpuStreamCaptureStatusNone = 0,
  vgpuStreamCaptureStatusActive = 1,
  vgpuStreamCaptureStatusInvalidated = 2
} vgpuStreamCaptureStatus;

VGPU_C_BEGIN

VGPU_API vgpuError_t vgpuStreamCreate(vgpuStream_t* stream);
VGPU_API vgpuError_t vgpuStreamCreateWithFlags(vgpuStream_t* stream, unsigned int flags);

/** Numerically lower is more urgent; a value outside vgpuDeviceGetStreamPriorityRange is brought
 * into it. */
VGPU_API vgpuError_t vgpuStreamCreateWithPriority(vgpuStream_t* stream, unsigned int flags,
                                                  int priority);

/** The work already enqueued is still done; the handle is dead at once. */
VGPU_API vgpuError_t vgpuStreamDestroy(vgpuStream_t stream);

/** Waits until all work is done; gives the stream's first asynchronous error and clears it. */
VGPU_API vgpuError_t vgpuStreamSynchronize(vgpuStream_t stream);

/** vgpuSuccess: all done. vgpuErrorNotReady: not yet (this is not remembered as the last error). */
VGPU_API vgpuError_t vgpuStreamQuery(vgpuStream_t stream);

/** Later work of the stream waits for what the event has recorded last; an event never recorded
 * holds up nothing. flags must be 0. */
VGPU_API vgpuError_t vgpuStreamWaitEvent(vgpuStream_t stream, vgpuEvent_t event,
                                         unsigned int flags VGPU_DEFAULT(0));

VGPU_API vgpuError_t vgpuStreamGetFlags(vgpuStream_t stream, unsigned int* flags);
VGPU_API vgpuError_t vgpuStreamGetPriority(vgpuStream_t stream, int* priority);
VGPU_API vgpuError_t vgpuStreamGetDevice(vgpuStream_t stream, int* device);

/** A name for traces; copied. */
VGPU_API vgpuError_t vgpuStreamSetName(vgpuStream_t stream, const char* name);

/** Calls the function in the stream's order, on a thread of the runtime. */
VGPU_API vgpuError_t vgpuLaunchHostFunc(vgpuStream_t stream, vgpuHostFunction_t function,
                                        void* userData);

/** As vgpuLaunchHostFunc, but the callback is called after an error too. flags must be 0. */
VGPU_API vgpuError_t vgpuStreamAddCallback(vgpuStream_t stream, vgpuStreamCallback_t callback,
                                           void* userData, unsigned int flags);

VGPU_C_END

#endif
