// How commands get into a queue's lanes and in which order they run.
// SPDX-License-Identifier: MIT
#include "api/opencl/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/clock.h"
#include "runtime/scheduler.h"
#include "runtime/works.h"

using vgpu::Point;
using vgpu::Scheduler;
using vgpu::Stream;

_cl_command_queue::_cl_command_queue(_cl_context& of_context, _cl_device_id& of_device,
                                     cl_command_queue_properties with, int stream_priority)
    : context(of_context),
      device(of_device),
      properties(with),
      priority(stream_priority),
      lanes_{new_lane()} {}

std::shared_ptr<Stream> _cl_command_queue::new_lane() const {
  return device->runtime.make_stream(vgpuStreamNonBlocking, priority);
}

const std::shared_ptr<Stream>& _cl_command_queue::choose_lane(const std::vector<Point>& waits) {
  const auto all_in_first = [this](const Point& wait) { return wait.stream == lanes_[0]; };
  if (std::all_of(waits.begin(), waits.end(), all_in_first)) return lanes_[0];
  for (const Point& wait : waits) {
    const auto lane = std::find(lanes_.begin() + 1, lanes_.end(), wait.stream);
    if (lane != lanes_.end() && wait.sequence == (*lane)->enqueued()) return *lane;
  }
  const auto idle = [](const auto& lane) { return lane->completed() == lane->enqueued(); };
  const auto free_lane = std::find_if(lanes_.begin() + 1, lanes_.end(), idle);
  if (free_lane != lanes_.end()) return *free_lane;
  return lanes_.emplace_back(new_lane());
}

Point _cl_command_queue::add(vgpu::WorkRef work, std::vector<Point> waits, bool barrier) {
  if (in_order()) {
    return Scheduler::shared().enqueue(lanes_[0], std::move(work), std::move(waits));
  }
  const std::lock_guard lock(mutex_);
  if (barrier_.stream && barrier_.done()) barrier_ = {};
  if (barrier_.stream) waits.push_back(barrier_);
  std::erase_if(waits, [](const Point& wait) { return wait.done(); });
  const std::shared_ptr<Stream>& lane = choose_lane(waits);
  Point point = Scheduler::shared().enqueue(lane, std::move(work), std::move(waits));
  if (barrier) barrier_ = point;
  return point;
}

void _cl_command_queue::note_failure(cl_int code, std::string_view command) {
  failed_.store(true);
  context->notify(fmt::format("vGPU: {} failed with code {}", command, code));
}

void _cl_command_queue::report_failure() {
  if (!failed_.load(std::memory_order_relaxed)) return;
  vgpu::opencl::require(!failed_.exchange(false), CL_OUT_OF_RESOURCES);
}

std::vector<Point> _cl_command_queue::ends() {
  const std::lock_guard lock(mutex_);
  std::vector<Point> points;
  for (const auto& lane : lanes_) points.push_back({lane, lane->enqueued()});
  return points;
}

namespace vgpu::opencl {
namespace {

// What of the wait list still matters: where to wait, and whose failure to look for.
void read_waits(const Queue& queue, const EventArguments& events, std::vector<Point>& points,
                std::vector<Ref<Event>>& open) {
  for (cl_uint i = 0; i < events.count; ++i) {
    Event& event = *events.list[i];
    if (event.status.load(std::memory_order_acquire) == CL_COMPLETE) continue;
    open.emplace_back(event);
    const bool implied = queue.in_order() && event.queue.get() == &queue;
    if (!event.ended() && !implied) points.push_back(event.point);
  }
}

// The end of a blocking call; one that throws gives no event out.
void await(Queue& queue, const Point& point, const Event* event) {
  Scheduler::shared().wait(point);
  if (event != nullptr) require(!event->failed(), event->status.load());
  // What a blocking call gives back may be the failed command's; elsewhere it need not be.
  if (queue.in_order()) queue.report_failure();
}

}  // namespace

void check_waits(const Queue& queue, const EventArguments& events) {
  require((events.count == 0) == (events.list == nullptr), CL_INVALID_EVENT_WAIT_LIST);
  for (cl_uint i = 0; i < events.count; ++i) {
    const cl_event event = events.list[i];
    require(event != nullptr && event->magic == Event::kMagic, CL_INVALID_EVENT_WAIT_LIST);
    require(event->context.get() == queue.context.get(), CL_INVALID_CONTEXT);
  }
}

void enqueue(Queue& queue, NewCommand command, const EventArguments& events) {
  check_waits(queue, events);
  std::vector<Point> points;
  std::vector<Ref<Event>> open;
  read_waits(queue, events, points, open);
  if (command.after_all && !queue.in_order()) {
    for (Point& end : queue.ends()) points.push_back(std::move(end));
  }
  Ref<Event> event;
  if (events.out != nullptr || (command.blocking && !open.empty())) {
    auto* made = new Event(*queue.context, &queue, command.type);
    event = Ref<Event>(made);
    made->drop_owner();  // the creator's; the program gets its own below
    made->queued = now_ns();
    if (open.empty()) made->submit();  // else when what it waits for has ended
  }
  auto work = std::make_shared<CommandWork>(std::move(command.work), std::move(command.uses),
                                            std::move(open), event, Ref<Queue>(queue));
  const Point point = queue.add(std::move(work), std::move(points), command.barrier);
  if (event) event->point = point;
  if (command.blocking) await(queue, point, event.get());
  if (events.out == nullptr) return;
  event->add_owner();
  *events.out = event.get();
}

WorkRef no_work() {
  static const WorkRef work = std::make_shared<EmptyWork>();
  return work;
}

}  // namespace vgpu::opencl
