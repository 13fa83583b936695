// What cudaFree does first for memory that other processes may have mapped.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::cuda {

// The allocation is freed: its pages must be the process's own again. Waits for the device if it was shared.
void unshare_memory(const void* pointer);

}  // namespace vgpu::cuda
