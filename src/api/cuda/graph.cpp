// The functions of vgpu_api/graph.h and graph_launch.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "api/cuda/boxes.h"
#include "api/cuda/call.h"
#include "api/cuda/clusters.h"
#include "api/cuda/graph_handles.h"
#include "api/cuda/graph_objects.h"
#include "api/cuda/program.h"
#include "api/cuda/stream_task.h"

using namespace vgpu::cuda;

namespace {

// An executable graph that can be replaced under its handle: cudaGraphExecUpdate.
class Executables {
 public:
  struct Executable {
    vgpuGraphExec_t exec = nullptr;
    unsigned long long flags = 0;
    std::shared_ptr<ObjectReferences> objects;
  };
  cudaGraphExec_t insert(const Executable& executable) {
    const std::lock_guard lock(mutex_);
    const auto handle = reinterpret_cast<cudaGraphExec_t>(++last_ << 4);
    map_[handle] = executable;
    return handle;
  }
  Executable get(cudaGraphExec_t handle) {
    const std::lock_guard lock(mutex_);
    const auto found = map_.find(handle);
    return found == map_.end() ? Executable() : found->second;
  }
  vgpuGraphExec_t find(cudaGraphExec_t handle) { return get(handle).exec; }
  Executable replace(cudaGraphExec_t handle, Executable by) {
    const std::lock_guard lock(mutex_);
    by.flags = map_[handle].flags;
    return std::exchange(map_[handle], std::move(by));
  }
  Executable remove(cudaGraphExec_t handle) {
    const std::lock_guard lock(mutex_);
    auto node = map_.extract(handle);
    return node.empty() ? Executable() : std::move(node.mapped());
  }

 private:
  std::mutex mutex_;
  std::size_t last_ = 0;
  std::unordered_map<cudaGraphExec_t, Executable> map_;
};

Executables& executables() {
  static auto* all = new Executables;
  return *all;
}

// Events have another order of numbers in the two interfaces.
cudaGraphNodeType to_cuda_type(vgpuGraphNodeType type) {
  if (type == vgpuGraphNodeTypeEventRecord) return cudaGraphNodeTypeEventRecord;
  if (type == vgpuGraphNodeTypeEventWait) return cudaGraphNodeTypeWaitEvent;
  if (type == vgpuGraphNodeTypeConditional) return cudaGraphNodeTypeConditional;
  return static_cast<cudaGraphNodeType>(type);
}

}  // namespace

