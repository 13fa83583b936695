// Reads of a module's bitcode what one kernel needs.
//
// A file may hold hundreds of kernels, and each is compiled by itself: reading all of them every time would make the
// work quadratic. Called by generate.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace vgpu::compiler {

// The module with the bodies of `symbol` and of what it can reach; other functions are declarations.
llvm::Expected<std::unique_ptr<llvm::Module>> load_kernel(llvm::LLVMContext& context,
                                                          const std::string& bitcode,
                                                          const std::string& symbol);

}  // namespace vgpu::compiler
