// Programs from an intermediate language: SPIR-V modules and the constants that a program sets in them.
//
// The module's outline is read when it comes; whether it is valid is known when it is built, so that a program whose
// kernels are cached never loads the compiler.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>

#include "api/opencl/build.h"
#include "base/error.h"

namespace vgpu::opencl {
namespace {

void check_module(const compiler::SpirvOutline& outline) {
  if (outline.whole) return;
  fail(ErrorCode::InvalidValue, "il: {}", outline.problem);
}

// The front end takes the constants as options, so that they are part of what a cached module is found by.
std::string options_of(const Program& program, const std::string& options) {
  std::string text = options;
  for (const auto& [number, bytes] : program.constants) {
    text += fmt::format(" {}{}:", compiler::kSpecializeOption, number);
    for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  return text;
}

}  // namespace

compiler::FrontRequest front_request(const Program& program, const std::string& options) {
  compiler::FrontRequest request;
  if (program.origin != Origin::il) {
    request.source = program.source;
    request.options = options;
    return request;
  }
  request.language = compiler::Language::spirv;
  request.source = program.il;
  request.options = options_of(program, options);
  return request;
}

}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_program clCreateProgramWithIL(cl_context context, const void* il, std::size_t length,
                                 cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> cl_program {
    auto program = std::make_unique<Program>(check(context), Origin::il);
    require(il != nullptr && length > 0, CL_INVALID_VALUE);
    program->il.assign(static_cast<const char*>(il), length);
    program->outline = vgpu::compiler::outline_spirv(program->il);
    check_module(program->outline);
    program->set_devices(context->handles());
    return program.release();
  });
}

cl_program clCreateProgramWithILKHR(cl_context context, const void* il, std::size_t length,
                                    cl_int* errcode_ret) {
  return clCreateProgramWithIL(context, il, length, errcode_ret);
}

cl_int clSetProgramSpecializationConstant(cl_program handle, cl_uint number, std::size_t size,
                                          const void* value) {
  return entry(__func__, [&] {
    Program& program = check(handle);
    require(program.origin == Origin::il, CL_INVALID_PROGRAM);
    const auto found = program.outline.constants.find(number);
    require(found != program.outline.constants.end(), CL_INVALID_SPEC_ID);
    require(value != nullptr && size == found->second, CL_INVALID_VALUE);
    program.constants[number].assign(static_cast<const char*>(value), size);
  });
}
