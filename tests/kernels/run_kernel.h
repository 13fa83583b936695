// Runs one launch of a compiled kernel, group by group, in this thread.
//
// The harness's own small device: it knows the compiler's interface and nothing of the runtime.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "kernels/harness.h"

namespace vgpu::test {

struct LaunchShape {
  Size3 global, local;
  std::array<std::uint64_t, 3> offset;
  std::uint32_t dynamic_local;
};

// Compiles what the shape needs (the groups at a ragged edge are smaller) and runs it. On failure `error` says why.
Buffers run_kernel(const compiler::FrontResult& module, const compiler::KernelInfo& kernel,
                   const LaunchShape& shape, const Arguments& arguments, const Setting& setting,
                   std::string& error);

}  // namespace vgpu::test
