// Raising and acknowledging.
// SPDX-License-Identifier: MIT
#include "device/sim/interrupts.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace vgpu::sim {
namespace {

constexpr std::uint32_t kPending = 4;  // in STATUS

}  // namespace

Interrupts::~Interrupts() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Interrupts::raise(std::uint32_t ring) {
  const std::uint32_t bit = 1u << ring;
  std::lock_guard lock(mutex_);
  registers_.set_bits(reg::INTERRUPT, bit);
  registers_.set_bits(reg::STATUS, kPending);
  if (descriptor_ < 0 || (registers_.get(reg::INTERRUPT_MASK) & bit) == 0) return;
  // Fails only when 2^64 interrupts were never read: then the descriptor is readable anyhow.
  [[maybe_unused]] const int ignored = eventfd_write(descriptor_, 1);
}

void Interrupts::acknowledge(std::uint32_t bits) {
  std::lock_guard lock(mutex_);
  registers_.clear_bits(reg::INTERRUPT, bits);
  if (registers_.get(reg::INTERRUPT) == 0) registers_.clear_bits(reg::STATUS, kPending);
}

int Interrupts::descriptor() {
  std::lock_guard lock(mutex_);
  if (descriptor_ < 0) descriptor_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor_ < 0) fail(ErrorCode::Unknown, "eventfd: {}", std::strerror(errno));
  return descriptor_;
}

}  // namespace vgpu::sim
