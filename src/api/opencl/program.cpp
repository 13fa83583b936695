// Programs: how they come to be, and what is known of them.
// SPDX-License-Identifier: MIT
#include "api/opencl/program.h"

#include <fmt/ranges.h>

#include <memory>

#include "api/opencl/info.h"

std::size_t _cl_program::index_of(cl_device_id device) const {
  vgpu::opencl::check(device);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].get() == device) return i;
  }
  throw vgpu::opencl::ClError{CL_INVALID_DEVICE};
}

const vgpu::opencl::Build* _cl_program::executable(cl_device_id device) const {
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].get() == device && builds[i].status == CL_BUILD_SUCCESS && builds[i].module) {
      return &builds[i];
    }
  }
  return nullptr;
}

const std::vector<std::string>& _cl_program::binaries(bool fresh) const {
  if (fresh || binaries_.empty()) {
    binaries_.clear();
    for (const auto& build : builds) binaries_.push_back(vgpu::opencl::write_binary(build));
  }
  return binaries_;
}

void _cl_program::set_devices(const std::vector<cl_device_id>& list) {
  devices.clear();
  for (const cl_device_id device : list) devices.emplace_back(*device);
  builds.assign(devices.size(), {});
}

namespace vgpu::opencl {
namespace {

// All strings, one behind the other, without zeros that their lengths include.
std::string joined_source(cl_uint count, const char** strings, const std::size_t* lengths) {
  require(count > 0 && strings != nullptr, CL_INVALID_VALUE);
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    require(strings[i] != nullptr, CL_INVALID_VALUE);
    const bool counted = lengths != nullptr && lengths[i] != 0;
    source += counted ? std::string_view(strings[i], lengths[i]) : std::string_view(strings[i]);
  }
  std::erase(source, '\0');
  return source;
}

// CL_SUCCESS, CL_INVALID_VALUE for a binary that is not there, CL_INVALID_BINARY for one that is none.
cl_int load_binary(Program& program, std::size_t index, const unsigned char* bytes,
                   std::size_t length) {
  if (bytes == nullptr || length == 0) return CL_INVALID_VALUE;
  const cl_int code = entry("clCreateProgramWithBinary", [&] {
    const std::string_view text(reinterpret_cast<const char*>(bytes), length);
    program.builds[index] = read_binary(text, *program.devices[index]);
  });
  return code == CL_SUCCESS ? CL_SUCCESS : CL_INVALID_BINARY;
}

void put_binaries(const Program& program, std::size_t room, void* value, std::size_t* size_ret) {
  const std::size_t bytes = program.builds.size() * sizeof(unsigned char*);
  if (size_ret != nullptr) *size_ret = bytes;
  if (value == nullptr) return;
  require(room >= bytes, CL_INVALID_VALUE);
  auto** targets = static_cast<unsigned char**>(value);
  for (const std::string& binary : program.binaries(false)) {
    if (*targets != nullptr) std::memcpy(*targets, binary.data(), binary.size());
    ++targets;
  }
}

void put_program_info(const Program& program, cl_program_info name, const InfoReply& reply) {
  switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return reply.put<cl_uint>(program.users.load());
    case CL_PROGRAM_CONTEXT:
      return reply.put<cl_context>(program.context.get());
    case CL_PROGRAM_NUM_DEVICES:
      return reply.put(static_cast<cl_uint>(program.devices.size()));
    case CL_PROGRAM_DEVICES: {
      std::vector<cl_device_id> list;
      for (const auto& device : program.devices) list.push_back(device.get());
      return reply.list(list);
    }
    case CL_PROGRAM_SOURCE:
      return reply.text(program.source);
    case CL_PROGRAM_IL:
      return reply.bytes(program.il.data(), program.il.size());
    case CL_PROGRAM_BINARY_SIZES: {
      std::vector<std::size_t> sizes;
      for (const std::string& binary : program.binaries(true)) sizes.push_back(binary.size());
      return reply.list(sizes);
    }
    case CL_PROGRAM_NUM_KERNELS:
      return reply.put<std::size_t>(kernel_names(program).size());
    case CL_PROGRAM_KERNEL_NAMES:
      return reply.text(fmt::format("{}", fmt::join(kernel_names(program), ";")));
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return reply.put<cl_bool>(CL_FALSE);
    default:
      throw ClError{CL_INVALID_VALUE};
  }
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                     const std::size_t* lengths, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    auto program = std::make_unique<Program>(check(context), Origin::source);
    program->source = joined_source(count, strings, lengths);
    program->set_devices(context->handles());
    return program.release();
  });
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                     const cl_device_id* devices, const std::size_t* lengths,
                                     const unsigned char** binaries, cl_int* binary_status,
                                     cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    auto program = std::make_unique<Program>(check(context), Origin::binary);
    require(num_devices > 0 && devices != nullptr && lengths != nullptr && binaries != nullptr,
            CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_devices; ++i) require(context->has(devices[i]), CL_INVALID_DEVICE);
    program->set_devices({devices, devices + num_devices});
    cl_int worst = CL_SUCCESS;
    for (cl_uint i = 0; i < num_devices; ++i) {
      const cl_int code = load_binary(*program, i, binaries[i], lengths[i]);
      if (binary_status != nullptr) binary_status[i] = code;
      if (worst == CL_SUCCESS) worst = code;
    }
    require(worst == CL_SUCCESS, worst);
    return program.release();
  });
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                             const cl_device_id* devices, const char* names,
                                             cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> cl_program {
    check(context);
    require(num_devices > 0 && devices != nullptr && names != nullptr, CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_devices; ++i) require(context->has(devices[i]), CL_INVALID_DEVICE);
    throw ClError{CL_INVALID_VALUE};  // no device has built-in kernels
  });
}

cl_int clRetainProgram(cl_program program) { return retain(__func__, program); }
cl_int clReleaseProgram(cl_program program) { return release(__func__, program); }

cl_int clSetProgramReleaseCallback(cl_program program, ProgramNotify function, void*) {
  return entry(__func__, [&] {
    check(program);
    require(function != nullptr, CL_INVALID_VALUE);
    throw ClError{CL_INVALID_OPERATION};  // no program has destructors of global objects
  });
}

cl_int clGetProgramInfo(cl_program handle, cl_program_info param_name, std::size_t size,
                        void* value, std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Program& program = check(handle);
    const std::lock_guard lock(program.mutex);
    if (param_name == CL_PROGRAM_BINARIES) return put_binaries(program, size, value, size_ret);
    put_program_info(program, param_name, InfoReply(size, value, size_ret));
  });
}

cl_int clGetProgramBuildInfo(cl_program handle, cl_device_id device,
                             cl_program_build_info param_name, std::size_t size, void* value,
                             std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Program& program = check(handle);
    const std::lock_guard lock(program.mutex);
    const Build& build = program.builds[program.index_of(device)];
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_PROGRAM_BUILD_STATUS:
        return reply.put(build.status);
      case CL_PROGRAM_BUILD_OPTIONS:
        return reply.text(build.options);
      case CL_PROGRAM_BUILD_LOG:
        return reply.text(build.log);
      case CL_PROGRAM_BINARY_TYPE:
        return reply.put(build.type);
      case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return reply.put<std::size_t>(build.module ? build.module->code().image_bytes() : 0);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}
