// What each packet does: checks its fields, then lets the silicon behind the simulated GPU do it for real.
//
// Called by the command processor, on any thread; packets of different rings at the same time.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/sim.h>

#include <optional>

#include "base/error.h"
#include "device/device.h"
#include "device/sim/address_guard.h"
#include "device/sim/kernel_table.h"
#include "device/sim/timeline.h"

namespace vgpu::sim {

// Why a ring stops.
struct Fault {
  vgpuSimFault code = vgpuSimFaultNone;
  std::uint64_t address = 0;
  std::optional<Error> error;  // what the silicon said
};

const char* fault_name(vgpuSimFault code);

class PacketExecutor {
 public:
  PacketExecutor(Device& silicon, AddressGuard& guard, KernelTable& kernels)
      : silicon_(silicon), guard_(guard), kernels_(kernels) {}

  // Copies, fills, dispatches, writes; fences and waits are the command processor's. Throws Fault.
  void run(const vgpuSimPacket& packet, Step& step);

 private:
  using Place = AddressGuard::Place;
  Place reach(std::uint64_t address, std::uint64_t pitch, std::uint64_t width,
              std::uint64_t height) const;
  void run_copy(const vgpuSimPacket& packet, Step& step);
  void run_fill(const vgpuSimPacket& packet, Step& step);
  void run_dispatch(const vgpuSimPacket& packet, Step& step);
  void run_write(const vgpuSimPacket& packet, Step& step);
  GridShape shape_of(const vgpuSimPacket& packet) const;
  void check_arguments(const vgpuSimPacket& packet, const Kernel& kernel) const;

  Device& silicon_;
  AddressGuard& guard_;
  KernelTable& kernels_;
};

}  // namespace vgpu::sim
