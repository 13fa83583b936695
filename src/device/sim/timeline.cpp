// The simulation by events: the host's calls, the command processor, the engines.
// SPDX-License-Identifier: MIT
#include "device/sim/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace vgpu::sim {
namespace {

constexpr std::size_t kFencesKept = 4096;
constexpr const char* kEngineLanes[] = {"copy in", "copy out", "compute"};

// More urgent first, then in the order of the host's calls, then of rings.
template <typename Pending>
bool goes_before(const Pending& a, const Pending& b) {
  return std::tuple(~a.step.priority, a.call, a.step.ring) <
         std::tuple(~b.step.priority, b.call, b.step.ring);
}

std::string step_name(const Step& step) {
  switch (step.kind) {
    case Step::Kind::copy_in:
      return "copy host to device";
    case Step::Kind::copy_out:
      return "copy device to host";
    case Step::Kind::copy_inside:
      return "copy inside the device";
    case Step::Kind::fill:
      return "fill";
    case Step::Kind::launch:
      return "launch " + step.name;
    case Step::Kind::fence:
      return fmt::format("fence {}", step.value);
    case Step::Kind::wait:
      return fmt::format("wait for ring {} to reach {}", step.other, step.value);
    case Step::Kind::write:
      return "write";
    case Step::Kind::fault:
      return "fault: " + step.name;
    case Step::Kind::reset:
      return "reset";
    case Step::Kind::nop:
      break;
  }
  return "nop";
}

}  // namespace

std::uint64_t Timeline::open_call() {
  std::lock_guard lock(mutex_);
  log_.emplace_back();
  return first_call_ + log_.size() - 1;
}

void Timeline::add(std::uint64_t call, Step step) {
  std::lock_guard lock(mutex_);
  // A call that was settled before its packet came: the packet counts as submitted now.
  const bool known = call >= first_call_ && call - first_call_ < log_.size();
  if (known) {
    log_[call - first_call_].steps.push_back(std::move(step));
  } else {
    const std::uint32_t ring = step.ring;
    rings_[ring].queue.push_back({std::move(step), call, host_});
  }
}

void Timeline::close_call(std::uint64_t call) {
  std::lock_guard lock(mutex_);
  if (call >= first_call_ && call - first_call_ < log_.size()) {
    log_[call - first_call_].closed = true;
  }
}

void Timeline::host_wait(std::uint32_t ring, std::uint64_t value) {
  std::lock_guard lock(mutex_);
  Call call;
  call.closed = call.is_wait = true;
  call.ring = ring;
  call.value = value;
  log_.push_back(std::move(call));
}

Picoseconds Timeline::settle() {
  std::lock_guard lock(mutex_);
  while (!log_.empty() && log_.front().closed) {
    process(log_.front(), first_call_);
    log_.pop_front();
    ++first_call_;
  }
  return host_;
}

Picoseconds Timeline::drain() {
  settle();
  std::lock_guard lock(mutex_);
  while (!log_.empty()) {
    process(log_.front(), first_call_);
    log_.pop_front();
    ++first_call_;
  }
  while (advance() || force_wait()) {
  }
  for (const Ring& ring : rings_) host_ = std::max(host_, ring.free_at);
  return host_;
}

std::vector<vgpuSimEvent> Timeline::events() {
  drain();
  std::lock_guard lock(mutex_);
  return trace_.events();
}

void Timeline::clear_events() {
  drain();
  std::lock_guard lock(mutex_);
  trace_.clear();
}

void Timeline::process(Call& call, std::uint64_t number) {
  if (call.is_wait) return wait_until(call.ring, call.value, number);
  if (!call.steps.empty()) submit(call, number);
}

void Timeline::submit(Call& call, std::uint64_t number) {
  const Picoseconds start = host_;
  host_ += model_.host_submit_ns * 1000;
  const Picoseconds arrival = host_ + model_.doorbell_ns * 1000;
  Step* named = &call.steps.front();
  for (Step& step : call.steps) {
    if (step.kind != Step::Kind::wait && step.kind != Step::Kind::fence) named = &step;
  }
  const Pending shown{*named, number, 0};
  trace_.add("host", "submit " + step_name(*named), start, host_, details(shown));
  trace_.add("doorbell", fmt::format("doorbell of ring {}", named->ring), host_, arrival,
             details(shown));
  for (Step& step : call.steps) {
    const std::uint32_t ring = step.ring;
    rings_[ring].queue.push_back({std::move(step), number, arrival});
  }
}

