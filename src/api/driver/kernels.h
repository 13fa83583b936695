// The driver's kernels, in OpenCL C.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::driver {

extern const char* const kKernels;

}  // namespace vgpu::driver
