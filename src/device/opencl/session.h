// An opened OpenCL device: its context, its queues, and whether it still works.
//
// The runtime calls devices with commands that are ready, several at once, and expects them done on return. So each command
// gets a queue of its own from a pool, and its thread sleeps until the driver calls back that the command has ended.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/fork_guard.h"
#include "device/opencl/device_record.h"
#include "device/opencl/staging.h"

namespace vgpu::opencl_device {

class Session final : private ForkGuard {
 public:
  // Finds the device again and opens it. Throws Error. Lives as long as the process, as drivers' threads do.
  Session(const ClApi& api, const DeviceRecord& record);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const ClApi& api() const { return api_; }
  const DeviceRecord& record() const { return record_; }
  cl_context context() const { return context_; }
  cl_device_id device() const { return device_; }
  Staging& staging() { return staging_; }

  // Calls enqueue(queue, event), which gives a status, and waits for the command's end. Throws ClError.
  template <typename Enqueue>
  void run(const char* what, Enqueue&& enqueue);

  // After a failure that the device will not recover from, or in the child of a fork, where drivers do not work.
  bool lost() const { return lost_.load(std::memory_order_acquire); }
  void note_failure(const ClError& error);
  void lose(const std::string& reason);

 private:
  friend class Queue;
  cl_command_queue take_queue();
  void give_queue(cl_command_queue queue);
  void before_fork() noexcept override { mutex_.lock(); }
  void after_fork_in_parent() noexcept override { mutex_.unlock(); }
  void after_fork_in_child() noexcept override;

  const ClApi& api_;
  const DeviceRecord record_;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  std::mutex mutex_;
  std::vector<cl_command_queue> free_queues_;
  Staging staging_;
  std::atomic<bool> lost_{false};
};

// A queue for as long as one command needs it.
class Queue {
 public:
  explicit Queue(Session& session) : session_(session), queue_(session.take_queue()) {}
  ~Queue() { session_.give_queue(queue_); }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  operator cl_command_queue() const { return queue_; }

 private:
  Session& session_;
  cl_command_queue queue_;
};

// A command on its way, from the event that its enqueueing gave.
class Pending {
 public:
  Pending(Session& session, cl_event event, const char* what);  // owns the event
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  ~Pending();

  void wait();  // until the driver has called back; throws ClError if the command failed

 private:
  using State = std::shared_ptr<std::atomic<cl_int>>;
  static void CL_CALLBACK ended(cl_event, cl_int status, void* state);

  Session& session_;
  cl_event event_;
  const char* what_;
  State state_;
};

template <typename Enqueue>
void Session::run(const char* what, Enqueue&& enqueue) {
  const Queue queue(*this);
  cl_event event = nullptr;
  const cl_int status = enqueue(static_cast<cl_command_queue>(queue), &event);
  if (status != CL_SUCCESS) {
    api_.clFinish(queue);  // part of it may have begun
    const ClError error(status, what);
    note_failure(error);
    throw error;
  }
  Pending pending(*this, event, what);
  check(api_.clFlush(queue), "clFlush");
  pending.wait();
}

}  // namespace vgpu::opencl_device
