// A command queue: one stream of the runtime, or several where commands may overtake each other.
//
// An in-order queue is a stream. In an out-of-order queue, commands that wait for nothing share one lane, which so
// never stands still; a command that waits goes behind the one it waits for where that is the last of its lane, else
// to a lane that is free. So a command waits for nothing but what it was told to.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "api/opencl/command.h"
#include "api/opencl/context.h"
#include "runtime/stream.h"

struct _cl_command_queue : vgpu::opencl::Object<_cl_command_queue> {
  static constexpr std::uint32_t kMagic = 0x76470005;
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_QUEUE;

  _cl_command_queue(_cl_context& of_context, _cl_device_id& of_device,
                    cl_command_queue_properties with, int stream_priority);

  bool in_order() const { return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
  bool profiles() const { return (properties & CL_QUEUE_PROFILING_ENABLE) != 0; }

  // Adds work that starts when all `waits` are done. `barrier`: all later work waits for it.
  vgpu::Point add(vgpu::WorkRef work, std::vector<vgpu::Point> waits, bool barrier);
  // A command has failed by itself: tells the context's function, and the next who asks.
  void note_failure(cl_int code, std::string_view command);
  // Throws CL_OUT_OF_RESOURCES if a command has failed since the last call, whatever became of its event.
  void report_failure();
  // Where everything that was added so far is done.
  std::vector<vgpu::Point> ends();

  const vgpu::opencl::Ref<_cl_context> context;
  const vgpu::opencl::Ref<_cl_device_id> device;
  const cl_command_queue_properties properties;
  const int priority;                              // of its streams
  std::vector<cl_queue_properties> property_list;  // as given, with the final zero

 private:
  const std::shared_ptr<vgpu::Stream>& choose_lane(const std::vector<vgpu::Point>& waits);
  std::shared_ptr<vgpu::Stream> new_lane() const;

  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::vector<std::shared_ptr<vgpu::Stream>> lanes_;  // the first holds what waits for nothing
  vgpu::Point barrier_;
};

namespace vgpu::opencl {

using Queue = ::_cl_command_queue;

// The wait list and event of an enqueueing call.
struct EventArguments {
  cl_uint count;
  const cl_event* list;
  cl_event* out;
};

// What a command is, for enqueue().
struct NewCommand {
  cl_command_type type;
  WorkRef work;
  Uses uses;
  bool blocking = false;
  bool barrier = false;
  bool after_all = false;  // also waits for all earlier commands of the queue
};

// Throws the code for a wait list that the specification does not allow; to be called before anything happens.
void check_waits(const Queue& queue, const EventArguments& events);

// Checks the wait list, enqueues, gives the event out, and waits if the call blocks.
void enqueue(Queue& queue, NewCommand command, const EventArguments& events);

// A command that does nothing but wait and be waited for.
WorkRef no_work();

}  // namespace vgpu::opencl
