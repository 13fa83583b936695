// Device-side malloc over the host's, with a limit and a table of live blocks (see device_heap.h).
// SPDX-License-Identifier: MIT
#include "compiler/device_heap.h"

#include <cstdlib>

#include "base/config.h"

namespace vgpu::compiler {

DeviceHeap& DeviceHeap::shared() {
  static DeviceHeap* const heap = new DeviceHeap(config().heap_limit);  // kernels may outlive main
  return *heap;
}

DeviceHeap::~DeviceHeap() {
  for (Shard& shard : shards_) {
    for (const auto& [pointer, bytes] : shard.blocks) std::free(pointer);
  }
}

DeviceHeap::Shard& DeviceHeap::shard_of(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return shards_[(address >> 4 ^ address >> 12) % shards_.size()];
}

void* DeviceHeap::allocate(std::uint64_t bytes) noexcept {
  const std::uint64_t limit = limit_.load(std::memory_order_relaxed);
  if (bytes == 0 || bytes > limit) return nullptr;
  if (used_.fetch_add(bytes, std::memory_order_relaxed) > limit - bytes) {
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    return nullptr;
  }
  void* const pointer = std::malloc(bytes);
  try {
    if (pointer) {
      Shard& shard = shard_of(pointer);
      const std::lock_guard lock(shard.mutex);
      shard.blocks.emplace(pointer, bytes);
      return pointer;
    }
  } catch (...) {
    std::free(pointer);
  }
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  return nullptr;
}

void DeviceHeap::free(void* pointer) noexcept {
  if (!pointer) return;
  Shard& shard = shard_of(pointer);
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.blocks.find(pointer);
  if (found == shard.blocks.end()) return;
  used_.fetch_sub(found->second, std::memory_order_relaxed);
  shard.blocks.erase(found);
  std::free(pointer);
}

}  // namespace vgpu::compiler
