// Loads libvgpu_compiler.so when the first kernel has to be compiled.
//
// The library holds LLVM and is far too large to load with every program. Only service.cpp calls
// this, after the caches had nothing.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "compiler/plugin.h"

namespace vgpu::compiler {

// The compiler, loaded on the first call; throws Error (CompilerNotFound) that says where it was
// looked for. A failed attempt is repeated by the next call.
const Plugin& load_compiler();

// Whether this process has loaded it.
bool compiler_is_loaded();

// Gives up all compiles that are going on, for the end of the process.
void abandon_compiles();

// The file that load_compiler() would load; empty if there is none.
std::string compiler_path();

// Changes whenever the compiler is built anew; the same for the same file. Does not load it.
const std::string& compiler_version();

}  // namespace vgpu::compiler
