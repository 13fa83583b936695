// The spans as a page: a diagram of the machine and a timeline, both moving, in one file without any other.
//
// The page itself is the raw string below, with @DATA@ where the spans go. Events are arrays to keep the file small.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>

#include "device/sim/trace.h"
#include "device/sim/trace_page.h"

namespace vgpu::sim {
namespace {

// In a script no text may end the script: "<" is written as an escape.
std::string quoted(const std::string& text) {
  std::string json =
      nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  for (std::size_t at = 0; (at = json.find('<', at)) != json.npos;) json.replace(at, 1, "\\u003c");
  return json;
}

// The number of a text, which is added to the list when it is new: names repeat by the thousands.
class Texts {
 public:
  std::size_t index(const char* text) {
    const auto [found, added] = numbers_.try_emplace(text, numbers_.size());
    if (added) {
      if (!list_.empty()) list_ += ',';
      list_ += quoted(text);
    }
    return found->second;
  }
  const std::string& list() const { return list_; }

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  std::string list_;
};

std::string model_json(const Model& model) {
  std::string text;
#define VG_SIM_MODEL(name, initial, unit, doc)                                                 \
  fmt::format_to(std::back_inserter(text), "{}[\"{}\",{},\"{}\",{}]", text.empty() ? "" : ",", \
                 #name, model.name, unit, quoted(doc));
#include "device/sim/model.def"
#undef VG_SIM_MODEL
  return text;
}

}  // namespace

std::string trace_html(const std::vector<vgpuSimEvent>& events, const Model& model) {
  Texts lanes, names;
  std::string rows;
  for (const vgpuSimEvent& event : events) {
    fmt::format_to(std::back_inserter(rows), "{}[{},{},{},{},{},{},{},{}]",
                   rows.empty() ? "" : ",\n", lanes.index(event.lane), names.index(event.name),
                   event.start, event.end - event.start, event.ring, event.bytes, event.groups,
                   event.command);
  }
  const std::string data =
      fmt::format("{{\"lanes\":[{}],\"names\":[{}],\"model\":[{}],\"events\":[{}]}}", lanes.list(),
                  names.list(), model_json(model), rows);
  std::string page = kTracePage;
  constexpr std::string_view kMark = "@DATA@";
  return page.replace(page.find(kMark), kMark.size(), data);
}

}  // namespace vgpu::sim
