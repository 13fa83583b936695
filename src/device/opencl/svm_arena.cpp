// One block of clSVMAlloc.
// SPDX-License-Identifier: MIT
#include "device/opencl/svm_arena.h"

namespace vgpu::opencl_device {

SvmArena::~SvmArena() {
  Session* session = connection_.session();
  if (block_ != nullptr && session != nullptr) session->api().clSVMFree(session->context(), block_);
}

std::byte* SvmArena::open(std::size_t alignment) {
  Session* session = connection_.session();
  if (session != nullptr) {
    const cl_svm_mem_flags flags =
        CL_MEM_READ_WRITE | (fine_ ? cl_svm_mem_flags{CL_MEM_SVM_FINE_GRAIN_BUFFER} : 0);
    block_ = session->api().clSVMAlloc(session->context(), flags, bytes_ + alignment, 0);
    if (block_ == nullptr) session->lose("clSVMAlloc gave no memory");
  }
  if (block_ == nullptr) {
    base_ = reserve_host_block(bytes_, alignment);
  } else {
    // The specification knows no alignments as large as that.
    const auto address = reinterpret_cast<std::uintptr_t>(block_);
    base_ = static_cast<std::byte*>(block_) + (alignment - address % alignment) % alignment;
  }
  return base_;
}

void SvmArena::attach(Session& session, cl_kernel kernel) {
  if (block_ == nullptr) return;
  check(session.api().clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof block_,
                                          &block_),
        "clSetKernelExecInfo");
}

void SvmArena::set_argument(Session& session, cl_kernel kernel, cl_uint index, void* pointer,
                            std::size_t, MemoryObjects&) {
  check(session.api().clSetKernelArgSVMPointer(kernel, index, pointer), "clSetKernelArgSVMPointer");
}

cl_int SvmArena::write(Session& session, cl_command_queue queue, void* target, const void* source,
                       std::size_t bytes, cl_event* event) {
  return move(session, queue, target, source, bytes, event);
}

cl_int SvmArena::read(Session& session, cl_command_queue queue, void* target, const void* source,
                      std::size_t bytes, cl_event* event) {
  return move(session, queue, target, source, bytes, event);
}

cl_int SvmArena::move(Session& session, cl_command_queue queue, void* target, const void* source,
                      std::size_t bytes, cl_event* event) {
  return session.api().clEnqueueSVMMemcpy(queue, CL_FALSE, target, source, bytes, 0, nullptr,
                                          event);
}

cl_int SvmArena::fill(Session& session, cl_command_queue queue, void* target, const void* pattern,
                      std::size_t pattern_size, std::size_t bytes, cl_event* event) {
  return session.api().clEnqueueSVMMemFill(queue, target, pattern, pattern_size, bytes, 0, nullptr,
                                           event);
}

void SvmArena::begin_host(Session& session, void* pointer, std::size_t bytes) {
  if (fine_) return;
  session.run("clEnqueueSVMMap", [&](cl_command_queue queue, cl_event* event) {
    return session.api().clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, pointer,
                                         bytes, 0, nullptr, event);
  });
}

void SvmArena::end_host(Session& session, void* pointer, std::size_t) {
  if (fine_) return;
  session.run("clEnqueueSVMUnmap", [&](cl_command_queue queue, cl_event* event) {
    return session.api().clEnqueueSVMUnmap(queue, pointer, 0, nullptr, event);
  });
}

}  // namespace vgpu::opencl_device
