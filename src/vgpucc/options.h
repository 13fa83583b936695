// Reads the command line of nvcc.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vgpucc/job.h"

namespace vgpu::vgpucc {

// Throws Error for what is not understood.
Job read_options(const Words& words);

// For --help: every option with what becomes of it.
std::string option_list();

}  // namespace vgpu::vgpucc
