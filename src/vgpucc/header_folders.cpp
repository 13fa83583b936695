// Knows a toolkit's folder of headers; see header_folders.h.
// SPDX-License-Identifier: MIT
#include "vgpucc/header_folders.h"

#include <cstdlib>
#include <sstream>
#include <string>

namespace vgpu::vgpucc {

bool holds_toolkit(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / "cuda_runtime_api.h") &&
         std::filesystem::exists(folder / "crt" / "host_config.h");
}

void forget_toolkits_of_environment() {
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    const char* value = std::getenv(name);
    if (value == nullptr) continue;
    std::istringstream folders(value);
    std::string kept, folder;
    while (std::getline(folders, folder, ':')) {
      if (folder.empty() || holds_toolkit(folder)) continue;
      kept += (kept.empty() ? "" : ":") + folder;
    }
    if (kept.empty())
      unsetenv(name);
    else
      setenv(name, kept.c_str(), 1);
  }
}

}  // namespace vgpu::vgpucc
