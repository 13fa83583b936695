/* What --default-stream per-thread and CUDA_API_PER_THREAD_DEFAULT_STREAM change: stream 0 is the calling thread's own.
 *
 * Each function that takes a stream, or works on the default one, gets a twin here that carries its name from here on.
 * Included last by cuda_runtime_api.h. SPDX-License-Identifier: MIT
 */
#ifndef VGPU_API_PER_THREAD_STREAM_H
#define VGPU_API_PER_THREAD_STREAM_H

#define VG_OWN(stream) ((stream) ? (stream) : cudaStreamPerThread)
#define VG_TWIN(name, parameters, arguments) \
  static inline cudaError_t vgpuPerThread_##name parameters { return name arguments; }
/* The asynchronous function on the thread's stream, then the wait. */
#define VG_WAITING_TWIN(name, parameters, arguments)                   \
  static inline cudaError_t vgpuPerThread_##name parameters {          \
    cudaError_t error = name##Async arguments;                         \
    return error ? error : cudaStreamSynchronize(cudaStreamPerThread); \
  }

VG_TWIN(cudaStreamSynchronize, (cudaStream_t s), (VG_OWN(s)))
VG_TWIN(cudaStreamQuery, (cudaStream_t s), (VG_OWN(s)))
VG_TWIN(cudaStreamGetFlags, (cudaStream_t s, unsigned int* flags), (VG_OWN(s), flags))
VG_TWIN(cudaStreamGetPriority, (cudaStream_t s, int* priority), (VG_OWN(s), priority))
VG_TWIN(cudaStreamWaitEvent, (cudaStream_t s, cudaEvent_t e, unsigned int flags VG_DEFAULT(0)),
        (VG_OWN(s), e, flags))
VG_TWIN(cudaStreamAddCallback,
        (cudaStream_t s, cudaStreamCallback_t f, void* data, unsigned int flags),
        (VG_OWN(s), f, data, flags))
VG_TWIN(cudaStreamIsCapturing, (cudaStream_t s, enum cudaStreamCaptureStatus* status),
        (VG_OWN(s), status))
VG_TWIN(cudaStreamBeginCapture, (cudaStream_t s, enum cudaStreamCaptureMode mode),
        (VG_OWN(s), mode))
VG_TWIN(cudaStreamEndCapture, (cudaStream_t s, cudaGraph_t* graph), (VG_OWN(s), graph))
VG_TWIN(cudaLaunchHostFunc, (cudaStream_t s, cudaHostFn_t f, void* data), (VG_OWN(s), f, data))
VG_TWIN(cudaEventRecord, (cudaEvent_t e, cudaStream_t s VG_DEFAULT(0)), (e, VG_OWN(s)))
VG_TWIN(cudaEventRecordWithFlags,
        (cudaEvent_t e, cudaStream_t s VG_DEFAULT(0), unsigned int flags VG_DEFAULT(0)),
        (e, VG_OWN(s), flags))
VG_TWIN(cudaGraphLaunch, (cudaGraphExec_t exec, cudaStream_t s), (exec, VG_OWN(s)))
VG_TWIN(cudaMallocAsync, (void** p, size_t size, cudaStream_t s), (p, size, VG_OWN(s)))
VG_TWIN(cudaMallocFromPoolAsync, (void** p, size_t size, cudaMemPool_t pool, cudaStream_t s),
        (p, size, pool, VG_OWN(s)))
VG_TWIN(cudaFreeAsync, (void* p, cudaStream_t s), (p, VG_OWN(s)))
VG_TWIN(cudaMemcpyAsync,
        (void* dst, const void* src, size_t n, enum cudaMemcpyKind kind,
         cudaStream_t s VG_DEFAULT(0)),
        (dst, src, n, kind, VG_OWN(s)))
VG_TWIN(cudaMemcpy2DAsync,
        (void* dst, size_t dp, const void* src, size_t sp, size_t w, size_t h,
         enum cudaMemcpyKind kind, cudaStream_t s VG_DEFAULT(0)),
        (dst, dp, src, sp, w, h, kind, VG_OWN(s)))
VG_TWIN(cudaMemcpy3DAsync, (const struct cudaMemcpy3DParms* p, cudaStream_t s VG_DEFAULT(0)),
        (p, VG_OWN(s)))
VG_TWIN(cudaMemcpyPeerAsync,
        (void* dst, int to, const void* src, int from, size_t n, cudaStream_t s VG_DEFAULT(0)),
        (dst, to, src, from, n, VG_OWN(s)))
