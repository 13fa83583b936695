// What the shared part of the front end needs to know of a language.
//
// One function a language; front.cpp picks it by FrontRequest::language.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/command_line.h"
#include "compiler/plugin.h"

namespace vgpu::compiler {

struct LanguageSetup {
  Arguments arguments;    // clang's, without the name of the main file
  std::string file_name;  // of the main file, as messages show it
  std::string appendix;   // text behind the user's source
  std::string error;      // of the options; empty: none
};

LanguageSetup setup_opencl(const FrontRequest& request);
LanguageSetup setup_cuda(const FrontRequest& request);

// Where the embedded and the request's own headers stand in the compiler's file system.
inline constexpr char kResourceFolder[] = "/vgpu/clang";
inline constexpr char kClangHeaders[] = "/vgpu/clang/include";
inline constexpr char kCudaHeaders[] = "/vgpu/cuda";
inline constexpr char kUserHeaders[] = "/vgpu/user";

}  // namespace vgpu::compiler
