// Opens devices and waits for their commands.
// SPDX-License-Identifier: MIT
#include "device/opencl/session.h"

#include "base/log.h"
#include "device/opencl/discovery.h"

namespace vgpu::opencl_device {
namespace {

constexpr cl_int kRunning = CL_QUEUED;  // above CL_COMPLETE; what a callback brings is not

}  // namespace

Session::Session(const ClApi& api, const DeviceRecord& record) : api_(api), record_(record) {
  const FoundDevice found = find_again(api, record);
  device_ = found.device;
  const cl_context_properties properties[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(found.platform), 0};
  cl_int status = CL_SUCCESS;
  context_ = api.clCreateContext(properties, 1, &device_, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  watch_forks();
}

cl_command_queue Session::take_queue() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_queues_.empty()) {
      cl_command_queue queue = free_queues_.back();
      free_queues_.pop_back();
      return queue;
    }
  }
  cl_int status = CL_SUCCESS;
  cl_command_queue queue = api_.clCreateCommandQueue(context_, device_, 0, &status);
  check(status, "clCreateCommandQueue");
  return queue;
}

void Session::give_queue(cl_command_queue queue) {
  const std::lock_guard lock(mutex_);
  free_queues_.push_back(queue);
}

void Session::note_failure(const ClError& error) {
  switch (error.status()) {
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_INVALID_CONTEXT:
    case CL_INVALID_COMMAND_QUEUE:
    case CL_INVALID_DEVICE:
      return lose(error.message());
    default:
      return;
  }
}

void Session::lose(const std::string& reason) {
  if (lost_.exchange(true)) return;
  log(LogLevel::warning, "opencl: {} is lost, the cpu device takes over: {}", record_.name, reason);
}

void Session::after_fork_in_child() noexcept {
  mutex_.unlock();
  lost_.store(true);
  log(LogLevel::warning, "opencl: {} cannot be used after fork; the cpu device takes over",
      record_.name);
}

Pending::Pending(Session& session, cl_event event, const char* what)
    : session_(session),
      event_(event),
      what_(what),
      state_(std::make_shared<std::atomic<cl_int>>(kRunning)) {
  auto copy = std::make_unique<State>(state_);
  check(session.api().clSetEventCallback(event, CL_COMPLETE, ended, copy.get()),
        "clSetEventCallback");
  static_cast<void>(copy.release());  // the callback's
}

// Also where an exception has come first: the command may still use its caller's memory.
Pending::~Pending() {
  state_->wait(kRunning, std::memory_order_acquire);
  session_.api().clReleaseEvent(event_);
}

void CL_CALLBACK Pending::ended(cl_event, cl_int status, void* data) {
  const std::unique_ptr<State> state(static_cast<State*>(data));
  (*state)->store(status, std::memory_order_release);
  (*state)->notify_all();
}

void Pending::wait() {
  state_->wait(kRunning, std::memory_order_acquire);
  const cl_int status = state_->load(std::memory_order_acquire);
  if (status >= CL_COMPLETE) return;
  const ClError error(status, what_);
  session_.note_failure(error);
  throw error;
}

}  // namespace vgpu::opencl_device
