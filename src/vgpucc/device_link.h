// The object of a device link: the device code of several files, linked, and what registers it before main.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vgpucc/object_parts.h"

namespace vgpu::vgpucc {

// As C text, which reads the finished device code from a file. Without parts the text of an empty object.
std::string device_link_text(const ObjectParts& parts, const std::string& code_file);

}  // namespace vgpu::vgpucc
