// Groups that may wait for each other (see waiting_grid.h).
// SPDX-License-Identifier: MIT
#include "device/cpu/waiting_grid.h"

namespace vgpu {

void WaitingGrid::check() const {
  if (error_) std::rethrow_exception(error_);
}

void WaitingGrid::keep_error() {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = std::current_exception();
  broken_.store(true, std::memory_order_release);
}

void WaitingGrid::open_if_all_are_there() {
  if (arrived_ == 0 || arrived_ + ended_ < groups_) return;
  arrived_ = 0;
  opened_.fetch_add(1, std::memory_order_release);
}

void WaitingGrid::arrive() {
  const std::lock_guard lock(mutex_);
  ++arrived_;
  open_if_all_are_there();
}

void WaitingGrid::end() {
  present_.fetch_sub(1, std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  ++ended_;
  open_if_all_are_there();
}

bool WaitingGroups::is_stopped() {
  return grid_.broken_.load(std::memory_order_acquire) || grid_.is_stopped_();
}

bool WaitingGroups::may_begin() {
  const std::uint64_t present = grid_.present_.load(std::memory_order_relaxed);
  return grid_.next_.load(std::memory_order_relaxed) < grid_.groups_ &&
         present * grid_.group_bytes_ <= WaitingGrid::kMostBytes;
}

std::byte* WaitingGroups::take_memory() {
  if (unused_.empty()) {
    memory_.push_back(allocate_low(grid_.group_bytes_));
    return memory_.back().get();
  }
  std::byte* const memory = unused_.back();
  unused_.pop_back();
  return memory;
}

// Runs on a fiber, which exceptions must not leave.
bool WaitingGroups::run_next() {
  const std::uint64_t index = grid_.next_.fetch_add(1, std::memory_order_relaxed);
  if (index >= grid_.groups_) return false;
  grid_.present_.fetch_add(1, std::memory_order_relaxed);
  try {
    std::byte* const memory = take_memory();
    run_group(index, memory);
    unused_.push_back(memory);
  } catch (...) {
    grid_.keep_error();
  }
  grid_.end();
  return true;
}

void WaitingGroups::run_group(std::uint64_t index, std::byte* memory) {
  for (std::uint32_t resume = 0;;) {
    resume = grid_.call_(index, memory, resume);
    if (resume == 0) return;
    const std::uint64_t opened = grid_.opened_.load(std::memory_order_acquire);
    grid_.arrive();
    while (grid_.opened_.load(std::memory_order_acquire) == opened && !is_stopped())
      compiler::GroupFibers::current()->give_way();
    if (is_stopped()) return;
  }
}

}  // namespace vgpu
