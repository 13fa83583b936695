// Device memory by shared virtual memory: kernels get the very addresses that programs have.
// SPDX-License-Identifier: MIT
#pragma once

#include "device/opencl/arena.h"

namespace vgpu::opencl_device {

class SvmArena final : public Arena {
 public:
  // `fine`: the host needs no mapping.
  SvmArena(Connection& connection, bool fine) : Arena(connection), fine_(fine) {}
  ~SvmArena() override;

  const char* kind() const override { return fine_ ? "shared" : "svm"; }
  bool is_host() const override { return fine_; }
  std::byte* open(std::size_t alignment) override;

  void attach(Session& session, cl_kernel kernel) override;
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
  const bool fine_;
  void* block_ = nullptr;  // of clSVMAlloc; null: host memory
};

}  // namespace vgpu::opencl_device
