// The functions of vgpu_driver/virtual_memory.h: the system's own mappings do what is asked for.
//
// An allocation is a file without a name, so that several places can show the same memory. A handle outlives its release
// as long as something is mapped: the system counts that.
// SPDX-License-Identifier: MIT
#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <mutex>

#include "api/cuda/driver.h"

using namespace vgpu::cuda;

namespace {

constexpr std::size_t kGranularity = std::size_t{2} << 20;

bool is_whole(std::size_t bytes) { return bytes != 0 && bytes % kGranularity == 0; }

// What is mapped where, and what may be done there.
struct Mapping {
  std::size_t size;
  CUmemAccess_flags access;
  bool known;  // to the device, as memory of the host that it may use
};
struct Mappings {
  std::mutex mutex;
  std::map<CUdeviceptr, Mapping> by_address;
  std::map<CUdeviceptr, std::size_t> reserved;
};
Mappings& mappings() {
  static Mappings* const all = new Mappings;  // programs unmap in destructors of their own
  return *all;
}

// The mapping that covers an address.
Mapping* find_mapping(Mappings& all, CUdeviceptr pointer) {
  auto after = all.by_address.upper_bound(pointer);
  if (after == all.by_address.begin()) return nullptr;
  --after;
  return pointer < after->first + after->second.size ? &after->second : nullptr;
}

bool is_reserved(const Mappings& all, CUdeviceptr pointer, std::size_t size) {
  auto after = all.reserved.upper_bound(pointer);
  if (after == all.reserved.begin()) return false;
  --after;
  return pointer + size <= after->first + after->second;
}

// Addresses without memory, which nobody else gets.
void* reserve(void* place, std::size_t size, int how) {
  return mmap(place, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | how, -1, 0);
}

int protection_of(CUmemAccess_flags access) {
  if (access == cudaMemAccessFlagsProtReadWrite) return PROT_READ | PROT_WRITE;
  return access == cudaMemAccessFlagsProtRead ? PROT_READ : PROT_NONE;
}

}  // namespace

CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags) {
  if (granularity == nullptr || properties == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *granularity = kGranularity;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr* pointer, size_t size, size_t alignment, CUdeviceptr wish,
                             unsigned long long flags) {
  const bool odd = (alignment & (alignment - 1)) != 0 && alignment != 0;
  if (pointer == nullptr || !is_whole(size) || odd || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  const std::size_t step = std::max(alignment, kGranularity);
  void* raw = reserve(to_pointer(wish), size + step, 0);
  if (raw == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
  const auto begin = reinterpret_cast<CUdeviceptr>(raw);
  const CUdeviceptr start = (begin + step - 1) / step * step;
  if (start > begin) munmap(raw, start - begin);
  munmap(to_pointer(start + size), begin + step - start);
  Mappings& all = mappings();
  const std::lock_guard lock(all.mutex);
  all.reserved[start] = size;
  *pointer = start;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t size) {
  Mappings& all = mappings();
  const std::lock_guard lock(all.mutex);
  const auto found = all.reserved.find(pointer);
  if (found == all.reserved.end() || found->second != size) return CUDA_ERROR_INVALID_VALUE;
  const auto inside = all.by_address.lower_bound(pointer);
  if (inside != all.by_address.end() && inside->first < pointer + size)
    return CUDA_ERROR_INVALID_VALUE;
  all.reserved.erase(found);
  munmap(to_pointer(pointer), size);
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size,
                     const CUmemAllocationProp* properties, unsigned long long flags) {
  if (handle == nullptr || properties == nullptr || !is_whole(size) || flags != 0 ||
      properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  const int file = memfd_create("vgpu", MFD_CLOEXEC);
  if (file < 0) return CUDA_ERROR_OUT_OF_MEMORY;
  if (ftruncate(file, static_cast<off_t>(size)) != 0) {
    close(file);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  *handle = static_cast<CUmemGenericAllocationHandle>(file) + 1;
  return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  if (handle == 0 || close(static_cast<int>(handle - 1)) != 0) return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr pointer, size_t size, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
  Mappings& all = mappings();
  const std::lock_guard lock(all.mutex);
  const bool taken = find_mapping(all, pointer) != nullptr;
  if (!is_whole(size) || handle == 0 || flags != 0 || taken || !is_reserved(all, pointer, size))
    return CUDA_ERROR_INVALID_VALUE;
  void* mapped = mmap(to_pointer(pointer), size, PROT_NONE, MAP_SHARED | MAP_FIXED,
                      static_cast<int>(handle - 1), static_cast<off_t>(offset));
  if (mapped == MAP_FAILED) return CUDA_ERROR_INVALID_VALUE;
  all.by_address[pointer] = {size, cudaMemAccessFlagsProtNone, false};
  return CUDA_SUCCESS;
}

// What kernels still do there ends first.
CUresult cuMemUnmap(CUdeviceptr pointer, size_t size) {
  cudaDeviceSynchronize();
  Mappings& all = mappings();
  const std::lock_guard lock(all.mutex);
  for (CUdeviceptr at = pointer; at < pointer + size;) {
    const auto found = all.by_address.find(at);
    if (found == all.by_address.end()) return CUDA_ERROR_INVALID_VALUE;
    const std::size_t bytes = found->second.size;
    if (found->second.known) cudaHostUnregister(to_pointer(at));
    if (reserve(to_pointer(at), bytes, MAP_FIXED) == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
    all.by_address.erase(found);
    at += bytes;
  }
  return CUDA_SUCCESS;
}

// All devices see the same memory, so the widest access that is asked for holds.
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t size, const CUmemAccessDesc* list,
                        size_t count) {
  if (list == nullptr || count == 0) return CUDA_ERROR_INVALID_VALUE;
  CUmemAccess_flags access = cudaMemAccessFlagsProtNone;
  for (std::size_t i = 0; i < count; ++i) access = std::max(access, list[i].flags);
  Mappings& all = mappings();
  const std::lock_guard lock(all.mutex);
  for (CUdeviceptr at = pointer; at < pointer + size;) {
    const auto found = all.by_address.find(at);
    if (found == all.by_address.end()) return CUDA_ERROR_INVALID_VALUE;
    auto& [start, mapping] = *found;
    if (mprotect(to_pointer(start), mapping.size, protection_of(access)) != 0)
      return CUDA_ERROR_INVALID_VALUE;
    mapping.access = access;
    if (!mapping.known && access != cudaMemAccessFlagsProtNone)
      mapping.known =
          cudaHostRegister(to_pointer(start), mapping.size, cudaHostRegisterMapped) == cudaSuccess;
    at += mapping.size;
  }
  return CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                        CUdeviceptr pointer) {
  if (flags == nullptr || location == nullptr) return CUDA_ERROR_INVALID_VALUE;
  Mappings& all = mappings();
  const std::lock_guard lock(all.mutex);
  const Mapping* mapping = find_mapping(all, pointer);
  if (mapping == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *flags = mapping->access;
  return CUDA_SUCCESS;
}
