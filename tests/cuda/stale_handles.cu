// Handles and pointers that are no longer what they were: each use is an error, and the program goes on.
// SPDX-License-Identifier: MIT
#include <thread>

#include "check.h"

__global__ void nothing() {}

static const cudaChannelFormatDesc kFloats = cudaCreateChannelDesc<float>();
#define STALE(call) EXPECT_EQ(call, cudaErrorInvalidResourceHandle)
#define WRONG(call) EXPECT_EQ(call, cudaErrorInvalidValue)

CASE(memory) {
  char *device = nullptr, *host = nullptr, plain[64];
  OK(cudaMalloc(&device, 4096));
  WRONG(cudaFree(device + 16));
  OK(cudaFree(device));
  WRONG(cudaFree(device));
  OK(cudaMallocHost(&host, 4096));
  WRONG(cudaFreeHost(host + 16));
  OK(cudaFreeHost(host));
  WRONG(cudaFreeHost(host));
  WRONG(cudaFreeHost(plain));
  EXPECT_EQ(cudaHostUnregister(plain), cudaErrorHostMemoryNotRegistered);
  OK(cudaFree(nullptr));
  OK(cudaFreeHost(nullptr));
  cudaGetLastError();
}

CASE(streams_and_events) {
  cudaStream_t stream;
  cudaEvent_t event, other;
  float time = 0;
  OK(cudaStreamCreate(&stream));
  OK(cudaEventCreate(&event));
  OK(cudaEventCreate(&other));
  STALE(cudaEventElapsedTime(&time, event, other));  // nobody recorded them
  OK(cudaStreamDestroy(stream));
  STALE(cudaStreamDestroy(stream));
  STALE(cudaStreamQuery(stream));
  STALE(cudaStreamSynchronize(stream));
  STALE(cudaEventRecord(event, stream));
  STALE(cudaStreamWaitEvent(stream, event, 0));
  nothing<<<1, 1, 0, stream>>>();
  STALE(cudaGetLastError());
  OK(cudaEventDestroy(event));
  STALE(cudaEventDestroy(event));
  STALE(cudaEventRecord(event, 0));
  STALE(cudaEventQuery(event));
  STALE(cudaEventSynchronize(event));
  STALE(cudaStreamWaitEvent(0, event, 0));
  STALE(cudaEventElapsedTime(&time, event, other));
  OK(cudaEventDestroy(other));
  OK(cudaDeviceSynchronize());
  cudaGetLastError();
}

CASE(arrays) {
  cudaArray_t array, whole;
  float line[8] = {};
  OK(cudaMallocArray(&array, &kFloats, 8));
  OK(cudaMallocArray(&whole, &kFloats, 8));
  WRONG(cudaMemcpyToArray(array, 40, 0, line, 4, cudaMemcpyHostToDevice));  // beyond the row
  OK(cudaFreeArray(array));
  STALE(cudaFreeArray(array));
  STALE(cudaMemcpyToArray(array, 0, 0, line, 32, cudaMemcpyHostToDevice));
  STALE(cudaMemcpyFromArray(line, array, 0, 0, 32, cudaMemcpyDeviceToHost));
  STALE(cudaMemcpy2DToArray(array, 0, 0, line, 32, 32, 1, cudaMemcpyHostToDevice));
  STALE(cudaMemcpy2DFromArray(line, 32, array, 0, 0, 32, 1, cudaMemcpyDeviceToHost));
  STALE(cudaMemcpy2DArrayToArray(array, 0, 0, whole, 0, 0, 32, 1));
  STALE(cudaMemcpyArrayToArray(whole, 0, 0, array, 0, 0, 32));
  cudaMemcpy3DParms box{};
  box.srcArray = array, box.dstArray = whole, box.extent = make_cudaExtent(8, 1, 1);
  STALE(cudaMemcpy3D(&box));
  box.srcArray = whole, box.dstArray = array;
  STALE(cudaMemcpy3D(&box));
  cudaResourceDesc resource{};
  cudaTextureDesc settings{};
  cudaTextureObject_t object = 0;
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  STALE(cudaCreateTextureObject(&object, &resource, &settings, nullptr));
  STALE(cudaCreateSurfaceObject(&object, &resource));
  OK(cudaMemcpyArrayToArray(whole, 0, 0, whole, 16, 0, 16));
  OK(cudaFreeArray(whole));
  cudaGetLastError();
}