void Timeline::wait_until(std::uint32_t ring, std::uint64_t value, std::uint64_t number) {
  const Picoseconds start = host_;
  while (!fence_time(ring, value) && (advance() || force_wait())) {
  }
  const auto passed = fence_time(ring, value);  // none: a reset has taken it away
  if (!passed || *passed + model_.interrupt_ns * 1000 <= start) return;  // or the host looked later
  host_ = *passed + model_.interrupt_ns * 1000;
  vgpuSimEvent about{};
  about.ring = ring;
  about.command = number;
  trace_.add("host", "wait", start, host_, about);
}

std::optional<Picoseconds> Timeline::fence_time(std::uint32_t ring, std::uint64_t value) const {
  // From the last one back: fences count upwards, and who looks wants a recent one.
  std::optional<Picoseconds> first;
  const auto& fences = rings_[ring].fences;
  for (auto it = fences.rbegin(); it != fences.rend() && it->first >= value; ++it) {
    first = it->second;
  }
  return first;
}

std::optional<Picoseconds> Timeline::ready_time(const Ring& ring) const {
  const Pending& head = ring.queue.front();
  const Picoseconds ready = std::max(head.arrival, ring.free_at);
  if (head.step.kind != Step::Kind::wait) return ready;
  const auto passed = fence_time(head.step.other, head.step.value);
  if (!passed) return std::nullopt;
  return std::max(ready, *passed);
}

Timeline::Choice Timeline::next_fetch() const {
  Choice best;
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    const Ring& ring = rings_[i];
    if (ring.in_flight || ring.queue.empty()) continue;
    const auto ready = ready_time(ring);
    if (!ready) continue;
    const Picoseconds time = std::max(*ready, processor_);
    const bool urgent =
        time == best.time && goes_before(ring.queue.front(), rings_[best.index].queue.front());
    if (time < best.time || urgent) best = {time, i};
  }
  return best;
}

Timeline::Choice Timeline::next_engine() const {
  Choice best;
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    for (const Pending& pending : engines_[i].waiting) {
      const Picoseconds time = std::max(pending.arrival, engines_[i].free_at);
      if (time < best.time) best = {time, i};
    }
  }
  return best;
}

bool Timeline::advance() {
  const Choice engine = next_engine(), ring = next_fetch();
  if (engine.time == UINT64_MAX && ring.time == UINT64_MAX) return false;
  if (engine.time <= ring.time) {
    start_engine(engine.index, engine.time);
  } else {
    fetch(ring.index, ring.time);
  }
  return true;
}

// A wait that was passed for real but whose fence is not known here: its ring was reset meanwhile.
bool Timeline::force_wait() {
  for (Ring& ring : rings_) {
    if (ring.in_flight || ring.queue.empty()) continue;
    ring.queue.front().step.kind = Step::Kind::nop;
    return true;
  }
  return false;
}

void Timeline::fetch(std::size_t index, Picoseconds time) {
  Ring& ring = rings_[index];
  Pending pending = std::move(ring.queue.front());
  ring.queue.pop_front();
  const Step::Kind kind = pending.step.kind;
  pending.queued = std::max(pending.arrival, ring.free_at);
  const std::string name = step_name(pending.step);
  if (kind == Step::Kind::wait && time > pending.queued) {
    trace_.add(fmt::format("ring {}", index), name, pending.queued, time, details(pending));
  }
  processor_ = time + model_.fetch_ns * 1000;
  trace_.add("cp", "fetch " + name, time, processor_, details(pending));
  pending.arrival = processor_;
  const bool moves =
      kind == Step::Kind::copy_in || kind == Step::Kind::copy_inside || kind == Step::Kind::fill;
  if (moves || kind == Step::Kind::copy_out || kind == Step::Kind::launch) {
    ring.in_flight = true;
    const Engine engine = moves ? kCopyIn : kind == Step::Kind::launch ? kCompute : kCopyOut;
    engines_[engine].waiting.push_back(std::move(pending));
  } else {
    finish_simple(pending, processor_);
  }
}

