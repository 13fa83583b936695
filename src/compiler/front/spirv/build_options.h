// Build options of a SPIR-V program, and the values of its specialisation constants, which travel among them.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/spirv/translation.h"

namespace vgpu::compiler::spirv {

// Throws SpirvError with the words of OpenCL C's front end for options that nobody knows.
Options read_build_options(const FrontRequest& request);

}  // namespace vgpu::compiler::spirv
