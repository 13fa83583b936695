// vgpu.einsum against NumPy, opt_einsum and PyTorch where they are installed: measured by einsum_rows.py, in Python.
// SPDX-License-Identifier: MIT
#include "row.h"
#include "script.h"

namespace bench {
namespace {

Row row_of(const nlohmann::json& json) {
  Row row;
  row.name = json["name"], row.seconds = json["seconds"], row.bar = json["bar"];
  row.work = json["work"], row.error = json["error"];
  for (const auto& [who, seconds] : json["peers"].items()) row.peers.push_back({who, seconds});
  return row;
}

void run(Session& session) {
  if (!session.wants_any("einsum")) return;
  for (const nlohmann::json& json : run_script("einsum_rows.py")) session.add(row_of(json));
}

const Suite suite("einsum", run);

}  // namespace
}  // namespace bench
