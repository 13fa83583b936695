// Moves a module's program-scope variables out of its code, into an image of bytes.
//
// Kernels are compiled one by one and share their variables, so none of them may own these: they become external
// declarations, and ModuleInfo says what stands where. Constants that the host cannot see stay in the code.
// Called by front.cpp on the linked module.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "compiler/front/source_module.h"
#include "compiler/module_info.h"

namespace vgpu::compiler {

// Returns an empty string, or an error for what cannot stand in an image.
std::string extract_variables(SourceModule& source, ModuleInfo& info);

}  // namespace vgpu::compiler
