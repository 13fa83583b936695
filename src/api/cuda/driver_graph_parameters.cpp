// The functions of vgpu_driver/graph.h about the parameters of nodes.
// SPDX-License-Identifier: MIT
#include "api/cuda/driver_graph.h"

using namespace vgpu::cuda;

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* params) {
  return result(call([&] {
    vgpuKernelNodeParams found{};
    if (params == nullptr) return vgpuErrorInvalidValue;
    const vgpuError_t error = vgpuGraphKernelNodeGetParams(to_vgpu(node), &found);
    if (error != vgpuSuccess) return error;
    *params = {reinterpret_cast<CUfunction>(found.kernel),
               found.grid.x,
               found.grid.y,
               found.grid.z,
               found.block.x,
               found.block.y,
               found.block.z,
               static_cast<unsigned>(found.sharedBytes),
               found.args,
               nullptr};
    return vgpuSuccess;
  }));
}
CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* params) {
  return with_kernel(params, [&](const vgpuKernelNodeParams& wanted) {
    return vgpuGraphKernelNodeSetParams(to_vgpu(node), &wanted);
  });
}
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS* params) {
  return with_kernel(params, [&](const vgpuKernelNodeParams& wanted) {
    return vgpuGraphExecKernelNodeSetParams(find_exec(exec), to_vgpu(node), &wanted);
  });
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue* value) {
  return result(cudaGraphKernelNodeGetAttribute(node, attribute, value));
}
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue* value) {
  return result(cudaGraphKernelNodeSetAttribute(node, attribute, value));
}
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from) {
  return result(cudaGraphKernelNodeCopyAttributes(from, to));
}

// Arrays are memory as any other by then.
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D* params) {
  cudaMemcpy3DParms box{};
  if (params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = cudaGraphMemcpyNodeGetParams(node, &box);
  if (error != cudaSuccess) return result(error);
  *params = {};
  params->srcMemoryType = params->dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  params->srcDevice = reinterpret_cast<CUdeviceptr>(box.srcPtr.ptr);
  params->dstDevice = reinterpret_cast<CUdeviceptr>(box.dstPtr.ptr);
  params->srcPitch = box.srcPtr.pitch, params->srcHeight = box.srcPtr.ysize;
  params->dstPitch = box.dstPtr.pitch, params->dstHeight = box.dstPtr.ysize;
  params->WidthInBytes = box.extent.width, params->Height = box.extent.height;
  params->Depth = box.extent.depth;
  return CUDA_SUCCESS;
}
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D* params) {
  return with_box(params, [&](const cudaMemcpy3DParms& wanted) {
    return cudaGraphMemcpyNodeSetParams(node, &wanted);
  });
}
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D* params, CUcontext) {
  return with_box(params, [&](const cudaMemcpy3DParms& wanted) {
    return cudaGraphExecMemcpyNodeSetParams(exec, node, &wanted);
  });
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS* params) {
  cudaMemsetParams known{};
  if (params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaError_t error = cudaGraphMemsetNodeGetParams(node, &known);
  *params = {reinterpret_cast<CUdeviceptr>(known.dst),
             known.pitch,
             known.value,
             known.elementSize,
             known.width,
             known.height};
  return result(error);
}
CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* params) {
  return with_fill(params, [&](const cudaMemsetParams& wanted) {
    return cudaGraphMemsetNodeSetParams(node, &wanted);
  });
}
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS* params, CUcontext) {
  return with_fill(params, [&](const cudaMemsetParams& wanted) {
    return cudaGraphExecMemsetNodeSetParams(exec, node, &wanted);
  });
}

CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS* params) {
  return result(cudaGraphHostNodeGetParams(node, params));
}
CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS* params) {
  return result(cudaGraphHostNodeSetParams(node, params));
}
CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS* params) {
  return result(cudaGraphExecHostNodeSetParams(exec, node, params));
}
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child) {
  return result(cudaGraphExecChildGraphNodeSetParams(exec, node, child));
}
