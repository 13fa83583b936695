// Calls the group function of a compiled kernel for every group of one launch.
//
// Lives for one run() of a CompiledLaunch; holds what all groups of that run share.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/function_ref.h"
#include "compiler/kept_frame.h"
#include "compiler/kernel_abi.h"
#include "compiler/services.h"
#include "device/cpu/compiled_launch.h"

namespace vgpu {

class GridRunner {
 public:
  explicit GridRunner(const CompiledLaunch& launch);
  void run();

 private:
  const compiler::Code& code_of(const std::array<std::uint64_t, 3>& group) const;
  void forget(const compiler::KeptFrame& kept, std::byte* memory) const;
  void flush(const compiler::Code* code, std::byte* memory) const;
  std::uint32_t call(const std::array<std::uint64_t, 3>& group, std::byte* memory,
                     std::uint32_t resume) const;
  // Runs `work`, recording a crash of kernel code in it.
  void guarded(FunctionRef<void()> work);
  void run_range(std::uint64_t begin, std::uint64_t end);
  std::uint64_t grain(std::uint64_t group_ns) const;
  void run_independent();
  void run_cooperative();
  void report_fault() const;
  bool failed() const {
    return services_.fault.load(std::memory_order_relaxed) != compiler::Fault::none;
  }
  std::size_t group_bytes() const { return launch_.local_bytes_ + launch_.frame_bytes_; }

  const CompiledLaunch& launch_;
  compiler::LaunchServices services_;
  compiler::LaunchFrame frame_{};
  std::array<std::uint64_t, 3> groups_{};
  std::uint64_t count_ = 0;
  std::uint64_t band_ = 0;  // groups along y that share what one of them keeps (KeptFrame::band)
  bool flushes_ = false;    // threads end with a flush, so they take long ranges
};

}  // namespace vgpu
