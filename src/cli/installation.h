// Where the parts of this installation are.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace vgpu::cli {

// The folder that has bin/vgpu.
std::filesystem::path installation();

// A library of it by its file name; fails if it is not there.
std::filesystem::path installed_library(const char* name);

}  // namespace vgpu::cli
