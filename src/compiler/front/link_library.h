// Links what a module needs of the device library, and nothing else; and the units of a program.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

// Returns an empty string, or an error for functions that are declared and defined nowhere.
std::string link_library(llvm::Module& module);

// Writes errors that LLVM reports by the context, such as the linker's, into `log`.
std::unique_ptr<llvm::DiagnosticHandler> make_log_handler(std::string& log);

// Links `other` into `module`. True: failed, as the log says.
bool link_module(llvm::Module& module, std::unique_ptr<llvm::Module> other, std::string& log);

}  // namespace vgpu::compiler
