// The simulated GPU as a device of the house: every command becomes packets in a ring.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "device/device.h"

namespace vgpu {

namespace sim {
class Machine;
}

std::unique_ptr<Device> make_sim_device();

// A simulated GPU whose silicon is another device, which must live as long.
std::unique_ptr<Device> make_sim_front(Device& silicon);

// The machine of such a device; null for all others.
sim::Machine* sim_machine(Device& device);

}  // namespace vgpu
