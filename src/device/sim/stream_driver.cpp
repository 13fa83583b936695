// Rings for streams.
// SPDX-License-Identifier: MIT
#include "device/sim/stream_driver.h"

#include <algorithm>

#include "base/error.h"

namespace vgpu::sim {
namespace {

constexpr std::uint32_t kSlots = 64;  // a command needs a handful
constexpr std::size_t kWaitsAtOnce = kSlots - 2;
constexpr std::size_t kPassedKept = 1024;  // commands of a stream that others may still wait for
constexpr std::size_t kStreamsKept = 4096;

struct Running {
  const StreamDriver* driver = nullptr;
  std::uint64_t ticket = 0;
};
thread_local Running running;  // the command that this thread is at

vgpuSimPacket fence_packet(std::uint64_t value) {
  vgpuSimPacket packet{};
  packet.opcode = vgpuSimOpFence;
  packet.flags = VGPU_SIM_INTERRUPT;
  packet.fence.value = value;
  return packet;
}

}  // namespace

StreamDriver::StreamDriver(Machine& machine) : machine_(machine) {}

void StreamDriver::depends(unsigned stream, unsigned other, std::uint64_t sequence) {
  if (sequence == 0) return;
  std::lock_guard lock(mutex_);
  streams_[stream].after.emplace_back(other, sequence);
}

std::uint64_t StreamDriver::submitted(unsigned stream, int priority, std::uint64_t sequence) {
  const std::uint64_t ticket = machine_.timeline().open_call();
  std::lock_guard lock(mutex_);
  // Numbers of streams only grow; those that were destroyed long ago are forgotten, the default stream is not.
  if (streams_.size() > kStreamsKept) {
    std::erase_if(streams_, [stream](const auto& entry) {
      return entry.first != 0 && entry.first + kStreamsKept / 2 < stream;
    });
  }
  commands_[ticket] = {stream, priority, sequence, std::exchange(streams_[stream].after, {}), 0};
  return ticket;
}

void StreamDriver::begins(std::uint64_t ticket) { running = {this, ticket}; }

void StreamDriver::ends(std::uint64_t ticket) {
  running = {};
  machine_.timeline().close_call(ticket);
  std::lock_guard lock(mutex_);
  const auto found = commands_.find(ticket);
  if (found == commands_.end()) return;
  const Command command = std::move(found->second);
  commands_.erase(found);
  StreamState& stream = streams_[command.stream];
  if (command.fence == 0) {  // it had no packets: who comes next waits for what it had to wait for
    stream.after.insert(stream.after.end(), command.after.begin(), command.after.end());
    return;
  }
  stream.passed.push_back({command.sequence, command.fence});
  if (stream.passed.size() > 2 * kPassedKept) {
    stream.passed.erase(stream.passed.begin(), stream.passed.end() - kPassedKept);
  }
}

void StreamDriver::waited(unsigned stream, std::uint64_t sequence) {
  std::uint64_t fence = 0;
  {
    std::lock_guard lock(mutex_);
    fence = fence_before(stream, sequence);
  }
  if (fence != 0) machine_.timeline().host_wait(ring_of(stream), fence);
  machine_.settle();
}

// The fence of the last command up to `sequence` that had packets; 0: none had.
std::uint64_t StreamDriver::fence_before(unsigned stream, std::uint64_t sequence) const {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return 0;
  const auto& passed = found->second.passed;
  const auto next = std::ranges::upper_bound(passed, sequence, {}, &Passed::sequence);
  return next == passed.begin() ? 0 : std::prev(next)->fence;
}

StreamDriver::Packets StreamDriver::take_waits(std::uint64_t ticket, std::uint32_t& ring,
                                               int& priority) {
  std::lock_guard lock(mutex_);
  Packets packets;
  const auto found = commands_.find(ticket);
  if (found == commands_.end()) return packets;
  Command& command = found->second;
  ring = ring_of(command.stream);
  priority = command.priority;
  for (const auto& [other, sequence] : std::exchange(command.after, {})) {
    const std::uint64_t fence = fence_before(other, sequence);
    const std::uint32_t other_ring = ring_of(other);
    // The runtime has seen to it that the fence is passed; after a reset of the device it looks as if it were not.
    const std::uint64_t now =
        machine_.registers().get64(ring_register(other_ring, ring_reg::FENCE_LO));
    if (fence == 0 || other_ring == ring || now < fence) continue;
    if (packets.size() == kWaitsAtOnce) break;
    vgpuSimPacket packet{};
    packet.opcode = vgpuSimOpWait;
    packet.wait.ring = other_ring;
    packet.wait.value = fence;
    packets.push_back(packet);
  }
  return packets;
}

// Tells the device where the ring is: at first, and again after somebody has reset it.
void StreamDriver::program(std::uint32_t ring, Ring& state, int priority) {
  if (state.slots.empty()) {
    state.slots.resize(
        2 * kSlots);  // half of it is a ring that starts at a multiple of its packets' size
  }
  auto base = reinterpret_cast<std::uint64_t>(state.slots.data());
  base = (base + sizeof(vgpuSimPacket) - 1) / sizeof(vgpuSimPacket) * sizeof(vgpuSimPacket);
  RegisterFile& registers = machine_.registers();
  const bool same = registers.get64(ring_register(ring, ring_reg::BASE_LO)) == base &&
                    registers.get(ring_register(ring, ring_reg::SIZE)) == kSlots;
  if (!same || machine_.processor().state(ring) == RingState::faulted) {
    machine_.processor().reset(ring);
    registers.set64(ring_register(ring, ring_reg::BASE_LO), base);
    registers.set(ring_register(ring, ring_reg::SIZE), kSlots);
  }
  registers.set(ring_register(ring, ring_reg::PRIORITY), static_cast<std::uint32_t>(-priority));
}

// The new tail.
std::uint32_t StreamDriver::write(std::uint32_t ring, Ring& state, const Packets& packets) {
  RegisterFile& registers = machine_.registers();
  std::uint32_t tail = registers.get(ring_register(ring, ring_reg::TAIL));
  auto* slots =
      reinterpret_cast<vgpuSimPacket*>(registers.get64(ring_register(ring, ring_reg::BASE_LO)));
  for (const vgpuSimPacket& packet : packets) slots[tail++ % kSlots] = packet;
  return tail;
}

void StreamDriver::run(const vgpuSimPacket& packet) {
  const bool known = running.driver == this;
  const std::uint64_t call = known ? running.ticket : machine_.timeline().open_call();
  std::uint32_t ring = 0;
  int priority = 0;
  Packets packets = known ? take_waits(call, ring, priority) : Packets();
  Ring& state = rings_[ring];
  std::lock_guard lock(state.mutex);
  program(ring, state, priority);
  const MappedRange mapped(machine_.guard(), state.slots.data(),
                           state.slots.size() * sizeof(vgpuSimPacket));
  const std::uint64_t fence = ++state.fence;
  packets.push_back(packet);
  packets.push_back(fence_packet(fence));
  CommandProcessor& processor = machine_.processor();
  processor.doorbell(ring, write(ring, state, packets), call, known);
  processor.drain(ring);
  if (known) {
    std::lock_guard commands(mutex_);
    commands_[call].fence = fence;
  }
  const bool passed = machine_.registers().get64(ring_register(ring, ring_reg::FENCE_LO)) >= fence;
  if (!passed) recover(ring, state, known ? call : 0);
  machine_.notify();  // a program's ring may wait for this fence
}

// The ring has stopped: its error goes to the runtime, and the ring to its start. The fence is passed all the same, since
// other rings may wait for it.
void StreamDriver::recover(std::uint32_t ring, Ring& state, std::uint64_t call) {
  CommandProcessor& processor = machine_.processor();
  std::optional<Error> error = processor.take_error(ring);
  processor.reset(ring, call);
  processor.clear_fault();
  processor.doorbell(ring, write(ring, state, {fence_packet(state.fence)}), call, call != 0);
  processor.drain(ring);
  if (error) throw *std::move(error);
  fail(ErrorCode::LaunchFailure, "sim: somebody has reset the device under a running command");
}

}  // namespace vgpu::sim
