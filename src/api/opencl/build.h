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

// Builds or compiles a program for some devices: `make` fills each one's build in and says what came of it; the first
// code that is no success is returned. Throws CL_INVALID_OPERATION for a program that has kernels or is being built.
cl_int build_each(Program& program, const std::vector<cl_device_id>& devices,
                  const std::string& options,
                  const std::function<cl_int(std::size_t, Build&)>& make);

}  // namespace vgpu::opencl
