// Scripts as child processes.
// SPDX-License-Identifier: MIT
#include "script.h"

#include <cstdio>
#include <memory>

namespace bench {

std::vector<nlohmann::json> run_script(const std::string& name) {
  const std::string command = "PYTHONPATH=" VGPU_BENCH_PYTHON
                              " /usr/bin/python3 -B " VGPU_BENCH_ENGINES "/" +
                              name + " 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<nlohmann::json> lines;
  char line[4096];
  while (pipe && std::fgets(line, sizeof line, pipe.get()) != nullptr) {
    auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_discarded()) lines.push_back(std::move(json));
  }
  return lines;
}

}  // namespace bench
