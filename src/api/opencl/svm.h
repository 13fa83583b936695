// Shared virtual memory: allocations that programs and kernels see at one address.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "api/opencl/memory_object.h"

namespace vgpu::opencl {

// The allocations of the process, by address.
class SvmTable {
 public:
  static SvmTable& shared();
  void add(void* pointer, std::size_t size, Ref<Context> context);
  bool remove(void* pointer);  // false: not the start of an allocation

  // Whether the address is in an allocation, with at least `size` bytes behind it.
  bool holds(const void* pointer, std::size_t size) const;

 private:
  struct Block {
    std::size_t size;
    Ref<Context> context;
  };
  mutable std::mutex mutex_;
  std::map<const std::byte*, Block> blocks_;
};

// Whether it is a buffer, or a part of one, in shared memory.
bool uses_svm(const MemoryObject& object);

// Whether a buffer of that size fits at the address: memory that is no allocation of ours is the program's own matter.
bool fits_svm(const void* pointer, std::size_t size);

}  // namespace vgpu::opencl
