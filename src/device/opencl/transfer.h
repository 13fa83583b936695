// Copies and fills of memory that the host cannot touch.
//
// Long copies between the device and ordinary host memory go through two halves of a pinned buffer: while the device
// works on one half, this thread copies the other.
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "device/opencl/arena.h"

namespace vgpu::opencl_device {

class Transfer {
 public:
  Transfer(Session& session, Arena& arena) : session_(session), arena_(arena) {}

  // Both return when it is done and throw ClError.
  void copy(const Copy& copy);
  void fill(const Fill& fill);

 private:
  void copy_block(void* target, const void* source, std::size_t bytes);
  void copy_rows(const Copy& copy);
  void copy_overlapping(void* target, const void* source, std::size_t bytes);
  cl_int enqueue(cl_command_queue queue, void* target, const void* source, std::size_t bytes,
                 cl_event* event);
  void upload(std::byte* target, const std::byte* source, std::size_t bytes);
  void download(std::byte* target, const std::byte* source, std::size_t bytes);

  Session& session_;
  Arena& arena_;
};

}  // namespace vgpu::opencl_device
