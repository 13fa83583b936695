// Ends kernels that run longer than option kernel_timeout allows, as a GPU with a display does.
//
// Kernels pay nothing for it: a thread of the watchdog's own looks at the clock and interrupts them from outside
// (fault_guard.h). Used by grid_runner.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "compiler/services.h"

namespace vgpu {

// A launch is watched while one lives. With no timeout set it does nothing.
class KernelWatch {
 public:
  explicit KernelWatch(compiler::LaunchServices& services);
  ~KernelWatch();
  KernelWatch(const KernelWatch&) = delete;
  KernelWatch& operator=(const KernelWatch&) = delete;

 private:
  bool watched_;
  compiler::LaunchServices& services_;
};

}  // namespace vgpu
