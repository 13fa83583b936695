// Folders of headers: a toolkit's are passed over, ours take their place.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace vgpu::vgpucc {

// Makefiles name the folder of NVIDIA's headers, which is there where a toolkit is installed.
bool holds_toolkit(const std::filesystem::path& folder);

// Takes such folders out of CPATH and its kin, which compilers look into before all others but those of -I.
void forget_toolkits_of_environment();

}  // namespace vgpu::vgpucc
