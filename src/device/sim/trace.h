// What the simulated GPU did and when, as a list of spans; and the list as text, Perfetto trace and page.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/sim.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "device/sim/model.h"

namespace vgpu::sim {

class Trace {
 public:
  void add(std::string_view lane, std::string_view name, Picoseconds start, Picoseconds end,
           const vgpuSimEvent& details);
  std::vector<vgpuSimEvent> events() const;  // by start
  void clear();
  std::uint64_t dropped() const { return dropped_; }

 private:
  static constexpr std::size_t kMost = 1 << 18;  // some 35 MB; the oldest go first
  std::deque<vgpuSimEvent> events_;
  std::uint64_t dropped_ = 0;
};

std::string trace_text(const std::vector<vgpuSimEvent>& events);
std::string trace_json(const std::vector<vgpuSimEvent>& events);
std::string trace_html(const std::vector<vgpuSimEvent>& events, const Model& model);

// Writes one of the three, by the end of the path's name. Error(FileSystem).
void save_trace(const std::string& path, const std::vector<vgpuSimEvent>& events,
                const Model& model);

}  // namespace vgpu::sim
