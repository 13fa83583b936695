// Device code that clang has compiled already, of one file or of several, as one module.
//
// vgpucc runs clang over whole programs, whose host half needs the system's headers; what arrives here is LLVM IR for
// nvptx64. The notes that the syntax tree would give are read from names and annotations. Called by front.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "compiler/front/source_module.h"

namespace vgpu::compiler {

// The result's module is null when they do not fit together; the log says why.
SourceModule link_modules(llvm::LLVMContext& context, const std::vector<std::string>& modules,
                          std::string& log);

}  // namespace vgpu::compiler
