// For devices that must know the runtime's order, not only run what is ready: the simulated clock.
//
// The runtime calls these in the order of the host's calls (submitted, depends, waited) and around each command when
// it runs (begins, ends). Streams are known by their numbers on the device. Most devices have no witness.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu {

class OrderWitness {
 public:
  virtual ~OrderWitness() = default;

  // What is submitted to `stream` from now on comes after command `sequence` of stream `other`. Called even if that
  // is long done: whether it is depends on the machine's speed, the order does not.
  virtual void depends(unsigned stream, unsigned other, std::uint64_t sequence) = 0;
  // The command gets a ticket, which is never 0.
  virtual std::uint64_t submitted(unsigned stream, int priority, std::uint64_t sequence) = 0;
  // On the thread that runs the command; calls of the device in between belong to it.
  virtual void begins(std::uint64_t ticket) = 0;
  virtual void ends(std::uint64_t ticket) = 0;
  // A host thread has waited for the command.
  virtual void waited(unsigned stream, std::uint64_t sequence) = 0;
};

}  // namespace vgpu
