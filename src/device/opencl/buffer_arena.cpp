// Commands on one buffer.
// SPDX-License-Identifier: MIT
#include "device/opencl/buffer_arena.h"

namespace vgpu::opencl_device {

std::byte* BufferArena::open(std::size_t alignment) {
  std::byte* block = reserve_host_block(bytes_, alignment);
  if (Session* session = connection_.session()) {
    cl_int status = CL_SUCCESS;
    const cl_mem_flags flags = CL_MEM_READ_WRITE;
    buffer_ =
        in_host_
            ? session->api().clCreateBuffer(session->context(), flags | CL_MEM_USE_HOST_PTR, bytes_,
                                            block, &status)
            : session->api().clCreateBuffer(session->context(), flags, bytes_, nullptr, &status);
    if (status != CL_SUCCESS) session->lose("clCreateBuffer: " + status_text(status));
  }
  base_ = block;
  return block;
}

void BufferArena::set_argument(Session& session, cl_kernel kernel, cl_uint index, void* pointer,
                               std::size_t bytes, MemoryObjects& keep) {
  const cl_buffer_region region = {offset(pointer), bytes};
  cl_int status = CL_SUCCESS;
  cl_mem part = session.api().clCreateSubBuffer(buffer_, CL_MEM_READ_WRITE,
                                                CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  check(status, "clCreateSubBuffer");
  keep.add(part);
  check(session.api().clSetKernelArg(kernel, index, sizeof part, &part), "clSetKernelArg");
}

cl_int BufferArena::write(Session& session, cl_command_queue queue, void* target,
                          const void* source, std::size_t bytes, cl_event* event) {
  return session.api().clEnqueueWriteBuffer(queue, buffer_, CL_FALSE, offset(target), bytes, source,
                                            0, nullptr, event);
}

cl_int BufferArena::read(Session& session, cl_command_queue queue, void* target, const void* source,
                         std::size_t bytes, cl_event* event) {
  return session.api().clEnqueueReadBuffer(queue, buffer_, CL_FALSE, offset(source), bytes, target,
                                           0, nullptr, event);
}

cl_int BufferArena::move(Session& session, cl_command_queue queue, void* target, const void* source,
                         std::size_t bytes, cl_event* event) {
  return session.api().clEnqueueCopyBuffer(queue, buffer_, buffer_, offset(source), offset(target),
                                           bytes, 0, nullptr, event);
}

cl_int BufferArena::fill(Session& session, cl_command_queue queue, void* target,
                         const void* pattern, std::size_t pattern_size, std::size_t bytes,
                         cl_event* event) {
  return session.api().clEnqueueFillBuffer(queue, buffer_, pattern, pattern_size, offset(target),
                                           bytes, 0, nullptr, event);
}

void BufferArena::begin_host(Session& session, void* pointer, std::size_t bytes) {
  if (!in_host_) {
    return session.run("clEnqueueReadBuffer", [&](cl_command_queue queue, cl_event* event) {
      return read(session, queue, pointer, pointer, bytes, event);
    });
  }
  session.run("clEnqueueMapBuffer", [&](cl_command_queue queue, cl_event* event) {
    cl_int status = CL_SUCCESS;
    session.api().clEnqueueMapBuffer(queue, buffer_, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE,
                                     offset(pointer), bytes, 0, nullptr, event, &status);
    return status;
  });
}

void BufferArena::end_host(Session& session, void* pointer, std::size_t bytes) {
  if (!in_host_) {
    return session.run("clEnqueueWriteBuffer", [&](cl_command_queue queue, cl_event* event) {
      return write(session, queue, pointer, pointer, bytes, event);
    });
  }
  session.run("clEnqueueUnmapMemObject", [&](cl_command_queue queue, cl_event* event) {
    return session.api().clEnqueueUnmapMemObject(queue, buffer_, pointer, 0, nullptr, event);
  });
}

}  // namespace vgpu::opencl_device
