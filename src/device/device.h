// What every device can do: say what it is, own memory, and run commands that are ready.
//
// The runtime alone knows streams, order and events. It calls run-like members on any thread, several at once, when
// everything a command waits for is done; they return when the command is done and throw Error if it failed.
// A new device is a folder that implements this class and one row in devices.def.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/device.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "device/grid_shape.h"
#include "device/kernel.h"

namespace vgpu {

class DeviceMemory;
class OrderWitness;

// A launch that has been checked and only waits for its turn. A graph runs one many times.
class Launch {
 public:
  virtual ~Launch() = default;
  virtual void run() const = 0;

  // The packed arguments that prepare() got; null where the device keeps them in another form.
  virtual const std::byte* arguments() const { return nullptr; }

  // Whether run() would begin at once; else somebody may wait until it does, to know how long that took.
  virtual bool is_ready() const { return true; }
  virtual void wait_until_ready() const {}
};

// Rows of `width` bytes; a plain copy has one row.
struct Copy {
  void* dst = nullptr;
  std::size_t dst_pitch = 0;
  const void* src = nullptr;
  std::size_t src_pitch = 0;
  std::size_t width = 0;
  std::size_t height = 1;
};

// Rows of `width` bytes, a multiple of pattern_size, filled with the pattern again and again.
struct Fill {
  void* dst = nullptr;
  std::size_t pitch = 0;
  std::size_t width = 0;
  std::size_t height = 1;
  std::array<std::byte, 128> pattern{};
  std::uint32_t pattern_size = 1;
};

class Device {
 public:
  virtual ~Device() = default;

  virtual const vgpuDeviceProp& properties() const = 0;
  virtual DeviceMemory& memory() = 0;

  // Checks what only the device can check, and finds the code or begins to compile it. `arguments` is the packed
  // block that KernelInfo describes; it is copied.
  virtual std::unique_ptr<Launch> prepare(const std::shared_ptr<const Kernel>& kernel,
                                          const GridShape& shape, const std::byte* arguments) = 0;

  virtual void copy(const Copy& copy) = 0;
  virtual void fill(const Fill& fill) = 0;

  // How many groups of that many items and bytes of local memory a compute unit keeps busy with at once.
  virtual unsigned resident_groups(const Kernel& kernel, std::uint64_t local_items,
                                   std::uint64_t local_bytes) const = 0;

  virtual void set_policy(vgpuPolicy policy) = 0;

  // Whether the host may read and write the device's memory as it is. Where it may not, open_to_host() lets it touch the
  // allocation that holds the pointer for as long as the object lives.
  virtual bool memory_is_host() const { return true; }
  virtual std::shared_ptr<void> open_to_host(const void*) { return nullptr; }

  // Who wants to know the order of commands (order_witness.h); null for nearly all devices.
  virtual OrderWitness* witness() { return nullptr; }
};

}  // namespace vgpu