CASE(textures_and_mipmaps) {
  cudaMipmappedArray_t mipmap;
  cudaArray_t level;
  cudaResourceDesc resource{}, seen{};
  cudaResourceViewDesc view{}, same{};
  cudaTextureDesc settings{};
  cudaTextureObject_t object = 0;
  OK(cudaMallocMipmappedArray(&mipmap, &kFloats, make_cudaExtent(8, 8, 0), 3));
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  view.lastMipmapLevel = 2;
  OK(cudaCreateTextureObject(&object, &resource, &settings, &view));
  OK(cudaGetTextureObjectResourceDesc(&seen, object));
  OK(cudaGetTextureObjectResourceViewDesc(&same, object));
  EXPECT(seen.res.mipmap.mipmap == mipmap && same.lastMipmapLevel == 2);
  OK(cudaDestroyTextureObject(object));
  WRONG(cudaDestroyTextureObject(object));
  WRONG(cudaGetTextureObjectResourceDesc(&seen, object));
  WRONG(cudaGetSurfaceObjectResourceDesc(&seen, object));
  OK(cudaFreeMipmappedArray(mipmap));
  STALE(cudaFreeMipmappedArray(mipmap));
  STALE(cudaGetMipmappedArrayLevel(&level, mipmap, 0));
  STALE(cudaCreateTextureObject(&object, &resource, &settings, nullptr));
  cudaGetLastError();
}

CASE(graphs) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  OK(cudaGraphInstantiate(&exec, graph));
  OK(cudaGraphDestroy(graph));
  EXPECT(cudaGraphDestroy(graph) != cudaSuccess);
  EXPECT(cudaGraphAddEmptyNode(&node, graph, nullptr, 0) != cudaSuccess);
  EXPECT(cudaGraphInstantiate(&exec, graph) != cudaSuccess);
  OK(cudaGraphLaunch(exec, 0));  // it needs no graph
  OK(cudaGraphExecDestroy(exec));
  EXPECT(cudaGraphExecDestroy(exec) != cudaSuccess);
  EXPECT(cudaGraphLaunch(exec, 0) != cudaSuccess);
  EXPECT(cudaStreamEndCapture(0, &graph) != cudaSuccess);  // nobody captures
  OK(cudaDeviceSynchronize());
  cudaGetLastError();
}

CASE(pools) {
  cudaMemPool_t pool;
  cudaMemPoolProps properties{};
  void* pointer = nullptr;
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  OK(cudaMemPoolCreate(&pool, &properties));
  OK(cudaMallocFromPoolAsync(&pointer, 64, pool, 0));
  OK(cudaFreeAsync(pointer, 0));
  WRONG(cudaFreeAsync(pointer, 0));
  OK(cudaMemPoolDestroy(pool));
  EXPECT(cudaMemPoolDestroy(pool) != cudaSuccess);
  EXPECT(cudaMallocFromPoolAsync(&pointer, 64, pool, 0) != cudaSuccess);
  cudaGetLastError();
}

CASE(arguments_of_kernels) {
  size_t offset = 1, size = 1;
  cudaKernel_t kernel = nullptr;
  int no_kernel = 0;
  OK(cudaGetKernel(&kernel, (const void*)nothing));
  EXPECT(kernel != nullptr);
  WRONG(cudaFuncGetParamInfo((const void*)nothing, 0, &offset, &size));  // it has none
  EXPECT_EQ(cudaGetKernel(&kernel, &no_kernel), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaLaunchKernel(&no_kernel, dim3(1), dim3(1), nullptr, 0, 0),
            cudaErrorInvalidDeviceFunction);
  size_t texels = 0;
  OK(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &kFloats, 0));
  EXPECT(texels >= 1 << 27);
  EXPECT_EQ(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &kFloats, 99), cudaErrorInvalidDevice);
  void* entry = nullptr;
  OK(cudaGetDriverEntryPointByVersion("cuMemAlloc", &entry, 12000, cudaEnableDefault));
  EXPECT(entry != nullptr);
  cudaGetLastError();
}

int main() { return run_cases(); }