VG_TWIN(cudaMemcpyToSymbolAsync,
        (const void* symbol, const void* src, size_t n, size_t offset, enum cudaMemcpyKind kind,
         cudaStream_t s VG_DEFAULT(0)),
        (symbol, src, n, offset, kind, VG_OWN(s)))
VG_TWIN(cudaMemcpyFromSymbolAsync,
        (void* dst, const void* symbol, size_t n, size_t offset, enum cudaMemcpyKind kind,
         cudaStream_t s VG_DEFAULT(0)),
        (dst, symbol, n, offset, kind, VG_OWN(s)))
VG_TWIN(cudaMemsetAsync, (void* dst, int value, size_t n, cudaStream_t s VG_DEFAULT(0)),
        (dst, value, n, VG_OWN(s)))
VG_TWIN(cudaMemset2DAsync,
        (void* dst, size_t pitch, int value, size_t w, size_t h, cudaStream_t s VG_DEFAULT(0)),
        (dst, pitch, value, w, h, VG_OWN(s)))
VG_TWIN(cudaMemPrefetchAsync, (const void* p, size_t n, int device, cudaStream_t s VG_DEFAULT(0)),
        (p, n, device, VG_OWN(s)))
VG_TWIN(cudaMemPrefetchAsync_v2,
        (const void* p, size_t n, struct cudaMemLocation location, unsigned int flags,
         cudaStream_t s VG_DEFAULT(0)),
        (p, n, location, flags, VG_OWN(s)))
#ifdef __cplusplus
VG_TWIN(cudaMemPrefetchAsync,
        (const void* p, size_t n, cudaMemLocation location, unsigned int flags, cudaStream_t s = 0),
        (p, n, location, flags, VG_OWN(s)))
#endif
static inline cudaError_t vgpuPerThread_cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                                            const void* f, void** args) {
  if (!config) return cudaLaunchKernelExC(config, f, args);
  cudaLaunchConfig_t own = *config;
  own.stream = VG_OWN(config->stream);
  return cudaLaunchKernelExC(&own, f, args);
}
VG_TWIN(cudaLaunchKernel,
        (const void* f, dim3 grid, dim3 block, void** args, size_t shared, cudaStream_t s),
        (f, grid, block, args, shared, VG_OWN(s)))
VG_TWIN(cudaLaunchCooperativeKernel,
        (const void* f, dim3 grid, dim3 block, void** args, size_t shared, cudaStream_t s),
        (f, grid, block, args, shared, VG_OWN(s)))
VG_WAITING_TWIN(cudaMemcpy, (void* dst, const void* src, size_t n, enum cudaMemcpyKind kind),
                (dst, src, n, kind, cudaStreamPerThread))
VG_WAITING_TWIN(cudaMemcpy2D,
                (void* dst, size_t dp, const void* src, size_t sp, size_t w, size_t h,
                 enum cudaMemcpyKind kind),
                (dst, dp, src, sp, w, h, kind, cudaStreamPerThread))
VG_WAITING_TWIN(cudaMemcpy3D, (const struct cudaMemcpy3DParms* p), (p, cudaStreamPerThread))
VG_WAITING_TWIN(cudaMemcpyToSymbol,
                (const void* symbol, const void* src, size_t n, size_t offset VG_DEFAULT(0),
                 enum cudaMemcpyKind kind VG_DEFAULT(cudaMemcpyHostToDevice)),
                (symbol, src, n, offset, kind, cudaStreamPerThread))
VG_WAITING_TWIN(cudaMemcpyFromSymbol,
                (void* dst, const void* symbol, size_t n, size_t offset VG_DEFAULT(0),
                 enum cudaMemcpyKind kind VG_DEFAULT(cudaMemcpyDeviceToHost)),
                (dst, symbol, n, offset, kind, cudaStreamPerThread))
VG_WAITING_TWIN(cudaMemset, (void* dst, int value, size_t n), (dst, value, n, cudaStreamPerThread))
VG_WAITING_TWIN(cudaMemset2D, (void* dst, size_t pitch, int value, size_t w, size_t h),
                (dst, pitch, value, w, h, cudaStreamPerThread))
#undef VG_TWIN
#undef VG_WAITING_TWIN
#undef VG_OWN

#include "vgpu_api/per_thread_names.h"

#endif
