// Decides which thread runs which stream's commands, and when.
//
// One mutex guards the order of everything; it is held for moments only, never while work runs. A thread that
// runs a stream takes all of its commands at once. Threads that wait for a stream run it themselves if nobody
// else does, so a launch followed by a synchronisation needs no other thread; the executors (executors.h) run what nobody
// waits for. Dependencies only ever point to commands that were enqueued earlier, so there is no deadlock.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/command.h"
#include "runtime/executors.h"
#include "runtime/stream.h"

namespace vgpu {

class OrderWitness;

// While one lives, its thread runs work of a stream and so must not wait for streams.
class RunningMark {
 public:
  RunningMark();
  ~RunningMark();
  RunningMark(const RunningMark&) = delete;
  RunningMark& operator=(const RunningMark&) = delete;

 private:
  bool outer_;
};

class Scheduler {
 public:
  // The process's; never destroyed, as threads may still run while the program ends.
  static Scheduler& shared();

  // Adds work at the end of the stream. It starts when the stream has come that far and all `waits` are done, and
  // the default stream's rules are kept.
  Point enqueue(const std::shared_ptr<Stream>& stream, WorkRef work, std::vector<Point> waits = {});

  // A point that no work comes to: it is done when somebody opens it. For events that a program sets itself.
  Point make_gate(DeviceContext& device);
  void open_gate(const Point& gate) { finish(*gate.stream, gate.sequence); }

  // Returns when the stream has come to that point. Error(NotPermitted) inside a host function.
  void wait(Stream& stream, std::uint64_t sequence);
  void wait(const Point& point) { wait(*point.stream, point.sequence); }
  void wait_all(Stream& stream) { wait(stream, stream.enqueued()); }

  // Waits for all that is enqueued on the device now; errors stay where they are.
  void wait_device(DeviceContext& device);

  // The stream's next command comes after that point, which may be done already: for devices that keep a clock.
  static void note_dependency(const Stream& stream, const Point& before);

  // The stream's sticky error, if any, which is cleared.
  std::optional<Error> take_error(Stream& stream);
  std::optional<Error> take_device_error(DeviceContext& device);
  // A look at it: for callbacks.
  std::optional<Error> peek_error(const Stream& stream);

  void add_stream(Stream& stream);  // to its device's list
  void remove_stream(Stream& stream);

  // Lets executors start nothing more and waits for what they run: for the end of the program.
  void stop();

  // Around fork(): see fork.h.
  void before_fork();
  void after_fork_in_parent();
  void after_fork_in_child(std::vector<DeviceContext*> devices);

 private:
  friend class Executors;
  using Lock = std::unique_lock<std::mutex>;

  Scheduler() : executors_(*this) {}
  static void tell_depends(OrderWitness& witness, const Stream& stream, const Point& before);
  void wait_for(Stream& stream, std::uint64_t sequence);
  void add_default_stream_waits(Stream& stream, Command& command);
  void make_ready(Stream& stream);
  Stream* next_ready() const;
  void take(Stream& stream);
  void run(Stream& stream, std::uint64_t until);
  void execute(Stream& stream, Command& command);
  bool block(Stream& stream, const Point& point);
  bool refill(Stream& stream);
  void release(Stream& stream);
  void finish(Stream& stream, std::uint64_t sequence);
  void notify(Stream& stream);
  Stream* helpable(Stream& stream, std::uint64_t& until) const;
  void watch(Stream& stream, std::uint64_t sequence, Stream* who);
  void sleep_until(Lock& lock, Stream& stream, std::uint64_t sequence);
  void fail_stream(Stream& stream, Error error);
  void abandon(Stream& stream);
  static bool spin(const Stream& stream, std::uint64_t sequence);
  bool preempted(const Stream& stream) const;

  std::mutex mutex_;
  std::condition_variable progress_;  // for threads in wait()
  unsigned waiting_threads_ = 0;
  std::vector<Stream*> ready_;
  std::atomic<int> ready_priority_{INT32_MAX};  // the most urgent in ready_
  std::uint64_t errors_ = 0;
  unsigned running_ = 0;  // streams that some thread runs
  bool stopped_ = false;
  Executors executors_;
};

}  // namespace vgpu
