// Commands that move boxes of bytes: the *BufferRect functions.
// SPDX-License-Identifier: MIT
#include "api/opencl/queue.h"
#include "api/opencl/rectangle.h"
#include "api/opencl/transfer.h"

namespace vgpu::opencl {
namespace {

Extent extent(const std::size_t* values) {
  require(values != nullptr, CL_INVALID_VALUE);
  return {values[0], values[1], values[2]};
}

struct BoxArguments {
  const std::size_t* origin;
  std::size_t row_pitch, slice_pitch;
};

// The box in memory that has `room` bytes.
Rectangle box(std::byte* base, std::size_t room, BoxArguments& arguments, const Extent& region) {
  const Extent origin = extent(arguments.origin);
  complete_pitches(region, arguments.row_pitch, arguments.slice_pitch);
  require(end_of(origin, region, arguments.row_pitch, arguments.slice_pitch) <= room,
          CL_INVALID_VALUE);
  const std::size_t first =
      origin[0] + origin[1] * arguments.row_pitch + origin[2] * arguments.slice_pitch;
  return {base + first, arguments.row_pitch, arguments.slice_pitch};
}

MemoryObject& buffer_of(const Queue& queue, cl_mem handle) {
  MemoryObject& buffer = check_buffer(handle);
  check_same_context(buffer.context.get(), queue.context.get());
  return buffer;
}

WorkRef box_work(const Rectangle& target, const Rectangle& source, const Extent& region) {
  return std::make_shared<TaskWork>("copy rectangle", vgpuCommandCopy,
                                    [=] { copy_box(target, source, region); });
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                               const std::size_t* buffer_origin, const std::size_t* host_origin,
                               const std::size_t* region, std::size_t buffer_row_pitch,
                               std::size_t buffer_slice_pitch, std::size_t host_row_pitch,
                               std::size_t host_slice_pitch, void* pointer, cl_uint count,
                               const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    MemoryObject& buffer = buffer_of(check(queue), handle);
    require(pointer != nullptr, CL_INVALID_VALUE);
    const Extent size = extent(region);
    BoxArguments in{buffer_origin, buffer_row_pitch, buffer_slice_pitch};
    BoxArguments out{host_origin, host_row_pitch, host_slice_pitch};
    const Rectangle source = box(buffer.data, buffer.size, in, size);
    const Rectangle target = box(static_cast<std::byte*>(pointer), SIZE_MAX, out, size);
    check_host_reads(buffer);
    NewCommand command{CL_COMMAND_READ_BUFFER_RECT, box_work(target, source, size), {Ref(buffer)}};
    command.blocking = blocking != CL_FALSE;
    enqueue(*queue, std::move(command), {count, list, event});
  });
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                                const std::size_t* buffer_origin, const std::size_t* host_origin,
                                const std::size_t* region, std::size_t buffer_row_pitch,
                                std::size_t buffer_slice_pitch, std::size_t host_row_pitch,
                                std::size_t host_slice_pitch, const void* pointer, cl_uint count,
                                const cl_event* list, cl_event* event) {
  return entry(__func__, [&] {
    MemoryObject& buffer = buffer_of(check(queue), handle);
    require(pointer != nullptr, CL_INVALID_VALUE);
    const Extent size = extent(region);
    BoxArguments out{buffer_origin, buffer_row_pitch, buffer_slice_pitch};
    BoxArguments in{host_origin, host_row_pitch, host_slice_pitch};
    auto* host = static_cast<std::byte*>(const_cast<void*>(pointer));  // only read
    const Rectangle target = box(buffer.data, buffer.size, out, size);
    const Rectangle source = box(host, SIZE_MAX, in, size);
    check_host_writes(buffer);
    NewCommand command{CL_COMMAND_WRITE_BUFFER_RECT, box_work(target, source, size), {Ref(buffer)}};
    command.blocking = blocking != CL_FALSE;
    enqueue(*queue, std::move(command), {count, list, event});
  });
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem source, cl_mem target,
                               const std::size_t* source_origin, const std::size_t* target_origin,
                               const std::size_t* region, std::size_t source_row_pitch,
                               std::size_t source_slice_pitch, std::size_t target_row_pitch,
                               std::size_t target_slice_pitch, cl_uint count, const cl_event* list,
                               cl_event* event) {
  return entry(__func__, [&] {
    MemoryObject& from = buffer_of(check(queue), source);
    MemoryObject& to = buffer_of(*queue, target);
    const Extent size = extent(region);
    BoxArguments in{source_origin, source_row_pitch, source_slice_pitch};
    BoxArguments out{target_origin, target_row_pitch, target_slice_pitch};
    const Rectangle first = box(from.data, from.size, in, size);
    const Rectangle second = box(to.data, to.size, out, size);
    const bool same_pitches = in.row_pitch == out.row_pitch && in.slice_pitch == out.slice_pitch;
    require(&from != &to || same_pitches, CL_INVALID_VALUE);
    // Different buffers may be parts of one.
    require(!boxes_overlap(first, second, size), CL_MEM_COPY_OVERLAP);
    enqueue(*queue,
            {CL_COMMAND_COPY_BUFFER_RECT, box_work(second, first, size), {Ref(from), Ref(to)}},
            {count, list, event});
  });
}
