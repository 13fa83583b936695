// Which spans of an address space are free: a best-fit list of runs, with and without memory under them.
//
// Freed runs keep their memory for a while ("cached"), since touching fresh pages costs more than anything
// else in an allocation. Neighbours of the same kind are joined. Not thread-safe; part of DeviceMemory.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "memory/address_space.h"

namespace vgpu {

class SpanRuns {
 public:
  static constexpr std::size_t kSpan = AddressSpace::kAlignment;

  explicit SpanRuns(AddressSpace& space);

  struct Taken {
    std::uint32_t first = 0;
    bool fresh = false;  // its memory is new: no advice has been given for it yet
  };
  // `count` spans with memory, or nothing where no run of addresses is that long. Error(MemoryAllocation)
  // when the system refuses the memory.
  std::optional<Taken> take(std::uint32_t count);
  // Takes spans back and keeps their memory.
  void give(std::uint32_t first, std::uint32_t count);
  // Returns cached memory to the system until at most `keep` spans have some.
  void trim(std::uint64_t keep) noexcept;
  std::uint64_t cached() const noexcept { return cached_.spans; }

 private:
  struct Kind {
    std::map<std::uint32_t, std::uint32_t> by_start;             // start, count
    std::set<std::pair<std::uint32_t, std::uint32_t>> by_count;  // count, start
    std::uint64_t spans = 0;
    void insert(std::uint32_t first, std::uint32_t count);
    void erase(std::map<std::uint32_t, std::uint32_t>::iterator run);
    std::optional<std::uint32_t> take(std::uint32_t count);
  };

  AddressSpace& space_;
  Kind cached_, clean_;
};

}  // namespace vgpu
