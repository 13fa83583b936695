// An event: how far a command has come, when it did, and who wants to be told.
//
// `point` is the command's place in the runtime's order, which others wait for; a user event's point is a gate that
// clSetUserEventStatus opens. `status` is set by the command itself (command.h).
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "api/opencl/context.h"
#include "runtime/command.h"

struct _cl_command_queue;

struct _cl_event : vgpu::opencl::Object<_cl_event> {
  static constexpr std::uint32_t kMagic = 0x76470004;
  static constexpr cl_int kInvalid = CL_INVALID_EVENT;
  using Callback = void(CL_CALLBACK*)(cl_event, cl_int, void*);

  _cl_event(_cl_context& of_context, _cl_command_queue* of_queue, cl_command_type of_type);
  ~_cl_event();

  bool is_user() const { return type == CL_COMMAND_USER; }
  bool ended() const { return status.load(std::memory_order_acquire) <= CL_COMPLETE; }
  bool failed() const { return status.load(std::memory_order_acquire) < CL_COMPLETE; }

  // The command has come to this status, a negative one if it failed: tells those who registered.
  void advance(cl_int new_status);
  // The command is the device's now: nothing of its wait list holds it back.
  void submit();
  // Calls `function` when the event comes to `at`, at once if it has.
  void add_callback(cl_int at, Callback function, void* data);
  // Returns when the event has ended.
  void wait() const;

  const vgpu::opencl::Ref<_cl_context> context;
  const vgpu::opencl::Ref<_cl_command_queue> queue;  // none: a user event
  const cl_command_type type;
  std::atomic<cl_int> status;
  vgpu::Point point;
  cl_ulong queued = 0, submitted = 0, started = 0, completed = 0;  // nanoseconds

 private:
  struct Registered {
    cl_int at;
    Callback function;
    void* data;
  };
  std::mutex mutex_;
  std::vector<Registered> callbacks_;
};

namespace vgpu::opencl {

using Event = ::_cl_event;

}  // namespace vgpu::opencl
