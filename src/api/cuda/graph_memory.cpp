// Memory of graphs (graph_memory.h) and the functions of vgpu_api/graph.h that allocate and free.
// SPDX-License-Identifier: MIT
#include "api/cuda/graph_memory.h"

#include <vgpu/c/memory.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "api/cuda/belongings.h"
#include "api/cuda/call.h"
#include "api/cuda/devices.h"

using namespace vgpu::cuda;

namespace {

struct Block {
  int device;
  std::uint64_t bytes;
};

// What is used is reserved too: blocks stay for the graphs that know their addresses.
struct GraphMemory {
  std::mutex mutex;
  std::unordered_map<const void*, Block> blocks;
  std::array<std::uint64_t, kMaxDevices>
      most{};  // bytes at once, since somebody asked to count anew

  std::uint64_t bytes(int device) const {
    std::uint64_t sum = 0;
    for (const auto& [address, block] : blocks)
      if (block.device == device) sum += block.bytes;
    return sum;
  }
};

GraphMemory& graph_memory() {
  static auto* all = new GraphMemory;
  return *all;
}

void release(void* block) {
  {
    const std::lock_guard lock(graph_memory().mutex);
    graph_memory().blocks.erase(block);
  }
  vgpuFree(block);
}

}  // namespace

namespace vgpu::cuda {

cudaError_t allocate_for_graph(void** pointer, std::size_t bytes) {
  const vgpuError_t error = vgpuMalloc(pointer, bytes);
  if (error != vgpuSuccess) return to_cuda(error);
  own(*pointer, release);
  GraphMemory& all = graph_memory();
  const std::lock_guard lock(all.mutex);
  const int device = current_device();
  all.blocks[*pointer] = {device, bytes};
  auto& most = all.most[static_cast<std::size_t>(device)];
  most = std::max(most, all.bytes(device));
  return cudaSuccess;
}

bool is_graph_memory(const void* pointer) {
  const std::lock_guard lock(graph_memory().mutex);
  return graph_memory().blocks.contains(pointer);
}

}  // namespace vgpu::cuda

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count,
                                     cudaMemAllocNodeParams* params) {
  return call([&] {
    if (params == nullptr || params->bytesize == 0) return cudaErrorInvalidValue;
    const cudaMemPoolProps& props = params->poolProps;
    const bool good = props.allocType == cudaMemAllocationTypePinned &&
                      props.handleTypes == cudaMemHandleTypeNone &&
                      props.location.type == cudaMemLocationTypeDevice && props.location.id >= 0 &&
                      props.location.id < device_count();
    if (!good) return cudaErrorInvalidValue;
    const cudaError_t error = cudaGraphAddEmptyNode(node, graph, dependencies, count);
    return error != cudaSuccess ? error : allocate_for_graph(&params->dptr, params->bytesize);
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, size_t count,
                                    void* pointer) {
  return call([&] {
    if (!is_graph_memory(pointer)) return cudaErrorInvalidValue;
    return cudaGraphAddEmptyNode(node, graph, dependencies, count);
  });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  return call([&] {
    if (device < 0 || device >= device_count()) return cudaErrorInvalidDevice;
    if (value == nullptr) return cudaErrorInvalidValue;
    GraphMemory& all = graph_memory();
    const std::lock_guard lock(all.mutex);
    const bool now = attribute == cudaGraphMemAttrUsedMemCurrent ||
                     attribute == cudaGraphMemAttrReservedMemCurrent;
    *static_cast<std::uint64_t*>(value) =
        now ? all.bytes(device) : all.most[static_cast<std::size_t>(device)];
    return cudaSuccess;
  });
}

// Only the high marks can be set, and only to 0: then they count anew.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  return call([&] {
    if (device < 0 || device >= device_count()) return cudaErrorInvalidDevice;
    const bool high =
        attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
    if (!high || value == nullptr || *static_cast<std::uint64_t*>(value) != 0)
      return cudaErrorInvalidValue;
    GraphMemory& all = graph_memory();
    const std::lock_guard lock(all.mutex);
    all.most[static_cast<std::size_t>(device)] = all.bytes(device);
    return cudaSuccess;
  });
}

// Nothing is kept beyond what graphs may still use.
cudaError_t cudaDeviceGraphMemTrim(int device) {
  return call([&] {
    return device < 0 || device >= device_count() ? cudaErrorInvalidDevice : cudaSuccess;
  });
}
