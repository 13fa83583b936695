// The groups of a launch that may wait for each other: who takes which, their memory, barriers of the whole grid.
//
// Groups of a team (CUDA's clusters) follow each other and run on one thread: their memories lie side by side, and behind
// them a line of words, zero at first, for barriers of their own. Without clusters each group is a team.
//
// Every thread of the launch runs a WaitingGroups over one WaitingGrid (compiler/group_fibers.h takes turns among them).
// Made by grid_runner.cpp, which knows how to call a group.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "base/function_ref.h"
#include "compiler/group_fibers.h"
#include "device/cpu/low_memory.h"

namespace vgpu {

// What all threads share.
class WaitingGrid {
 public:
  // Calls group number `index` with its memory, as compiler::GroupFunction.
  using Call =
      FunctionRef<std::uint32_t(std::uint64_t index, std::byte* memory, std::uint32_t resume)>;

  // A multiple of `team` groups.
  WaitingGrid(std::uint64_t groups, std::uint64_t team, std::size_t group_bytes, Call call,
              FunctionRef<bool()> is_stopped)
      : groups_(groups),
        team_(team),
        group_bytes_(group_bytes),
        call_(call),
        is_stopped_(is_stopped) {}

  // Throws what went wrong on a thread.
  void check() const;

 private:
  friend class WaitingGroups;
  static constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;  // of groups that have begun

  // Waiting for the grid: all groups that have not ended come to `arrive`; the last one opens the barrier.
  void arrive();
  void end();
  void open_if_all_are_there();
  void keep_error();

  const std::uint64_t groups_;
  const std::uint64_t team_;  // groups of one
  const std::size_t group_bytes_;
  const Call call_;
  const FunctionRef<bool()> is_stopped_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> present_{0};  // groups that have begun and not ended
  std::atomic<std::uint64_t> opened_{0};   // barriers of the grid
  std::atomic<bool> broken_{false};
  std::mutex mutex_;
  std::uint64_t arrived_ = 0, ended_ = 0;
  std::exception_ptr error_;
};

// One thread's part.
class WaitingGroups final : public compiler::GroupSource {
 public:
  explicit WaitingGroups(WaitingGrid& grid) : grid_(grid) {}
  bool may_begin() override;
  bool run_next() override;
  bool is_stopped() override;

 private:
  static constexpr std::size_t kTeamBytes = 64;  // of the words behind its groups
  struct Team {
    LowMemory memory;
    std::uint64_t left = 0;  // groups that have not ended
  };
  std::uint64_t take_group();
  Team* take_team();
  void run_group(std::uint64_t index, std::byte* memory);

  WaitingGrid& grid_;
  std::vector<std::unique_ptr<Team>> teams_;  // all that have begun here
  std::vector<Team*> unused_;                 // those that have ended
  Team* begun_ = nullptr;                     // whose groups this thread takes next
  std::uint64_t next_ = 0, end_ = 0;          // its groups that have not begun
};

}  // namespace vgpu
