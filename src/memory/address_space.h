// A range of addresses kept for one device; memory is put under parts of it and taken away again.
//
// Reserving costs nothing but addresses. Because the addresses outlive the memory, an allocation can be moved
// (to other pages, or to a file) without changing its pointer. Used by DeviceMemory only.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "memory/memory_source.h"

namespace vgpu {

class AddressSpace {
 public:
  static constexpr std::size_t kAlignment = std::size_t{2} << 20;  // of the base; a huge page

  // Reserves `size` bytes (rounded up to kAlignment), or half as much, and so on, where the process's own
  // limits refuse that; Error(MemoryAllocation) when not even `least` can be had.
  AddressSpace(std::size_t size, std::size_t least);
  // The memory of a source, which is asked for it by open().
  explicit AddressSpace(std::shared_ptr<MemorySource> source);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  // To be called before the first commit(), by one thread at a time. Error(MemoryAllocation).
  void open();

  std::byte* base() const noexcept {
    return base_.load(std::memory_order_acquire);
  }  // null: not opened
  std::size_t size() const noexcept { return size_; }
  bool contains(const void* pointer) const noexcept {
    const auto start = reinterpret_cast<std::uintptr_t>(base());
    return start != 0 && reinterpret_cast<std::uintptr_t>(pointer) - start < size_;
  }

  // Puts zeroed memory under [at, at + bytes); pages become real when touched. Multiples of the page size.
  // Error(MemoryAllocation) when the system refuses.
  void commit(std::byte* at, std::size_t bytes);
  // Asks for 2 MiB pages there; a wish only.
  void prefer_huge_pages(std::byte* at, std::size_t bytes) noexcept;
  // Gives the memory back; touching it faults until it is committed again. False: the system refused (it
  // had to split a mapping and could not), the memory is still there.
  bool decommit(std::byte* at, std::size_t bytes) noexcept;

 private:
  std::shared_ptr<MemorySource> source_;  // null: the memory is the system's
  std::atomic<std::byte*> base_{nullptr};
  std::size_t size_ = 0;
};

}  // namespace vgpu
