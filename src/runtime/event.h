// Events: a point in a stream's order that can be waited for, and the time at which it was passed.
//
// What an event has recorded is an EventPoint of its own, so recording it anew or destroying it changes nothing
// for those who wait for the old one.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/event.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/command.h"

namespace vgpu {

class Capture;

struct EventPoint {
  Point point;                         // no stream: a graph has recorded it, it is done
  std::atomic<std::uint64_t> time{0};  // nanoseconds; 0: not passed yet, or not timed

  bool done() const { return point.stream == nullptr || point.done(); }
};

class Event {
 public:
  explicit Event(unsigned flags) : flags_(flags) {}

  bool timed() const { return (flags_ & vgpuEventDisableTiming) == 0; }

  // What was recorded last; null before the first time.
  std::shared_ptr<EventPoint> last() const;
  void set_last(std::shared_ptr<EventPoint> point);

  // What was recorded while a stream was captured: the nodes that stand for its work so far.
  struct Captured {
    std::weak_ptr<Capture> capture;
    std::vector<std::uint32_t> nodes;
  };
  Captured captured() const;
  void set_captured(Captured captured);

 private:
  const unsigned flags_;
  mutable std::mutex mutex_;
  std::shared_ptr<EventPoint> last_;
  Captured captured_;
};

// The event now stands for all that is enqueued on the stream.
void record_event(const std::shared_ptr<Event>& event, const std::shared_ptr<Stream>& stream);

// Work enqueued on the stream from now on waits for what the event has recorded.
void wait_for_event(const std::shared_ptr<Stream>& stream, const Event& event);

void synchronize_event(const Event& event);

// Milliseconds from one to the other. Error(IllegalState): never recorded or not timed; Error(NotReady).
double elapsed_ms(const Event& start, const Event& end);

// Takes the time when its turn comes; shared by streams and graphs.
class EventWork final : public Work {
 public:
  // Streams: the point that stands for this very command.
  explicit EventWork(std::shared_ptr<EventPoint> point) : point_(std::move(point)) {}
  // Graphs: each run records the event anew.
  explicit EventWork(std::shared_ptr<Event> event) : event_(std::move(event)) {}

  void run(const RunSite& site) const override;
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeEventRecord; }
  bool describe(vgpuProfileRecord&) const override { return false; }
  bool runs_after_error() const override { return true; }
  bool urgent() const override { return false; }

 private:
  std::shared_ptr<EventPoint> point_;
  std::shared_ptr<Event> event_;
};

// In a graph: what the event has recorded when the graph is launched. The whole launch waits for it beforehand
// (GraphExec::waits): waiting in the middle could wait for what comes behind the launch.
class EventWaitWork final : public Work {
 public:
  explicit EventWaitWork(std::shared_ptr<Event> event) : event_(std::move(event)) {}
  const Event& event() const { return *event_; }
  void run(const RunSite&) const override {}
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeEventWait; }
  bool describe(vgpuProfileRecord&) const override { return false; }

 private:
  std::shared_ptr<Event> event_;
};

}  // namespace vgpu
