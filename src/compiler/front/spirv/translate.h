// The front end for SPIR-V: words in, LLVM module in the shape of OpenCL C's out.
//
// Called by front.cpp in place of clang. What it cannot take is an error in the log, never a crash.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/source_module.h"
#include "compiler/plugin.h"

namespace vgpu::compiler::spirv {

// Without a module the log says why.
SourceModule translate(llvm::LLVMContext& context, const FrontRequest& request, std::string& log);

}  // namespace vgpu::compiler::spirv
