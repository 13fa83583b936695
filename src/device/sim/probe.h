// How tools look into the simulated GPU while it runs: checkers, counters, models of caches.
//
// A probe is told of every register write, packet and fault, on the thread where it happens and before the next one on
// that ring; it must not call back into the device. Machine::attach adds one.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/sim.h>

#include <cstdint>

#include "device/sim/timeline.h"

namespace vgpu::sim {

class Probe {
 public:
  virtual ~Probe() = default;
  virtual void register_written(std::uint32_t offset, std::uint32_t value) {}
  // After it was executed; `step` is what the clock makes of it.
  virtual void packet_done(const vgpuSimPacket& packet, const Step& step) {}
  virtual void fault_raised(std::uint32_t ring, vgpuSimFault fault, std::uint64_t address) {}
};

}  // namespace vgpu::sim
