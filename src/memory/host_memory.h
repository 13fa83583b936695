// Host buffers that devices can copy from at full speed ("pinned"), and registration of users' own memory.
//
// Allocated buffers are locked into RAM as far as the process's limits allow; where they do not, the buffer
// works all the same. One instance serves the process: shared().
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "memory/address_map.h"
#include "memory/device_memory.h"

namespace vgpu {

class HostMemory {
 public:
  static HostMemory& shared();
  explicit HostMemory(DeviceMemory::Options options);

  void* allocate(std::size_t size);  // errors as DeviceMemory::allocate
  void free(void* pointer);          // Error(InvalidValue): not the start of a living buffer

  // Makes memory of the user's known. Error(InvalidValue): empty, or overlaps what is registered already.
  void register_range(void* base, std::size_t size);
  void unregister_range(void* base);  // Error(InvalidValue): not registered, or not its start

  // The buffer or registered range that holds the address.
  std::optional<MemoryBlock> find(const void* pointer) const noexcept;
  MemoryStats stats() const { return buffers_.stats(); }

 private:
  DeviceMemory buffers_;
  AddressMap registered_;
};

}  // namespace vgpu
