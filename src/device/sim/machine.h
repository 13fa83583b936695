// The simulated GPU as a whole: configuration space, registers, rings, engines, clock, in front of silicon that computes.
//
// The silicon is any device of the house; for the sim device it is a cpu device of its own, and vgpuSimAttach puts a
// machine in front of another one. Whoever drives it, the runtime (StreamDriver) or a program (vgpu/sim.h), does it by registers
// and packets.
// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "device/device.h"
#include "device/sim/address_guard.h"
#include "device/sim/command_processor.h"
#include "device/sim/config_space.h"
#include "device/sim/interrupts.h"
#include "device/sim/kernel_table.h"
#include "device/sim/model.h"
#include "device/sim/packet_executor.h"
#include "device/sim/registers.h"
#include "device/sim/timeline.h"

namespace vgpu::sim {

class Machine {
 public:
  Machine(Device& silicon, const Model& model);  // never destroyed: its thread may be running
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const Model& model() const { return model_; }
  Device& silicon() const { return silicon_; }
  AddressGuard& guard() { return guard_; }
  KernelTable& kernels() { return kernels_; }
  ConfigSpace& config() { return config_; }
  Interrupts& interrupts() { return interrupts_; }
  Timeline& timeline() { return timeline_; }
  CommandProcessor& processor() { return processor_; }
  RegisterFile& registers() { return registers_; }

  // Error(InvalidValue): no register stands there. Writes to what the device alone writes are ignored.
  std::uint32_t read(std::uint32_t offset);
  void write(std::uint32_t offset, std::uint32_t value);

  // BAR 0 as memory. From then on a thread looks for writes to it every millisecond.
  void* map_registers();

  void wait_idle();
  void notify();  // something may be runnable
  Picoseconds settle();

 private:
  void act(std::uint32_t offset, std::uint32_t value);
  void ring_doorbell(std::uint32_t ring, std::uint32_t tail);
  void start_thread();
  void thread_main();
  void poll_mapping();

  Device& silicon_;
  const Model model_;
  RegisterFile registers_;
  ConfigSpace config_;
  Interrupts interrupts_;
  AddressGuard guard_;
  KernelTable kernels_;
  Timeline timeline_;
  PacketExecutor executor_;
  CommandProcessor processor_;

  std::mutex mutex_;
  std::condition_variable wake_, rest_;
  pid_t thread_of_ = 0;  // the process whose thread it is: a fork has none
  std::uint64_t kicks_ = 0, seen_ = 0;
  bool mapped_ = false;
};

}  // namespace vgpu::sim
