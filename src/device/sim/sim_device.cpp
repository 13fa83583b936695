// Copies, fills and launches as packets.
// SPDX-License-Identifier: MIT
#include "device/sim/sim_device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "base/config.h"
#include "base/log.h"
#include "device/cpu/cpu_device.h"
#include "device/sim/machine.h"
#include "device/sim/stream_driver.h"

namespace vgpu {
namespace sim {
namespace {

std::uint64_t number(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

// A launch that is known to the machine by a number as long as it lives.
class SimLaunch final : public Launch {
 public:
  SimLaunch(Machine& machine, StreamDriver& driver, std::shared_ptr<const Kernel> kernel,
            const GridShape& shape, std::unique_ptr<Launch> launch)
      : machine_(machine),
        driver_(driver),
        shape_(shape),
        launch_(std::move(launch)),
        number_(machine.kernels().add({std::move(kernel), launch_.get()})) {}
  ~SimLaunch() override { machine_.kernels().remove(number_); }

  void run() const override {
    if (shape_.group_count() == 0) return;
    vgpuSimPacket packet{};
    packet.opcode = vgpuSimOpDispatch;
    packet.flags = shape_.cooperative ? VGPU_SIM_COOPERATIVE : 0;
    auto& d = packet.dispatch;
    d.kernel = number_;
    d.work_dim = shape_.work_dim;
    d.local_bytes = shape_.dynamic_local_bytes;
    std::ranges::copy(shape_.global_size, d.global);
    std::ranges::copy(shape_.global_offset, d.offset);
    std::ranges::copy(shape_.local_size, d.local);
    driver_.run(packet);
  }

 private:
  Machine& machine_;
  StreamDriver& driver_;
  const GridShape shape_;
  const std::unique_ptr<Launch> launch_;
  const std::uint32_t number_;
};

std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height) {
  return height <= 1 ? width : pitch * (height - 1) + width;
}

class SimDevice final : public Device {
 public:
  SimDevice(Device& silicon, std::unique_ptr<Device> owned, const Model& model)
      : owned_(std::move(owned)),
        silicon_(silicon),
        machine_(*new Machine(silicon, model)),
        driver_(*new StreamDriver(machine_)),
        properties_(properties_of(silicon, owned_ != nullptr, model)) {}

  const vgpuDeviceProp& properties() const override { return properties_; }
  DeviceMemory& memory() override { return silicon_.memory(); }
  OrderWitness* witness() override { return &driver_; }
  Machine& machine() { return machine_; }

  std::unique_ptr<Launch> prepare(const std::shared_ptr<const Kernel>& kernel,
                                  const GridShape& shape, const std::byte* arguments) override {
    return std::make_unique<SimLaunch>(machine_, driver_, kernel, shape,
                                       silicon_.prepare(kernel, shape, arguments));
  }

  void copy(const Copy& copy) override {
    if (copy.width == 0 || copy.height == 0) return;
    const Reach from(*this, copy.src, extent(copy.src_pitch, copy.width, copy.height));
    const Reach to(*this, copy.dst, extent(copy.dst_pitch, copy.width, copy.height));
    vgpuSimPacket packet{};
    packet.opcode = vgpuSimOpCopy;
    packet.copy = {number(copy.src), number(copy.dst), copy.src_pitch,
                   copy.dst_pitch,   copy.width,       copy.height};
    driver_.run(packet);
  }

  void fill(const Fill& fill) override {
    if (fill.width == 0 || fill.height == 0) return;
    const MappedRange pattern(machine_.guard(), fill.pattern.data(), fill.pattern.size());
    const Reach to(*this, fill.dst, extent(fill.pitch, fill.width, fill.height));
    vgpuSimPacket packet{};
    packet.opcode = vgpuSimOpFill;
    packet.fill = {
        number(fill.dst),  fill.pitch, fill.width, fill.height, number(fill.pattern.data()),
        fill.pattern_size, 0};
    driver_.run(packet);
  }

  unsigned resident_groups(const Kernel& kernel, std::uint64_t local_items,
                           std::uint64_t local_bytes) const override {
    return silicon_.resident_groups(kernel, local_items, local_bytes);
  }
  void set_policy(vgpuPolicy policy) override { silicon_.set_policy(policy); }
  bool memory_is_host() const override { return silicon_.memory_is_host(); }
  std::shared_ptr<void> open_to_host(const void* pointer) override {
    return silicon_.open_to_host(pointer);
  }

 private:
  // Memory that is not the device's is mapped for the time of a copy, as drivers do.
  struct Reach {
    Reach(SimDevice& device, const void* base, std::size_t bytes) {
      if (!device.memory().find(base)) mapped.emplace(device.machine_.guard(), base, bytes);
    }
    std::optional<MappedRange> mapped;
  };

  static vgpuDeviceProp properties_of(const Device& silicon, bool own, const Model& model) {
    vgpuDeviceProp properties = silicon.properties();
    if (!own) return properties;
    std::strcpy(properties.name, "vGPU sim");
    std::strcpy(properties.vendor, "vGPU");
    properties.kind = vgpuDeviceKindSim;
    properties.multiProcessorCount = static_cast<int>(model.units);
    properties.clockRate =
        static_cast<int>(std::min<std::uint64_t>(model.clock_mhz, 2'000'000) * 1000);
    properties.asyncEngineCount = 2;
    properties.integrated = 0;
    return properties;
  }

  const std::unique_ptr<Device> owned_;
  Device& silicon_;
  Machine& machine_;  // both outlive the device: threads may still be in them
  StreamDriver& driver_;
  const vgpuDeviceProp properties_;
};

Machine* traced = nullptr;

void save_at_exit() {
  try {
    traced->wait_idle();
    save_trace(config().sim_trace, traced->timeline().events(), traced->model());
  } catch (...) {
    log(LogLevel::warning, "VGPU_SIM_TRACE: {}", current_error().what());
  }
}

}  // namespace
}  // namespace sim

std::unique_ptr<Device> make_sim_device() {
  auto silicon = make_cpu_device();
  Device& reference = *silicon;
  auto device = std::make_unique<sim::SimDevice>(reference, std::move(silicon),
                                                 sim::parse_model(config().sim_model));
  if (!config().sim_trace.empty() && sim::traced == nullptr) {
    sim::traced = &device->machine();
    std::atexit(sim::save_at_exit);
  }
  return device;
}

std::unique_ptr<Device> make_sim_front(Device& silicon) {
  return std::make_unique<sim::SimDevice>(silicon, nullptr, sim::parse_model(config().sim_model));
}

sim::Machine* sim_machine(Device& device) {
  auto* found = dynamic_cast<sim::SimDevice*>(&device);
  return found == nullptr ? nullptr : &found->machine();
}

}  // namespace vgpu
