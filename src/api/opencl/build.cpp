// clBuildProgram: from source or binary to kernels that can be launched.
// SPDX-License-Identifier: MIT
#include "api/opencl/build.h"

#include <sstream>
#include <utility>

#include "base/error.h"

namespace vgpu::opencl {

// Is the device, or one that it is a part of, in the list?
static bool is_chosen(const Device* device, cl_uint count, const cl_device_id* list) {
  for (; device != nullptr; device = device->parent.get()) {
    if (std::find(list, list + count, device) != list + count) return true;
  }
  return false;
}

std::vector<cl_device_id> chosen_devices(cl_uint count, const cl_device_id* list,
                                         const std::vector<Ref<Device>>& all) {
  require((count == 0) == (list == nullptr), CL_INVALID_VALUE);
  std::vector<cl_device_id> devices;
  for (const auto& device : all) {
    if (list == nullptr || is_chosen(device.get(), count, list)) devices.push_back(device.get());
  }
  for (cl_uint i = 0; i < count; ++i) {
    require(std::find(devices.begin(), devices.end(), list[i]) != devices.end(), CL_INVALID_DEVICE);
  }
  return devices;
}

// OpenCL C before 2.0 has no groups of different sizes; later versions and SPIR-V unless the program says so.
bool wants_uniform_groups(const compiler::FrontRequest& request) {
  const bool is_module = compiler::is_spirv(request.source);
  bool uniform = !is_module;
  std::istringstream words(request.options);
  for (std::string word; words >> word;) {
    if (word.starts_with("-cl-std=") && !is_module) uniform = word.starts_with("-cl-std=CL1");
    if (word == "-cl-uniform-work-group-size") return true;
  }
  return uniform;
}

// The front end reads the options before anything else, and says so if it does not know one.
static bool complains_of_options(const std::string& log) {
  return log.starts_with("error: unknown build option") || log.starts_with("error: build option");
}

cl_int run_compiler(Build& build, const std::function<void()>& compile, cl_int failure) {
  build.status = CL_BUILD_IN_PROGRESS;
  build.log.clear();
  build.type = CL_PROGRAM_BINARY_TYPE_NONE;
  try {
    compile();
    build.status = CL_BUILD_SUCCESS;
    return CL_SUCCESS;
  } catch (const Error& error) {
    build.status = CL_BUILD_ERROR;
    if (build.log.empty()) build.log = error.message();
    if (complains_of_options(build.log)) return CL_INVALID_BUILD_OPTIONS;
    return error.code() == ErrorCode::CompilationFailed ? failure : current_code("clBuildProgram");
  }
}

namespace {

cl_int build_for(Program& program, std::size_t index, const std::string& options) {
  Build& build = program.builds[index];
  Device& device = *program.devices[index];
  build.options = options;
  if (!program.from_source) {
    // A binary holds the code; only one that was linked to be run can be built.
    require(build.module != nullptr, CL_INVALID_BINARY);
    build.status = CL_BUILD_SUCCESS;
    build.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    return CL_SUCCESS;
  }
  build.module.reset();
  const compiler::FrontRequest request = front_request(program, options);
  build.uniform_groups = wants_uniform_groups(request);
  const auto compile = [&] {
    auto code = compile_module(request, &build.log, device.runtime);
    build.module = std::make_shared<LoadedModule>(std::move(code), device.runtime);
    build.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  };
  return run_compiler(build, compile, CL_BUILD_PROGRAM_FAILURE);
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clBuildProgram(cl_program handle, cl_uint num_devices, const cl_device_id* device_list,
                      const char* options, ProgramNotify notify, void* user_data) {
  return entry(__func__, [&] {
    Program& program = check(handle);
    require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
    const auto devices = chosen_devices(num_devices, device_list, program.devices);
    require(program.kernels.load() == 0, CL_INVALID_OPERATION);
    program.forget_binaries();
    cl_int code = CL_SUCCESS;
    for (const cl_device_id device : devices) {
      const std::string text = options == nullptr ? "" : options;
      const cl_int result = build_for(program, program.index_of(device), text);
      if (code == CL_SUCCESS) code = result;
    }
    if (notify == nullptr) return code;
    notify(handle, user_data);
    // With a notification the call only starts the build; what came of it is in the build's status.
    return code == CL_BUILD_PROGRAM_FAILURE ? CL_SUCCESS : code;
  });
}
