// A file that is gone when the object goes: where a benchmark's program leaves its results for the verb.
// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/error.h"

namespace vgpu::cli {

class TemporaryFile {
 public:
  TemporaryFile() : path_(std::filesystem::temp_directory_path() / "vgpu-bench-XXXXXX") {
    const int file = mkstemp(path_.data());
    if (file < 0) fail(ErrorCode::FileSystem, "cannot make {}", path_);
    close(file);
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace vgpu::cli
