// Events: their state, and the functions about one event.
// SPDX-License-Identifier: MIT
#include "api/opencl/event.h"

#include <memory>
#include <utility>

#include "api/opencl/info.h"
#include "api/opencl/queue.h"
#include "compiler/services.h"
#include "runtime/clock.h"
#include "runtime/scheduler.h"

using namespace vgpu::opencl;
using vgpu::Scheduler;

_cl_event::_cl_event(_cl_context& of_context, _cl_command_queue* of_queue, cl_command_type of_type)
    : context(of_context),
      queue(of_queue),
      type(of_type),
      status(of_type == CL_COMMAND_USER ? CL_SUBMITTED : CL_QUEUED) {}

_cl_event::~_cl_event() = default;

void _cl_event::advance(cl_int new_status) {
  std::vector<Registered> due;
  {
    const std::lock_guard lock(mutex_);
    status.store(new_status, std::memory_order_release);
    std::erase_if(callbacks_, [&](const Registered& callback) {
      if (callback.at < new_status) return false;
      due.push_back(callback);
      return true;
    });
  }
  for (const Registered& callback : due) {
    callback.function(this, new_status < 0 ? new_status : callback.at, callback.data);
  }
}

void _cl_event::submit() {
  submitted = vgpu::now_ns();
  advance(CL_SUBMITTED);
}

void _cl_event::add_callback(cl_int at, Callback function, void* data) {
  {
    const std::lock_guard lock(mutex_);
    if (status.load(std::memory_order_relaxed) > at) {
      callbacks_.push_back({at, function, data});
      return;
    }
  }
  const cl_int now = status.load(std::memory_order_acquire);
  function(this, now < 0 ? now : at, data);
}

void _cl_event::wait() const {
  if (!ended()) Scheduler::shared().wait(point);
  vgpu::compiler::PrintSink::shared().flush();
}

cl_event clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    auto event = std::make_unique<Event>(check(context), nullptr, CL_COMMAND_USER);
    event->point = Scheduler::shared().make_gate(context->memory_device());
    return event.release();
  });
}

cl_int clSetUserEventStatus(cl_event handle, cl_int execution_status) {
  return entry(__func__, [&] {
    Event& event = check(handle);
    require(event.is_user(), CL_INVALID_EVENT);
    const Ref<Event> kept(event);  // its callbacks may release it
    require(execution_status <= CL_COMPLETE, CL_INVALID_VALUE);
    cl_int open = CL_SUBMITTED;  // of two threads that set it, one is too late
    require(event.status.compare_exchange_strong(open, execution_status), CL_INVALID_OPERATION);
    event.advance(execution_status);
    Scheduler::shared().open_gate(event.point);
  });
}

cl_int clRetainEvent(cl_event event) { return retain(__func__, event); }
cl_int clReleaseEvent(cl_event event) { return release(__func__, event); }

cl_int clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  return entry(__func__, [&] {
    require(num_events > 0 && event_list != nullptr, CL_INVALID_VALUE);
    const std::vector<cl_event> events(event_list, event_list + num_events);
    for (const cl_event event : events) {
      require(check(event).context.get() == check(events[0]).context.get(), CL_INVALID_CONTEXT);
    }
    bool failed = false;
    for (const cl_event event : events) {
      event->wait();
      failed = failed || event->failed();
    }
    require(!failed, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  });
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                          Event::Callback function, void* user_data) {
  return entry(__func__, [&] {
    check(event);
    require(function != nullptr, CL_INVALID_VALUE);
    require(command_exec_callback_type == CL_SUBMITTED ||
                command_exec_callback_type == CL_RUNNING ||
                command_exec_callback_type == CL_COMPLETE,
            CL_INVALID_VALUE);
    event->add_callback(command_exec_callback_type, function, user_data);
  });
}

cl_int clGetEventInfo(cl_event handle, cl_event_info param_name, std::size_t size, void* value,
                      std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Event& event = check(handle);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_EVENT_COMMAND_QUEUE:
        return reply.put<cl_command_queue>(event.queue.get());
      case CL_EVENT_CONTEXT:
        return reply.put<cl_context>(event.context.get());
      case CL_EVENT_COMMAND_TYPE:
        return reply.put<cl_command_type>(event.type);
      case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return reply.put<cl_int>(event.status.load(std::memory_order_acquire));
      case CL_EVENT_REFERENCE_COUNT:
        return reply.put<cl_uint>(event.users.load());
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}

cl_int clGetEventProfilingInfo(cl_event handle, cl_profiling_info param_name, std::size_t size,
                               void* value, std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Event& event = check(handle);
    require(!event.is_user() && event.queue->profiles() &&
                event.status.load(std::memory_order_acquire) == CL_COMPLETE,
            CL_PROFILING_INFO_NOT_AVAILABLE);
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
      case CL_PROFILING_COMMAND_QUEUED:
        return reply.put(event.queued);
      case CL_PROFILING_COMMAND_SUBMIT:
        return reply.put(event.submitted);
      case CL_PROFILING_COMMAND_START:
        return reply.put(event.started);
      case CL_PROFILING_COMMAND_END:
      case CL_PROFILING_COMMAND_COMPLETE:
        return reply.put(event.completed);
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}
