// Memory of graphs (graph_memory.h) and the functions of vgpu_api/graph.h that allocate and free.
// SPDX-License-Identifier: MIT
#include "api/cuda/graph_memory.h"

#include <vgpu/c/memory.h>

#include <mutex>
#include <unordered_set>

#include "api/cuda/belongings.h"
#include "api/cuda/call.h"
#include "api/cuda/devices.h"

using namespace vgpu::cuda;

namespace {

struct GraphMemory {
  std::mutex mutex;
  std::unordered_set<const void*> blocks;
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
  const std::lock_guard lock(graph_memory().mutex);
  graph_memory().blocks.insert(*pointer);
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
