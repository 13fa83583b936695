// Links what a module needs of the device library, and nothing else.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

// Returns an empty string, or an error for functions that are declared and defined nowhere.
std::string link_library(llvm::Module& module);

}  // namespace vgpu::compiler