// What the command processor does by itself.
void Timeline::finish_simple(const Pending& pending, Picoseconds time) {
  const Step& step = pending.step;
  Ring& ring = rings_[step.ring];
  ring.free_at = time;
  if (step.kind == Step::Kind::reset) ring.fences.clear();
  if (step.kind == Step::Kind::fault) {
    trace_.add("interrupt", step_name(step), time, time, details(pending));
  }
  if (step.kind != Step::Kind::fence && step.kind != Step::Kind::write) return;
  ring.free_at = processor_ = time + model_.fence_ns * 1000;
  trace_.add("cp", step_name(step), time, ring.free_at, details(pending));
  if (step.kind != Step::Kind::fence) return;
  ring.fences.emplace_back(step.value, ring.free_at);
  if (ring.fences.size() > kFencesKept) ring.fences.pop_front();
  if (step.interrupt) {
    trace_.add("interrupt", fmt::format("interrupt of ring {}", step.ring), ring.free_at,
               ring.free_at + model_.interrupt_ns * 1000, details(pending));
  }
}

void Timeline::start_engine(std::size_t index, Picoseconds time) {
  EngineState& engine = engines_[index];
  auto best = engine.waiting.end();
  for (auto it = engine.waiting.begin(); it != engine.waiting.end(); ++it) {
    if (it->arrival > time) continue;
    if (best == engine.waiting.end() || goes_before(*it, *best)) best = it;
  }
  const Pending pending = std::move(*best);
  engine.waiting.erase(best);
  Ring& ring = rings_[pending.step.ring];
  ring.in_flight = false;
  ring.free_at = index == kCompute ? run_launch(pending, time) : run_copy(pending, index, time);
  trace_.add(fmt::format("ring {}", pending.step.ring), step_name(pending.step), pending.queued,
             ring.free_at, details(pending));
}

Picoseconds Timeline::run_copy(const Pending& pending, std::size_t engine, Picoseconds time) {
  const Step& step = pending.step;
  Picoseconds end = time + model_.copy_setup_ns * 1000;
  if (step.rows > 1) end += std::min<std::uint64_t>(step.rows, 1 << 30) * model_.row_ns * 1000;
  if (step.kind == Step::Kind::copy_in || step.kind == Step::Kind::copy_out) {
    end += model_.link_latency_ns * 1000 + model_.bytes_time(step.bytes, model_.link_mbps);
  } else {
    const bool twice = step.kind == Step::Kind::copy_inside;  // read and written
    end += model_.bytes_time(twice ? 2 * step.bytes : step.bytes, model_.memory_mbps);
  }
  engines_[engine].free_at = end;
  trace_.add(kEngineLanes[engine], step_name(step), time, end, details(pending));
  return end;
}

// The next launch may start when the last group of this one has found a unit.
Picoseconds Timeline::run_launch(const Pending& pending, Picoseconds time) {
  const Step& step = pending.step;
  const Placement placement = units_.place(time + model_.launch_ns * 1000, step.groups,
                                           model_.group_time(step.name, step.items));
  engines_[kCompute].free_at = placement.last_start;
  trace_.add(kEngineLanes[kCompute], step_name(step), time, placement.end, details(pending));
  for (const UnitSpan& span : placement.spans) {
    vgpuSimEvent about = details(pending);
    about.groups = span.groups;
    trace_.add(fmt::format("unit {}", span.unit), step.name, span.start, span.end, about);
  }
  return placement.end;
}

vgpuSimEvent Timeline::details(const Pending& pending) {
  vgpuSimEvent event{};
  event.ring = pending.step.ring;
  event.command = pending.call;
  event.bytes = pending.step.bytes;
  event.groups = pending.step.groups;
  return event;
}

}  // namespace vgpu::sim
