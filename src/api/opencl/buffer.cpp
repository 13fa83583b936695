// Buffers and sub-buffers: how they are made.
// SPDX-License-Identifier: MIT
#include <memory>

#include "api/opencl/memory_object.h"
#include "api/opencl/svm.h"

namespace vgpu::opencl {
namespace {

MemoryObject* make_buffer(cl_context context, const cl_mem_properties* properties,
                          cl_mem_flags flags, std::size_t size, void* host_pointer) {
  auto buffer = std::make_unique<MemoryObject>(check(context));
  buffer->properties = read_memory_properties(properties);
  check_memory_flags(flags);
  std::uint64_t most = 0;
  for (const auto& device : context->devices) most = std::max(most, max_allocation(*device));
  require(size > 0 && size <= most, CL_INVALID_BUFFER_SIZE);
  check_host_pointer(flags, host_pointer);
  require(fits_svm(host_pointer, size), CL_INVALID_BUFFER_SIZE);
  buffer->flags = flags;
  buffer->size = size;
  give_memory(*buffer, host_pointer);
  return buffer.release();
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, std::size_t size, void* host_ptr,
                      cl_int* errcode_ret) {
  return create(__func__, errcode_ret,
                [&] { return make_buffer(context, nullptr, flags, size, host_ptr); });
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                    cl_mem_flags flags, std::size_t size, void* host_ptr,
                                    cl_int* errcode_ret) {
  return create(__func__, errcode_ret,
                [&] { return make_buffer(context, properties, flags, size, host_ptr); });
}

cl_mem clCreateSubBuffer(cl_mem handle, cl_mem_flags flags, cl_buffer_create_type type,
                         const void* create_info, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    MemoryObject& parent = check_buffer(handle);
    require(!parent.parent, CL_INVALID_MEM_OBJECT);
    const cl_mem_flags all = inherited_flags(flags, parent);
    require(type == CL_BUFFER_CREATE_TYPE_REGION && create_info != nullptr, CL_INVALID_VALUE);
    const auto& region = *static_cast<const cl_buffer_region*>(create_info);
    require(region.size > 0, CL_INVALID_BUFFER_SIZE);
    require(region.origin <= parent.size && region.size <= parent.size - region.origin,
            CL_INVALID_VALUE);
    require(region.origin % kAddressAlignBytes == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    auto buffer = std::make_unique<MemoryObject>(*parent.context);
    buffer->flags = all;
    buffer->size = region.size;
    buffer->offset = region.origin;
    buffer->parent = Ref<MemoryObject>(parent);
    give_memory(*buffer, nullptr);
    return buffer.release();
  });
}

// Pipes are optional in OpenCL 3.0, and this device has none.
cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties*,
                    cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> cl_mem {
    check(context);
    throw ClError{CL_INVALID_OPERATION};
  });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info, std::size_t, void*, std::size_t*) {
  return entry(__func__, [&] {
    check(pipe);
    throw ClError{CL_INVALID_MEM_OBJECT};
  });
}
