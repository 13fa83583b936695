// The functions of vgpu_driver/virtual_memory.h.
//
// Created memory is a file without a name, so that it can lie at several addresses and in several processes; kernels
// reach all of the process's memory, so mapping it there is all. SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "api/cuda/devices.h"
#include "api/cuda/driver.h"
#include "api/cuda/ranges.h"

using namespace vgpu::cuda;

namespace {

// What the hardware has: sizes and addresses are multiples of it.
constexpr std::size_t kGranule = 2 << 20;

bool is_whole(std::size_t bytes) { return bytes != 0 && bytes % kGranule == 0; }

struct Allocation {
  int file;
  std::size_t size;
  CUmemAllocationProp properties;
  Allocation(int f, std::size_t s, const CUmemAllocationProp& p)
      : file(f), size(s), properties(p) {}
  ~Allocation() { close(file); }
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;
};

struct Held {
  std::shared_ptr<Allocation> allocation;
  int references = 0;
};

struct Mapping {
  std::size_t size;
  CUmemGenericAllocationHandle handle;
  std::shared_ptr<Allocation> allocation;
  int access = cudaMemAccessFlagsProtNone;
};

// All that programs have created, reserved and mapped.
struct Everything {
  std::mutex mutex;
  CUmemGenericAllocationHandle last = 0;
  std::map<CUmemGenericAllocationHandle, Held> held;
  std::map<CUdeviceptr, std::size_t> reserved;
  std::map<CUdeviceptr, Mapping> mapped;

