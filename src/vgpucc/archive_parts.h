// Members of static libraries that bring device code to be linked.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vgpucc/job.h"

namespace vgpu::vgpucc {

// The static libraries among a linker's words: files, and -lname found in folders of -L.
Words static_libraries(const Words& words);

// The bytes of each member that has to do with device links; none where the file is no archive.
std::vector<std::string> device_members(const std::string& archive);

}  // namespace vgpu::vgpucc
