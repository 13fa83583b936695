// The memory of one device: pools of size classes over a range of stable addresses.
//
// Up to 512 KiB an allocation is a slot of a 2 MiB span that holds slots of one size; above, it is a run of
// whole spans, in which it begins a part of a page behind the start, each elsewhere. The tables stand outside the
// memory itself, so a kernel that writes past a buffer cannot destroy them, and any pointer is found again without a
// search. Allocation and release take some 50 ns. All functions may be called from several threads at once.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "memory/memory_source.h"

namespace vgpu {

struct MemoryBlock {
  void* base = nullptr;
  std::size_t size = 0;  // as asked for
};

struct MemoryStats {
  std::uint64_t limit = 0;
  std::uint64_t used = 0;    // in allocations, rounded up to their size class
  std::uint64_t peak = 0;    // highest `used` so far
  std::uint64_t cached = 0;  // freed, kept for reuse
  std::uint64_t live = 0;    // allocations
  std::uint64_t allocations = 0, frees = 0, failures = 0;  // calls so far
};

class DeviceMemory {
 public:
  struct Options {
    std::string name = "device";     // for messages
    std::uint64_t limit = 0;         // bytes; 0: three quarters of the machine's memory
    std::uint64_t cache = 1u << 30;  // freed memory to keep
    bool huge_pages = true;
    std::shared_ptr<MemorySource> source = {};  // where the memory comes from; null: the system
  };
  static constexpr std::size_t kAlignment = 256;  // of every allocation, as in CUDA

  explicit DeviceMemory(Options options);
  ~DeviceMemory();  // all of its memory goes, freed or not
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // Memory with undefined contents. Error(InvalidValue): size 0, or an alignment that is no power of two up
  // to 2 MiB; Error(MemoryAllocation), with the sizes in its text: beyond the limit or the system refuses.
  void* allocate(std::size_t size, std::size_t align = kAlignment);

  // Error(InvalidDevicePointer): not the start of a living allocation. nullptr is allowed.
  void free(void* pointer);

  // The living allocation that holds the address, which may point into its middle.
  std::optional<MemoryBlock> find(const void* pointer) const noexcept;

  bool contains(const void* pointer) const noexcept;  // in this device's range, allocated or not
  MemoryBlock range() const noexcept;  // the whole range; null before a source is opened

  MemoryStats stats() const;
  void trim();  // gives cached memory back to the system
  // A new limit; below what is used, allocations fail until enough is freed.
  void set_limit(std::uint64_t bytes) noexcept;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace vgpu
