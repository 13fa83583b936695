/* Streams and events of CUDA's driver interface.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_STREAM_H
#define VGPU_DRIVER_STREAM_H

#include "vgpu_driver/types.h"

typedef enum CUstream_flags_enum {
  CU_STREAM_DEFAULT = 0x0,
  CU_STREAM_NON_BLOCKING = 0x1
} CUstream_flags;
typedef enum CUevent_flags_enum {
  CU_EVENT_DEFAULT = 0x0,
  CU_EVENT_BLOCKING_SYNC = 0x1,
  CU_EVENT_DISABLE_TIMING = 0x2,
  CU_EVENT_INTERPROCESS = 0x4
} CUevent_flags;
typedef enum CUevent_record_flags_enum {
  CU_EVENT_RECORD_DEFAULT = 0x0,
  CU_EVENT_RECORD_EXTERNAL = 0x1
} CUevent_record_flags;
typedef enum CUevent_wait_flags_enum {
  CU_EVENT_WAIT_DEFAULT = 0x0,
  CU_EVENT_WAIT_EXTERNAL = 0x1
} CUevent_wait_flags;
typedef enum cudaStreamCaptureMode CUstreamCaptureMode;
#define CU_STREAM_CAPTURE_MODE_GLOBAL cudaStreamCaptureModeGlobal
#define CU_STREAM_CAPTURE_MODE_THREAD_LOCAL cudaStreamCaptureModeThreadLocal
#define CU_STREAM_CAPTURE_MODE_RELAXED cudaStreamCaptureModeRelaxed
typedef enum cudaStreamCaptureStatus CUstreamCaptureStatus;
#define CU_STREAM_CAPTURE_STATUS_NONE cudaStreamCaptureStatusNone
#define CU_STREAM_CAPTURE_STATUS_ACTIVE cudaStreamCaptureStatusActive
#define CU_STREAM_CAPTURE_STATUS_INVALIDATED cudaStreamCaptureStatusInvalidated
typedef void(CUDA_CB* CUstreamCallback)(CUstream stream, CUresult status, void* userData);
typedef cudaStreamAttrID CUstreamAttrID;
typedef cudaStreamAttrValue CUstreamAttrValue;

VG_C_BEGIN
CUresult cuStreamCreate(CUstream* stream, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* userData,
                             unsigned int flags);
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer, size_t length,
                                unsigned int flags);
CUresult cuStreamGetFlags(CUstream stream, unsigned int* flags);
CUresult cuStreamGetPriority(CUstream stream, int* priority);
CUresult cuStreamGetId(CUstream stream, unsigned long long* id);
CUresult cuStreamGetCtx(CUstream stream, CUcontext* context);
CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode);
CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph);
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status);
CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph,
                                     const CUgraphNode* dependencies,
                                     const cudaGraphEdgeData* edges, size_t count,
                                     CUstreamCaptureMode mode);
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id,
                                CUgraph* graph VG_DEFAULT(0),
                                const CUgraphNode** dependencies VG_DEFAULT(0),
                                size_t* count VG_DEFAULT(0));
CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode* dependencies, size_t count,
                                           unsigned int flags);
CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue* value);
CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue* value);
CUresult cuStreamCopyAttributes(CUstream to, CUstream from);
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode);
CUresult cuEventCreate(CUevent* event, unsigned int flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end);
CUresult cuEventDestroy(CUevent event);
VG_C_END

#ifdef __cplusplus
/* With the edges' data, as since CUDA 13: all are default ones. */
static inline CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus* status,
                                              cuuint64_t* id, CUgraph* graph,
                                              const CUgraphNode** dependencies,
                                              const cudaGraphEdgeData** edges, size_t* count) {
  if (edges) *edges = 0;
  return cuStreamGetCaptureInfo(stream, status, id, graph, dependencies, count);
}
static inline CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode* dependencies,
                                                         const cudaGraphEdgeData* edges,
                                                         size_t count, unsigned int flags) {
  return (CUresult)cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, edges, count,
                                                          flags);
}
#endif

#endif
