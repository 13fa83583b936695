// Runs one launch of a test's kernel through the runtime, on a device chosen by its name.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "kernels/harness.h"
#include "kernels/run_kernel.h"

namespace vgpu::test {

struct DeviceRun {
  Buffers buffers;
  std::string error;        // empty: it ran
  std::string unsupported;  // why the device does not run it; empty: it does
};

DeviceRun run_on_device(const char* device, const compiler::FrontRequest& request,
                        const std::string& kernel, const LaunchShape& shape,
                        const Arguments& arguments);

}  // namespace vgpu::test
