// Pinned host buffers over the same pools that devices use, and the user's registered ranges.
// SPDX-License-Identifier: MIT
#include "memory/host_memory.h"

#include <sys/mman.h>

#include <utility>

#include "base/config.h"
#include "base/error.h"

namespace vgpu {
namespace {

// Only buffers with pages of their own are locked: pages that buffers share cannot be unlocked one by one.
constexpr std::size_t kLockedBytes = std::size_t{1} << 20;

}  // namespace

HostMemory& HostMemory::shared() {
  // Never destroyed: programs free their buffers in destructors of their own statics.
  static HostMemory& instance = *new HostMemory({.name = "host",
                                                 .limit = 0,
                                                 .cache = config().memory_cache,
                                                 .huge_pages = config().huge_pages,
                                                 .source = nullptr});
  return instance;
}

HostMemory::HostMemory(DeviceMemory::Options options) : buffers_(std::move(options)) {}

void* HostMemory::allocate(std::size_t size) {
  void* buffer = buffers_.allocate(size);
  // Only a wish: RLIMIT_MEMLOCK is small on most systems, and nothing here depends on it.
  if (size >= kLockedBytes) static_cast<void>(mlock2(buffer, size, MLOCK_ONFAULT));
  return buffer;
}

void HostMemory::free(void* pointer) {
  const auto block = pointer == nullptr ? std::nullopt : buffers_.find(pointer);
  if (pointer != nullptr && (!block || block->base != pointer)) {
    fail(ErrorCode::InvalidValue, "{} is not a host buffer of vGPU, or was freed already",
         fmt::ptr(pointer));
  }
  if (block && block->size >= kLockedBytes) munlock(pointer, block->size);
  buffers_.free(pointer);
}

void HostMemory::register_range(void* base, std::size_t size) {
  if (base == nullptr || size == 0)
    fail(ErrorCode::InvalidValue, "{} bytes at {} are nothing to register", size, fmt::ptr(base));
  if (buffers_.contains(base) || !registered_.insert(base, size)) {
    fail(ErrorCode::InvalidValue, "{} at {} overlap memory that is registered already",
         format_bytes(size), fmt::ptr(base));
  }
}

void HostMemory::unregister_range(void* base) {
  if (!registered_.erase(base)) {
    fail(ErrorCode::InvalidValue, "{} is not the start of registered memory", fmt::ptr(base));
  }
}

std::optional<MemoryBlock> HostMemory::find(const void* pointer) const noexcept {
  if (auto block = buffers_.find(pointer)) return block;
  if (auto range = registered_.find(pointer)) return MemoryBlock{range->base, range->size};
  return std::nullopt;
}

}  // namespace vgpu
