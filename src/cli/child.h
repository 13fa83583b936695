// Programs that verbs start: `vgpu run`, `vgpu sim trace`.
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace vgpu::cli {

// A folder for the run's files, removed with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Sets the environment so that a program finds the libraries and the OpenCL driver of this installation; `vendors` is a
// folder to write the driver's name into.
void use_this_installation(const std::filesystem::path& vendors);

// The program's exit code; 128 + the signal's number if one ended it, as shells say it.
int run_program(const std::vector<std::string>& words);

}  // namespace vgpu::cli
