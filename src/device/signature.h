// Reads the signature of a native kernel: a C parameter list such as "float* y, const float* x, int n".
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "compiler/module_info.h"

namespace vgpu {

// Arguments with sizes and offsets as a compiled kernel would have them. Throws Error(InvalidValue) that
// names the parameter it does not understand.
compiler::KernelInfo parse_signature(const std::string& name, std::string_view signature);

}  // namespace vgpu
