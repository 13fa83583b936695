// The runtime's root.
// SPDX-License-Identifier: MIT
#include "runtime/context.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>

#include "base/config.h"
#include "device/devices.h"
#include "runtime/fork.h"
#include "runtime/scheduler.h"
#include "runtime/trace.h"

namespace vgpu {
namespace {

thread_local int current_device = -1;  // not chosen yet

// Three letters at least, or nearly every name would have them.
bool has_part(std::string_view name, std::string_view part) {
  return part.size() >= 3 && name.find(part) != name.npos;
}

using Devices = std::vector<NamedDevice>;

// Puts the devices that fit first, in their order. False: there are none.
template <class Fits>
bool put_first(Devices& devices, Fits fits) {
  auto end = devices.begin();
  for (auto device = devices.begin(); device != devices.end(); ++device) {
    if (fits(*device)) std::rotate(end++, device, std::next(device));
  }
  return end != devices.begin();
}

// Those of that kind, or those with that name if there is no such kind.
bool put_wanted_first(Devices& devices, const std::string& wanted) {
  return put_first(devices, [&](const NamedDevice& named) { return named.kind == wanted; }) ||
         put_first(devices, [&](const NamedDevice& named) {
           return has_part(named.device->properties().name, wanted);
         });
}

// The number that the text is; SIZE_MAX if it is none.
std::size_t number_of(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : SIZE_MAX;
}

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
  devices_.reserve(kMaxDevices);
  Devices all = make_devices(config().devices);
  const std::string& wanted = config().device;
  // A device chosen by its kind or name becomes number 0: programs that name no device and those that name the first
  // one both run on it.
  if (!wanted.empty() && number_of(wanted) >= all.size() && !put_wanted_first(all, wanted) &&
      config().devices.empty()) {
    std::call_once(found_more_,
                   [&] { std::ranges::move(find_devices(), std::back_inserter(all)); });
    put_wanted_first(all, wanted);
  }
  add(std::move(all));
  if (!wanted.empty()) first_device_ = find_device(wanted).index();
  if (!config().trace.empty()) Trace::shared().start(config().trace);
  watch_forks(*this);
  std::atexit(at_exit);
}

void Context::add(Devices devices) {
  for (NamedDevice& named : devices) {
    if (devices_.size() == kMaxDevices) return;
    const int index = static_cast<int>(devices_.size());
    devices_.push_back(std::make_unique<DeviceContext>(index, named.kind, std::move(named.device)));
    known_.store(devices_.size(), std::memory_order_release);
  }
}

// Who lists devices in VGPU_DEVICES wants no others.
void Context::find_more() {
  if (!config().devices.empty()) return;
  std::call_once(found_more_, [this] { add(find_devices()); });
}

int Context::device_count() {
  find_more();
  return static_cast<int>(devices().size());
}

DeviceContext& Context::device(int index) {
  const auto number = static_cast<std::size_t>(index);
  if (index >= 0 && number >= devices().size()) find_more();
  if (index < 0 || number >= devices().size()) {
    fail(ErrorCode::InvalidDevice, "device: {} is not between 0 and {}", index,
         devices().size() - 1);
  }
  return *devices_[number];
}

DeviceContext* Context::find_known(const std::string& name) const {
  for (const auto& device : devices()) {
    if (name == device->kind() || name == device->properties().name ||
        name == std::to_string(device->index())) {
      return device.get();
    }
  }
  for (const auto& device : devices()) {
    if (has_part(device->properties().name, name)) return device.get();
  }
  return nullptr;
}

DeviceContext& Context::find_device(const std::string& name) {
  if (DeviceContext* known = find_known(name)) return *known;
  find_more();
  if (DeviceContext* found = find_known(name)) return *found;
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
  if (streams_of_thread.size() <= index) streams_of_thread.resize(index + 1);
  std::shared_ptr<Stream>& stream = streams_of_thread[index];
  if (stream == nullptr) stream = device.make_stream(vgpuStreamDefault, Stream::kLeastPriority);
  return stream;
}

}  // namespace vgpu
