// Commands that move a buffer's bytes: read, write, copy, fill.
// SPDX-License-Identifier: MIT
#include <bit>
#include <cstring>

#include "api/opencl/queue.h"
#include "api/opencl/transfer.h"
#include "runtime/works.h"

namespace vgpu::opencl {

void check_host_reads(const MemoryObject& object) {
  require((object.flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0,
          CL_INVALID_OPERATION);
}

void check_host_writes(const MemoryObject& object) {
  require((object.flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0,
          CL_INVALID_OPERATION);
}

WorkRef copy_work(void* target, const void* source, std::size_t size) {
  if (size == 0) return no_work();
  Copy copy;
  copy.dst = target;
  copy.src = source;
  copy.width = size;
  return std::make_shared<CopyWork>(copy);
}

WorkRef fill_work(void* target, std::size_t size, const void* pattern, std::size_t pattern_size) {
  if (size == 0) return no_work();
  Fill fill;
  fill.dst = target;
  fill.width = size;
  fill.pattern_size = static_cast<std::uint32_t>(pattern_size);
  std::memcpy(fill.pattern.data(), pattern, pattern_size);
  return std::make_shared<FillWork>(fill);
}

namespace {

// No bytes at all are a range too, since OpenCL 2.1: the command then only has its place in the order.
void check_range(const MemoryObject& buffer, std::size_t offset, std::size_t size) {
  require(offset <= buffer.size && size <= buffer.size - offset, CL_INVALID_VALUE);
}

MemoryObject& buffer_of(Queue& queue, cl_mem handle) {
  MemoryObject& buffer = check_buffer(handle);
  check_same_context(buffer.context.get(), queue.context.get());
  return buffer;
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                           std::size_t offset, std::size_t size, void* pointer, cl_uint count,
                           const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    MemoryObject& buffer = buffer_of(check(queue), handle);
    require(pointer != nullptr, CL_INVALID_VALUE);
    check_range(buffer, offset, size);
    check_host_reads(buffer);
    NewCommand command{
        CL_COMMAND_READ_BUFFER, copy_work(pointer, buffer.data + offset, size), {Ref(buffer)}};
    command.blocking = blocking != CL_FALSE;
    enqueue(*queue, std::move(command), {count, list, event});
  });
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                            std::size_t offset, std::size_t size, const void* pointer,
                            cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    MemoryObject& buffer = buffer_of(check(queue), handle);
    require(pointer != nullptr, CL_INVALID_VALUE);
    check_range(buffer, offset, size);
    check_host_writes(buffer);
    NewCommand command{
        CL_COMMAND_WRITE_BUFFER, copy_work(buffer.data + offset, pointer, size), {Ref(buffer)}};
    command.blocking = blocking != CL_FALSE;
    enqueue(*queue, std::move(command), {count, list, event});
  });
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source, cl_mem target,
                           std::size_t source_offset, std::size_t target_offset, std::size_t size,
                           cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    MemoryObject& from = buffer_of(check(queue), source);
    MemoryObject& to = buffer_of(*queue, target);
    check_range(from, source_offset, size);
    check_range(to, target_offset, size);
    const std::byte* first = from.data + source_offset;
    std::byte* target_first = to.data + target_offset;
    require(size == 0 || first + size <= target_first || target_first + size <= first,
            CL_MEM_COPY_OVERLAP);
    enqueue(*queue,
            {CL_COMMAND_COPY_BUFFER, copy_work(target_first, first, size), {Ref(from), Ref(to)}},
            {count, list, event});
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem handle, const void* pattern,
                           std::size_t pattern_size, std::size_t offset, std::size_t size,
                           cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    MemoryObject& buffer = buffer_of(check(queue), handle);
    require(pattern != nullptr && pattern_size <= 128 && std::has_single_bit(pattern_size),
            CL_INVALID_VALUE);
    check_range(buffer, offset, size);
    require(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE);
    enqueue(*queue,
            {CL_COMMAND_FILL_BUFFER,
             fill_work(buffer.data + offset, size, pattern, pattern_size),
             {Ref(buffer)}},
            {count, list, event});
  });
}

// All memory is where every device computes: a migration only has its place in the order.
cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint num_objects,
                                  const cl_mem* objects, cl_mem_migration_flags flags,
                                  cl_uint count, const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    check(queue);
    require(num_objects > 0 && objects != nullptr, CL_INVALID_VALUE);
    require((flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)) == 0,
            CL_INVALID_VALUE);
    for (cl_uint i = 0; i < num_objects; ++i) {
      check_same_context(check(objects[i]).context.get(), queue->context.get());
    }
    enqueue(*queue, {CL_COMMAND_MIGRATE_MEM_OBJECTS, no_work(), {}}, {count, list, event});
  });
}
