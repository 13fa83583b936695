// The devices that CUDA programs see, and what they pretend to be.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

namespace vgpu::cuda {

inline constexpr int kMaxDevices = 64;

// The calling thread's device, 0 if there is none.
int current_device();

int device_count();

// What device `index` is: a real GPU's figures where programs depend on them, this machine's where they must be true.
const cudaDeviceProp& device_properties(int index);

}  // namespace vgpu::cuda
