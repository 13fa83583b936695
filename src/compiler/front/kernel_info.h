// Describes a module's kernels: arguments, attributes, what they use.
//
// Called by front.cpp on the finished module, after dead code is gone.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/source_module.h"
#include "compiler/module_info.h"

namespace vgpu::compiler {

void describe_kernels(const SourceModule& source, ModuleInfo& info);

}  // namespace vgpu::compiler
