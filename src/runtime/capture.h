// Capturing streams: their commands become nodes of a graph instead of running.
//
// A capture begins on one stream and spreads to those that wait for its events; they must be joined again, by
// an event, before it ends. Functions that wait for a captured stream are refused and spoil the capture.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/graph.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/event.h"
#include "runtime/graph.h"
#include "runtime/stream.h"

namespace vgpu {

class Capture : public std::enable_shared_from_this<Capture> {
 public:
  using Nodes = std::vector<std::uint32_t>;

  static void begin(const std::shared_ptr<Stream>& stream);
  // Into a graph that is there already, behind some of its nodes.
  static void begin(const std::shared_ptr<Stream>& stream, std::shared_ptr<Graph> graph,
                    const Nodes& after);
  static std::shared_ptr<Graph> end(Stream& stream);
  static vgpuStreamCaptureStatus status(const Stream& stream);
  // The graph and what the stream's next node will wait for; no graph if it is not captured.
  static std::pair<std::shared_ptr<Graph>, Nodes> place(const Stream& stream);
  // Adds to what the stream's next node waits for, or replaces it.
  static void wait_for(Stream& stream, const Nodes& nodes, bool replace);

  // Each does its part if the stream is captured (or, for wait, the event was) and else returns false.
  static bool add(Stream& stream, const WorkRef& work);
  static bool record(Stream& stream, Event& event);
  static bool wait(const std::shared_ptr<Stream>& stream, const Event& event);

  // Error(StreamCaptureUnsupported) if the stream is captured; the capture is spoilt then.
  static void refuse(Stream& stream, const char* what);
  // The same for the end of a stream: one that has only joined a capture may go, its nodes stay.
  static void refuse_end(Stream& stream);

  Capture(const Stream* origin, std::shared_ptr<Graph> graph)
      : origin_(origin), graph_(std::move(graph)) {}

 private:
  struct Member {
    std::shared_ptr<Stream> stream;
    Nodes last;  // what the stream's next node waits for
  };

  static std::mutex& mutex();  // guards all captures and every Stream::capture_
  void join(const std::shared_ptr<Stream>& stream, const Nodes& nodes);
  Member& member(const Stream& stream);
  bool all_joined();
  void leave();
  void check_valid() const;

  const Stream* origin_;
  std::shared_ptr<Graph> graph_;
  std::vector<Member> members_;
  bool invalid_ = false;
};

// Enqueues work on a stream, or adds it to the graph that the stream is captured into.
void submit(const std::shared_ptr<Stream>& stream, WorkRef work, std::vector<Point> waits = {});

}  // namespace vgpu