  CUmemGenericAllocationHandle hold(std::shared_ptr<Allocation> allocation) {
    held[++last] = {std::move(allocation), 1};
    return last;
  }
  bool is_reserved(CUdeviceptr start, std::size_t size) const {
    auto next = reserved.upper_bound(start);
    if (next == reserved.begin()) return false;
    --next;
    return start + size <= next->first + next->second;
  }
  std::map<CUdeviceptr, Mapping>::iterator mapping_at(CUdeviceptr address) {
    auto next = mapped.upper_bound(address);
    if (next == mapped.begin()) return mapped.end();
    --next;
    return address < next->first + next->second.size ? next : mapped.end();
  }
  // True where mappings follow each other from start to the end without a gap.
  bool is_mapped(CUdeviceptr start, std::size_t size) {
    for (CUdeviceptr at = start; at < start + size;) {
      const auto found = mapped.find(at);
      if (found == mapped.end()) return false;
      at += found->second.size;
    }
    return true;
  }
};

Everything& everything() {
  static auto* all = new Everything;
  return *all;
}

// Runs a body that reads or changes what there is.
template <typename Body>
CUresult with_everything(Body&& body) noexcept {
  try {
    const std::lock_guard lock(everything().mutex);
    return body(everything());
  } catch (...) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
}

bool is_good(const CUmemAllocationProp* properties) {
  return properties != nullptr && properties->type == CU_MEM_ALLOCATION_TYPE_PINNED &&
         properties->location.type == CU_MEM_LOCATION_TYPE_DEVICE && properties->location.id >= 0 &&
         properties->location.id < device_count() &&
         (properties->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == 0;
}

bool fits_device(std::size_t size) {
  std::size_t free = 0, total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess && size <= total;
}

int protection(int access) {
  return access == cudaMemAccessFlagsProtReadWrite ? PROT_READ | PROT_WRITE
         : access == cudaMemAccessFlagsProtRead    ? PROT_READ
                                                   : PROT_NONE;
}

// The addresses stay reserved, with nothing behind them.
void clear(CUdeviceptr pointer, std::size_t size) {
  mmap(to_pointer(pointer), size, PROT_NONE,
       MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

}  // namespace

CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags option) {
  if (granularity == nullptr || !is_good(properties) ||
      option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
    return CUDA_ERROR_INVALID_VALUE;
  *granularity = kGranule;
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size,
                     const CUmemAllocationProp* properties, unsigned long long flags) {
  if (handle == nullptr || flags != 0 || !is_whole(size) || !is_good(properties))
    return CUDA_ERROR_INVALID_VALUE;
  if (!fits_device(size)) return CUDA_ERROR_OUT_OF_MEMORY;
  return with_everything([&](Everything& all) {
    const int file = memfd_create("vgpu", MFD_CLOEXEC);
    if (file < 0) return CUDA_ERROR_OUT_OF_MEMORY;
    auto allocation = std::make_shared<Allocation>(file, size, *properties);
    if (ftruncate(file, static_cast<off_t>(size)) != 0) return CUDA_ERROR_OUT_OF_MEMORY;
    // Nobody compresses here; the properties that are read back say so.
    allocation->properties.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_NONE;
    *handle = all.hold(std::move(allocation));
    return CUDA_SUCCESS;
  });
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return with_everything([&](Everything& all) {
    const auto found = all.held.find(handle);
    if (found == all.held.end()) return CUDA_ERROR_INVALID_VALUE;
    if (--found->second.references == 0) all.held.erase(found);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address) {
  return with_everything([&](Everything& all) {
    const auto found = all.mapping_at(reinterpret_cast<CUdeviceptr>(address));
    if (handle == nullptr || found == all.mapped.end()) return CUDA_ERROR_INVALID_VALUE;
    *handle = found->second.handle;
    Held& held = all.held[*handle];
    held.allocation = found->second.allocation;
    ++held.references;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties,
                                                CUmemGenericAllocationHandle handle) {
  return with_everything([&](Everything& all) {
    const auto found = all.held.find(handle);
    if (properties == nullptr || found == all.held.end()) return CUDA_ERROR_INVALID_VALUE;
    *properties = found->second.allocation->properties;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemExportToShareableHandle(void* shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags) {
  return with_everything([&](Everything& all) {
    const auto found = all.held.find(handle);
    if (shareable == nullptr || flags != 0 || found == all.held.end() ||
        type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
      return CUDA_ERROR_INVALID_VALUE;
    const Allocation& allocation = *found->second.allocation;
    if ((allocation.properties.requestedHandleTypes & type) == 0) return CUDA_ERROR_INVALID_VALUE;
    const int file = fcntl(allocation.file, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return CUDA_ERROR_OUT_OF_MEMORY;
    *static_cast<int*>(shareable) = file;
    return CUDA_SUCCESS;
  });
}

// A descriptor is not a pointer: the number itself is passed in its place.
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shareable,
                                        CUmemAllocationHandleType type) {
  return with_everything([&](Everything& all) {
    if (handle == nullptr || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
      return CUDA_ERROR_INVALID_VALUE;
    const int file =
        fcntl(static_cast<int>(reinterpret_cast<std::intptr_t>(shareable)), F_DUPFD_CLOEXEC, 0);
    if (file < 0) return CUDA_ERROR_INVALID_VALUE;
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = type;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, current_device()};
    auto allocation = std::make_shared<Allocation>(file, 0, properties);
    struct stat seen{};
    if (fstat(file, &seen) != 0 || !is_whole(static_cast<std::size_t>(seen.st_size)))
      return CUDA_ERROR_INVALID_VALUE;
    allocation->size = static_cast<std::size_t>(seen.st_size);
    *handle = all.hold(std::move(allocation));
    return CUDA_SUCCESS;
  });
}

CUresult cuMemAddressReserve(CUdeviceptr* pointer, size_t size, size_t alignment,
                             CUdeviceptr address, unsigned long long flags) {
  if (pointer == nullptr || flags != 0 || !is_whole(size)) return CUDA_ERROR_INVALID_VALUE;
  if ((alignment & (alignment - 1)) != 0) return CUDA_ERROR_INVALID_VALUE;
  const std::size_t step = alignment > kGranule ? alignment : kGranule;
  return with_everything([&](Everything& all) {
    void* found = mmap(to_pointer(address), size + step, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
    const auto start = reinterpret_cast<CUdeviceptr>(found);
    *pointer = (start + step - 1) / step * step;
    if (*pointer != start) munmap(found, *pointer - start);
    munmap(to_pointer(*pointer + size), start + step - *pointer);
    all.reserved[*pointer] = size;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t size) {
  return with_everything([&](Everything& all) {
    const auto found = all.reserved.find(pointer);
    if (found == all.reserved.end() || found->second != size) return CUDA_ERROR_INVALID_VALUE;
    const auto mapped = all.mapped.lower_bound(pointer);
    if (mapped != all.mapped.end() && mapped->first < pointer + size)
      return CUDA_ERROR_INVALID_VALUE;
    all.reserved.erase(found);
    munmap(to_pointer(pointer), size);
    return CUDA_SUCCESS;
  });
}

CUresult cuMemMap(CUdeviceptr pointer, size_t size, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
  return with_everything([&](Everything& all) {
    const auto found = all.held.find(handle);
    if (found == all.held.end() || flags != 0 || !is_whole(size) || offset % kGranule != 0)
      return CUDA_ERROR_INVALID_VALUE;
    const Allocation& allocation = *found->second.allocation;
    if (offset > allocation.size || size > allocation.size - offset ||
        !all.is_reserved(pointer, size))
      return CUDA_ERROR_INVALID_VALUE;
    const int device = allocation.properties.location.id;
    if (!mapped_device_memory().add(to_pointer(pointer), size, device))
      return CUDA_ERROR_INVALID_VALUE;
    all.mapped[pointer] = {size, handle, found->second.allocation};
    void* placed = mmap(to_pointer(pointer), size, PROT_NONE, MAP_FIXED | MAP_SHARED,
                        allocation.file, static_cast<off_t>(offset));
    return placed == MAP_FAILED ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
  });
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t size) {
  // Kernels under way may still use it.
  if (const cudaError_t error = cudaDeviceSynchronize()) return result(error);
  return with_everything([&](Everything& all) {
    if (!is_whole(size) || !all.is_mapped(pointer, size)) return CUDA_ERROR_INVALID_VALUE;
    for (CUdeviceptr at = pointer; at < pointer + size;) {
      const auto found = all.mapped.find(at);
      mapped_device_memory().remove(to_pointer(at));
      at += found->second.size;
      all.mapped.erase(found);
    }
    clear(pointer, size);
    return CUDA_SUCCESS;
  });
}

// All devices share the process's pages: what one of them may do, all may.
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t size, const CUmemAccessDesc* list,
                        size_t count) {
  return with_everything([&](Everything& all) {
    if (list == nullptr || count == 0 || !is_whole(size) || !all.is_mapped(pointer, size))
      return CUDA_ERROR_INVALID_VALUE;
    int access = cudaMemAccessFlagsProtNone;
    for (std::size_t i = 0; i < count; ++i) {
      const CUmemLocation& location = list[i].location;
      if (location.type != CU_MEM_LOCATION_TYPE_DEVICE || location.id < 0 ||
          location.id >= device_count())
        return CUDA_ERROR_INVALID_DEVICE;
      access |= list[i].flags;
    }
    for (CUdeviceptr at = pointer; at < pointer + size;) {
      Mapping& mapping = all.mapped.find(at)->second;
      mapping.access = access;
      at += mapping.size;
    }
    const bool done = mprotect(to_pointer(pointer), size, protection(access)) == 0;
    return done ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
  });
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                        CUdeviceptr pointer) {
  return with_everything([&](Everything& all) {
    const auto found = all.mapping_at(pointer);
    if (flags == nullptr || location == nullptr || found == all.mapped.end())
      return CUDA_ERROR_INVALID_VALUE;
    *flags = static_cast<unsigned long long>(found->second.access);
    return CUDA_SUCCESS;
  });
}
