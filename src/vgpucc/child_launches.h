// Launches in device code, which clang 19 refuses, rewritten as what the device's headers can do.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <utility>

namespace vgpu::vgpucc {

using SourceLine = std::pair<std::string, unsigned long>;  // file, line

// Where clang's messages report errors.
std::set<SourceLine> error_lines(const std::string& messages);

// Where they say that a launch names several kernels, or a template of kernels.
std::set<SourceLine> overload_lines(const std::string& messages);

// What rewrite_launches made there chooses among them by the arguments. Gives their number.
int rewrite_overloads(std::string& text, const std::set<SourceLine>& lines);

// In preprocessed text, kernel<<<grid, block>>>(...) on one of those lines becomes
// __vg_child<kernel>(grid, block)(...). Gives the number of launches that were rewritten.
int rewrite_launches(std::string& text, const std::set<SourceLine>& lines);

}  // namespace vgpu::vgpucc
