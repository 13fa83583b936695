// Devices.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/device.h>
#include <vgpu/c/memory.h>
#include <vgpu/cpp/error.hpp>

#include <string>
#include <vector>

namespace vgpu {

class GpuDevice {
 public:
  explicit GpuDevice(int index = 0) : index_(index) { properties(); }
  explicit GpuDevice(const std::string& name) { check(vgpuGetDeviceByName(&index_, name.c_str())); }

  static int count() {
    int count = 0;
    check(vgpuGetDeviceCount(&count));
    return count;
  }
  static GpuDevice current() {
    int index = 0;
    check(vgpuGetDevice(&index));
    return GpuDevice(index);
  }

  int index() const { return index_; }
  void use() const { check(vgpuSetDevice(index_)); }  // by the calling thread, from now on
  vgpuDeviceProp properties() const {
    vgpuDeviceProp properties;
    check(vgpuGetDeviceProperties(&properties, index_));
    return properties;
  }
  vgpuMemStats memory() const {
    vgpuMemStats stats;
    check(vgpuMemGetStats(&stats, index_));
    return stats;
  }
  void set_policy(vgpuPolicy policy) const { check(vgpuDeviceSetPolicy(index_, policy)); }

 private:
  int index_ = 0;
};

// Waits for all work of the current device.
inline void synchronize() { check(vgpuDeviceSynchronize()); }

}  // namespace vgpu
