// Links what a module needs of the device library, and nothing else; and the units of a program.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "llvm/IR/Module.h"

namespace vgpu::compiler {

// Returns an empty string, or an error for functions that are declared and defined nowhere.
std::string link_library(llvm::Module& module);

// Links `other` into `module`. True: failed, as the log says.
bool link_module(llvm::Module& module, std::unique_ptr<llvm::Module> other, std::string& log);

}  // namespace vgpu::compiler
