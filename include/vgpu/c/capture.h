/* Capturing streams: their commands become nodes of a graph instead of running. Included by vgpu/c/graph.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_CAPTURE_H
#define VGPU_C_CAPTURE_H

typedef enum vgpuStreamCaptureMode VGPU_INT_ENUM {
  vgpuStreamCaptureModeGlobal = 0,
  vgpuStreamCaptureModeThreadLocal = 1,
  vgpuStreamCaptureModeRelaxed = 2
} vgpuStreamCaptureMode;

VGPU_C_BEGIN

/** From here the stream's commands, and those of streams that wait for its events, become nodes of
 * a graph. */
VGPU_API vgpuError_t vgpuStreamBeginCapture(vgpuStream_t stream, vgpuStreamCaptureMode mode);
/** The same, into a graph that is there already; the first node waits for the count nodes. */
VGPU_API vgpuError_t vgpuStreamBeginCaptureToGraph(vgpuStream_t stream, vgpuGraph_t graph,
                                                   const vgpuGraphNode_t* dependencies,
                                                   size_t count, vgpuStreamCaptureMode mode);
VGPU_API vgpuError_t vgpuStreamEndCapture(vgpuStream_t stream, vgpuGraph_t* graph);
VGPU_API vgpuError_t vgpuStreamIsCapturing(vgpuStream_t stream, vgpuStreamCaptureStatus* status);

/** The graph that a captured stream's commands go to (else NULL) and the nodes that its next one
 * will wait for: *count is the room in the array and gets the number. The array and the count may be
 * NULL. */
VGPU_API vgpuError_t vgpuStreamGetCapturePlace(vgpuStream_t stream, vgpuGraph_t* graph,
                                               vgpuGraphNode_t* dependencies, size_t* count);
/** Adds nodes to those that the stream's next command waits for, or replaces them. */
VGPU_API vgpuError_t vgpuStreamUpdateCaptureDependencies(vgpuStream_t stream,
                                                         const vgpuGraphNode_t* dependencies,
                                                         size_t count, int replace);

VGPU_C_END

#endif
