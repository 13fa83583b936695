// Carries out what a command line asks for: compiles each input and links.
//
// SPDX-License-Identifier: MIT
#pragma once

#include "vgpucc/job.h"

namespace vgpu::vgpucc {

// The exit code. Throws Error for what no other program has reported already.
int build(const Job& job);

}  // namespace vgpu::vgpucc
