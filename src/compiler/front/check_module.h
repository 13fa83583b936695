// Refuses what the passes cannot compile, with a message instead of a crash far behind.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

// Returns an empty string, or the errors. Also verifies the module.
std::string check_module(const llvm::Module& module);

}  // namespace vgpu::compiler
