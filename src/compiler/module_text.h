// What a module was compiled from, for devices that have compilers of their own.
//
// It travels in the module's archive beside our own IR, so that a module from a cache or from a user's binary runs on
// such a device too.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace vgpu::compiler {

struct ModuleText {
  std::string
      source;  // OpenCL C, or the bytes of a SPIR-V module; empty: no other compiler would take it
  std::string file_name;
  std::string options;
  std::vector<std::pair<std::string, std::string>> headers;  // name and text
};

}  // namespace vgpu::compiler
