// A stream: a queue whose commands run one after another.
//
// It holds the state; who runs what and when is the Scheduler's, which guards all private members but the
// atomics with its mutex.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/stream.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "runtime/command.h"

namespace vgpu {

class Capture;
class DeviceContext;

class Stream {
 public:
  static constexpr int kLeastPriority = 0;
  static constexpr int kGreatestPriority = -5;

  Stream(DeviceContext& device, unsigned flags, int priority, unsigned number)
      : device_(device), flags_(flags), priority_(priority), number_(number) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream();

  DeviceContext& device() const { return device_; }
  unsigned flags() const { return flags_; }
  int priority() const { return priority_; }
  unsigned number() const { return number_; }  // in traces; 0 is a device's default stream
  bool blocking() const { return (flags_ & vgpuStreamNonBlocking) == 0; }

  std::uint64_t completed() const { return completed_.load(std::memory_order_acquire); }
  std::uint64_t enqueued() const { return enqueued_.load(std::memory_order_acquire); }
  bool failed() const { return failed_.load(std::memory_order_acquire); }

  // The capture that swallows this stream's commands, or null; guarded by Capture's own lock.
  bool capturing() const { return capturing_.load(std::memory_order_acquire); }

  vgpuStream_t handle() const { return handle_.load(std::memory_order_relaxed); }
  void set_handle(vgpuStream_t handle) { handle_.store(handle, std::memory_order_relaxed); }

 private:
  friend class Scheduler;
  friend class Capture;

  enum class State {
    idle,     // nothing to do
    ready,    // in the scheduler's list
    running,  // some thread works on it
    blocked,  // its first command waits for another stream
  };

  // Somebody who wants to know when command number `sequence` is done: another stream, or (null) threads.
  struct Watch {
    std::uint64_t sequence;
    Stream* stream;
  };

  DeviceContext& device_;
  const unsigned flags_;
  const int priority_;
  const unsigned number_;
  std::atomic<vgpuStream_t> handle_{nullptr};

  State state_ = State::idle;
  CommandList pending_;                // not yet taken by the thread that runs the stream
  CommandList taken_;                  // only that thread touches these
  std::shared_ptr<Stream> keep_;       // itself, while it is not idle
  const Point* blocked_by_ = nullptr;  // of its first command
  std::vector<Watch> watches_;
  std::optional<Error> error_;     // the first one since the last synchronisation
  std::uint64_t error_order_ = 0;  // to find the first one of several streams

  std::atomic<std::uint64_t> enqueued_{0};
  std::atomic<std::uint64_t> completed_{0};
  std::atomic<std::uint64_t> watched_{UINT64_MAX};  // the least sequence in watches_
  std::atomic<bool> failed_{false};

  std::atomic<bool> capturing_{false};
  std::shared_ptr<Capture> capture_;
};

inline bool Point::done() const { return stream->completed() >= sequence; }

}  // namespace vgpu
