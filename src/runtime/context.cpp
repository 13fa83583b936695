// The runtime's root.
// SPDX-License-Identifier: MIT
#include "runtime/context.h"

#include <cstdlib>
#include <cstring>

#include "base/config.h"
#include "device/devices.h"
#include "runtime/fork.h"
#include "runtime/scheduler.h"
#include "runtime/trace.h"

namespace vgpu {
namespace {

thread_local int current_device = -1;  // not chosen yet

void at_exit() {
  Scheduler::shared().stop();
  Trace::shared().stop_quietly();
}

}  // namespace

Context& Context::shared() {
  static Context* context = new Context;
  return *context;
}

Context::Context() {
  std::vector<NamedDevice> all = make_devices(config().devices);
  // A device chosen by its kind becomes number 0: programs that name no device and those that name the first one
  // both run on it.
  for (const bool chosen : {true, false}) {
    for (NamedDevice& named : all) {
      if ((named.kind == config().device) != chosen) continue;
      const int index = device_count();
      devices_.push_back(
          std::make_unique<DeviceContext>(index, named.kind, std::move(named.device)));
    }
  }
  if (!config().device.empty()) first_device_ = find_device(config().device).index();
  if (!config().trace.empty()) Trace::shared().start(config().trace);
  watch_forks(*this);
  std::atexit(at_exit);
}

DeviceContext& Context::device(int index) {
  if (index < 0 || index >= device_count()) {
    fail(ErrorCode::InvalidDevice, "device: {} is not between 0 and {}", index, device_count() - 1);
  }
  return *devices_[static_cast<std::size_t>(index)];
}

DeviceContext& Context::find_device(const std::string& name) {
  for (const auto& device : devices_) {
    if (name == device->kind() || name == device->properties().name ||
        name == std::to_string(device->index())) {
      return *device;
    }
  }
  fail(ErrorCode::InvalidDevice, "name: there is no device \"{}\"", name);
}

DeviceContext& Context::current() {
  return *devices_[static_cast<std::size_t>(current_device < 0 ? first_device_ : current_device)];
}

void Context::set_current(int index) { current_device = device(index).index(); }

std::shared_ptr<Stream> Context::stream(vgpuStream_t handle) {
  if (handle == nullptr || handle == vgpuStreamLegacy) return current().default_stream();
  if (handle == vgpuStreamPerThread) return thread_stream();
  return streams.get(reinterpret_cast<std::uint64_t>(handle));
}

// Each thread has one of its own for each device, made when it is first asked for.
std::shared_ptr<Stream> Context::thread_stream() {
  thread_local std::vector<std::shared_ptr<Stream>> streams_of_thread;
  DeviceContext& device = current();
  const auto index = static_cast<std::size_t>(device.index());
  if (streams_of_thread.size() <= index) streams_of_thread.resize(devices_.size());
  std::shared_ptr<Stream>& stream = streams_of_thread[index];
  if (stream == nullptr) stream = device.make_stream(vgpuStreamDefault, Stream::kLeastPriority);
  return stream;
}

}  // namespace vgpu
