// thrust::mr's resources of the device's memory, of shared and of pinned memory.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_DEVICE_RESOURCES_H
#define VGPU_THRUST_DEVICE_RESOURCES_H

#include "vgpu_thrust/resources.h"

namespace thrust {

namespace cuda {
template <cudaError_t (*Take)(void**, size_t), cudaError_t (*Give)(void*), class Pointer>
class memory_resource_of final : public mr::memory_resource<Pointer> {
 public:
  Pointer do_allocate(size_t bytes, size_t) override {
    void* memory = nullptr;
    if (Take(&memory, bytes) != cudaSuccess) throw std::bad_alloc();
    return Pointer(memory);
  }
  void do_deallocate(Pointer memory, size_t, size_t) override { Give(raw_pointer_cast(memory)); }
};
inline cudaError_t take_managed(void** memory, size_t bytes) {
  return cudaMallocManaged(memory, bytes);
}
inline cudaError_t take_device(void** memory, size_t bytes) { return cudaMalloc(memory, bytes); }
inline cudaError_t take_pinned(void** memory, size_t bytes) {
  return cudaMallocHost(memory, bytes);
}
typedef memory_resource_of<take_device, cudaFree, device_ptr<void>> memory_resource;
typedef memory_resource_of<take_managed, cudaFree, device_ptr<void>> universal_memory_resource;
typedef memory_resource_of<take_pinned, cudaFreeHost, device_ptr<void>>
    universal_host_pinned_memory_resource;
}  // namespace cuda

typedef cuda::memory_resource device_memory_resource;
typedef cuda::universal_memory_resource universal_memory_resource;
typedef cuda::universal_host_pinned_memory_resource universal_host_pinned_memory_resource;
typedef mr::new_delete_resource host_memory_resource;

// A resource of plain pointers to device memory as one of device_ptr.
template <class Upstream>
class device_ptr_memory_resource final : public mr::memory_resource<device_ptr<void>> {
 public:
  device_ptr_memory_resource() : upstream_(mr::get_global_resource<Upstream>()) {}
  device_ptr_memory_resource(Upstream* upstream) : upstream_(upstream) {}
  device_ptr<void> do_allocate(size_t bytes, size_t alignment) override {
    return device_ptr<void>(raw_pointer_cast(upstream_->do_allocate(bytes, alignment)));
  }
  void do_deallocate(device_ptr<void> memory, size_t bytes, size_t alignment) override {
    upstream_->do_deallocate(typename Upstream::pointer(memory.get()), bytes, alignment);
  }

 private:
  Upstream* upstream_;
};

}  // namespace thrust

#endif
