// Device memory as one buffer, for devices without shared virtual memory.
//
// An address is an offset in the buffer for the device, and an address of host memory of the same size for everybody
// else. Where device and host share memory the buffer lies in that host memory, and mapping it copies nothing; elsewhere
// what the host is to touch is read before and written back after. Pointers that stand in memory mean nothing to kernels.
// SPDX-License-Identifier: MIT
#pragma once

#include "device/opencl/arena.h"

namespace vgpu::opencl_device {

class BufferArena final : public Arena {
 public:
  // `in_host`: the device works in the host memory itself.
  BufferArena(Connection& connection, bool in_host) : Arena(connection), in_host_(in_host) {}

  const char* kind() const override { return in_host_ ? "buffers" : "separate"; }
  bool is_host() const override { return false; }
  std::byte* open(std::size_t alignment) override;

  void set_argument(Session& session, cl_kernel kernel, cl_uint index, void* pointer,
                    std::size_t bytes, MemoryObjects& keep) override;
  cl_int write(Session& session, cl_command_queue queue, void* target, const void* source,
               std::size_t bytes, cl_event* event) override;
  cl_int read(Session& session, cl_command_queue queue, void* target, const void* source,
              std::size_t bytes, cl_event* event) override;
  cl_int move(Session& session, cl_command_queue queue, void* target, const void* source,
              std::size_t bytes, cl_event* event) override;
  cl_int fill(Session& session, cl_command_queue queue, void* target, const void* pattern,
              std::size_t pattern_size, std::size_t bytes, cl_event* event) override;
  void begin_host(Session& session, void* pointer, std::size_t bytes) override;
  void end_host(Session& session, void* pointer, std::size_t bytes) override;

 private:
  std::size_t offset(const void* pointer) const {
    return static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - base_.load());
  }

  const bool in_host_;
  cl_mem buffer_ = nullptr;
};

}  // namespace vgpu::opencl_device
