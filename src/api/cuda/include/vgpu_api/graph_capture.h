/* Streams whose work becomes nodes of a graph. Included by vgpu_api/graph.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_GRAPH_CAPTURE_H
#define VGPU_API_GRAPH_CAPTURE_H

enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone = 0,
  cudaStreamCaptureStatusActive = 1,
  cudaStreamCaptureStatusInvalidated = 2
};
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2
};
enum cudaStreamUpdateCaptureDependenciesFlags {
  cudaStreamAddCaptureDependencies = 0,
  cudaStreamSetCaptureDependencies = 1
};

VG_C_BEGIN
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* edges, size_t count,
                                          enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus* status);
/* What is not wanted may be null. The array belongs to the calling thread's last call. */
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                     unsigned long long* id VG_DEFAULT(0),
                                     cudaGraph_t* graph VG_DEFAULT(0),
                                     const cudaGraphNode_t** dependencies VG_DEFAULT(0),
                                     size_t* count VG_DEFAULT(0));
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                size_t count, unsigned int flags VG_DEFAULT(0));
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode);
VG_C_END

static inline cudaError_t cudaStreamGetCaptureInfo_v2(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id VG_DEFAULT(0),
    cudaGraph_t* graph VG_DEFAULT(0), const cudaGraphNode_t** dependencies VG_DEFAULT(0),
    size_t* count VG_DEFAULT(0)) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, count);
}
/* All edges are default ones. */
static inline cudaError_t cudaStreamGetCaptureInfo_v3(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id VG_DEFAULT(0),
    cudaGraph_t* graph VG_DEFAULT(0), const cudaGraphNode_t** dependencies VG_DEFAULT(0),
    const cudaGraphEdgeData** edges VG_DEFAULT(0), size_t* count VG_DEFAULT(0)) {
  if (edges) *edges = 0;
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, count);
}

#ifdef __cplusplus
/* By this name since CUDA 13. */
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                   cudaStreamCaptureStatus* status,
                                                   unsigned long long* id, cudaGraph_t* graph,
                                                   const cudaGraphNode_t** dependencies,
                                                   const cudaGraphEdgeData** edges, size_t* count) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, edges, count);
}
#endif

#endif
