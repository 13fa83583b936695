// What is left of a parallel loop, one range a thread: own work from the front, stolen work from the back.
//
// A range is one atomic word (begin and end in chunks), so taking and stealing are single compare-exchanges and
// cannot be torn. A chunk is in at most one range; between a theft and its run it is in none, which is why
// the loop's end is the departure of all threads and not the emptiness of all ranges. Part of ThreadPool.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

namespace vgpu {

class LoopRanges {
 public:
  static constexpr std::uint32_t kMaxChunks = 1u << 31;
  struct Chunks {
    std::uint32_t begin = 0, end = 0;
  };

  explicit LoopRanges(unsigned slots) : slots_(slots), ranges_(new Slot[slots]) {}

  // Gives every slot its share of `chunks`; where there are fewer chunks than slots, to `first` and those
  // behind it. Equal loops are divided equally, so a thread meets the data that it touched before.
  void divide(std::uint32_t chunks, unsigned first) noexcept {
    for (unsigned i = 0; i < slots_; ++i) {
      Chunks part{0, 0};
      if (chunks >= slots_) {
        part = {share(chunks, i), share(chunks, i + 1)};
      } else if (const unsigned nth = (i + slots_ - first) % slots_; nth < chunks) {
        part = {nth, nth + 1};
      }
      ranges_[i].word.store(pack(part), std::memory_order_relaxed);
    }
  }

  // The next chunks for `slot`: its own, else stolen. False: none can be seen any more.
  bool take(unsigned slot, Chunks& out) noexcept { return take_own(slot, out) || steal(slot, out); }

 private:
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> word{0};
  };

  static std::uint64_t pack(Chunks c) noexcept { return std::uint64_t{c.begin} << 32 | c.end; }
  static Chunks unpack(std::uint64_t word) noexcept {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }
  std::uint32_t share(std::uint32_t chunks, unsigned i) const noexcept {
    return static_cast<std::uint32_t>(std::uint64_t{chunks} * i / slots_);
  }
  // Large bites first, for few atomic operations; small ones at the end, for a balanced finish.
  static std::uint32_t bite(Chunks c) noexcept { return std::max(1u, (c.end - c.begin) / 8); }

  bool take_own(unsigned slot, Chunks& out) noexcept {
    std::atomic<std::uint64_t>& word = ranges_[slot].word;
    std::uint64_t seen = word.load(std::memory_order_relaxed);
    for (;;) {
      const Chunks range = unpack(seen);
      if (range.begin >= range.end) return false;
      out = {range.begin, range.begin + bite(range)};
      if (word.compare_exchange_weak(seen, pack({out.end, range.end}), std::memory_order_relaxed)) {
        return true;
      }
    }
  }

  bool steal(unsigned slot, Chunks& out) noexcept {
    for (unsigned i = 1; i < slots_; ++i) {
      std::atomic<std::uint64_t>& word = ranges_[(slot + i) % slots_].word;
      std::uint64_t seen = word.load(std::memory_order_relaxed);
      for (Chunks range = unpack(seen); range.begin < range.end; range = unpack(seen)) {
        const std::uint32_t middle = range.begin + (range.end - range.begin) / 2;
        if (!word.compare_exchange_weak(seen, pack({range.begin, middle}),
                                        std::memory_order_relaxed)) {
          continue;
        }
        const Chunks loot{middle, range.end};
        out = {loot.begin, loot.begin + bite(loot)};
        // Only this thread writes to its empty slot: others change a range only while it holds something.
        ranges_[slot].word.store(pack({out.end, loot.end}), std::memory_order_relaxed);
        return true;
      }
    }
    return false;
  }

  unsigned slots_;
  std::unique_ptr<Slot[]> ranges_;
};

}  // namespace vgpu
