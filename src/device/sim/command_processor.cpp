// Fetching, fences, waits and faults.
// SPDX-License-Identifier: MIT
#include "device/sim/command_processor.h"

#include <array>
#include <atomic>
#include <bit>

namespace vgpu::sim {
namespace {

constexpr std::uint32_t kBusy = 1, kFaulted = 2;  // in STATUS
constexpr std::uint32_t kMostSlots = 65536;

// A copy of the packet as it is now: the host may write to its ring at any time, and what was checked must be what
// runs. The doorbell's lock has ordered these loads behind what the host stored before it rang.
vgpuSimPacket read_slot(std::uint64_t address) {
  constexpr std::size_t kWords = sizeof(vgpuSimPacket) / sizeof(std::uint64_t);
  auto* slot = reinterpret_cast<std::uint64_t*>(address);
  std::array<std::uint64_t, kWords> words;
  for (std::size_t i = 0; i < kWords; ++i) {
    words[i] = std::atomic_ref(slot[i]).load(std::memory_order_relaxed);
  }
  return std::bit_cast<vgpuSimPacket>(words);
}

}  // namespace

CommandProcessor::CommandProcessor(RegisterFile& registers, const ConfigSpace& config,
                                   Interrupts& interrupts, AddressGuard& guard,
                                   PacketExecutor& executor, Timeline& timeline)
    : registers_(registers),
      config_(config),
      interrupts_(interrupts),
      guard_(guard),
      executor_(executor),
      timeline_(timeline) {}

void CommandProcessor::set_state(std::uint32_t ring, RingState state) {
  std::lock_guard lock(status_mutex_);
  set(ring, ring_reg::STATE, static_cast<std::uint32_t>(state));
  std::uint32_t status = 0;
  for (std::uint32_t i = 0; i < kRings; ++i) {
    if (this->state(i) == RingState::faulted) status |= kFaulted;
    if (this->state(i) == RingState::running || this->state(i) == RingState::waiting)
      status |= kBusy;
  }
  registers_.clear_bits(reg::STATUS, (kBusy | kFaulted) & ~status);
  registers_.set_bits(reg::STATUS, status);
}

void CommandProcessor::doorbell(std::uint32_t ring, std::uint32_t tail, std::uint64_t call,
                                bool keep_open) {
  std::lock_guard lock(rings_[ring].mutex);
  set(ring, ring_reg::TAIL, tail);
  set(ring, ring_reg::DOORBELL, tail);
  leave_call(rings_[ring]);
  rings_[ring].call = call;
  rings_[ring].keep_open = keep_open;
}

void CommandProcessor::leave_call(Ring& ring) {
  if (ring.call != 0 && !ring.keep_open) timeline_.close_call(ring.call);
  ring.call = 0;
  ring.keep_open = false;
}

vgpuSimPacket CommandProcessor::fetch(std::uint32_t ring, std::uint32_t head) const {
  const std::uint64_t base = registers_.get64(ring_register(ring, ring_reg::BASE_LO));
  const std::uint32_t slots = get(ring, ring_reg::SIZE);
  if (!config_.bus_master()) throw Fault{vgpuSimFaultBusMasterOff, 0, {}};
  if (!std::has_single_bit(slots) || slots < 2 || slots > kMostSlots) {
    throw Fault{vgpuSimFaultBadRing, slots, {}};
  }
  if (get(ring, ring_reg::TAIL) - head > slots) {
    throw Fault{vgpuSimFaultRingOverrun, get(ring, ring_reg::TAIL), {}};
  }
  const std::uint64_t bytes = std::uint64_t{slots} * sizeof(vgpuSimPacket);
  if (base % sizeof(vgpuSimPacket) != 0 ||
      guard_.find(base, bytes) == AddressGuard::Place::nowhere) {
    throw Fault{vgpuSimFaultBadRing, base, {}};
  }
  return read_slot(base + std::uint64_t{head & (slots - 1)} * sizeof(vgpuSimPacket));
}

void CommandProcessor::drain(std::uint32_t index) {
  Ring& ring = rings_[index];
  std::lock_guard lock(ring.mutex);
  if (state(index) == RingState::faulted) return;
  RingState next = RingState::idle;
  try {
    for (;;) {
      const std::uint32_t head = get(index, ring_reg::HEAD);
      if (head == get(index, ring_reg::TAIL)) break;
      if (state(index) != RingState::running) set_state(index, RingState::running);
      if (!execute(index, fetch(index, head))) {
        next = RingState::waiting;
        break;
      }
      set(index, ring_reg::HEAD, head + 1);
      registers_.add(reg::PACKETS, 1);
    }
    set_state(index, next);
  } catch (Fault& fault) {
    raise(index, std::move(fault));
  }
  leave_call(ring);
}

// False: the packet must wait.
bool CommandProcessor::execute(std::uint32_t index, const vgpuSimPacket& packet) {
  Step step;
  step.ring = index;
  step.priority = get(index, ring_reg::PRIORITY);
  if (packet.opcode == vgpuSimOpWait) {
    if (packet.wait.ring >= kRings || packet.wait.ring == index) {
      throw Fault{vgpuSimFaultBadPacket, packet.wait.ring, {}};
    }
    rings_[index].wait_ring = packet.wait.ring;
    rings_[index].wait_value = packet.wait.value;
    if (!passed(packet.wait.ring, packet.wait.value)) return false;
    step.kind = Step::Kind::wait;
    step.other = packet.wait.ring;
    step.value = packet.wait.value;
  } else if (packet.opcode == vgpuSimOpFence) {
    run_fence(index, packet);
    step.kind = Step::Kind::fence;
    step.value = packet.fence.value;
    step.interrupt = (packet.flags & VGPU_SIM_INTERRUPT) != 0;
  } else {
    executor_.run(packet, step);
  }
  if (rings_[index].call == 0) rings_[index].call = timeline_.open_call();
  {
    std::lock_guard lock(probes_mutex_);
    for (Probe* probe : probes_) probe->packet_done(packet, step);
  }
  timeline_.add(rings_[index].call, std::move(step));
  return true;
}

bool CommandProcessor::passed(std::uint32_t ring, std::uint64_t value) const {
  return registers_.get64(ring_register(ring, ring_reg::FENCE_LO)) >= value;
}

void CommandProcessor::run_fence(std::uint32_t ring, const vgpuSimPacket& packet) {
  registers_.set64(ring_register(ring, ring_reg::FENCE_LO), packet.fence.value);
  registers_.add(reg::FENCE, 1);
  if ((packet.flags & VGPU_SIM_INTERRUPT) != 0) interrupts_.raise(ring);
}

void CommandProcessor::raise(std::uint32_t ring, Fault fault) {
  {
    std::lock_guard lock(fault_mutex_);
    registers_.add(reg::FAULT_COUNT, 1);
    if (registers_.get(reg::FAULT) == vgpuSimFaultNone) {
      registers_.set(reg::FAULT_RING, ring);
      registers_.set(reg::FAULT_PACKET, get(ring, ring_reg::HEAD));
      registers_.set64(reg::FAULT_ADDRESS_LO, fault.address);
      registers_.set(reg::FAULT, static_cast<std::uint32_t>(fault.code));
    }
  }
  Step step;
  step.kind = Step::Kind::fault;
  step.ring = ring;
  step.name = fault_name(fault.code);
  if (rings_[ring].call == 0) rings_[ring].call = timeline_.open_call();
  timeline_.add(rings_[ring].call, std::move(step));
  if (!fault.error) {
    fault.error.emplace(
        ErrorCode::LaunchFailure,
        fmt::format("ring {}: {} ({:#x})", ring, fault_name(fault.code), fault.address));
  }
  rings_[ring].error = std::move(fault.error);
  set_state(ring, RingState::faulted);
  {
    std::lock_guard lock(probes_mutex_);
    for (Probe* probe : probes_) probe->fault_raised(ring, fault.code, fault.address);
  }
  interrupts_.raise(ring);
}

void CommandProcessor::reset(std::uint32_t ring, std::uint64_t call) {
  std::lock_guard lock(rings_[ring].mutex);
  if (call != 0) {
    leave_call(rings_[ring]);
    rings_[ring].call = call;
    rings_[ring].keep_open = true;
  }
  reset_locked(ring);
}

void CommandProcessor::reset_locked(std::uint32_t index) {
  Ring& ring = rings_[index];
  // A ring that has never been used has nothing to forget, and the clock nothing to show.
  const std::uint64_t fence = registers_.get64(ring_register(index, ring_reg::FENCE_LO));
  const bool used = fence != 0 || get(index, ring_reg::TAIL) != 0 || ring.call != 0;
  registers_.set64(ring_register(index, ring_reg::FENCE_LO), 0);
  // HEAD is the last one: who watches it through a mapping sees by its 0 that the others are done.
  for (std::uint32_t offset : {ring_reg::DOORBELL, ring_reg::TAIL, ring_reg::HEAD}) {
    set(index, offset, 0);
  }
  ring.error.reset();
  if (used) {
    if (ring.call == 0) ring.call = timeline_.open_call();
    Step step;
    step.kind = Step::Kind::reset;
    step.ring = index;
    timeline_.add(ring.call, std::move(step));
    leave_call(ring);
  }
  set_state(index, RingState::idle);
}

void CommandProcessor::reset_all() {
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    std::lock_guard lock(rings_[ring].mutex);
    reset_locked(ring);
    for (std::uint32_t offset :
         {ring_reg::BASE_LO, ring_reg::BASE_HI, ring_reg::SIZE, ring_reg::PRIORITY}) {
      set(ring, offset, 0);
    }
  }
  clear_fault();
  interrupts_.acknowledge(UINT32_MAX);
  for (std::uint32_t offset : {reg::FAULT_COUNT, reg::PACKETS, reg::FENCE, reg::SCRATCH}) {
    registers_.set(offset, 0);
  }
  registers_.set(reg::INTERRUPT_MASK, UINT32_MAX);
}

