// Registers that act, and the device's own thread.
// SPDX-License-Identifier: MIT
#include "device/sim/machine.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <new>
#include <thread>

#include "base/error.h"
#include "memory/device_memory.h"

namespace vgpu::sim {
namespace {

constexpr std::uint32_t kResetAll = 1, kClearFault = 2;  // in CONTROL
constexpr std::uint32_t kResetRing = 1;                  // in RINGn_CONTROL

std::uint32_t units_of(const Model& model) { return static_cast<std::uint32_t>(model.units); }

}  // namespace

Machine::Machine(Device& silicon, const Model& model)
    : silicon_(silicon),
      model_(model),
      config_(kRegisterBytes, silicon.memory().range().size),
      interrupts_(registers_),
      guard_(silicon.memory()),
      timeline_(model),
      executor_(silicon, guard_, kernels_),
      processor_(registers_, config_, interrupts_, guard_, executor_, timeline_) {
  registers_.set(reg::UNITS, units_of(model));
  registers_.set(reg::RINGS, kRings);
  registers_.set64(reg::MEMORY_LO, silicon.properties().totalGlobalMem);
}

std::uint32_t Machine::read(std::uint32_t offset) {
  const RegisterInfo* info = find_register(offset);
  if (info == nullptr) fail(ErrorCode::InvalidValue, "offset: no register at {:#x}", offset);
  return registers_.get(offset);
}

void Machine::write(std::uint32_t offset, std::uint32_t value) {
  const RegisterInfo* info = find_register(offset);
  if (info == nullptr) fail(ErrorCode::InvalidValue, "offset: no register at {:#x}", offset);
  processor_.tell_written(offset, value);
  if (info->access == Access::rw) registers_.set(offset, value);
  if (info->access == Access::wo) act(offset, value);
}

void Machine::act(std::uint32_t offset, std::uint32_t value) {
  if (offset == reg::INTERRUPT_ACK) return interrupts_.acknowledge(value);
  if (offset == reg::CONTROL) {
    if ((value & kResetAll) != 0) processor_.reset_all();
    if ((value & kClearFault) != 0) processor_.clear_fault();
    return;
  }
  const std::uint32_t ring = (offset - kRingBase) / kRingStride;
  const std::uint32_t within = (offset - kRingBase) % kRingStride;
  if (within == ring_reg::DOORBELL) return ring_doorbell(ring, value);
  if (within == ring_reg::CONTROL && (value & kResetRing) != 0) processor_.reset(ring);
}

void Machine::ring_doorbell(std::uint32_t ring, std::uint32_t tail) {
  processor_.doorbell(ring, tail, timeline_.open_call());
  start_thread();
  notify();
}

void* Machine::map_registers() {
  {
    std::lock_guard lock(mutex_);
    mapped_ = true;
  }
  start_thread();
  notify();
  return registers_.base();
}

void Machine::notify() {
  {
    std::lock_guard lock(mutex_);
    if (thread_of_ == 0) return;
    ++kicks_;
  }
  wake_.notify_one();
}

void Machine::start_thread() {
  std::lock_guard lock(mutex_);
  if (thread_of_ == getpid()) return;
  if (thread_of_ != 0) {  // in the child of a fork these count waiters that do not exist
    new (&wake_) std::condition_variable;
    new (&rest_) std::condition_variable;
  }
  thread_of_ = getpid();
  std::thread([this] { thread_main(); }).detach();
}

void Machine::thread_main() {
  pthread_setname_np(pthread_self(), "vgpu-sim");
  for (;;) {
    while (const auto ring = processor_.next_runnable()) processor_.drain(*ring);
    std::unique_lock lock(mutex_);
    if (kicks_ == seen_) {
      rest_.notify_all();
      const auto woken = [this] { return kicks_ != seen_; };
      if (mapped_) {
        wake_.wait_for(lock, std::chrono::milliseconds(1), woken);
      } else {
        wake_.wait(lock, woken);
      }
    }
    seen_ = kicks_;
    const bool mapped = mapped_;
    lock.unlock();
    if (mapped) poll_mapping();
  }
}

// What a store through the mapping has left in registers that act.
void Machine::poll_mapping() {
  for (std::uint32_t offset : {reg::CONTROL, reg::INTERRUPT_ACK}) {
    if (const std::uint32_t value = registers_.exchange(offset, 0)) act(offset, value);
  }
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    const std::uint32_t control = ring_register(ring, ring_reg::CONTROL);
    if (const std::uint32_t value = registers_.exchange(control, 0)) act(control, value);
    const std::uint32_t bell = registers_.get(ring_register(ring, ring_reg::DOORBELL));
    if (bell != registers_.get(ring_register(ring, ring_reg::TAIL))) {
      processor_.doorbell(ring, bell, timeline_.open_call());
    }
  }
}

void Machine::wait_idle() {
  std::unique_lock lock(mutex_);
  if (thread_of_ != getpid()) return;  // nothing was ever left to the thread
  ++kicks_;
  const std::uint64_t mine = kicks_;
  wake_.notify_one();
  rest_.wait(lock, [&] { return seen_ >= mine && kicks_ == seen_ && processor_.idle(); });
}

Picoseconds Machine::settle() {
  const Picoseconds time = timeline_.settle();
  registers_.set64(reg::CLOCK_LO, time / 1000);
  return time;
}

}  // namespace vgpu::sim
