// The command processor: takes packets from rings in memory and has them executed, until a ring is empty, waits or faults.
//
// drain() may be called by any thread: the device's own, which doorbells wake, or a thread of the runtime that lends
// itself to the device and so saves two switches of threads. One thread at a time works on a ring.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "device/sim/config_space.h"
#include "device/sim/interrupts.h"
#include "device/sim/packet_executor.h"
#include "device/sim/probe.h"
#include "device/sim/registers.h"
#include "device/sim/timeline.h"

namespace vgpu::sim {

enum class RingState : std::uint32_t { idle = 0, running = 1, waiting = 2, faulted = 3 };

class CommandProcessor {
 public:
  CommandProcessor(RegisterFile& registers, const ConfigSpace& config, Interrupts& interrupts,
                   AddressGuard& guard, PacketExecutor& executor, Timeline& timeline);

  // Announces packets up to `tail`. `call` is the host's call that they belong to.
  // One that is kept open is closed by who opened it, others when the ring has no more to do.
  void doorbell(std::uint32_t ring, std::uint32_t tail, std::uint64_t call, bool keep_open = false);
  void drain(std::uint32_t ring);
  void reset(std::uint32_t ring,
             std::uint64_t call = 0);  // in the name of a call that is kept open, or none
  void reset_all();
  void clear_fault();
  // A ring that waits for a fence which has been passed meanwhile, or has announced packets; the most urgent one.
  std::optional<std::uint32_t> next_runnable() const;
  bool idle() const;

  RingState state(std::uint32_t ring) const {
    return static_cast<RingState>(registers_.get(ring_register(ring, ring_reg::STATE)));
  }
  // Why the ring has stopped, for a driver of the same process.
  std::optional<Error> take_error(std::uint32_t ring);
  void attach(Probe& probe);
  void tell_written(std::uint32_t offset, std::uint32_t value);  // the probes

 private:
  struct Ring {
    std::mutex mutex;
    std::uint64_t call = 0;
    bool keep_open = false;
    std::optional<Error> error;
    std::atomic<std::uint64_t> wait_value{0};  // while it waits
    std::atomic<std::uint32_t> wait_ring{0};
  };

  std::uint32_t get(std::uint32_t ring, std::uint32_t offset) const {
    return registers_.get(ring_register(ring, offset));
  }
  void set(std::uint32_t ring, std::uint32_t offset, std::uint32_t value) {
    registers_.set(ring_register(ring, offset), value);
  }
  void set_state(std::uint32_t ring, RingState state);
  vgpuSimPacket fetch(std::uint32_t ring, std::uint32_t head) const;
  bool execute(std::uint32_t ring, const vgpuSimPacket& packet);
  bool passed(std::uint32_t ring, std::uint64_t value) const;
  void run_fence(std::uint32_t ring, const vgpuSimPacket& packet);
  void raise(std::uint32_t ring, Fault fault);
  void reset_locked(std::uint32_t ring);
  void leave_call(Ring& ring);

  RegisterFile& registers_;
  const ConfigSpace& config_;
  Interrupts& interrupts_;
  AddressGuard& guard_;
  PacketExecutor& executor_;
  Timeline& timeline_;
  std::array<Ring, kRings> rings_;
  std::mutex fault_mutex_, status_mutex_;
  std::mutex probes_mutex_;
  std::vector<Probe*> probes_;
};

}  // namespace vgpu::sim
