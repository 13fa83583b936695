// Keeps records of finished commands.
// SPDX-License-Identifier: MIT
#include "runtime/profile.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/clock.h"
#include "runtime/device_context.h"
#include "runtime/work.h"

namespace vgpu {

Profile& Profile::shared() {
  static Profile* profile = new Profile;
  return *profile;
}

void Profile::add(const vgpuProfileRecord& record) {
  std::lock_guard lock(mutex_);
  const unsigned users = users_.load(std::memory_order_relaxed);
  if ((users & kProfiler) != 0 && profile_.size() < kMaxRecords) profile_.push_back(record);
  if ((users & kTrace) != 0 && trace_.size() < kMaxRecords) trace_.push_back(record);
}

void Profile::start(User user) {
  std::lock_guard lock(mutex_);
  (user == kProfiler ? profile_ : trace_).clear();
  users_ |= user;
}

void Profile::stop(User user) { users_ &= ~static_cast<unsigned>(user); }

std::vector<vgpuProfileRecord> Profile::records() const {
  std::lock_guard lock(mutex_);
  return profile_;
}

std::vector<vgpuProfileRecord> Profile::take_trace() {
  std::lock_guard lock(mutex_);
  return std::exchange(trace_, {});
}

void set_record_name(vgpuProfileRecord& record, std::string_view name) {
  const std::size_t size = std::min(name.size(), sizeof record.name - 1);
  std::memcpy(record.name, name.data(), size);
  record.name[size] = '\0';
}

void run_recorded(const Work& work, const RunSite& site, std::uint64_t enqueued) {
  const bool kernel = work.is_kernel();
  const bool recording = Profile::shared().on();
  if (!kernel && !recording) return work.run(site);
  work.prepare(site);
  const std::uint64_t started = now_ns();
  work.run(site);
  const std::uint64_t ended = now_ns();
  if (kernel) site.device.set_last_kernel_ns(ended - started);
  vgpuProfileRecord record{};
  if (!recording || !work.describe(record)) return;
  record.device = site.device.index();
  record.stream = site.stream.number();
  record.enqueued = enqueued != 0 ? enqueued : started;
  record.started = started;
  record.ended = ended;
  Profile::shared().add(record);
}

}  // namespace vgpu
