// Runs other programs and keeps temporary files.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vgpucc/job.h"

namespace vgpu::vgpucc {

// A program under way; its output goes where vgpucc's goes.
class Process {
 public:
  // With a file, what it says on standard error goes there.
  explicit Process(const Words& words, const std::string& messages = {});
  // Exit code; 128 + signal if it was killed.
  int wait();

 private:
  int pid_ = -1;
};

int run(const Words& words);

// Words as one could paste them into a shell.
std::string shell_text(const Words& words);

// A folder that vanishes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& bytes);

}  // namespace vgpu::vgpucc
