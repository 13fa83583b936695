// Program binaries: bytes that a program saves and gives back later.
//
// The first byte says what it is: an executable is followed by its uniform-groups flag and the compiler's archive (IR
// and machine code); an object or a library by its units of source.
// SPDX-License-Identifier: MIT
#include "api/opencl/program.h"
#include "base/error.h"
#include "compiler/units.h"

namespace vgpu::opencl {
namespace {

constexpr char kExecutable = 'E', kObject = 'O', kLibrary = 'L';

}  // namespace

std::string write_binary(const Build& build) {
  if (build.module) {
    return std::string{kExecutable, build.uniform_groups ? '1' : '0'} + build.module->code().save();
  }
  if (build.units.empty()) return {};
  const bool library = build.type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
  return (library ? kLibrary : kObject) + compiler::pack_units(build.units);
}

Build read_binary(std::string_view bytes, Device& device) {
  Build build;
  require(bytes.size() > 2, CL_INVALID_BINARY);
  const char kind = bytes[0];
  if (kind == kExecutable) {
    build.uniform_groups = bytes[1] == '1';
    auto code = compiler::Module::load(bytes.substr(2));
    build.module = std::make_shared<LoadedModule>(std::move(code), device.runtime);
    build.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    return build;
  }
  require(kind == kObject || kind == kLibrary, CL_INVALID_BINARY);
  build.type =
      kind == kLibrary ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  build.units = compiler::unpack_units(bytes.substr(1));
  require(!build.units.empty(), CL_INVALID_BINARY);
  return build;
}

}  // namespace vgpu::opencl
