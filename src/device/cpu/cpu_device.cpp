// The cpu device: launches go to the thread pool, copies and fills to memory/copy.
// SPDX-License-Identifier: MIT
#include "device/cpu/cpu_device.h"

#include <atomic>
#include <utility>

#include "base/config.h"
#include "base/error.h"
#include "device/cpu/compiled_launch.h"
#include "device/cpu/native_launch.h"
#include "device/cpu/unit_limit.h"
#include "memory/copy.h"
#include "memory/device_memory.h"

namespace vgpu {
namespace {

// The face that the runtime sees of a launch of compiled code.
class ReadyCompiledLaunch final : public Launch {
 public:
  explicit ReadyCompiledLaunch(CompiledLaunch launch) : launch_(std::move(launch)) {}
  void run() const override { launch_.run(); }
  const std::byte* arguments() const override { return launch_.arguments(); }
  bool is_ready() const override { return launch_.is_ready(); }
  void wait_until_ready() const override { launch_.wait_until_ready(); }

 private:
  CompiledLaunch launch_;
};

DeviceMemory::Options memory_options() {
  DeviceMemory::Options options;
  options.name = "cpu";
  options.limit = config().memory_limit;
  options.cache = config().memory_cache;
  options.huge_pages = config().huge_pages;
  return options;
}

class CpuDevice final : public Device {
 public:
  CpuDevice() : memory_(memory_options()), properties_(cpu_properties(memory_.stats().limit)) {}

  const vgpuDeviceProp& properties() const override { return properties_; }
  DeviceMemory& memory() override { return memory_; }

  std::unique_ptr<Launch> prepare(const std::shared_ptr<const Kernel>& kernel,
                                  const GridShape& asked, const std::byte* arguments) override {
    GridShape shape = asked;
    if (saves_power_.load()) shape.units = std::min(units_of(asked), power_saving_units());
    if (!kernel->native()) {
      return std::make_unique<ReadyCompiledLaunch>(
          CompiledLaunch::prepare(kernel->module(), kernel->info(), shape, arguments));
    }
    if (shape.cooperative) {
      fail(ErrorCode::NotSupported, "kernel: {} is native, its groups cannot wait for each other",
           kernel->name());
    }
    return std::make_unique<NativeLaunch>(kernel, shape, arguments);
  }

  void copy(const Copy& copy) override {
    if (copy.height == 1) return copy_memory(copy.dst, copy.src, copy.width);
    copy_memory_2d(copy.dst, copy.dst_pitch, copy.src, copy.src_pitch, copy.width, copy.height);
  }

  void fill(const Fill& fill) override {
    if (fill.height == 1) {
      return fill_memory(fill.dst, fill.pattern.data(), fill.pattern_size, fill.width);
    }
    fill_memory_2d(fill.dst, fill.pitch, fill.pattern.data(), fill.pattern_size, fill.width,
                   fill.height);
  }

  // A compute unit is a thread: it runs one group after another.
  unsigned resident_groups(const Kernel& kernel, std::uint64_t local_items,
                           std::uint64_t local_bytes) const override {
    const bool fits =
        local_items >= 1 && local_items <= kernel.info().max_local_items &&
        local_bytes + kernel.info().static_local_bytes <= properties_.sharedMemPerBlock;
    return fits ? 1 : 0;
  }

  void set_policy(vgpuPolicy policy) override { saves_power_ = policy == vgpuPolicyPowerSaver; }

 private:
  DeviceMemory memory_;
  const vgpuDeviceProp properties_;
  std::atomic<bool> saves_power_{false};
};

}  // namespace

std::unique_ptr<Device> make_cpu_device() { return std::make_unique<CpuDevice>(); }

}  // namespace vgpu
