// Mapping: the program gets the address where the memory is anyway.
// SPDX-License-Identifier: MIT
#include "api/opencl/map.h"

#include "api/opencl/queue.h"
#include "api/opencl/transfer.h"

namespace vgpu::opencl {

void check_map_flags(cl_map_flags flags) {
  constexpr cl_map_flags kKnown = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  require((flags & ~kKnown) == 0, CL_INVALID_VALUE);
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  require(!invalidates || (flags & (CL_MAP_READ | CL_MAP_WRITE)) == 0, CL_INVALID_VALUE);
}

static void check_host_access(const MemoryObject& object, cl_map_flags flags) {
  if ((flags & CL_MAP_READ) != 0) check_host_reads(object);
  if ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0) check_host_writes(object);
}

void* enqueue_map(Queue& queue, const NewMap& map, cl_command_type type, cl_bool blocking,
                  const EventArguments& events) {
  check_map_flags(map.flags);
  check_host_access(map.object, map.flags);
  check_waits(queue, events);
  MappedRegion region = map.region;
  region.written = (map.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  require(map.object.maps->add(&map.object, map.pointer, region), CL_INVALID_OPERATION);
  NewCommand command{type, no_work(), {Ref(map.object)}};
  command.blocking = blocking != CL_FALSE;
  try {
    enqueue(queue, std::move(command), events);
  } catch (...) {
    map.object.maps->drop(&map.object, map.pointer);
    throw;
  }
  return map.pointer;
}

}  // namespace vgpu::opencl

using namespace vgpu::opencl;

void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                         cl_map_flags flags, std::size_t offset, std::size_t size, cl_uint count,
                         const cl_event* list, cl_event* event, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> void* {
    check(queue);
    MemoryObject& buffer = check_buffer(handle);
    check_same_context(buffer.context.get(), queue->context.get());
    require(size > 0 && offset <= buffer.size && size <= buffer.size - offset, CL_INVALID_VALUE);
    std::byte* const first = buffer.data + offset;
    const NewMap map{buffer, first, flags, byte_region(first, size)};
    return enqueue_map(*queue, map, CL_COMMAND_MAP_BUFFER, blocking, {count, list, event});
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem handle, void* mapped_ptr,
                               cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    MemoryObject& object = check(handle);
    check_same_context(object.context.get(), queue->context.get());
    check_waits(*queue, {count, list, event});
    require(object.maps->drop(&object, mapped_ptr), CL_INVALID_VALUE);
    enqueue(*queue, {CL_COMMAND_UNMAP_MEM_OBJECT, no_work(), {Ref(object)}}, {count, list, event});
  });
}
