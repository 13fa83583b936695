// Is a SPIR-V module valid, and one that an OpenCL device of 64 bits takes?
//
// SPIRV-Tools answers the first question; the second is the addressing model and the capabilities that it declares.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "compiler/front/spirv/code.h"

namespace vgpu::compiler::spirv {

// Both throw SpirvError with the reason. The first looks only at what the module says about itself.
void check_support(const Code& code);
void validate(const Code& code);

}  // namespace vgpu::compiler::spirv
