// Module and kernel name to machine code: the compiler's second half behind the plug-in.
//
// Reads the bitcode, runs the pass list (passes/passes.def), then LLVM's optimiser and code
// generator into an ELF object in memory. Called by the plug-in's entry on any thread, for several
// kernels at once. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/plugin.h"

namespace vgpu::compiler {

// Never throws; a failure is ok = false and a log.
CodeResult generate(const CodeRequest& request);

}  // namespace vgpu::compiler
