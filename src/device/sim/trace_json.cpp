// The spans as a Chrome/Perfetto trace: one row a part of the machine.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "device/sim/trace.h"

namespace vgpu::sim {
namespace {

std::string quoted(const char* text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Rows in the order in which a command passes them; units and rings behind, by number.
int row_of(const std::string& lane) {
  constexpr const char* kFirst[] = {"host",     "doorbell", "cp",       "copy in",
                                    "copy out", "compute",  "interrupt"};
  for (int i = 0; i < static_cast<int>(std::size(kFirst)); ++i) {
    if (lane == kFirst[i]) return i;
  }
  const std::size_t space = lane.find(' ');
  const int number = space == lane.npos ? 0 : std::atoi(lane.c_str() + space);
  return (lane.starts_with("ring") ? 10 : 100) + number;
}

}  // namespace

std::string trace_json(const std::vector<vgpuSimEvent>& events) {
  std::map<int, std::string> rows;
  for (const vgpuSimEvent& event : events) rows[row_of(event.lane)] = event.lane;
  std::string text =
      "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
      R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"vGPU sim"}})";
  for (const auto& [row, name] : rows) {
    fmt::format_to(
        std::back_inserter(text),
        ",\n"
        R"({{"ph":"M","name":"thread_name","pid":1,"tid":{0},"args":{{"name":{1}}}}},)"
        "\n"
        R"({{"ph":"M","name":"thread_sort_index","pid":1,"tid":{0},"args":{{"sort_index":{0}}}}})",
        row, quoted(name.c_str()));
  }
  for (const vgpuSimEvent& event : events) {
    fmt::format_to(
        std::back_inserter(text),
        ",\n"
        R"({{"ph":"X","name":{},"cat":"sim","pid":1,"tid":{},"ts":{}.{:06},"dur":{}.{:06},"args":{{"ring":{},"command":{},"bytes":{},"groups":{}}}}})",
        quoted(event.name), row_of(event.lane), event.start / 1000000, event.start % 1000000,
        (event.end - event.start) / 1000000, (event.end - event.start) % 1000000, event.ring,
        event.command, event.bytes, event.groups);
  }
  return text + "\n]}\n";
}

}  // namespace vgpu::sim
