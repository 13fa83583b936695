// The host half of a .cu file between clang's front end and its code generator.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "compiler/program_plugin.h"

namespace vgpu::vgpucc {

// The launches in host code, given as LLVM IR. Throws Error.
std::vector<compiler::LaunchSite> find_launches(const std::string& bitcode);

// The same host code with the device code inside; with a name if that is a part to be linked.
std::string embed_device_code(const std::string& bitcode, const std::string& code,
                              const std::string& link_name);

}  // namespace vgpu::vgpucc
