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

// A program while it is built or compiled for some devices: nobody else may do that meanwhile.
class Building {
 public:
  // Throws CL_INVALID_OPERATION for a program that has kernels or is being built.
  Building(Program& program, const std::vector<cl_device_id>& devices, const std::string& options);
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;
  ~Building();  // what came to no end has failed

  // What came of the build for a device.
  void finish(std::size_t index, Build made);

 private:
  Program& program_;
};

Building::Building(Program& program, const std::vector<cl_device_id>& devices,
                   const std::string& options)
    : program_(program) {
  const std::lock_guard lock(program.mutex);
  require(!program.is_building && program.kernels.load() == 0, CL_INVALID_OPERATION);
  program.is_building = true;
  program.forget_binaries();
  for (const cl_device_id device : devices) {
    Build& build = program.builds[program.index_of(device)];
    build.status = CL_BUILD_IN_PROGRESS;
    build.options = options;
    build.log.clear();
  }
}

Building::~Building() {
  const std::lock_guard lock(program_.mutex);
  for (Build& build : program_.builds) {
    if (build.status == CL_BUILD_IN_PROGRESS) build.status = CL_BUILD_ERROR;
  }
  program_.is_building = false;
}

void Building::finish(std::size_t index, Build made) {
  const std::lock_guard lock(program_.mutex);
  program_.builds[index] = std::move(made);
}

// Only a binary that was linked to be run can be built, and what clLinkProgram made is built already.
void check_buildable(const Program& program, const std::vector<cl_device_id>& devices) {
  require(program.origin != Origin::linked, CL_INVALID_OPERATION);
  if (program.can_compile()) return;
  const std::lock_guard lock(program.mutex);
  for (const cl_device_id device : devices) {
    require(program.builds[program.index_of(device)].module != nullptr, CL_INVALID_BINARY);
  }
}

cl_int build_for(const Program& program, std::size_t index, Build& build) {
  if (!program.can_compile()) {
    build = program.builds[index];  // a binary holds the code
    build.status = CL_BUILD_SUCCESS;
    return CL_SUCCESS;
  }
  Device& device = *program.devices[index];
  const compiler::FrontRequest request = front_request(program, build.options);
  build.uniform_groups = wants_uniform_groups(request);
  const auto compile = [&] {
    auto code = compile_module(request, &build.log, device.runtime);
    build.module = std::make_shared<LoadedModule>(std::move(code), device.runtime);
    build.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  };
  return run_compiler(build, compile, CL_BUILD_PROGRAM_FAILURE);
}

}  // namespace

cl_int build_each(Program& program, const std::vector<cl_device_id>& devices,
                  const std::string& options,
                  const std::function<cl_int(std::size_t, Build&)>& make) {
  Building building(program, devices, options);
  cl_int code = CL_SUCCESS;
  for (const cl_device_id device : devices) {
    const std::size_t index = program.index_of(device);
    Build made;
    made.options = options;
    const cl_int result = make(index, made);
    building.finish(index, std::move(made));
    if (code == CL_SUCCESS) code = result;
  }
  return code;
}

}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clBuildProgram(cl_program handle, cl_uint num_devices, const cl_device_id* device_list,
                      const char* options, ProgramNotify notify, void* user_data) {
  return entry(__func__, [&] {
    Program& program = check(handle);
    require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
    const auto devices = chosen_devices(num_devices, device_list, program.devices);
    check_buildable(program, devices);
    const std::string text = options == nullptr ? "" : options;
    const cl_int code = build_each(program, devices, text, [&](std::size_t index, Build& made) {
      return build_for(program, index, made);
    });
    if (notify == nullptr) return code;
    notify(handle, user_data);
    // With a notification the call only starts the build; what came of it is in the build's status.
    return code == CL_BUILD_PROGRAM_FAILURE ? CL_SUCCESS : code;
  });
}
