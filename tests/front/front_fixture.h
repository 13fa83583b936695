// Compiles kernel text by the plug-in and looks at the result.
//
// Shared by the tests of this folder. SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "compiler/plugin.h"

namespace vgpu::compiler {

FrontResult compile_opencl(const std::string& source, const std::string& options = "");
FrontResult compile_cuda(const std::string& source, const std::string& options = "");
FrontResult compile(const FrontRequest& request);

// The kernel of that name or symbol; fails the test and gives an empty one if there is none.
KernelInfo kernel_of(const FrontResult& result, const std::string& name);
VariableInfo variable_of(const FrontResult& result, const std::string& name);

// Bytes of the image as a number.
template <class T>
T image_value(const FrontResult& result, const VariableInfo& variable, std::size_t index = 0) {
  T value{};
  result.info.image.copy(reinterpret_cast<char*>(&value), sizeof value,
                         variable.offset + index * sizeof value);
  return value;
}

}  // namespace vgpu::compiler
