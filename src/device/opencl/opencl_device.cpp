// The face that the runtime sees of an OpenCL device.
// SPDX-License-Identifier: MIT
#include "device/opencl/opencl_device.h"

#include "base/log.h"
#include "device/opencl/discovery.h"
#include "device/opencl/opencl_launch.h"
#include "device/opencl/transfer.h"

namespace vgpu {
namespace opencl_device {
namespace {

class OpenclDevice final : public Device {
 public:
  OpenclDevice(const DeviceRecord& record, const ClApi* api)
      : parts_(*new DeviceParts(record, api)),
        properties_(properties_of(record, parts_.arena->bytes(), parts_.arena->is_host())) {}

  const vgpuDeviceProp& properties() const override { return properties_; }
  DeviceMemory& memory() override { return parts_.memory; }
  bool memory_is_host() const override { return parts_.arena->is_host(); }

  std::unique_ptr<Launch> prepare(const std::shared_ptr<const Kernel>& kernel,
                                  const GridShape& shape, const std::byte* arguments) override {
    return std::make_unique<OpenclLaunch>(parts_, kernel, shape, arguments);
  }

  void copy(const Copy& copy) override {
    Session* session = session_for(copy.dst, copy.src);
    if (session == nullptr) return parts_.cpu->copy(copy);
    Transfer(*session, *parts_.arena).copy(copy);
  }

  void fill(const Fill& fill) override {
    Session* session = session_for(fill.dst, fill.dst);
    if (session == nullptr) return parts_.cpu->fill(fill);
    Transfer(*session, *parts_.arena).fill(fill);
  }

  std::shared_ptr<void> open_to_host(const void* pointer) override {
    auto access = std::make_shared<HostAccess>(parts_);
    access->add(pointer);
    return access;
  }

  unsigned resident_groups(const Kernel& kernel, std::uint64_t local_items,
                           std::uint64_t local_bytes) const override {
    const bool fits =
        local_items >= 1 && local_items <= kernel.info().max_local_items &&
        local_bytes + kernel.info().static_local_bytes <= properties_.sharedMemPerBlock;
    return fits ? 1 : 0;
  }

  void set_policy(vgpuPolicy policy) override { parts_.cpu->set_policy(policy); }

 private:
  // Null: the host can do it itself.
  Session* session_for(const void* a, const void* b) {
    const bool device = parts_.arena->contains(a) || parts_.arena->contains(b);
    return device && !parts_.arena->is_host() ? parts_.connection.session() : nullptr;
  }

  DeviceParts& parts_;  // outlives the device: threads of the driver may still be in it
  const vgpuDeviceProp properties_;
};

}  // namespace

std::unique_ptr<Device> make_device(const DeviceRecord& record, const ClApi* api) {
  return std::make_unique<OpenclDevice>(record, api);
}

}  // namespace opencl_device

std::vector<std::unique_ptr<Device>> make_opencl_devices() {
  std::vector<std::unique_ptr<Device>> devices;
  for (const opencl_device::DeviceRecord& record : opencl_device::find_devices()) {
    devices.push_back(opencl_device::make_device(record, nullptr));
  }
  return devices;
}

}  // namespace vgpu
