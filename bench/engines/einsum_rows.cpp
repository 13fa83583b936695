// vgpu.einsum against NumPy, opt_einsum and PyTorch where they are installed: measured by einsum_rows.py, in Python.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "row.h"

namespace bench {
namespace {

// What the script prints: one JSON object a row.
std::string output_of(const std::string& command) {
  std::string text;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  char part[4096];
  while (pipe && std::fgets(part, sizeof part, pipe.get()) != nullptr) text += part;
  return text;
}

Row row_of(const nlohmann::json& json) {
  Row row;
  row.name = json["name"], row.seconds = json["seconds"], row.bar = json["bar"];
  row.work = json["work"], row.error = json["error"];
  for (const auto& [who, seconds] : json["peers"].items()) row.peers.push_back({who, seconds});
  return row;
}

void run(Session& session) {
  if (!session.wants_any("einsum")) return;
  const std::string text =
      output_of("PYTHONPATH=" VGPU_BENCH_PYTHON " /usr/bin/python3 -B " VGPU_BENCH_ENGINES
                "/einsum_rows.py 2>/dev/null");
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const auto json = nlohmann::json::parse(text.substr(at, end - at), nullptr, false);
    if (!json.is_discarded()) session.add(row_of(json));
  }
}

const Suite suite("einsum", run);

}  // namespace
}  // namespace bench
