// Runs a compiled kernel over a grid of work-groups on the cpu device.
//
// prepare() checks a launch, so that the caller of the API gets those errors, and finds its code or has it made in the
// background; run() is what the device does when the command is ready: groups in small tiles over the thread pool, each
// thread with local memory and a frame of its own. Called by the cpu device; knows no streams and no handles.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "compiler/service.h"
#include "device/grid_shape.h"

namespace vgpu {

// Local memory that a group may ask for: what GPU programs are written for, and little enough to
// stay in a core's caches.
inline constexpr std::size_t kMaxLocalBytes = std::size_t{96} << 10;

// Code for all groups of a launch, and the memory that a group of it needs.
struct LaunchCode {
  // By which dimensions have their ragged last group here: bit d set = the remainder in dimension d.
  std::array<std::shared_ptr<const compiler::Code>, 8> by_edge;
  std::size_t local_bytes = 0;  // multiples of kFrameAlignment, both
  std::size_t frame_bytes = 0;
};

class CompiledLaunch {
 public:
  // `arguments` is the packed block (KernelArgument::offset), copied here. Throws Error if the launch
  // is not valid.
  static CompiledLaunch prepare(std::shared_ptr<compiler::Module> module,
                                const compiler::KernelInfo& kernel, const GridShape& shape,
                                const std::byte* arguments);

  // Whether run() would begin at once, and waiting until it does: code is there, or it takes long and slower code is.
  bool is_ready() const;
  void wait_until_ready() const;

  const std::byte* arguments() const { return arguments_.get(); }

  // Runs all groups and returns when they have ended. Throws Error (assertion, trap, no memory).
  void run() const;

 private:
  friend class GridRunner;
  struct FreeArguments {
    void operator()(std::byte* block) const;
  };
  using Tasks = std::array<std::shared_ptr<compiler::CodeTask>, 8>;
  void copy_arguments(const std::byte* arguments);
  void start_code();
  compiler::Size3 local_size_at(unsigned edge) const;
  bool is_compiled() const;
  LaunchCode compiled_code() const;  // waits
  LaunchCode first_code() const;     // waits, but not for what takes long
  void add_up_memory(LaunchCode& code) const;

  std::shared_ptr<compiler::Module> module_;  // keeps its variables alive
  const compiler::KernelInfo* kernel_ = nullptr;
  GridShape shape_;
  std::unique_ptr<std::byte, FreeArguments> arguments_;
  Tasks tasks_;  // as LaunchCode::by_edge
};

}  // namespace vgpu
