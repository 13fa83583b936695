// Memory that kernels allocate by themselves: malloc and new in device code.
//
// It outlives the launch that asked for it, so a later kernel may use and free it. A pointer that
// the heap did not hand out is ignored by free(): a kernel's mistake must not take the process
// down. Called by services.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace vgpu::compiler {

class DeviceHeap {
 public:
  explicit DeviceHeap(std::uint64_t limit_bytes) : limit_(limit_bytes) {}
  ~DeviceHeap();
  DeviceHeap(const DeviceHeap&) = delete;
  DeviceHeap& operator=(const DeviceHeap&) = delete;

  static DeviceHeap& shared();  // with the limit of option heap_limit

  // 16-byte aligned; nullptr for zero bytes and when the limit is reached.
  void* allocate(std::uint64_t bytes) noexcept;
  void free(void* pointer) noexcept;
  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  // What is taken stays, even if it is more.
  void set_limit(std::uint64_t bytes) { limit_.store(bytes, std::memory_order_relaxed); }

 private:
  // Work-items of all threads allocate at once, so the table of live blocks is split.
  struct Shard {
    std::mutex mutex;
    std::unordered_map<void*, std::uint64_t> blocks;
  };
  Shard& shard_of(const void* pointer);

  std::array<Shard, 16> shards_;
  std::atomic<std::uint64_t> used_{0};
  std::atomic<std::uint64_t> limit_;
};

}  // namespace vgpu::compiler
