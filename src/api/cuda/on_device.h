// The calling thread's device for a while: allocations and streams are the current device's.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/device.h>

#include "api/cuda/devices.h"

namespace vgpu::cuda {

class OnDevice {
 public:
  explicit OnDevice(int device) : before_(current_device()) { vgpuSetDevice(device); }
  ~OnDevice() { vgpuSetDevice(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_;
};

}  // namespace vgpu::cuda
