// Runs a compiled kernel over a grid of work-groups on the cpu device.
//
// prepare() checks a launch and finds its code (compiling if it must), so the caller of the API
// gets those errors; run() is what the device does when the command is ready: groups in small tiles
// over the thread pool, each worker with local memory and a frame of its own. Called by device/cpu;
// knows no streams and no handles. SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/service.h"
#include "device/grid_shape.h"

namespace vgpu {

class CompiledLaunch {
 public:
  // `arguments` is the packed block (KernelArgument::offset), copied here. Throws Error if the
  // launch is not valid.
  static CompiledLaunch prepare(std::shared_ptr<compiler::Module> module,
                                const compiler::KernelInfo& kernel, const GridShape& shape,
                                const std::byte* arguments);

  // Runs all groups and returns when they have ended. Throws Error (assertion, trap, out of
  // memory).
  void run() const;

 private:
  friend class GridRunner;
  std::shared_ptr<compiler::Module> module_;  // keeps its variables alive
  const compiler::KernelInfo* kernel_ = nullptr;
  GridShape shape_;
  std::vector<std::byte> arguments_;
  std::array<std::uint64_t, 3> groups_{};
  // Code by which dimensions are the ragged last group: bit d set = remainder in dimension d.
  std::array<std::shared_ptr<const compiler::Code>, 8> code_;
  std::size_t local_bytes_ = 0;
  std::size_t frame_bytes_ = 0;
};

}  // namespace vgpu
