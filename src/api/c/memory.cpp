// The functions of vgpu/c/memory.h.
// SPDX-License-Identifier: MIT
#include "runtime/memory.h"

#include <vgpu/c/memory.h>

#include <algorithm>
#include <cstddef>

#include "api/c/entry.h"
#include "memory/host_memory.h"
#include "runtime/capture.h"
#include "runtime/scheduler.h"
#include "runtime/works.h"

using namespace vgpu;
using namespace vgpu::api;

vgpuError_t vgpuMalloc(void** pointer, size_t size) {
  return entry(__func__, [&] {
    require(pointer, "pointer");
    *pointer = nullptr;
    *pointer = Context::shared().current().allocate(size, false);
  });
}

vgpuError_t vgpuMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return entry(__func__, [&] {
    require(pointer, "pointer");
    require(pitch, "pitch");
    constexpr std::size_t kAlign = DeviceMemory::kAlignment;
    std::size_t row, bytes;
    if (__builtin_add_overflow(width, kAlign - 1, &row) ||
        __builtin_mul_overflow(row / kAlign * kAlign, height, &bytes)) {
      fail(ErrorCode::MemoryAllocation, "height: {} rows of {} bytes are more than there can be",
           height, width);
    }
    *pointer = Context::shared().current().allocate(bytes, false);
    *pitch = row / kAlign * kAlign;
  });
}

vgpuError_t vgpuMallocHost(void** pointer, size_t size) {
  return entry(__func__, [&] {
    require(pointer, "pointer");
    *pointer = nullptr;
    *pointer = HostMemory::shared().allocate(size);
  });
}

vgpuError_t vgpuMallocManaged(void** pointer, size_t size, unsigned int flags) {
  return entry(__func__, [&] {
    require(pointer, "pointer");
    require_zero(flags);
    *pointer = nullptr;
    DeviceContext& device = Context::shared().current();
    if (!device.device().memory_is_host()) {
      fail(ErrorCode::NotSupported, "the host cannot touch the memory of {}",
           device.properties().name);
    }
    *pointer = device.allocate(size, true);
  });
}

vgpuError_t vgpuFree(void* pointer) {
  return entry(__func__, [&] { free_when_idle(pointer); });
}

vgpuError_t vgpuFreeHost(void* pointer) {
  return entry(__func__, [&] {
    if (pointer == nullptr) return;
    const PointerInfo info = find_pointer(pointer);
    if (info.type != vgpuMemoryTypeHost || info.block.base != pointer) {
      fail(ErrorCode::InvalidValue, "pointer: {} is not the start of living pinned memory",
           pointer);
    }
    for (const auto& device : Context::shared().devices()) {
      Scheduler::shared().wait_device(*device);
    }
    HostMemory::shared().free(pointer);
  });
}

vgpuError_t vgpuMallocAsync(void** pointer, size_t size, vgpuStream_t stream) {
  return entry(__func__, [&] {
    require(pointer, "pointer");
    const std::shared_ptr<Stream> on = Context::shared().stream(stream);
    Capture::refuse(*on, "allocate");
    *pointer = nullptr;
    *pointer = on->device().allocate(size, false);
  });
}

vgpuError_t vgpuFreeAsync(void* pointer, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const std::shared_ptr<Stream> on = Context::shared().stream(stream);
    if (pointer == nullptr) return;
    Capture::refuse(*on, "free");
    DeviceContext& owner = owner_of(pointer);
    Scheduler::shared().enqueue(on, std::make_shared<FreeWork>(owner, pointer));
  });
}

vgpuError_t vgpuMemGetSubBuffer(void** sub, void* base, size_t offset, size_t size) {
  return entry(__func__, [&] {
    constexpr std::size_t kAlign = 128;
    require(sub, "sub");
    require(base, "base");
    owner_of(base);
    const std::size_t whole = find_pointer(base).block.size;
    if (offset % kAlign != 0) {
      fail(ErrorCode::InvalidValue, "offset: {} is not a multiple of {}", offset, kAlign);
    }
    if (size == 0 || offset > whole || size > whole - offset) {
      fail(ErrorCode::InvalidValue, "size: {} bytes at {} do not lie in {} bytes", size, offset,
           whole);
    }
    *sub = static_cast<std::byte*>(base) + offset;
  });
}

vgpuError_t vgpuMemGetAddressRange(void** base, size_t* size, const void* pointer) {
  return entry(__func__, [&] {
    require(pointer, "pointer");
    const PointerInfo info = find_pointer(pointer);
    if (info.type == vgpuMemoryTypeUnregistered) {
      fail(ErrorCode::InvalidDevicePointer, "pointer: {} is not in memory of vGPU", pointer);
    }
    if (base != nullptr) *base = info.block.base;
    if (size != nullptr) *size = info.block.size;
  });
}

vgpuError_t vgpuPointerGetAttributes(vgpuPointerAttributes* attributes, const void* pointer) {
  return entry(__func__, [&] {
    require(attributes, "attributes");
    require(pointer, "pointer");
    const PointerInfo info = find_pointer(pointer);
    auto* address = const_cast<void*>(pointer);
    attributes->type = info.type;
    const bool known = info.type != vgpuMemoryTypeUnregistered;
    attributes->device = known && info.device != nullptr ? info.device->index() : -1;
    attributes->devicePointer = known ? address : nullptr;
    attributes->hostPointer = address;  // one address space: the host sees all memory
    attributes->base = info.block.base;
    attributes->size = info.block.size;
  });
}

vgpuError_t vgpuMemGetInfo(size_t* free, size_t* total) {
  return entry(__func__, [&] {
    require(free, "free");
    require(total, "total");
    const MemoryStats stats = Context::shared().current().memory().stats();
    *total = stats.limit;
    *free = stats.limit - std::min(stats.used, stats.limit);
  });
}

vgpuError_t vgpuMemGetStats(vgpuMemStats* stats, int device) {
  return entry(__func__, [&] {
    require(stats, "stats");
    const MemoryStats now = Context::shared().device(device).memory().stats();
    *stats = {now.used, now.peak, now.used + now.cached, now.limit, now.live, now.allocations};
  });
}

vgpuError_t vgpuMemTrim(int device) {
  return entry(__func__, [&] { Context::shared().device(device).memory().trim(); });
}

vgpuError_t vgpuHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  return entry(__func__, [&] {
    require(device, "device");
    require(host, "host");
    require_zero(flags);
    if (find_pointer(host).type != vgpuMemoryTypeHost) {
      fail(ErrorCode::InvalidValue, "host: {} is not in pinned memory", host);
    }
    *device = host;
  });
}
