// Kernel text to a module in the convention that the passes expect: the `front` entry of the plug-in.
//
// One front end a language (opencl/, cuda/) gives clang its arguments; everything behind them is shared:
// compile, link the device library, describe kernels and variables, retarget. Called by plugin.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/plugin.h"

namespace vgpu::compiler {

FrontResult compile_source(const FrontRequest& request);

}  // namespace vgpu::compiler
