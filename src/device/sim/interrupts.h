// Interrupts: pending bits in registers, and an eventfd for those who wait.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>

#include "device/sim/registers.h"

namespace vgpu::sim {

class Interrupts {
 public:
  explicit Interrupts(RegisterFile& registers) : registers_(registers) {}
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  void raise(std::uint32_t ring);
  void acknowledge(std::uint32_t bits);
  int descriptor();  // made when first asked for. Error(Unknown): the system refuses

 private:
  RegisterFile& registers_;
  std::mutex mutex_;
  int descriptor_ = -1;
};

}  // namespace vgpu::sim
