// The groups of a launch that may wait for each other: who takes which, their memory, barriers of the whole grid.
//
// Every thread of the launch runs a WaitingGroups over one WaitingGrid (compiler/group_fibers.h takes turns among them).
// Made by grid_runner.cpp, which knows how to call a group.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
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

  WaitingGrid(std::uint64_t groups, std::size_t group_bytes, Call call,
              FunctionRef<bool()> is_stopped)
      : groups_(groups), group_bytes_(group_bytes), call_(call), is_stopped_(is_stopped) {}

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
  std::byte* take_memory();
  void run_group(std::uint64_t index, std::byte* memory);

  WaitingGrid& grid_;
  std::vector<LowMemory> memory_;   // of all groups that have begun here
  std::vector<std::byte*> unused_;  // of those that have ended
};

}  // namespace vgpu
