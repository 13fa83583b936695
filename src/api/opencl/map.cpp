// Mapping: the program gets the address where the memory is anyway.
// SPDX-License-Identifier: MIT
#include "api/opencl/map.h"

#include "api/opencl/queue.h"
#include "api/opencl/transfer.h"

namespace vgpu::opencl {

void check_map_flags(const MemoryObject& object, cl_map_flags flags) {
  constexpr cl_map_flags kKnown = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  require((flags & ~kKnown) == 0, CL_INVALID_VALUE);
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  require(!invalidates || (flags & (CL_MAP_READ | CL_MAP_WRITE)) == 0, CL_INVALID_VALUE);
  if ((flags & CL_MAP_READ) != 0) check_host_reads(object);
  if ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0) check_host_writes(object);
}

void enqueue_map(Queue& queue, MemoryObject& object, cl_command_type type, cl_bool blocking,
                 const EventArguments& events) {
  NewCommand command{type, no_work(), {Ref(object)}};
  command.blocking = blocking != CL_FALSE;
  enqueue(queue, std::move(command), events);
  object.maps.fetch_add(1, std::memory_order_relaxed);
}

namespace {

void drop_map(MemoryObject& object) {
  cl_uint maps = object.maps.load();
  while (maps > 0 && !object.maps.compare_exchange_weak(maps, maps - 1)) {
  }
}

bool holds(const MemoryObject& object, const void* pointer) {
  const auto* byte = static_cast<const std::byte*>(pointer);
  return byte >= object.data && byte < object.data + object.size;
}

}  // namespace
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
    check_map_flags(buffer, flags);
    enqueue_map(*queue, buffer, CL_COMMAND_MAP_BUFFER, blocking, {count, list, event});
    return buffer.data + offset;
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem handle, void* mapped_ptr,
                               cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    MemoryObject& object = check(handle);
    check_same_context(object.context.get(), queue->context.get());
    require(object.maps.load() > 0 && holds(object, mapped_ptr), CL_INVALID_VALUE);
    check_waits(*queue, {count, list, event});
    drop_map(object);
    enqueue(*queue, {CL_COMMAND_UNMAP_MEM_OBJECT, no_work(), {Ref(object)}}, {count, list, event});
  });
}
