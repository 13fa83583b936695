// What is known of a pointer, and the checks before memory is copied, filled or freed.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/copy.h>
#include <vgpu/c/memory.h>

#include <cstddef>

#include "device/device.h"
#include "memory/device_memory.h"
#include "runtime/device_context.h"

namespace vgpu {

struct PointerInfo {
  vgpuMemoryType type = vgpuMemoryTypeUnregistered;
  DeviceContext* device = nullptr;  // of device and managed memory, also where it was freed
  MemoryBlock block;                // the allocation that holds the pointer
};

PointerInfo find_pointer(const void* pointer);

// The device whose allocation starts at this address. Error(InvalidDevicePointer).
DeviceContext& owner_of(const void* pointer);

// Frees device memory after all work that its device has.
void free_when_idle(void* pointer);

// Throw Error unless all rows lie in one allocation each, or in memory that is not vGPU's where the kind allows that.
void check_copy(const Copy& copy, vgpuMemcpyKind kind);
void check_fill(const Fill& fill);

// Copies and fills by the device `on`, or by the one whose memory it is where that is not the host's.
void copy_between(DeviceContext& on, const Copy& copy);
void fill_where_it_is(DeviceContext& on, const Fill& fill);

// Throws Error unless `bytes` from `pointer` lie in one allocation, or in memory that is not vGPU's. `name` is the
// argument's, for the text.
void check_operand(const void* pointer, std::size_t bytes, const char* name);

}  // namespace vgpu
