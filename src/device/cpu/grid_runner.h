// Calls the group function of a compiled kernel for every group of one launch.
//
// Lives for one run() of a CompiledLaunch; holds what all groups of that run share.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/function_ref.h"
#include "compiler/kept_frame.h"
#include "compiler/kernel_abi.h"
#include "compiler/services.h"
#include "device/cpu/compiled_launch.h"
#include "device/cpu/group_walk.h"

namespace vgpu {

class GridRunner {
 public:
  explicit GridRunner(const CompiledLaunch& launch);
  void run();

 private:
  // The best code there is now: the compiled one from the moment on at which it is done.
  const LaunchCode& current_code();
  const compiler::Code& code_of(const LaunchCode& code,
                                const std::array<std::uint64_t, 3>& group) const;
  std::uint32_t call(const LaunchCode& code, const std::array<std::uint64_t, 3>& group,
                     std::byte* memory, std::uint32_t resume) const;
  std::uint64_t count_together(const GroupWalk& walk, std::uint64_t most) const;
  void call_together(const compiler::Code& code, GroupWalk& walk, std::uint64_t count,
                     std::byte* memory, std::byte* frame) const;
  static void forget(const compiler::KeptFrame& kept, std::byte* frame);
  void flush(const compiler::Code* code, std::byte* memory, std::byte* frame) const;
  // Runs `work`, recording a crash of kernel code in it.
  void guarded(const LaunchCode& code, FunctionRef<void()> work);
  void run_range(std::uint64_t begin, std::uint64_t end);
  std::uint64_t grain(std::uint64_t group_ns) const;
  void run_independent();
  void run_cooperative();
  // Groups wait for each other in loops of their own.
  void run_waiting();
  std::array<std::uint64_t, 3> group_of(std::uint64_t index) const;
  void check_room_of_all() const;
  void report_fault() const;
  void run_children();
  bool failed() const {
    return services_.fault.load(std::memory_order_relaxed) != compiler::Fault::none;
  }

  const CompiledLaunch& launch_;
  LaunchCode first_;     // what the launch begins with
  LaunchCode compiled_;  // what it goes on with, if `first_` was made in a hurry
  bool in_a_hurry_ = false;
  std::mutex change_;
  std::atomic<const LaunchCode*> current_{&first_};
  compiler::LaunchServices services_;
  compiler::LaunchFrame frame_{};
  std::array<std::uint64_t, 3> groups_{};
  std::uint64_t count_ = 0;
  std::array<std::uint64_t, 3> cluster_{1, 1, 1};  // groups that run together
  std::uint64_t band_ = 0;  // groups along y that share what one of them keeps (KeptFrame::band)
  bool flushes_ = false;    // threads end with a flush, so they take long ranges
};

}  // namespace vgpu
