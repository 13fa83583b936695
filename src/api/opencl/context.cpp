// Contexts.
// SPDX-License-Identifier: MIT
#include "api/opencl/context.h"

#include <memory>

#include "api/opencl/info.h"
#include "api/opencl/platform.h"

std::vector<cl_device_id> _cl_context::handles() const {
  std::vector<cl_device_id> list;
  for (const auto& device : devices) list.push_back(device.get());
  return list;
}

namespace vgpu::opencl {
namespace {

using Notify = void(CL_CALLBACK*)(const char*, const void*, std::size_t, void*);

std::vector<cl_context_properties> read_properties(const cl_context_properties* properties) {
  if (properties == nullptr) return {};
  std::vector<cl_context_properties> list;
  bool platform_seen = false, sync_seen = false;
  for (; *properties != 0; properties += 2) {
    bool& seen = properties[0] == CL_CONTEXT_PLATFORM ? platform_seen : sync_seen;
    require(properties[0] == CL_CONTEXT_PLATFORM || properties[0] == CL_CONTEXT_INTEROP_USER_SYNC,
            CL_INVALID_PROPERTY);
    require(!seen, CL_INVALID_PROPERTY);
    seen = true;
    if (properties[0] == CL_CONTEXT_PLATFORM) {
      check(reinterpret_cast<cl_platform_id>(properties[1]));
    } else {
      require(properties[1] == CL_TRUE || properties[1] == CL_FALSE, CL_INVALID_PROPERTY);
    }
    list.insert(list.end(), {properties[0], properties[1]});
  }
  list.push_back(0);
  return list;
}

Context* make_context(const cl_context_properties* properties,
                      const std::vector<cl_device_id>& devices, Notify notify, void* user_data) {
  require(notify != nullptr || user_data == nullptr, CL_INVALID_VALUE);
  auto context = std::make_unique<Context>();
  context->notice = {notify, user_data};
  context->properties = read_properties(properties);
  for (const cl_device_id device : devices) {
    if (!context->has(&check(device))) context->devices.emplace_back(*device);
  }
  return context.release();
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_context clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                           const cl_device_id* devices, Notify notify, void* user_data,
                           cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    require(devices != nullptr && num_devices > 0, CL_INVALID_VALUE);
    return make_context(properties, {devices, devices + num_devices}, notify, user_data);
  });
}

cl_context clCreateContextFromType(const cl_context_properties* properties,
                                   cl_device_type device_type, Notify notify, void* user_data,
                                   cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return make_context(properties, devices_of_type(device_type), notify, user_data);
  });
}

cl_int clRetainContext(cl_context context) { return retain(__func__, context); }
cl_int clReleaseContext(cl_context context) { return release(__func__, context); }

cl_int clGetContextInfo(cl_context handle, cl_context_info param_name, std::size_t size,
                        void* value, std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Context& context = check(handle);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_CONTEXT_REFERENCE_COUNT:
        return reply.put<cl_uint>(context.users.load());
      case CL_CONTEXT_NUM_DEVICES:
        return reply.put(static_cast<cl_uint>(context.devices.size()));
      case CL_CONTEXT_DEVICES:
        return reply.list(context.handles());
      case CL_CONTEXT_PROPERTIES:
        return reply.list(context.properties);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK* function)(cl_context, void*),
                                      void* user_data) {
  return entry(__func__, [&] { check(context).destructors.add(function, user_data); });
}
