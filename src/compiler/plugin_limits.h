// The third face of libvgpu_compiler.so: how long compiles may take, and giving them all up.
//
// Set by loader.cpp when the library is loaded and by the compile queue when the process ends. A library without it has
// no limits that could be changed.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu::compiler {

struct LimitsPlugin {
  void (*set_seconds)(std::uint32_t most);  // of every compile that begins from now on
  void (*abandon)();  // what is being compiled ends with an error, at its next step
};

}  // namespace vgpu::compiler

extern "C" const vgpu::compiler::LimitsPlugin* vgpu_compiler_limits_plugin();
