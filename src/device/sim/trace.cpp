// Keeping spans, and showing them as text.
// SPDX-License-Identifier: MIT
#include "device/sim/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "base/error.h"

namespace vgpu::sim {
namespace {

template <std::size_t kSize>
void set_text(char (&target)[kSize], std::string_view text) {
  const std::size_t size = std::min(text.size(), kSize - 1);
  std::memcpy(target, text.data(), size);
  target[size] = '\0';
}

}  // namespace

void Trace::add(std::string_view lane, std::string_view name, Picoseconds start, Picoseconds end,
                const vgpuSimEvent& details) {
  vgpuSimEvent event = details;
  set_text(event.lane, lane);
  set_text(event.name, name);
  event.start = start;
  event.end = end;
  if (events_.size() == kMost) {
    events_.pop_front();
    ++dropped_;
  }
  events_.push_back(event);
}

std::vector<vgpuSimEvent> Trace::events() const {
  // In order of their start, then as they were written.
  std::multimap<std::uint64_t, const vgpuSimEvent*> by_start;
  for (const vgpuSimEvent& event : events_) by_start.emplace(event.start, &event);
  std::vector<vgpuSimEvent> sorted;
  sorted.reserve(events_.size());
  for (const auto& [start, event] : by_start) sorted.push_back(*event);
  return sorted;
}

void Trace::clear() {
  events_.clear();
  dropped_ = 0;
}

// One line a span, in the order of their starts: people read it from top to bottom as a story.
std::string trace_text(const std::vector<vgpuSimEvent>& events) {
  std::string text = fmt::format("{:>14} {:>12}  {:<10} {:<4}  {}\n", "start us", "time us",
                                 "where", "ring", "what");
  for (const vgpuSimEvent& event : events) {
    const auto microseconds = [](Picoseconds time) { return static_cast<double>(time) / 1e6; };
    fmt::format_to(std::back_inserter(text), "{:14.3f} {:12.3f}  {:<10} {:<4}  {}",
                   microseconds(event.start), microseconds(event.end - event.start), event.lane,
                   event.ring, event.name);
    if (event.bytes != 0) fmt::format_to(std::back_inserter(text), ", {} bytes", event.bytes);
    if (event.groups != 0) fmt::format_to(std::back_inserter(text), ", {} groups", event.groups);
    text += '\n';
  }
  return text;
}

void save_trace(const std::string& path, const std::vector<vgpuSimEvent>& events,
                const Model& model) {
  std::ofstream file(path);
  if (path.ends_with(".json")) {
    file << trace_json(events);
  } else if (path.ends_with(".html")) {
    file << trace_html(events, model);
  } else {
    file << trace_text(events);
  }
  if (!file.flush()) fail(ErrorCode::FileSystem, "path: cannot write {}", path);
}

}  // namespace vgpu::sim
