// Stream capture.
// SPDX-License-Identifier: MIT
#include "runtime/capture.h"

#include <algorithm>

#include "base/error.h"
#include "runtime/device_context.h"
#include "runtime/scheduler.h"

namespace vgpu {

std::mutex& Capture::mutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

void Capture::begin(const std::shared_ptr<Stream>& stream) {
  begin(stream, std::make_shared<Graph>(), {});
}

void Capture::begin(const std::shared_ptr<Stream>& stream, std::shared_ptr<Graph> graph,
                    const Nodes& after) {
  if (stream == stream->device().default_stream()) {
    fail(ErrorCode::StreamCaptureUnsupported, "stream: the default stream cannot be captured");
  }
  std::lock_guard lock(mutex());
  if (stream->capture_) fail(ErrorCode::IllegalState, "stream: is being captured already");
  auto capture = std::make_shared<Capture>(stream.get(), std::move(graph));
  capture->join(stream, after);
}

void Capture::join(const std::shared_ptr<Stream>& stream, const Nodes& nodes) {
  members_.push_back({stream, nodes});
  stream->capture_ = shared_from_this();
  stream->capturing_.store(true, std::memory_order_release);
}

Capture::Member& Capture::member(const Stream& stream) {
  return *std::find_if(members_.begin(), members_.end(),
                       [&](const Member& member) { return member.stream.get() == &stream; });
}

void Capture::check_valid() const {
  if (invalid_) fail(ErrorCode::StreamCaptureInvalidated, "stream: its capture has failed before");
}

void Capture::leave() {
  for (Member& member : members_) {
    member.stream->capturing_.store(false, std::memory_order_release);
    member.stream->capture_ = nullptr;
  }
  members_.clear();
}

// Every stream's last work must lead to the origin's last work, or a launch would not know when it is done.
bool Capture::all_joined() {
  const std::vector<GraphNode> nodes = graph_->nodes();
  std::vector<bool> reached(nodes.size());
  Nodes open = member(*origin_).last;
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (reached[node]) continue;
    reached[node] = true;
    open.insert(open.end(), nodes[node].after.begin(), nodes[node].after.end());
  }
  return std::all_of(members_.begin(), members_.end(), [&](const Member& member) {
    return std::all_of(member.last.begin(), member.last.end(),
                       [&](std::uint32_t node) { return reached[node]; });
  });
}

std::shared_ptr<Graph> Capture::end(Stream& stream) {
  std::lock_guard lock(mutex());
  const std::shared_ptr<Capture> capture = stream.capture_;
  if (!capture) fail(ErrorCode::IllegalState, "stream: is not being captured");
  if (capture->origin_ != &stream) {
    capture->invalid_ = true;
    fail(ErrorCode::StreamCaptureUnmatched, "stream: the capture began on another one");
  }
  const bool joined = capture->all_joined();
  capture->leave();
  capture->check_valid();
  if (!joined) {
    fail(ErrorCode::StreamCaptureUnjoined, "stream: another one's work was not waited for");
  }
  return capture->graph_;
}

vgpuStreamCaptureStatus Capture::status(const Stream& stream) {
  std::lock_guard lock(mutex());
  if (!stream.capture_) return vgpuStreamCaptureStatusNone;
  return stream.capture_->invalid_ ? vgpuStreamCaptureStatusInvalidated
                                   : vgpuStreamCaptureStatusActive;
}

std::pair<std::shared_ptr<Graph>, Capture::Nodes> Capture::place(const Stream& stream) {
  std::lock_guard lock(mutex());
  if (!stream.capture_) return {};
  stream.capture_->check_valid();
  return {stream.capture_->graph_, stream.capture_->member(stream).last};
}

void Capture::wait_for(Stream& stream, const Nodes& nodes, bool replace) {
  std::lock_guard lock(mutex());
  if (!stream.capture_) fail(ErrorCode::IllegalState, "stream: is not being captured");
  stream.capture_->check_valid();
  Nodes& last = stream.capture_->member(stream).last;
  if (replace) last.clear();
  last.insert(last.end(), nodes.begin(), nodes.end());
}

bool Capture::add(Stream& stream, const WorkRef& work) {
  if (!stream.capturing()) return false;
  std::lock_guard lock(mutex());
  if (!stream.capture_) return false;
  stream.capture_->check_valid();
  Member& member = stream.capture_->member(stream);
  member.last = {stream.capture_->graph_->add(work, member.last)};
  return true;
}

bool Capture::record(Stream& stream, Event& event) {
  if (!stream.capturing()) return false;
  std::lock_guard lock(mutex());
  if (!stream.capture_) return false;
  stream.capture_->check_valid();
  event.set_captured({stream.capture_, stream.capture_->member(stream).last});
  return true;
}

bool Capture::wait(const std::shared_ptr<Stream>& stream, const Event& event) {
  const Event::Captured captured = event.captured();
  const std::shared_ptr<Capture> from = captured.capture.lock();
  if (!from && !stream->capturing()) return false;
  std::lock_guard lock(mutex());
  const std::shared_ptr<Capture> to = stream->capture_;
  if (from && !from->members_.empty() && !to) {
    from->check_valid();
    from->join(stream, captured.nodes);
    return true;
  }
  if (!to) return false;
  to->check_valid();
  if (to != from) {
    to->invalid_ = true;
    fail(ErrorCode::StreamCaptureUnsupported, "event: was not recorded in this capture");
  }
  Nodes& last = to->member(*stream).last;
  last.insert(last.end(), captured.nodes.begin(), captured.nodes.end());
  return true;
}

void Capture::refuse(Stream& stream, const char* what) {
  if (!stream.capturing()) return;
  std::lock_guard lock(mutex());
  if (!stream.capture_) return;
  stream.capture_->invalid_ = true;
  fail(ErrorCode::StreamCaptureUnsupported, "stream: is being captured, it cannot {}", what);
}

void Capture::refuse_end(Stream& stream) {
  {
    std::lock_guard lock(mutex());
    if (stream.capture_ && stream.capture_->origin_ != &stream) return;
  }
  refuse(stream, "be destroyed");
}

void submit(const std::shared_ptr<Stream>& stream, WorkRef work, std::vector<Point> waits) {
  if (Capture::add(*stream, work)) return;
  Scheduler::shared().enqueue(stream, std::move(work), std::move(waits));
}

}  // namespace vgpu
