// Runs a compiled kernel over a grid of work-groups on the cpu device.
//
// prepare() checks a launch and finds its code (compiling if it must), so that the caller of the
// API gets those errors; run() is what the device does when the command is ready: groups in small
// tiles over the thread pool, each thread with local memory and a frame of its own. Called by the
// cpu device; knows no streams and no handles.
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

class CompiledLaunch {
 public:
  // `arguments` is the packed block (KernelArgument::offset), copied here. With `saves_power` at most half
  // of the pool's threads take part. Throws Error if the launch is not valid.
  static CompiledLaunch prepare(std::shared_ptr<compiler::Module> module,
                                const compiler::KernelInfo& kernel, const GridShape& shape,
                                const std::byte* arguments, bool saves_power = false);

  // Runs all groups and returns when they have ended. Throws Error (assertion, trap, no memory).
  void run() const;

 private:
  friend class GridRunner;
  struct FreeArguments {
    void operator()(std::byte* block) const;
  };
  void copy_arguments(const std::byte* arguments);
  void find_code();
  void add_up_memory();

  std::shared_ptr<compiler::Module> module_;  // keeps its variables alive
  const compiler::KernelInfo* kernel_ = nullptr;
  GridShape shape_;
  std::unique_ptr<std::byte, FreeArguments> arguments_;
  // By which dimensions have their ragged last group here: bit d set = the remainder in dimension
  // d.
  std::array<std::shared_ptr<const compiler::Code>, 8> code_;
  std::size_t local_bytes_ = 0;  // multiples of kFrameAlignment, both
  std::size_t frame_bytes_ = 0;
  bool saves_power_ = false;
};

}  // namespace vgpu
