// A library for linkers that leads programs to another one by its path.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace vgpu::cli {

// Writes a shared object that exports the names of `library`, has no code, and calls itself by the path of `library`.
// What is linked with it, by whichever compiler and without any -rpath, loads `library`; so does who opens it by hand.
void write_link_library(const std::filesystem::path& library, const std::filesystem::path& to);

}  // namespace vgpu::cli
