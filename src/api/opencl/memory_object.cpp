// Memory objects: what buffers and images have in common.
// SPDX-License-Identifier: MIT
#include "api/opencl/memory_object.h"

#include <bit>
#include <cstring>

#include "api/opencl/image.h"
#include "api/opencl/info.h"
#include "api/opencl/svm.h"

_cl_mem::_cl_mem(_cl_context& of_context) : context(of_context) {}

_cl_mem::~_cl_mem() {
  destructors.run(this);
  maps->forget(this);
  if (owned != nullptr) context->memory_device().memory().free(owned);
}

namespace vgpu::opencl {
namespace {

constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags kHostAccess =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags kHostPointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

}  // namespace

void check_memory_flags(cl_mem_flags flags) {
  require((flags & ~(kAccess | kHostAccess | kHostPointer | CL_MEM_KERNEL_READ_AND_WRITE)) == 0,
          CL_INVALID_VALUE);
  require(std::popcount(flags & kAccess) <= 1, CL_INVALID_VALUE);
  require(std::popcount(flags & kHostAccess) <= 1, CL_INVALID_VALUE);
  const bool uses = (flags & CL_MEM_USE_HOST_PTR) != 0;
  require(!uses || (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) == 0, CL_INVALID_VALUE);
}

void check_host_pointer(cl_mem_flags flags, const void* host_pointer) {
  const bool wanted = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  require(wanted == (host_pointer != nullptr), CL_INVALID_HOST_PTR);
}

void give_memory(MemoryObject& object, void* host_pointer) {
  if (object.parent) {
    object.data = object.parent->data + object.offset;
    if (object.is_linear()) object.maps = object.parent->maps;
    if (object.is_buffer() && object.parent->host_pointer != nullptr) {
      object.host_pointer = static_cast<std::byte*>(object.parent->host_pointer) + object.offset;
    }
    return;
  }
  if ((object.flags & CL_MEM_USE_HOST_PTR) != 0) {
    object.host_pointer = host_pointer;
    object.data = static_cast<std::byte*>(host_pointer);
    return;
  }
  object.owned = object.context->memory_device().memory().allocate(object.size);
  object.data = static_cast<std::byte*>(object.owned);
  if (object.is_buffer() && (object.flags & CL_MEM_COPY_HOST_PTR) != 0) {
    std::memcpy(object.data, host_pointer, object.size);
  }
}

cl_mem_flags inherited_flags(cl_mem_flags flags, const MemoryObject& parent) {
  check_memory_flags(flags);
  require((flags & kHostPointer) == 0, CL_INVALID_VALUE);
  const cl_mem_flags access = parent.flags & kAccess, host = parent.flags & kHostAccess;
  if ((access & CL_MEM_WRITE_ONLY) != 0) {
    require((flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)) == 0, CL_INVALID_VALUE);
  }
  if ((access & CL_MEM_READ_ONLY) != 0) {
    require((flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)) == 0, CL_INVALID_VALUE);
  }
  if ((host & CL_MEM_HOST_WRITE_ONLY) != 0) {
    require((flags & CL_MEM_HOST_READ_ONLY) == 0, CL_INVALID_VALUE);
  }
  if ((host & CL_MEM_HOST_READ_ONLY) != 0) {
    require((flags & CL_MEM_HOST_WRITE_ONLY) == 0, CL_INVALID_VALUE);
  }
  if ((host & CL_MEM_HOST_NO_ACCESS) != 0) {
    require((flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)) == 0, CL_INVALID_VALUE);
  }
  if ((flags & kAccess) == 0) flags |= access;
  if ((flags & kHostAccess) == 0) flags |= host;
  return flags | (parent.flags & kHostPointer);
}

std::vector<cl_mem_properties> read_memory_properties(const cl_mem_properties* properties) {
  if (properties == nullptr) return {};
  require(*properties == 0, CL_INVALID_PROPERTY);
  return {0};
}

MemoryObject& check_buffer(cl_mem handle) {
  MemoryObject& object = check(handle);
  require(object.is_buffer(), CL_INVALID_MEM_OBJECT);
  return object;
}

void check_same_context(const Context* a, const Context* b) { require(a == b, CL_INVALID_CONTEXT); }

}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clRetainMemObject(cl_mem object) { return retain(__func__, object); }
cl_int clReleaseMemObject(cl_mem object) { return release(__func__, object); }

cl_int clSetMemObjectDestructorCallback(cl_mem object, void(CL_CALLBACK* function)(cl_mem, void*),
                                        void* user_data) {
  return entry(__func__, [&] { check(object).destructors.add(function, user_data); });
}

cl_int clGetMemObjectInfo(cl_mem handle, cl_mem_info param_name, std::size_t size, void* value,
                          std::size_t* size_ret) {
  return entry(__func__, [&] {
    const MemoryObject& object = check(handle);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_MEM_TYPE:
        return reply.put<cl_mem_object_type>(object.type);
      case CL_MEM_FLAGS:
        return reply.put<cl_mem_flags>(object.flags);
      case CL_MEM_SIZE:
        return reply.put<std::size_t>(object.size);
      case CL_MEM_HOST_PTR:
        return reply.put<void*>(object.host_pointer);
      case CL_MEM_MAP_COUNT:
        return reply.put<cl_uint>(object.maps->count(&object));
      case CL_MEM_REFERENCE_COUNT:
        return reply.put<cl_uint>(object.users.load());
      case CL_MEM_CONTEXT:
        return reply.put<cl_context>(object.context.get());
      case CL_MEM_ASSOCIATED_MEMOBJECT:
        return reply.put<cl_mem>(object.parent.get());
      case CL_MEM_OFFSET:
        return reply.put<std::size_t>(object.offset);
      case CL_MEM_USES_SVM_POINTER:
        return reply.put<cl_bool>(uses_svm(object) ? CL_TRUE : CL_FALSE);
      case CL_MEM_PROPERTIES:
        return reply.list(object.properties);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}