namespace vgpu::cuda {

vgpuGraphExec_t find_exec(cudaGraphExec_t exec) { return executables().find(exec); }

cudaError_t kernel_params(const cudaKernelNodeParams* params, vgpuKernelNodeParams* out) {
  if (params == nullptr) return cudaErrorInvalidValue;
  *out = {nullptr, params->gridDim, params->blockDim, params->sharedMemBytes, params->kernelParams};
  if (const cudaError_t error = find_kernel(params->func, &out->kernel)) return error;
  dim3 cluster;  // nodes made by hand have none; captured launches do
  const cudaError_t error = declared_cluster(*find_function(params->func), &cluster);
  if (error != cudaSuccess) return error;
  return cluster.x * cluster.y * cluster.z > 1 ? cudaErrorNotSupported : cudaSuccess;
}

}  // namespace vgpu::cuda

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  return call([&] { return vgpuGraphCreate(to_vgpu(graph), flags); });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&] {
    const vgpuError_t error = vgpuGraphDestroy(to_vgpu(graph));
    if (error == vgpuSuccess) drop_references(graph);
    return error;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return call([&] {
    const vgpuError_t error = vgpuGraphClone(to_vgpu(clone), to_vgpu(graph));
    if (error == vgpuSuccess) add_references(*clone, graph);
    return error;
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaKernelNodeParams* params) {
  return call([&] {
    vgpuKernelNodeParams wanted{};
    if (const cudaError_t error = kernel_params(params, &wanted); error != cudaSuccess)
      return error;
    return to_cuda(vgpuGraphAddKernelNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies),
                                          count, &wanted));
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemcpy3DParms* params) {
  return call([&] {
    vgpuMemcpyNodeParams box{};
    if (const cudaError_t error = box_of(params, &box); error != cudaSuccess) return error;
    if (box.depth == 0) return cudaErrorInvalidValue;
    return to_cuda(
        vgpuGraphAddMemcpyNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count, &box));
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count, void* dst,
                                     const void* src, size_t bytes, cudaMemcpyKind) {
  return call([&] {
    const vgpuMemcpyNodeParams params{dst, bytes, src, bytes, bytes, 1, vgpuMemcpyDefault, 1, 0, 0};
    return vgpuGraphAddMemcpyNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count,
                                  &params);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemsetParams* params) {
  return call([&] {
    if (params == nullptr) return vgpuErrorInvalidValue;
    const vgpuMemsetNodeParams wanted{params->dst,         params->pitch, params->value,
                                      params->elementSize, params->width, params->height};
    return vgpuGraphAddMemsetNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count,
                                  &wanted);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t count,
                                 const cudaHostNodeParams* params) {
  return call([&] {
    if (params == nullptr) return vgpuErrorInvalidValue;
    const vgpuHostNodeParams wanted{params->fn, params->userData};
    return vgpuGraphAddHostNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count,
                                &wanted);
  });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, size_t count,
                                       cudaGraph_t child) {
  return call([&] {
    const vgpuError_t error = vgpuGraphAddChildGraphNode(
        to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count, to_vgpu(child));
    if (error == vgpuSuccess) add_references(graph, child);
    return error;
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t count) {
  return call([&] {
    return vgpuGraphAddEmptyNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count);
  });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, size_t count,
                                        cudaEvent_t event) {
  return call([&] {
    return vgpuGraphAddEventRecordNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count,
                                       to_vgpu(event));
  });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t count,
                                      cudaEvent_t event) {
  return call([&] {
    return vgpuGraphAddEventWaitNode(to_vgpu(node), to_vgpu(graph), to_vgpu(dependencies), count,
                                     to_vgpu(event));
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count) {
  return call(
      [&] { return vgpuGraphAddDependencies(to_vgpu(graph), to_vgpu(from), to_vgpu(to), count); });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return call([&] { return vgpuGraphGetNodes(to_vgpu(graph), to_vgpu(nodes), count); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return call([&] { return vgpuGraphGetRootNodes(to_vgpu(graph), to_vgpu(nodes), count); });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              size_t* count) {
  return call([&] { return vgpuGraphGetEdges(to_vgpu(graph), to_vgpu(from), to_vgpu(to), count); });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return call([&] {
    vgpuGraphNodeType found{};
    if (type == nullptr) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuGraphNodeGetType(to_vgpu(node), &found);
    *type = to_cuda_type(found);
    return error;
  });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
  return call([&] { return vgpuGraphDebugDotPrint(to_vgpu(graph), path, 0); });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags) {
  return call([&] {
    vgpuGraphExec_t made = nullptr;
    if (exec == nullptr) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuGraphInstantiate(&made, to_vgpu(graph), 0);
    if (error == vgpuSuccess) *exec = executables().insert({made, flags, copy_references(graph)});
    return error;
  });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params) {
  if (params == nullptr) return remember(cudaErrorInvalidValue);
  const cudaError_t error = cudaGraphInstantiate(exec, graph, params->flags);
  params->errNode_out = nullptr;
  params->result_out =
      error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return error;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  return call([&] {
    const auto found = executables().get(exec);
    if (found.exec == nullptr) return cudaErrorInvalidResourceHandle;
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = found.flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  return call([&] {
    vgpuGraphExec_t made = nullptr;
    if (executables().find(exec) == nullptr) return cudaErrorInvalidResourceHandle;
    const vgpuError_t error = vgpuGraphInstantiate(&made, to_vgpu(graph), 0);
    const bool fine = error == vgpuSuccess;
    if (info != nullptr)
      *info = {fine ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError, nullptr, nullptr};
    if (!fine) return cudaErrorGraphExecUpdateFailure;
    const auto before = executables().replace(exec, {made, 0, copy_references(graph)});
    return to_cuda(vgpuGraphExecDestroy(before.exec));
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
  return call(
      [&] { return executables().find(exec) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return call([&] {
    const auto found = executables().get(exec);
    const vgpuError_t error = vgpuGraphLaunch(found.exec, to_vgpu(stream));
    if (error != vgpuSuccess || !found.objects) return error;
    // The launch uses the program's objects until it has ended, whatever becomes of the handle.
    vgpuStreamCaptureStatus captured{};
    vgpuStreamIsCapturing(to_vgpu(stream), &captured);
    if (captured != vgpuStreamCaptureStatusNone) return error;
    StreamTask last;
    last.finish = [objects = found.objects] {};
    return enqueue(std::move(last), stream);
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return call([&] { return vgpuGraphExecDestroy(executables().remove(exec).exec); });
}
