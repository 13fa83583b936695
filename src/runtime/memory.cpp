// Pointers and the checks on them.
// SPDX-License-Identifier: MIT
#include "runtime/memory.h"

#include <vector>

#include "base/error.h"
#include "memory/host_memory.h"
#include "runtime/context.h"
#include "runtime/scheduler.h"

namespace vgpu {
namespace {

// Bytes from the first row's start to the last row's end.
std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height, const char* name) {
  if (height == 1) return width;
  if (pitch < width) {
    fail(ErrorCode::InvalidPitchValue, "{}: {} is less than a row of {} bytes", name, pitch, width);
  }
  std::size_t rows, bytes;
  if (__builtin_mul_overflow(pitch, height - 1, &rows) ||
      __builtin_add_overflow(rows, width, &bytes)) {
    fail(ErrorCode::InvalidValue, "height: {} rows of {} bytes are more than there can be", height,
         pitch);
  }
  return bytes;
}

// Whether the memory is really the program's nobody can say; that it lies in the address space we can.
void check_host_range(const void* pointer, std::size_t bytes, const char* name) {
  constexpr std::size_t kAddressSpace = std::size_t{1} << 56;
  if (bytes >= kAddressSpace ||
      reinterpret_cast<std::uintptr_t>(pointer) >= kAddressSpace - bytes) {
    fail(ErrorCode::InvalidValue, "{}: {} bytes at {} are more than there can be", name, bytes,
         pointer);
  }
}

void check_range(const void* pointer, std::size_t bytes, bool must_be_known, const char* name) {
  if (pointer == nullptr) fail(ErrorCode::InvalidValue, "{}: is NULL", name);
  const PointerInfo info = find_pointer(pointer);
  if (info.type == vgpuMemoryTypeUnregistered) {
    if (must_be_known || info.device != nullptr) {
      fail(ErrorCode::InvalidDevicePointer, "{}: {} is not in living memory of a device", name,
           pointer);
    }
    return check_host_range(pointer, bytes, name);
  }
  const std::size_t offset = static_cast<std::size_t>(static_cast<const std::byte*>(pointer) -
                                                      static_cast<std::byte*>(info.block.base));
  if (bytes > info.block.size - offset) {
    fail(ErrorCode::InvalidValue,
         "{}: {} bytes at offset {} reach beyond the allocation of {} bytes", name, bytes, offset,
         info.block.size);
  }
}

// The device in whose memory the pointer lies, if only that device can touch it.
DeviceContext* foreign_owner(const void* pointer) {
  for (const auto& device : Context::shared().devices()) {
    if (!device->device().memory_is_host() && device->memory().contains(pointer)) {
      return device.get();
    }
  }
  return nullptr;
}

}  // namespace

PointerInfo find_pointer(const void* pointer) {
  for (const auto& device : Context::shared().devices()) {
    if (!device->memory().contains(pointer)) continue;
    const auto block = device->memory().find(pointer);
    if (!block) return {vgpuMemoryTypeUnregistered, device.get(), {}};
    const auto type =
        device->is_managed(block->base) ? vgpuMemoryTypeManaged : vgpuMemoryTypeDevice;
    return {type, device.get(), *block};
  }
  if (const auto block = HostMemory::shared().find(pointer)) {
    return {vgpuMemoryTypeHost, nullptr, *block};
  }
  return {};
}

DeviceContext& owner_of(const void* pointer) {
  const PointerInfo info = find_pointer(pointer);
  if (info.device == nullptr || info.block.base != pointer) {
    fail(ErrorCode::InvalidDevicePointer, "pointer: {} is not the start of living device memory",
         pointer);
  }
  return *info.device;
}

void free_when_idle(void* pointer) {
  if (pointer == nullptr) return;
  for (const auto& device : Context::shared().devices()) {
    if (!device->memory().contains(pointer)) continue;
    Scheduler::shared().wait_device(*device);
    return device->free(pointer);  // which refuses what is not the start of living memory
  }
  fail(ErrorCode::InvalidDevicePointer, "pointer: {} is not the start of living device memory",
       pointer);
}

void check_copy(const Copy& copy, vgpuMemcpyKind kind) {
  if (kind < vgpuMemcpyHostToHost || kind > vgpuMemcpyDefault) {
    fail(ErrorCode::InvalidMemcpyDirection, "kind: {} is none", static_cast<int>(kind));
  }
  const bool to_device = kind == vgpuMemcpyHostToDevice || kind == vgpuMemcpyDeviceToDevice;
  const bool from_device = kind == vgpuMemcpyDeviceToHost || kind == vgpuMemcpyDeviceToDevice;
  check_range(copy.dst, extent(copy.dst_pitch, copy.width, copy.height, "dpitch"), to_device,
              "dst");
  check_range(copy.src, extent(copy.src_pitch, copy.width, copy.height, "spitch"), from_device,
              "src");
}

void check_fill(const Fill& fill) {
  check_range(fill.dst, extent(fill.pitch, fill.width, fill.height, "pitch"), true, "dst");
}

void copy_between(DeviceContext& on, const Copy& copy) {
  DeviceContext* from = foreign_owner(copy.src);
  DeviceContext* to = foreign_owner(copy.dst);
  if (from == nullptr || to == nullptr || from == to) {
    DeviceContext* by = from != nullptr ? from : to;
    return (by != nullptr ? *by : on).device().copy(copy);
  }
  // Two devices that know nothing of each other meet in host memory.
  std::vector<std::byte> middle(copy.width * copy.height);
  from->device().copy(
      {middle.data(), copy.width, copy.src, copy.src_pitch, copy.width, copy.height});
  to->device().copy({copy.dst, copy.dst_pitch, middle.data(), copy.width, copy.width, copy.height});
}

void fill_where_it_is(DeviceContext& on, const Fill& fill) {
  DeviceContext* owner = foreign_owner(fill.dst);
  (owner != nullptr ? *owner : on).device().fill(fill);
}

void check_operand(const void* pointer, std::size_t bytes, const char* name) {
  check_range(pointer, bytes, false, name);
}

}  // namespace vgpu
