// What every 2 MiB span of a device's address space is used for, readable without a lock.
//
// Plain arrays indexed by address, mapped once and never freed, so that even a stale or foreign pointer can
// be looked up while others allocate. Writers hold the lock of what they change. Part of DeviceMemory.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "memory/address_space.h"
#include "memory/size_classes.h"

namespace vgpu {

enum class SpanUse : std::uint8_t {
  none,
  slots,
  head,
  body
};  // body: inside a run that begins at `head`

inline constexpr std::uint32_t kNoSpan = ~std::uint32_t{0};

struct Span {
  std::atomic<SpanUse> use;
  std::atomic<std::uint8_t> size_class;  // slots
  std::atomic<std::uint32_t> first;      // body: index of the head
  std::atomic<std::uint64_t> size;       // head: bytes as asked for
  std::atomic<std::uint32_t> count;      // head: spans of the run
  std::atomic<std::uint32_t> shift;      // head: where the allocation begins in its first span
  // Of spans with slots; guarded by their class's lock.
  std::uint32_t live, fresh;     // slots in use; first slot that was never used
  std::uint32_t free;            // slot freed last, 0: none, else its number plus 1
  std::uint32_t previous, next;  // in the class's list of spans with room
};

// State of a slot: live with the size asked for, or free with the number + 1 of the next free slot.
inline constexpr std::uint32_t kLiveSlot = 1u << 31;

class SpanTable {
 public:
  static constexpr std::size_t kSpan = AddressSpace::kAlignment;
  static constexpr std::size_t kMaxSlots = kSpan / kSmallestClass;

  explicit SpanTable(std::size_t spans);
  ~SpanTable();
  SpanTable(const SpanTable&) = delete;
  SpanTable& operator=(const SpanTable&) = delete;

  Span& operator[](std::size_t index) const noexcept { return spans_[index]; }
  std::atomic<std::uint32_t>& slot(std::size_t span, std::size_t index) const noexcept {
    return slots_[span * kMaxSlots + index];
  }

 private:
  std::size_t count_;
  Span* spans_ = nullptr;
  std::atomic<std::uint32_t>* slots_ = nullptr;
};

}  // namespace vgpu
