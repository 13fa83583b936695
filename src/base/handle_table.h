// Handles that users hold instead of pointers: a stale, foreign or invented one is found out, not followed.
//
// A handle is a word of a kind (16 bits, so that it never looks like an address), a generation (24) and an
// index (24). Removing an object raises its slot's generation, so old handles no longer fit. Looking one up
// costs about ten nanoseconds: a slot has a tiny lock, held only while a shared_ptr is copied.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/spin_lock.h"

namespace vgpu {

template <typename T>
class HandleTable {
 public:
  // `kind` differs from table to table and is not 0; `noun` is for messages ("stream").
  HandleTable(std::uint16_t kind, const char* noun) : kind_(kind), noun_(noun) {}
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;
  ~HandleTable() {
    for (auto& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
  }

  std::uint64_t insert(std::shared_ptr<T> object) {
    std::lock_guard lock(mutex_);
    const std::uint32_t index = take_index();
    Slot& slot = *slot_at(index);
    std::lock_guard guard(slot.lock);
    slot.object = std::move(object);
    ++live_;
    return make_handle(slot.generation, index);
  }

  // The object, or null where the handle is none of this table's living ones.
  std::shared_ptr<T> find(std::uint64_t handle) const noexcept {
    Slot* slot = slot_of(handle);
    if (slot == nullptr) return nullptr;
    std::lock_guard guard(slot->lock);
    return fits(*slot, handle) ? slot->object : nullptr;
  }

  std::shared_ptr<T> get(std::uint64_t handle) const {
    std::shared_ptr<T> object = find(handle);
    if (object == nullptr) refuse(handle);
    return object;
  }

  // Takes the object out; others who hold it keep it alive.
  std::shared_ptr<T> remove(std::uint64_t handle) {
    std::shared_ptr<T> object;
    {
      std::lock_guard lock(mutex_);
      Slot* slot = slot_of(handle);
      if (slot == nullptr) refuse(handle);
      std::lock_guard guard(slot->lock);
      if (!fits(*slot, handle)) refuse(handle);
      object = std::move(slot->object);
      slot->object = nullptr;
      slot->generation = (slot->generation + 1) & kGenerationMask;
      free_.push_back(static_cast<std::uint32_t>(handle & kIndexMask));
      --live_;
    }
    return object;
  }

  // A handle of that object, 0 if it has none. Looks at all of them.
  std::uint64_t handle_of(const T* object) const {
    std::lock_guard lock(mutex_);
    for (std::uint32_t index = 0; index < next_; ++index) {
      const Slot& slot = *slot_at(index);
      std::lock_guard guard(slot.lock);
      if (object != nullptr && slot.object.get() == object)
        return make_handle(slot.generation, index);
    }
    return 0;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return live_;
  }

 private:
  static constexpr std::uint64_t kIndexMask = 0xFFFFFF;
  static constexpr std::uint32_t kGenerationMask = 0xFFFFFF;
  static constexpr std::uint32_t kChunkSlots = 1024;
  static constexpr std::uint32_t kChunks = 16384;  // 2^24 slots

  struct Slot {
    mutable SpinLock lock;
    std::uint32_t generation = 1;
    std::shared_ptr<T> object;
  };

  std::uint64_t make_handle(std::uint32_t generation, std::uint32_t index) const {
    return std::uint64_t{kind_} << 48 | std::uint64_t{generation} << 24 | index;
  }
  static bool fits(const Slot& slot, std::uint64_t handle) {
    return slot.object != nullptr && slot.generation == ((handle >> 24) & kGenerationMask);
  }
  Slot* slot_of(std::uint64_t handle) const noexcept {
    return handle >> 48 == kind_ ? slot_at(static_cast<std::uint32_t>(handle & kIndexMask))
                                 : nullptr;
  }
  Slot* slot_at(std::uint32_t index) const noexcept {
    Slot* chunk = chunks_[index / kChunkSlots].load(std::memory_order_acquire);
    return chunk == nullptr ? nullptr : chunk + index % kChunkSlots;
  }
  // Freed indices are used again oldest first, so a generation lasts as long as possible.
  std::uint32_t take_index() {
    if (free_.size() > (next_ <= kIndexMask ? kReuseDelay : 0)) {
      const std::uint32_t index = free_.front();
      free_.pop_front();
      return index;
    }
    if (next_ > kIndexMask) fail(ErrorCode::MemoryAllocation, "{}: {} are alive", noun_, live_);
    auto& chunk = chunks_[next_ / kChunkSlots];
    if (chunk.load(std::memory_order_relaxed) == nullptr) {
      chunk.store(new Slot[kChunkSlots], std::memory_order_release);
    }
    return next_++;
  }
  [[noreturn]] void refuse(std::uint64_t handle) const {
    if (handle == 0) fail(ErrorCode::InvalidHandle, "{}: the handle is NULL", noun_);
    const char* why = handle >> 48 == kind_ ? "it was destroyed" : "it is none of this kind";
    fail(ErrorCode::InvalidHandle, "{}: {:#x} is not a valid handle; {}", noun_, handle, why);
  }

  static constexpr std::size_t kReuseDelay = 64;
  const std::uint16_t kind_;
  const char* const noun_;
  mutable std::mutex mutex_;  // insert and remove; never held while a T is destroyed
  std::deque<std::uint32_t> free_;
  std::size_t live_ = 0;
  std::uint32_t next_ = 0;
  std::unique_ptr<std::atomic<Slot*>[]> chunk_storage_{new std::atomic<Slot*>[kChunks]()};
  std::span<std::atomic<Slot*>> chunks_{chunk_storage_.get(), kChunks};
};

}  // namespace vgpu
