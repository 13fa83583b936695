// The driver between the runtime and the machine: streams become rings, commands packets, order fences and waits.
//
// Each stream has a ring of its own (streams beyond kStreamRings share). A command is written into its ring behind the waits
// it needs, then a fence; the doorbell is rung, and the calling thread runs the ring until the fence is passed. A fault is read,
// the ring reset, and the error thrown to the runtime.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/sim.h>

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "device/order_witness.h"
#include "device/sim/machine.h"

namespace vgpu::sim {

class StreamDriver final : public OrderWitness {
 public:
  static constexpr std::uint32_t kStreamRings = VGPU_SIM_FIRST_USER_RING;

  explicit StreamDriver(Machine& machine);

  // Runs one packet of the command that this thread has begun. Throws Error.
  void run(const vgpuSimPacket& packet);

  void depends(unsigned stream, unsigned other, std::uint64_t sequence) override;
  std::uint64_t submitted(unsigned stream, int priority, std::uint64_t sequence) override;
  void begins(std::uint64_t ticket) override;
  void ends(std::uint64_t ticket) override;
  void waited(unsigned stream, std::uint64_t sequence) override;

 private:
  struct Passed {  // a command that had packets, and the fence behind them
    std::uint64_t sequence;
    std::uint64_t fence;
  };
  struct StreamState {
    std::vector<std::pair<unsigned, std::uint64_t>> after;  // for the next command
    std::vector<Passed> passed;
  };
  struct Command {
    unsigned stream = 0;
    int priority = 0;
    std::uint64_t sequence = 0;
    std::vector<std::pair<unsigned, std::uint64_t>> after;
    std::uint64_t fence = 0;  // of its last packet
  };
  struct Ring {
    std::mutex mutex;
    std::vector<vgpuSimPacket> slots;
    std::uint64_t fence = 0;
  };
  using Packets = std::vector<vgpuSimPacket>;

  static std::uint32_t ring_of(unsigned stream) { return stream % kStreamRings; }
  std::uint64_t fence_before(unsigned stream, std::uint64_t sequence) const;
  Packets take_waits(std::uint64_t ticket, std::uint32_t& ring, int& priority);
  void program(std::uint32_t ring, Ring& state, int priority);
  std::uint32_t write(std::uint32_t ring, Ring& state, const Packets& packets);
  void recover(std::uint32_t ring, Ring& state, std::uint64_t call);

  Machine& machine_;
  std::array<Ring, kStreamRings> rings_;
  mutable std::mutex mutex_;  // guards what follows
  std::unordered_map<unsigned, StreamState> streams_;
  std::unordered_map<std::uint64_t, Command> commands_;  // by ticket, from submission to end
};

}  // namespace vgpu::sim
