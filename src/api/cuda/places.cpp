// The functions of vgpu_api/places.h.
// SPDX-License-Identifier: MIT
#include <cuda_runtime_api.h>
#include <vgpu/c/stream.h>

#include <initializer_list>

#include "api/cuda/call.h"

using namespace vgpu::cuda;

namespace {

// All devices see all memory at the same addresses, so which device a box lies on is known by its address.
cudaError_t box_of_peers(const cudaMemcpy3DPeerParms* peers, cudaMemcpy3DParms* out) {
  int devices = 0;
  if (peers == nullptr) return cudaErrorInvalidValue;
  if (const cudaError_t error = cudaGetDeviceCount(&devices)) return error;
  for (const int device : {peers->srcDevice, peers->dstDevice})
    if (device < 0 || device >= devices) return cudaErrorInvalidDevice;
  *out = {peers->srcArray, peers->srcPos, peers->srcPtr, peers->dstArray,
          peers->dstPos,   peers->dstPtr, peers->extent, cudaMemcpyDefault};
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
  cudaMemcpy3DParms box{};
  if (const cudaError_t error = box_of_peers(parameters, &box)) return remember(error);
  return cudaMemcpy3D(&box);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
  cudaMemcpy3DParms box{};
  if (const cudaError_t error = box_of_peers(parameters, &box)) return remember(error);
  return cudaMemcpy3DAsync(&box, stream);
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return call([&] { return vgpuStreamGetDevice(to_vgpu(stream), device); });
}
