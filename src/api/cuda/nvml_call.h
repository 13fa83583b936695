// What the functions of NVML share: who has called nvmlInit, and which device a handle is.
// SPDX-License-Identifier: MIT
#pragma once

#include <nvml.h>

#include <atomic>
#include <cstdint>

#include "api/cuda/devices.h"
#include "api/cuda/library_call.h"

namespace vgpu::cuda {

// How often nvmlInit has been called more than nvmlShutdown.
inline std::atomic<int>& nvml_users() {
  static std::atomic<int> users{0};
  return users;
}

inline nvmlDevice_t nvml_handle(int index) {
  return reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(index) + 1);
}

template <typename Body>
nvmlReturn_t nvml_call(Body&& body) noexcept {
  if (nvml_users().load() == 0) return NVML_ERROR_UNINITIALIZED;
  return library_call(NVML_ERROR_MEMORY, NVML_ERROR_UNKNOWN, body);
}

// body(index, properties) of the handle's device.
template <typename Body>
nvmlReturn_t nvml_device_call(nvmlDevice_t device, Body&& body) noexcept {
  return nvml_call([&] {
    const auto index = reinterpret_cast<std::uintptr_t>(device) - 1;
    if (index >= static_cast<std::uintptr_t>(device_count())) return NVML_ERROR_INVALID_ARGUMENT;
    return body(static_cast<int>(index), device_properties(static_cast<int>(index)));
  });
}

}  // namespace vgpu::cuda
