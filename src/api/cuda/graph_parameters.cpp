// The functions of vgpu_api/graph_parameters.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include "api/cuda/boxes.h"
#include "api/cuda/call.h"
#include "api/cuda/graph_handles.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

namespace {

vgpuMemcpyNodeParams line_of(void* dst, const void* src, size_t bytes) {
  return {dst, bytes, src, bytes, bytes, 1, vgpuMemcpyDefault, 1, 0, 0};
}

cudaError_t copy_params(const cudaMemcpy3DParms* params, vgpuMemcpyNodeParams* out) {
  const cudaError_t error = box_of(params, out);
  return error == cudaSuccess && out->depth == 0 ? cudaErrorInvalidValue : error;
}

cudaError_t fill_params(const cudaMemsetParams* params, vgpuMemsetNodeParams* out) {
  if (params == nullptr) return cudaErrorInvalidValue;
  *out = {params->dst,         params->pitch, params->value,
          params->elementSize, params->width, params->height};
  return cudaSuccess;
}

cudaError_t host_params(const cudaHostNodeParams* params, vgpuHostNodeParams* out) {
  if (params == nullptr) return cudaErrorInvalidValue;
  *out = {params->fn, params->userData};
  return cudaSuccess;
}

// Takes CUDA's parameters for vGPU's and hands them on.
template <class Wanted, class Params, class Convert, class Set>
cudaError_t set(const Params* params, Convert convert, Set set_them) {
  return call([&] {
    Wanted wanted{};
    const cudaError_t error = convert(params, &wanted);
    return error == cudaSuccess ? to_cuda(set_them(&wanted)) : error;
  });
}

}  // namespace

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params) {
  return call([&] {
    vgpuKernelNodeParams found{};
    if (params == nullptr) return cudaErrorInvalidValue;
    const vgpuError_t error = vgpuGraphKernelNodeGetParams(to_vgpu(node), &found);
    if (error != vgpuSuccess) return to_cuda(error);
    *params = {const_cast<void*>(find_stub(found.kernel)), found.grid, found.block,
               static_cast<unsigned>(found.sharedBytes),   found.args, nullptr};
    return params->func != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction;
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* params) {
  return call([&] {
    vgpuMemcpyNodeParams box{};
    if (params == nullptr) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuGraphMemcpyNodeGetParams(to_vgpu(node), &box);
    if (error != vgpuSuccess) return error;
    const auto rows = [&](size_t slice, size_t pitch) {
      return slice != 0 && pitch != 0 ? slice / pitch : box.height;
    };
    *params = {};
    params->dstPtr = {box.dst, box.dpitch, box.width, rows(box.dslice, box.dpitch)};
    params->srcPtr = {const_cast<void*>(box.src), box.spitch, box.width,
                      rows(box.sslice, box.spitch)};
    params->extent = {box.width, box.height, box.depth};
    params->kind = cudaMemcpyDefault;
    return vgpuSuccess;
  });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* params) {
  return call([&] {
    vgpuMemsetNodeParams fill{};
    if (params == nullptr) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuGraphMemsetNodeGetParams(to_vgpu(node), &fill);
    if (error == vgpuSuccess)
      *params = {fill.dst, fill.pitch, fill.value, fill.elementSize, fill.width, fill.height};
    return error;
  });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* params) {
  return call([&] {
    vgpuHostNodeParams host{};
    if (params == nullptr) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuGraphHostNodeGetParams(to_vgpu(node), &host);
    if (error == vgpuSuccess) *params = {host.function, host.userData};
    return error;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
  return set<vgpuKernelNodeParams>(params, kernel_params, [&](const auto* wanted) {
    return vgpuGraphKernelNodeSetParams(to_vgpu(node), wanted);
  });
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params) {
  return set<vgpuMemcpyNodeParams>(params, copy_params, [&](const auto* wanted) {
    return vgpuGraphMemcpyNodeSetParams(to_vgpu(node), wanted);
  });
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src,
                                           size_t count, cudaMemcpyKind) {
  return call([&] {
    const vgpuMemcpyNodeParams line = line_of(dst, src, count);
    return vgpuGraphMemcpyNodeSetParams(to_vgpu(node), &line);
  });
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params) {
  return set<vgpuMemsetNodeParams>(params, fill_params, [&](const auto* wanted) {
    return vgpuGraphMemsetNodeSetParams(to_vgpu(node), wanted);
  });
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params) {
  return set<vgpuHostNodeParams>(params, host_params, [&](const auto* wanted) {
    return vgpuGraphHostNodeSetParams(to_vgpu(node), wanted);
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
  return set<vgpuKernelNodeParams>(params, kernel_params, [&](const auto* wanted) {
    return vgpuGraphExecKernelNodeSetParams(find_exec(exec), to_vgpu(node), wanted);
  });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* params) {
  return set<vgpuMemcpyNodeParams>(params, copy_params, [&](const auto* wanted) {
    return vgpuGraphExecMemcpyNodeSetParams(find_exec(exec), to_vgpu(node), wanted);
  });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void* dst, const void* src, size_t count,
                                               cudaMemcpyKind) {
  return call([&] {
    const vgpuMemcpyNodeParams line = line_of(dst, src, count);
    return vgpuGraphExecMemcpyNodeSetParams(find_exec(exec), to_vgpu(node), &line);
  });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* params) {
  return set<vgpuMemsetNodeParams>(params, fill_params, [&](const auto* wanted) {
    return vgpuGraphExecMemsetNodeSetParams(find_exec(exec), to_vgpu(node), wanted);
  });
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params) {
  return set<vgpuHostNodeParams>(params, host_params, [&](const auto* wanted) {
    return vgpuGraphExecHostNodeSetParams(find_exec(exec), to_vgpu(node), wanted);
  });
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return call([&] {
    return vgpuGraphExecChildGraphNodeSetParams(find_exec(exec), to_vgpu(node), to_vgpu(child));
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         size_t* count) {
  return call(
      [&] { return vgpuGraphNodeGetNeighbours(to_vgpu(node), to_vgpu(dependencies), count, 0); });
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                           size_t* count) {
  return call(
      [&] { return vgpuGraphNodeGetNeighbours(to_vgpu(node), to_vgpu(dependents), count, 1); });
}