void CommandProcessor::clear_fault() {
  std::lock_guard lock(fault_mutex_);
  for (std::uint32_t offset : {reg::FAULT, reg::FAULT_RING, reg::FAULT_PACKET}) {
    registers_.set(offset, 0);
  }
  registers_.set64(reg::FAULT_ADDRESS_LO, 0);
}

std::optional<std::uint32_t> CommandProcessor::next_runnable() const {
  std::optional<std::uint32_t> best;
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    if (get(ring, ring_reg::HEAD) == get(ring, ring_reg::TAIL)) continue;
    const RingState now = state(ring);
    if (now == RingState::faulted) continue;
    const Ring& waiter = rings_[ring];
    if (now == RingState::waiting && !passed(waiter.wait_ring, waiter.wait_value)) continue;
    if (!best || get(ring, ring_reg::PRIORITY) > get(*best, ring_reg::PRIORITY)) best = ring;
  }
  return best;
}

bool CommandProcessor::idle() const {
  if (next_runnable()) return false;
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    if (state(ring) == RingState::running) return false;
  }
  return true;
}

std::optional<Error> CommandProcessor::take_error(std::uint32_t ring) {
  std::lock_guard lock(rings_[ring].mutex);
  return std::exchange(rings_[ring].error, std::nullopt);
}

void CommandProcessor::tell_written(std::uint32_t offset, std::uint32_t value) {
  std::lock_guard lock(probes_mutex_);
  for (Probe* probe : probes_) probe->register_written(offset, value);
}

void CommandProcessor::attach(Probe& probe) {
  std::lock_guard lock(probes_mutex_);
  probes_.push_back(&probe);
}

}  // namespace vgpu::sim
