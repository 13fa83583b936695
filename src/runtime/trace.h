// Writes what the profile recorded as a Chrome trace: a JSON file for Perfetto or chrome://tracing.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/profile.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace vgpu {

// By device and stream number.
using StreamNames = std::map<std::pair<int, unsigned>, std::string>;

class Trace {
 public:
  static Trace& shared();

  // Error(IllegalState): a trace is under way already. Error(FileSystem): the file cannot be written.
  void start(const std::string& path);
  void stop();
  void name_stream(int device, unsigned stream, std::string name);
  void forget() { path_.clear(); }  // in the child of a fork: the file is the parent's
  void stop_quietly() noexcept;     // at the program's end, where nobody could see an error

 private:
  std::mutex mutex_;
  std::string path_;  // empty: no trace
  StreamNames names_;
};

// The file's text: a process is a device, a thread a stream.
std::string trace_text(const std::vector<vgpuProfileRecord>& records,
                       const StreamNames& names = {});

}  // namespace vgpu
