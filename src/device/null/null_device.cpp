// The null device: has memory, so that pointers can be had and checked, and leaves it as it is.
// SPDX-License-Identifier: MIT
#include "device/null/null_device.h"

#include <climits>
#include <cstring>

#include "memory/device_memory.h"

namespace vgpu {
namespace {

class NullLaunch final : public Launch {
 public:
  void run() const override {}
};

vgpuDeviceProp null_properties(std::uint64_t memory_limit) {
  vgpuDeviceProp properties{};
  std::strcpy(properties.name, "vGPU null");
  std::strcpy(properties.vendor, "vGPU");
  std::strcpy(properties.instructionSet, "none");
  properties.kind = vgpuDeviceKindNull;
  properties.major = 8;
  properties.minor = 6;
  properties.totalGlobalMem = memory_limit;
  properties.sharedMemPerBlock = std::size_t{96} << 10;
  properties.memPitch = std::size_t{1} << 40;
  properties.textureAlignment = DeviceMemory::kAlignment;
  properties.multiProcessorCount = 1;
  properties.warpSize = 32;
  properties.maxThreadsPerBlock = 1024;
  properties.maxThreadsDim[0] = properties.maxThreadsDim[1] = 1024;
  properties.maxThreadsDim[2] = 64;
  properties.maxGridSize[0] = INT_MAX;
  properties.maxGridSize[1] = properties.maxGridSize[2] = 65535;
  properties.cooperativeLaunch = properties.unifiedAddressing = 1;
  properties.numaNodes = properties.coreCount = 1;
  return properties;
}

class NullDevice final : public Device {
 public:
  NullDevice() : memory_({.name = "null"}), properties_(null_properties(memory_.stats().limit)) {}
  const vgpuDeviceProp& properties() const override { return properties_; }
  DeviceMemory& memory() override { return memory_; }
  std::unique_ptr<Launch> prepare(const std::shared_ptr<const Kernel>&, const GridShape&,
                                  const std::byte*) override {
    return std::make_unique<NullLaunch>();
  }
  void copy(const Copy&) override {}
  void fill(const Fill&) override {}
  unsigned resident_groups(const Kernel&, std::uint64_t, std::uint64_t) const override { return 1; }
  void set_policy(vgpuPolicy) override {}

 private:
  DeviceMemory memory_;
  const vgpuDeviceProp properties_;
};

}  // namespace

std::unique_ptr<Device> make_null_device() { return std::make_unique<NullDevice>(); }

}  // namespace vgpu
