// Where the parts of this installation are.
//
// SPDX-License-Identifier: MIT
#include "cli/installation.h"

#include "base/error.h"

namespace vgpu::cli {

namespace fs = std::filesystem;

fs::path installation() { return fs::read_symlink("/proc/self/exe").parent_path().parent_path(); }

fs::path installed_library(const char* name) {
  const fs::path prefix = installation();
  for (const char* folder : {"lib", "lib64", "lib/x86_64-linux-gnu"}) {
    if (fs::exists(prefix / folder / name)) return prefix / folder / name;
  }
  fail(ErrorCode::FileNotFound, "{} is not in {}", name, (prefix / "lib").string());
}

}  // namespace vgpu::cli
