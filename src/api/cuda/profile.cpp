// The functions of cuda_profiler_api.h and of NVTX.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <vgpu/c/profile.h>
#include <vgpu/c/stream.h>
#include <vgpu_nvtx.h>

#include <atomic>

#include "api/cuda/call.h"

using namespace vgpu::cuda;

namespace {

thread_local int t_depth = 0;
std::atomic<nvtxRangeId_t> g_ranges{0};

int push() { return t_depth++; }
int pop() { return t_depth > 0 ? --t_depth : NVTX_NO_PUSH_POP_TRACKING; }

}  // namespace

// Files of settings are another profiler's; ours writes where VGPU_TRACE says.
cudaError_t cudaProfilerInitialize(const char*, const char*, cudaOutputMode_t mode) {
  return call([&] {
    return mode == cudaKeyValuePair || mode == cudaCSV ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaProfilerStart() {
  return call([] { return vgpuProfilerStart(); });
}

cudaError_t cudaProfilerStop() {
  return call([] { return vgpuProfilerStop(); });
}

CUresult cuProfilerInitialize(const char* settings, const char* output, CUoutput_mode mode) {
  return static_cast<CUresult>(
      cudaProfilerInitialize(settings, output, static_cast<cudaOutputMode_t>(mode)));
}
CUresult cuProfilerStart() { return static_cast<CUresult>(cudaProfilerStart()); }
CUresult cuProfilerStop() { return static_cast<CUresult>(cudaProfilerStop()); }

int nvtxRangePushA(const char*) { return push(); }
int nvtxRangePushEx(const nvtxEventAttributes_t*) { return push(); }
int nvtxRangePop() { return pop(); }
nvtxRangeId_t nvtxRangeStartA(const char*) { return ++g_ranges; }
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t*) { return ++g_ranges; }
void nvtxRangeEnd(nvtxRangeId_t) {}
void nvtxMarkA(const char*) {}
void nvtxMarkEx(const nvtxEventAttributes_t*) {}
void nvtxNameOsThreadA(uint32_t, const char*) {}
void nvtxNameCudaStreamA(cudaStream_t stream, const char* name) {
  vgpuStreamSetName(to_vgpu(stream), name);
}
nvtxDomainHandle_t nvtxDomainCreateA(const char*) { return nullptr; }
void nvtxDomainDestroy(nvtxDomainHandle_t) {}
int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) { return push(); }
int nvtxDomainRangePop(nvtxDomainHandle_t) { return pop(); }
