// Records of what ran and when, for profiles and traces.
//
// Off, it costs one relaxed load a command. On, each finished command becomes a vgpuProfileRecord, which the
// profile keeps and the trace (trace.h) writes.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/profile.h>

#include <atomic>
#include <mutex>
#include <string_view>
#include <vector>

namespace vgpu {

class Profile {
 public:
  enum User : unsigned { kProfiler = 1, kTrace = 2 };

  static Profile& shared();

  bool on() const { return users_.load(std::memory_order_relaxed) != 0; }
  void add(const vgpuProfileRecord& record);

  void start(User user);  // drops what was recorded for that user
  void stop(User user);
  std::vector<vgpuProfileRecord> records() const;
  std::vector<vgpuProfileRecord> take_trace();

  void before_fork() { mutex_.lock(); }
  void after_fork() { mutex_.unlock(); }

 private:
  static constexpr std::size_t kMaxRecords = 1 << 20;  // some 200 MB; later records are dropped

  std::atomic<unsigned> users_{0};
  mutable std::mutex mutex_;
  std::vector<vgpuProfileRecord> profile_, trace_;
};

void set_record_name(vgpuProfileRecord& record, std::string_view name);

}  // namespace vgpu
