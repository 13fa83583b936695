// The functions of vgpu_api/graph_objects.h about attributes of kernel nodes: hints that programs get back as they set
// them.
// SPDX-License-Identifier: MIT
#include <map>
#include <mutex>
#include <utility>

#include "api/cuda/call.h"
#include "api/cuda/graph_handles.h"

using namespace vgpu::cuda;

namespace {

struct Attributes {
  std::mutex mutex;
  std::map<std::pair<cudaGraphNode_t, cudaKernelNodeAttrID>, cudaKernelNodeAttrValue> all;
};

Attributes& attributes() {
  static auto* made = new Attributes;
  return *made;
}

constexpr cudaKernelNodeAttrID kKnown[] = {
    cudaKernelNodeAttributeAccessPolicyWindow, cudaKernelNodeAttributeCooperative,
    cudaKernelNodeAttributePriority, cudaKernelNodeAttributeClusterSchedulingPolicyPreference};

cudaError_t check(cudaGraphNode_t node, cudaKernelNodeAttrID attribute) {
  vgpuGraphNodeType type{};
  const vgpuError_t error = vgpuGraphNodeGetType(to_vgpu(node), &type);
  if (error != vgpuSuccess) return to_cuda(error);
  if (type != vgpuGraphNodeTypeKernel) return cudaErrorInvalidValue;
  for (const auto known : kKnown)
    if (attribute == known) return cudaSuccess;
  return cudaErrorInvalidValue;
}

}  // namespace

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value) {
  return call([&] {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = check(node, attribute)) return error;
    const std::lock_guard lock(attributes().mutex);
    attributes().all[{node, attribute}] = *value;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value) {
  return call([&] {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = check(node, attribute)) return error;
    *value = {};
    const std::lock_guard lock(attributes().mutex);
    const auto found = attributes().all.find({node, attribute});
    if (found != attributes().all.end()) *value = found->second;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t from, cudaGraphNode_t to) {
  for (const auto attribute : kKnown) {
    cudaKernelNodeAttrValue value;
    cudaError_t error = cudaGraphKernelNodeGetAttribute(from, attribute, &value);
    if (error == cudaSuccess) error = cudaGraphKernelNodeSetAttribute(to, attribute, &value);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
