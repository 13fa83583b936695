// Members of static libraries that bring device code to be linked later.
//
// A linker takes a member when a name is missing, and device code names nothing that the host misses: such members
// are given to it as objects of their own.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vgpucc/job.h"

namespace vgpu::vgpucc {

// The static libraries among a linker's words: files, and -lname found in folders of -L.
Words static_libraries(const Words& words);

// The bytes of each member with device code of -rdc; none where the file is no archive.
std::vector<std::string> device_members(const std::string& archive);

}  // namespace vgpu::vgpucc
