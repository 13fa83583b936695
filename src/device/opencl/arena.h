// The memory of an OpenCL device: one block with addresses that programs and kernels both use.
//
// DeviceMemory divides the block up. There are three ways to have one, chosen by what the device can do (VGPU_OPENCL_MEMORY
// chooses for tests):
//   shared   fine-grained shared virtual memory: the addresses are real for host and device, nothing is ever copied
//   svm      coarse-grained shared virtual memory: real addresses too, but the host must map what it touches
//   buffers  no shared virtual memory: one buffer, and a range of host addresses of the same size; an address stands for
//            an offset in the buffer, the host memory behind it is where a command of the cpu device works
//   separate the same with memory of the device's own, also where it could share the host's
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "device/device.h"
#include "device/opencl/connection.h"
#include "memory/memory_source.h"

namespace vgpu::opencl_device {

// Memory objects that are released together.
class MemoryObjects {
 public:
  explicit MemoryObjects(const ClApi& api) : api_(api) {}
  ~MemoryObjects();
  MemoryObjects(const MemoryObjects&) = delete;
  MemoryObjects& operator=(const MemoryObjects&) = delete;
  void add(cl_mem object) { objects_.push_back(object); }

 private:
  const ClApi& api_;
  std::vector<cl_mem> objects_;
};

class Arena : public MemorySource {
 public:
  virtual const char* kind() const = 0;
  // Whether the host reads and writes the memory as it is.
  virtual bool is_host() const = 0;

  // Tells a new kernel object of the memory that pointers in memory may lead it to.
  virtual void attach(Session&, cl_kernel) {}

  // Gives a kernel a pointer into the block; `bytes` are the allocation's from there on. `keep` gets what must live until
  // the launch has ended. Throws ClError.
  virtual void set_argument(Session& session, cl_kernel kernel, cl_uint index, void* pointer,
                            std::size_t bytes, MemoryObjects& keep) = 0;

  // Begin to copy bytes from the host, to the host, or within the block (without overlap), and to fill; they give the
  // call's status and, if `event` is not null, an event.
  virtual cl_int write(Session& session, cl_command_queue queue, void* target, const void* source,
                       std::size_t bytes, cl_event* event) = 0;
  virtual cl_int read(Session& session, cl_command_queue queue, void* target, const void* source,
                      std::size_t bytes, cl_event* event) = 0;
  virtual cl_int move(Session& session, cl_command_queue queue, void* target, const void* source,
                      std::size_t bytes, cl_event* event) = 0;
  virtual cl_int fill(Session& session, cl_command_queue queue, void* target, const void* pattern,
                      std::size_t pattern_size, std::size_t bytes, cl_event* event) = 0;

  // The host may touch the range between the two calls. Throw ClError.
  virtual void begin_host(Session& session, void* pointer, std::size_t bytes) = 0;
  virtual void end_host(Session& session, void* pointer, std::size_t bytes) = 0;

  std::size_t bytes() const override { return bytes_; }
  bool contains(const void* pointer) const {
    const auto* base = base_.load(std::memory_order_acquire);
    return base != nullptr && static_cast<const std::byte*>(pointer) - base >= 0 &&
           static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - base) < bytes_;
  }

 protected:
  explicit Arena(Connection& connection);

  Connection& connection_;
  const std::size_t bytes_;
  std::atomic<std::byte*> base_{nullptr};
};

// The best kind for the device, or the one that the option names.
std::shared_ptr<Arena> make_arena(Connection& connection);

// Host memory in a device's place, for one that is lost. Never given back. Throws Error(MemoryAllocation).
std::byte* reserve_host_block(std::size_t bytes, std::size_t alignment);

}  // namespace vgpu::opencl_device
