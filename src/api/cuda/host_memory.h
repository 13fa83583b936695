// Memory of the host that a program has registered; host_memory.cpp keeps the ranges.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::cuda {

// Whether cudaHostRegister has been told of it.
bool is_registered(const void* pointer);

}  // namespace vgpu::cuda
