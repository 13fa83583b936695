// What building, compiling and linking share.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "api/opencl/program.h"

namespace vgpu::opencl {

// What the compiler is asked for a program of source or SPIR-V (il.cpp).
compiler::FrontRequest front_request(const Program& program, const std::string& options);

bool wants_uniform_groups(const compiler::FrontRequest& request);

// Runs `compile`, which fills the build in; `failure` is the code for source that does not compile.
cl_int run_compiler(Build& build, const std::function<void()>& compile, cl_int failure);

}  // namespace vgpu::opencl
