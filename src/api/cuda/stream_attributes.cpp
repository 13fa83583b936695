// The functions of vgpu_api/stream.h about attributes: hints for caches that programs get back as they set them.
// SPDX-License-Identifier: MIT
#include <vgpu/c/stream.h>

#include <map>
#include <mutex>
#include <utility>

#include "api/cuda/call.h"

using namespace vgpu::cuda;

namespace {

struct Attributes {
  std::mutex mutex;
  std::map<std::pair<cudaStream_t, cudaStreamAttrID>, cudaStreamAttrValue> all;
};

Attributes& attributes() {
  static auto* made = new Attributes;
  return *made;
}

cudaError_t check(cudaStream_t stream, cudaStreamAttrID attribute) {
  unsigned flags = 0;
  if (const vgpuError_t error = vgpuStreamGetFlags(to_vgpu(stream), &flags); error != vgpuSuccess)
    return to_cuda(error);
  const bool known = attribute == cudaStreamAttributeAccessPolicyWindow ||
                     attribute == cudaStreamAttributeSynchronizationPolicy ||
                     attribute == cudaStreamAttributePriority;
  return known ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  return call([&] {
    if (value == nullptr || attribute == cudaStreamAttributePriority) return cudaErrorInvalidValue;
    if (const cudaError_t error = check(stream, attribute); error != cudaSuccess) return error;
    const std::lock_guard lock(attributes().mutex);
    attributes().all[{stream, attribute}] = *value;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  return call([&] {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = check(stream, attribute); error != cudaSuccess) return error;
    *value = {};
    if (attribute == cudaStreamAttributePriority)
      return to_cuda(vgpuStreamGetPriority(to_vgpu(stream), &value->priority));
    const std::lock_guard lock(attributes().mutex);
    const auto found = attributes().all.find({stream, attribute});
    if (found != attributes().all.end()) *value = found->second;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  for (const auto attribute :
       {cudaStreamAttributeAccessPolicyWindow, cudaStreamAttributeSynchronizationPolicy}) {
    cudaStreamAttrValue value;
    cudaError_t error = cudaStreamGetAttribute(src, attribute, &value);
    if (error == cudaSuccess) error = cudaStreamSetAttribute(dst, attribute, &value);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
