// Groups that may wait for each other (see waiting_grid.h).
// SPDX-License-Identifier: MIT
#include "device/cpu/waiting_grid.h"

#include <cstring>

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
  if (next_ < end_) return true;
  const std::uint64_t present = grid_.present_.load(std::memory_order_relaxed);
  return grid_.next_.load(std::memory_order_relaxed) < grid_.groups_ &&
         present * grid_.group_bytes_ <= WaitingGrid::kMostBytes;
}

WaitingGroups::Team* WaitingGroups::take_team() {
  const std::size_t groups_bytes = grid_.group_bytes_ * grid_.team_;
  if (unused_.empty()) {
    teams_.push_back(std::make_unique<Team>());
    teams_.back()->memory = allocate_low(groups_bytes + (grid_.team_ > 1 ? kTeamBytes : 0));
    unused_.push_back(teams_.back().get());
  }
  Team* const team = unused_.back();
  unused_.pop_back();
  team->left = grid_.team_;
  if (grid_.team_ > 1) std::memset(team->memory.get() + groups_bytes, 0, kTeamBytes);
  return team;
}

// The next group of the team that has begun here, else the first one of another team; begun_ is its team.
std::uint64_t WaitingGroups::take_group() {
  if (next_ < end_) return next_++;
  const std::uint64_t index = grid_.next_.fetch_add(grid_.team_, std::memory_order_relaxed);
  if (index >= grid_.groups_) return index;
  begun_ = nullptr;  // its groups are lost if there is no memory for them
  next_ = index + 1;
  end_ = index + grid_.team_;
  return index;
}

// Runs on a fiber, which exceptions must not leave.
bool WaitingGroups::run_next() {
  const std::uint64_t index = take_group();
  if (index >= grid_.groups_) return false;
  grid_.present_.fetch_add(1, std::memory_order_relaxed);
  try {
    if (begun_ == nullptr) begun_ = take_team();
    Team* const team = begun_;
    run_group(index, team->memory.get() + grid_.group_bytes_ * (index % grid_.team_));
    if (--team->left == 0) unused_.push_back(team);
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
