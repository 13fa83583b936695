// clCompileProgram and clLinkProgram: units of source that are checked one by one and compiled together.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "api/opencl/build.h"
#include "base/error.h"
#include "compiler/units.h"

namespace vgpu::opencl {
namespace {

using compiler::FrontRequest;

using Headers = std::vector<std::pair<std::string, std::string>>;

// Of two headers of one name, the first is meant.
Headers read_headers(cl_uint count, const cl_program* programs, const char** names) {
  require((count == 0) == (programs == nullptr) && (count == 0) == (names == nullptr),
          CL_INVALID_VALUE);
  Headers headers;
  for (cl_uint i = 0; i < count; ++i) {
    require(check(programs[i]).origin == Origin::source, CL_INVALID_PROGRAM);
    require(names[i] != nullptr, CL_INVALID_VALUE);
    const auto same = [&](const auto& header) { return header.first == names[i]; };
    if (std::any_of(headers.begin(), headers.end(), same)) continue;
    headers.emplace_back(names[i], programs[i]->source);
  }
  return headers;
}

cl_int compile_for(Device& device, const FrontRequest& unit, Build& build) {
  const auto compile = [&] {
    FrontRequest checked = unit;
    checked.options = std::string(compiler::kCheckOption) + ' ' + unit.options;
    compile_module(checked, &build.log, device.runtime);
    build.units = {unit};
    build.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  };
  const cl_int code = run_compiler(build, compile, CL_COMPILE_PROGRAM_FAILURE);
  return code == CL_INVALID_BUILD_OPTIONS ? CL_INVALID_COMPILER_OPTIONS : code;
}

struct LinkOptions {
  bool library = false;
  std::string text;
};

LinkOptions read_link_options(const char* options) {
  static constexpr const char* kKnown[] = {"-cl-denorms-are-zero",          "-cl-no-signed-zeros",
                                           "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
                                           "-cl-fast-relaxed-math",         "-cl-no-subgroup-ifp",
                                           "-enable-link-options",          "-create-library"};
  LinkOptions result;
  result.text = options == nullptr ? "" : options;
  std::istringstream words(result.text);
  bool enables = false;
  for (std::string word; words >> word;) {
    const bool known = std::find(std::begin(kKnown), std::end(kKnown), word) != std::end(kKnown);
    require(known, CL_INVALID_LINKER_OPTIONS);
    result.library = result.library || word == "-create-library";
    enables = enables || word == "-enable-link-options";
  }
  require(!enables || result.library, CL_INVALID_LINKER_OPTIONS);
  return result;
}

// The units of all programs for a device; empty: none of them has any. Throws CL_INVALID_OPERATION where some have none,
// or are still being compiled.
std::vector<FrontRequest> units_for(cl_uint count, const cl_program* programs,
                                    cl_device_id device) {
  std::vector<FrontRequest> units;
  cl_uint with_units = 0;
  for (cl_uint i = 0; i < count; ++i) {
    const Program& program = *programs[i];
    const std::lock_guard lock(program.mutex);
    require(!program.is_building, CL_INVALID_OPERATION);
    for (std::size_t d = 0; d < program.devices.size(); ++d) {
      const auto& own = program.builds[d].units;
      if (program.devices[d].get() != device || own.empty()) continue;
      units.insert(units.end(), own.begin(), own.end());
      ++with_units;
    }
  }
  require(with_units == 0 || with_units == count, CL_INVALID_OPERATION);
  return units;
}

cl_int link_for(Build& build, Device& device, std::vector<FrontRequest> units,
                const LinkOptions& options) {
  build.options = options.text;
  const auto link = [&] {
    if (options.library) {
      build.units = std::move(units);
      build.type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
      return;
    }
    build.uniform_groups = false;
    for (const auto& unit : units) build.uniform_groups |= wants_uniform_groups(unit);
    FrontRequest request;
    request.source = compiler::pack_units(units);
    request.options = compiler::kUnitsOption;
    auto code = compile_module(request, &build.log, device.runtime);
    build.module = std::make_shared<LoadedModule>(std::move(code), device.runtime);
    build.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  };
  return run_compiler(build, link, CL_LINK_PROGRAM_FAILURE);
}

// A device that none of the programs was compiled for gets nothing; but there must be something to link.
cl_int link_all(Program& linked, cl_uint count, const cl_program* programs,
                const LinkOptions& options) {
  cl_int code = CL_SUCCESS;
  bool any = false;
  for (std::size_t i = 0; i < linked.devices.size(); ++i) {
    Device& device = *linked.devices[i];
    auto units = units_for(count, programs, &device);
    if (units.empty()) continue;
    any = true;
    const cl_int result = link_for(linked.builds[i], device, std::move(units), options);
    if (code == CL_SUCCESS) code = result;
  }
  require(any, CL_INVALID_OPERATION);
  return code;
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clCompileProgram(cl_program handle, cl_uint num_devices, const cl_device_id* device_list,
                        const char* options, cl_uint num_headers, const cl_program* headers,
                        const char** header_names, ProgramNotify notify, void* user_data) {
  return entry(__func__, [&] {
    Program& program = check(handle);
    require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
    const auto devices = chosen_devices(num_devices, device_list, program.devices);
    FrontRequest unit = front_request(program, options == nullptr ? "" : options);
    if (program.origin != Origin::il) {  // a module includes nothing
      unit.headers = read_headers(num_headers, headers, header_names);
    }
    require(program.can_compile(), CL_INVALID_OPERATION);
    const std::string text = options == nullptr ? "" : options;
    const cl_int code = build_each(program, devices, text, [&](std::size_t index, Build& made) {
      return compile_for(*program.devices[index], unit, made);
    });
    if (notify == nullptr) return code;
    notify(handle, user_data);
    return code == CL_COMPILE_PROGRAM_FAILURE ? CL_SUCCESS : code;
  });
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                         const char* options, cl_uint num_programs, const cl_program* programs,
                         ProgramNotify notify, void* user_data, cl_int* errcode_ret) {
  cl_int code = CL_SUCCESS;  // a link that fails still gives a program, whose log says why
  cl_int refused = CL_SUCCESS;
  const cl_program linked = create(__func__, &refused, [&]() -> cl_program {
    auto program = std::make_unique<Program>(check(context), Origin::linked);
    require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
    require(num_programs > 0 && programs != nullptr, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_programs; ++i) {
      require(check(programs[i]).context.get() == context, CL_INVALID_PROGRAM);
    }
    program->set_devices(chosen_devices(num_devices, device_list, context->devices));
    const LinkOptions link_options = read_link_options(options);
    code = link_all(*program, num_programs, programs, link_options);
    return program.release();
  });
  told(__func__, code);
  if (errcode_ret != nullptr) *errcode_ret = refused != CL_SUCCESS ? refused : code;
  if (linked != nullptr && notify != nullptr) notify(linked, user_data);
  return linked;
}
